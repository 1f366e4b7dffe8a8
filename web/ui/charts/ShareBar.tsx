import type { ReactNode } from 'react'
import { Money } from '../Money.tsx'
import { minorOf, sumOf } from '../money.ts'
import { REST, type Share, sharesOf } from './shares.ts'

type Props = {
  /** What is divided, in words: where the money of November went. */
  label: string
  currency: string
  items: readonly Share[]
  /** What stands at the end of a row: the change from last month. */
  note?: (share: Share) => ReactNode
  /** Opens what is behind a share; the rest has the key `rest`. */
  onOpen?: ((key: string) => void) | undefined
  /** The words for those that share the last colour: 6 more. */
  restName?: (count: number) => string
}

const fills = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-4', 'bg-chart-5', 'bg-chart-rest']

/** What something is made of: one bar with five colours and a rest, and the list that says it in figures. */
export function ShareBar({
  label,
  currency,
  items,
  note,
  onOpen,
  restName = (count) => `${count} more`,
}: Props) {
  const { shown, rest } = sharesOf(items, currency)
  const rows: Share[] = [
    ...shown,
    ...(rest.length === 0
      ? []
      : [
          {
            key: REST,
            name: restName(rest.length),
            amount: sumOf(
              rest.map(({ amount }) => amount),
              currency,
            ),
          },
        ]),
  ]
  // Weights are lengths on the screen.
  const weights = rows.map(({ amount }) => Number(minorOf(amount, currency)))
  const fillOf = (row: Share, index: number) =>
    row.key === REST ? 'bg-chart-rest' : (fills[index] ?? 'bg-chart-rest')

  return (
    <div>
      <div aria-hidden="true" className="flex h-2.5 gap-0.5 overflow-hidden rounded-[3px]">
        {rows.map((row, index) =>
          (weights[index] ?? 0) > 0 ? (
            <div
              key={row.key}
              className={`min-w-0.5 ${fillOf(row, index)}`}
              style={{ flexGrow: weights[index], flexBasis: 0 }}
            />
          ) : null,
        )}
      </div>
      <ul aria-label={label} className="mt-2">
        {rows.map((row, index) => (
          <li key={row.key}>
            <Row onPress={onOpen && (() => onOpen(row.key))}>
              <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-[3px] ${fillOf(row, index)}`} />
              <span className="min-w-0 flex-1 truncate text-left">{row.name}</span>
              <Money amount={row.amount} currency={currency} className="font-medium" />
              {note ? (
                <span className="w-16 shrink-0 text-right text-caption text-text-3">{note(row)}</span>
              ) : null}
            </Row>
          </li>
        ))}
      </ul>
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
