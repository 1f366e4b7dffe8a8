import { Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../words/t.ts'
import { Button } from '../ui/Button.tsx'
import { copyText } from '../ui/copy.ts'

function save(text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = t('florin-recovery-codes.txt')
  link.click()
  URL.revokeObjectURL(link.href)
}

/** The recovery codes, once: they stay in sight until the person says that they are kept. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const [isKept, setKept] = useState(false)
  const text = codes.join('\n')
  return (
    <div className="rounded-control border border-line p-4">
      <p className="text-table font-medium">{t('Ten recovery codes, shown once')}</p>
      <p className="mt-1 text-caption text-text-3">
        {t('Each signs in once, where the app is not at hand. Keep them where your phone is not.')}
      </p>
      <ul className="my-3 grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-table">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button icon={<Printer size={15} />} onClick={() => window.print()}>
          {t('Print')}
        </Button>
        <Button icon={<Download size={15} />} onClick={() => save(`${text}\n`)}>
          {t('Save')}
        </Button>
        <Button
          icon={<Copy size={15} />}
          onClick={() => void copyText(text, t('the codes [select them and copy them]'))}
        >
          {t('Copy')}
        </Button>
      </div>
      <label className="mt-3 flex min-h-8 items-center gap-2 text-table touch:min-h-11 print:hidden">
        <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.target.checked)} />
        {t('I have kept them')}
      </label>
      {isKept && (
        <Button look="primary" className="mt-2 print:hidden" onClick={onKept}>
          {t('Done')}
        </Button>
      )}
    </div>
  )
}
