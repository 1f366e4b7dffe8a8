import { ChevronDown, ChevronRight } from 'lucide-react'
import { folded } from '../../contract/fold.ts'
import type { ImportRow } from '../../contract/import-rows.ts'
import { t } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import { dayShort } from '../ui/dates.ts'
import { backward, onward } from '../ui/reading.ts'
import type { RowActions } from './RowParts.tsx'
import type { Shop } from './shops.ts'

/** The name of a shop with the number of its rows; a press opens them. */
export function ShopName({
  row: { n, payee, words, is_chosen, needs_attention },
  shop: { rows, isOpen },
  onFold,
  isCard = false,
}: {
  row: ImportRow
  shop: Shop
  onFold: RowActions['onFold']
  isCard?: boolean
}) {
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const below = folded(words ?? '') === folded(payee ?? '') ? '' : words
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      title={isOpen ? t('Close ({key})', { key: backward() }) : t('Its rows ({key})', { key: onward() })}
      onClick={() => onFold(n)}
      className="-ms-1 flex w-full items-start gap-1 rounded-control text-start hover:bg-tile"
    >
      <Chevron size={16} aria-hidden className="mt-0.5 shrink-0 text-text-2" />
      <span className="min-w-0">
        {/* On a card a long name goes on in the next line, and the count stands after its last word. */}
        <span className={isCard ? 'text-body wrap-anywhere' : 'flex items-center gap-2 font-medium'}>
          <span className={classes(!isCard && 'truncate', !is_chosen && !needs_attention && 'text-text-2')}>
            {payee}
          </span>
          <span
            className={classes(
              'rounded-full bg-tile px-1.5 text-axis text-text-2 tabular-nums',
              isCard && 'ms-2 inline-block align-middle',
            )}
          >
            {rows.length}
          </span>
        </span>
        {below && (
          <span
            className={classes(
              'text-text-2',
              isCard ? 'line-clamp-2 text-caption wrap-anywhere' : 'block truncate text-axis',
            )}
          >
            {below}
          </span>
        )}
      </span>
    </button>
  )
}

/** 2 Oct – 12 Nov */
export const DaysOfShop = ({ shop: { days }, today }: { shop: Shop; today: string }) => {
  const [from, to] = days
  return <>{from === to ? dayShort(from, today) : `${dayShort(from, today)} – ${dayShort(to, today)}`}</>
}
