import { Money } from '../Money.tsx'
import { ShareStrip, ShareSwatch } from './ShareBar.tsx'
import { rowsWithRest, type Share, shareColours } from './shares.ts'

/** The largest shares of a whole in a card: one bar, and their names with amounts. */
export function MiniShares({ items, currency }: { items: readonly Share[]; currency: string }) {
  const colours = shareColours(items, currency)
  return (
    <div aria-hidden="true">
      <ShareStrip items={items} currency={currency} />
      <ul data-list className="mt-2 grid grid-cols-1 gap-x-4 text-caption sm:grid-cols-2">
        {rowsWithRest(items, currency).map(({ key, name, amount }) => (
          <li key={key} className="flex min-w-0 items-center gap-1.5 leading-5">
            <ShareSwatch index={colours.get(key)} />
            <span className="min-w-0 flex-1 truncate text-text-2">{name}</span>
            <Money amount={amount} currency={currency} symbol={false} />
          </li>
        ))}
      </ul>
    </div>
  )
}
