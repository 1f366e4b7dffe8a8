import { memo } from 'react'
import type { RegisterLine } from '../../../contract/accounts.ts'
import type { Day } from '../../../contract/day.ts'
import { Money } from '../../ui/Money.tsx'
import { PartPurpose, PartTitle } from './BillParts.tsx'
import type { Bill } from './bills.ts'
import { movementOf } from './lines.ts'

type PartProps = {
  bill: Bill
  part: RegisterLine
  row: number
  today: Day
  isLedger: boolean
  height: number
}

/** A part of an opened bill in a table. The balance stands on the bill alone. */
export const WidePart = memo(function WidePart({ bill, part, row, today, isLedger, height }: PartProps) {
  const [first, second] = isLedger ? [part.debit, part.credit] : [part.credit, part.debit]
  const amount = (value: number) =>
    value !== 0 && <Money amount={value} currency={part.currency_id} symbol={false} />
  return (
    <tr
      aria-rowindex={row + 2}
      style={{ height }}
      className="border-t border-line bg-canvas text-table text-text-2 [&>td]:px-2"
    >
      <td />
      <td>
        <span className="block ps-10">
          <PartTitle bill={bill} part={part} />
        </span>
      </td>
      <td className="hidden truncate @3xl:table-cell">
        <PartPurpose bill={bill} part={part} today={today} />
      </td>
      <td className="text-end">{amount(first)}</td>
      <td className="text-end">{amount(second)}</td>
      <td />
    </tr>
  )
})

/** A part of an opened bill on a phone. */
export const PhonePart = memo(function PhonePart({
  bill,
  part,
  today,
  height,
}: Omit<PartProps, 'isLedger' | 'row'>) {
  return (
    <li
      style={{ height }}
      className="flex items-center gap-3 border-t border-line bg-canvas px-4 ps-14 text-table text-text-2"
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <PartTitle bill={bill} part={part} />
        <span className="truncate ps-7 text-caption text-text-3 empty:hidden">
          <PartPurpose bill={bill} part={part} today={today} />
        </span>
      </span>
      <Money amount={movementOf(part)} currency={part.currency_id} symbol={false} className="shrink-0" />
    </li>
  )
})
