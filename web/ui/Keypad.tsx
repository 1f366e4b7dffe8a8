import { Delete } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../words/t.ts'
import { separatorIn } from './amount-text.ts'
import { classes } from './classes.ts'
import { useLocale } from './locale.ts'
import { isRtl } from './reading.ts'

/**
 * Figures with + and −, for thumbs, from left to right in every language. `action` is the large key at the end of the last row. The field that it types into keeps the focus.
 *   <Keypad onKey={(key) => setText((text) => afterKey(text, key))} action={<Button …>Add €15.50</Button>} />
 */
export function Keypad({ onKey, action }: { onKey: (key: string) => void; action?: ReactNode }) {
  const point = separatorIn(useLocale())
  const key = (name: string, shown: ReactNode = name, label?: string) => (
    <button
      key={name}
      type="button"
      aria-label={label}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onKey(name)}
      className={classes(
        'grid h-12 place-items-center rounded-control text-page font-medium active:bg-tile',
        /\d|[.,]/.test(name) ? 'border border-line bg-surface' : 'text-text-2',
      )}
    >
      {shown}
    </button>
  )
  return (
    <fieldset dir="ltr" className="grid grid-cols-4 gap-1.5">
      <legend className="sr-only">{t('Keypad')}</legend>
      {['1', '2', '3'].map((name) => key(name))}
      {key('delete', <Delete size={20} aria-hidden />, t('Delete the last figure'))}
      {['4', '5', '6'].map((name) => key(name))}
      {key('+', '+', t('Plus'))}
      {['7', '8', '9'].map((name) => key(name))}
      {key('−', '−', t('Minus'))}
      {key(point, point, t('Decimal point'))}
      {key('0')}
      <div dir={isRtl() ? 'rtl' : 'ltr'} className="col-span-2 grid">
        {action}
      </div>
    </fieldset>
  )
}
