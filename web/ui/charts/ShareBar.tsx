import type { ReactNode } from 'react'
import { t } from '../../../words/t.ts'
import { Money } from '../Money.tsx'
import { sumOf } from '../money.ts'
import { MAX_COLOURS, REST, type Share, shareColours, sharesOf } from './shares.ts'

type Props = {
  /** The subject of the division, in words: where the money of November went. */
  label: string
  currency: string
  items: readonly Share[]
  /** Content at the end of a row: the change from last month. */
  note?: (share: Share) => ReactNode
  /** Opens the list behind a share; the rest has the key `rest`. */
  onOpen?: ((key: string) => void) | undefined
  /** The words for those that share the last colour: 6 more. */
  restName?: (count: number) => string
}

/** The shares of a whole: one bar with five colours and a rest, and the list that says it in figures. */
export function ShareBar({
  label,
  currency,
  items,
  note,
  onOpen,
  restName = (count) => t('{count, plural, one {# more} other {# more}}', { count }),
}: Props) {
  const { shown, rest } = sharesOf(items, currency)
  const amount = sumOf(
    rest.map((share) => share.amount),
    currency,
  )
  const rows: Share[] =
    rest.length === 0 ? shown : [...shown, { key: REST, name: restName(rest.length), amount }]
  const colours = shareColours(items, currency)
  return (
    <div>
      <ShareStrip items={items} currency={currency} />
      <ul aria-label={label} className="mt-2">
        {rows.map((row) => (
          <li key={row.key}>
            <Row onPress={onOpen && (() => onOpen(row.key))}>
              <ShareSwatch index={colours.get(row.key)} />
              <span className="min-w-0 flex-1 truncate text-start">{row.name}</span>
              <Money amount={row.amount} currency={currency} className="font-medium" />
              {note ? (
                <span className="w-16 shrink-0 text-end text-caption text-text-3">{note(row)}</span>
              ) : null}
            </Row>
          </li>
        ))}
      </ul>
    </div>
  )
}

const fills = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-4', 'bg-chart-5']

const fillOf = (colour = MAX_COLOURS): string => fills[colour] ?? 'bg-chart-rest'

/** The colour of a share beside its name in a list. */
export const ShareSwatch = ({ index }: { index: number | undefined }) => (
  <span aria-hidden="true" className={`inline-block size-2.5 shrink-0 rounded-[3px] ${fillOf(index)}`} />
)

/** The bar alone, for where a list or a table with the same colours says the figures. */
export function ShareStrip({ items, currency }: { items: readonly Share[]; currency: string }) {
  const { shown, rest } = sharesOf(items, currency)
  // Lengths on the screen. What came back has none, and shortens no other.
  const weight = (shares: readonly Share[]) =>
    Number(
      sumOf(
        shares.map(({ amount }) => amount).filter((amount) => amount > 0),
        currency,
      ),
    )
  const parts = [
    ...shown.map((share) => ({ key: share.key, size: weight([share]) })),
    { key: REST, size: weight(rest) },
  ]
  const colours = shareColours(items, currency)
  return (
    <div aria-hidden="true" className="flex h-2.5 gap-0.5 overflow-hidden rounded-[3px]">
      {parts.map(({ key, size }) =>
        size > 0 ? (
          <div
            key={key}
            className={`min-w-0.5 ${fillOf(colours.get(key))}`}
            style={{ flexGrow: size, flexBasis: 0 }}
          />
        ) : null,
      )}
    </div>
  )
}

const rowClass = 'flex min-h-8 items-center gap-2.5 text-table touch:min-h-11'

const Row = ({ onPress, children }: { onPress: (() => void) | undefined; children: ReactNode }) =>
  onPress ? (
    <button
      type="button"
      className={`${rowClass} -mx-2 w-[calc(100%+16px)] rounded-control px-2 hover:bg-tile`}
      onClick={onPress}
    >
      {children}
    </button>
  ) : (
    <div className={rowClass}>{children}</div>
  )
