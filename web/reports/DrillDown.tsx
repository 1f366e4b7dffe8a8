import { Link } from '@tanstack/react-router'
import { Check, List, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { refresh } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useBook, useToday } from '../page/me.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { dayShort } from '../ui/dates.ts'
import { Checkbox } from '../ui/Field.tsx'
import { countText } from '../ui/locale.ts'
import { Money } from '../ui/Money.tsx'
import { rateText } from '../ui/money.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { type Behind, type BehindRow, type Figure, type Held, largestFirst, proves } from './behind.ts'
import { pageBehind } from './explain.ts'
import { useBehind, useReload } from './use-report.ts'

/** The list behind a figure, which ends in the same sum. */
export function DrillDown({ figure, onClose }: { figure: Figure; onClose: () => void }) {
  const base = useBook().base_currency_id
  const query = useBehind(figure.explain, base)
  return (
    <Sheet
      title={figure.title}
      onClose={onClose}
      foot={
        <ButtonLink {...pageBehind(figure.explain)} icon={<List size={15} />} className="mr-auto">
          Open as a list
        </ButtonLink>
      }
    >
      <div className="-mt-1 mb-4 text-figure font-semibold">
        <Money amount={figure.amount} currency={base} variant="figure" />
      </div>
      <Loaded query={query} rows={6}>
        {(behind) => <Proof key={figure.key} figure={figure} behind={behind} base={base} />}
      </Loaded>
    </Sheet>
  )
}

function Proof({ figure, behind, base }: { figure: Figure; behind: Behind; base: string }) {
  const isProven = proves(behind, figure, base)
  useReload(!isProven)
  const [isLargestFirst, setLargestFirst] = useState(false)
  const rows = isLargestFirst ? largestFirst(behind.rows, base) : behind.rows
  return (
    <>
      <Verdict figure={figure} behind={behind} base={base} isProven={isProven} />
      {behind.rows.length > 1 && behind.rows.length === behind.total ? (
        <Checkbox
          checked={isLargestFirst}
          onChange={(event) => setLargestFirst(event.target.checked)}
          className="mt-2 text-table!"
        >
          Largest first
        </Checkbox>
      ) : null}
      <table className="mt-3 w-full text-table">
        <caption className="sr-only">{`What ${figure.title} is made of`}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">What</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} base={base} signed={figure.signed ?? false} />
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-text">
            <th scope="row" className="py-2.5 text-left font-semibold">
              Sum
            </th>
            <td className="py-2.5 text-right">
              <Money amount={behind.sum} currency={base} className="double-rule font-semibold" />
            </td>
          </tr>
        </tfoot>
      </table>
      {figure.notes?.map(({ words, amount }) => (
        <p key={words} className="mt-1 text-table text-text-2">
          {words} <Money amount={amount} currency={base} />
        </p>
      ))}
    </>
  )
}

/** Whether the list proves the figure, in words. */
function Verdict({
  figure,
  behind: { rows, sum, total },
  base,
  isProven,
}: {
  figure: Figure
  behind: Behind
  base: string
  isProven: boolean
}) {
  const expected = <Money amount={figure.sum ?? figure.amount} currency={base} />
  if (!isProven)
    return (
      <div
        role="alert"
        className="flex items-start gap-2.5 rounded-control bg-warn-soft px-3 py-2.5 text-table"
      >
        <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
        <div>
          These add up to <Money amount={sum} currency={base} />, not to {expected}: something changed
          meanwhile.
          <Button className="mt-2 block" onClick={() => void refresh()}>
            Load again
          </Button>
        </div>
      </div>
    )
  const count = total === 1 ? 'This one is' : `These ${countText(total)} add up to`
  return (
    <div className="rounded-control bg-in-soft px-3 py-2.5 text-table font-semibold text-in">
      <p className="flex items-start gap-2.5">
        <Check size={16} aria-hidden className="mt-0.5 shrink-0" />
        <span>
          {rows.length === 0 ? 'There is nothing behind it:' : count} exactly {expected}
        </span>
      </p>
      {rows.length < total ? (
        <p className="mt-1 ml-6.5 font-normal text-text-2">
          {`The latest ${rows.length} are shown; the list has all of them.`}
        </p>
      ) : null}
    </div>
  )
}

function Row({ row, base, signed }: { row: BehindRow; base: string; signed: boolean }) {
  const today = useToday()
  const title = row.transactionId ? (
    <Link to="/transactions" search={{ open: row.transactionId }} className="font-medium hover:underline">
      {row.title}
    </Link>
  ) : row.accountId ? (
    <Link to="/accounts/$id" params={{ id: row.accountId }} className="font-medium hover:underline">
      {row.title}
    </Link>
  ) : (
    row.title
  )
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-2 pr-3 text-left font-normal">
        <span className="flex gap-3">
          {row.date ? (
            <span className="w-13 shrink-0 whitespace-nowrap text-text-3">{dayShort(row.date, today)}</span>
          ) : null}
          <span className="min-w-0">
            <span className="block break-words">{title}</span>
            <span className="block text-caption text-text-3">
              {row.of === undefined ? (
                row.detail
              ) : (
                <>
                  part of <Money amount={row.of} currency={base} />
                </>
              )}
              {row.held ? <HeldText held={row.held} today={today} /> : null}
            </span>
          </span>
        </span>
      </th>
      <td className="py-2 text-right align-top">
        <Money
          amount={row.counted}
          currency={base}
          variant={signed ? 'signed' : 'plain'}
          className="font-medium"
        />
      </td>
    </tr>
  )
}

/** ¥12,400 at 0.00558, the rate of 15 Nov */
const HeldText = ({ held, today }: { held: Held; today: string }) => (
  <>
    <Money amount={held.amount} currency={held.currency} />
    {held.rate === null || held.rateDate === null
      ? ', without a rate: counted as recorded'
      : ` at ${rateText(held.rate)}, the rate of ${dayShort(held.rateDate, today)}`}
  </>
)
