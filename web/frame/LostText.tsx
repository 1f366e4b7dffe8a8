import { Copy } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../words/t.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { copyText } from '../ui/copy.ts'
import { unsavedTexts } from '../ui/draft.ts'

/** The text that somebody had typed in a book that they cannot save in any more: it can be copied. */
export function LostText() {
  const [lost] = useState(() => unsavedTexts().flatMap(({ texts }) => texts))
  const [isCopied, setCopied] = useState(false)
  if (lost.length === 0) return null
  const text = lost.join('\n')
  return (
    <Card className="p-5">
      <h2 className="text-caption text-text-3">{t('You had typed')}</h2>
      <p className="mt-1 font-medium wrap-anywhere whitespace-pre-line">{text}</p>
      <Button
        className="mt-3"
        icon={<Copy size={15} />}
        onClick={async () => setCopied(await copyText(text, 'text'))}
      >
        {isCopied ? t('Copied') : t('Copy [verb]')}
      </Button>
    </Card>
  )
}
