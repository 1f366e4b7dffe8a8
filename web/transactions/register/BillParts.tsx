import { ChevronDown } from 'lucide-react'
import type { RegisterLine } from '../../../contract/accounts.ts'
import type { Day } from '../../../contract/day.ts'
import { listObligations } from '../../../contract/obligations.ts'
import { listAllPayments } from '../../../contract/settlements.ts'
import { t } from '../../../words/t.ts'
import { useAsk } from '../../api/ask.ts'
import { useMe } from '../../page/me.ts'
import { classes } from '../../ui/classes.ts'
import { dayShort } from '../../ui/dates.ts'
import { Initials } from '../../ui/Initials.tsx'
import { Money } from '../../ui/Money.tsx'
import { rich } from '../../ui/rich.ts'
import { type Bill, isOwnShare, partWords, purposeOfBill, shareState } from './bills.ts'

/** The button that opens a bill to its parts; nothing for a bill that is not divided. */
export const BillOpener = ({
  bill,
  isOpened,
  onToggle,
  className,
}: {
  bill: Bill
  isOpened: boolean
  onToggle: (id: string) => void
  className?: string
}) =>
  bill.parts.length < 2 ? null : (
    <button
      type="button"
      aria-expanded={isOpened}
      aria-label={t('Parts: {bill}', { bill: purposeOfBill(bill) })}
      onClick={() => onToggle(bill.line.id)}
      className={classes(
        'relative z-10 grid size-7 touch:size-11 shrink-0 place-items-center rounded-control text-text-3 hover:bg-tile hover:text-text',
        className,
      )}
    >
      <ChevronDown
        size={15}
        aria-hidden
        className={classes('transition-transform duration-120', isOpened && 'rotate-180')}
      />
    </button>
  )

/** Whose part of a bill it is, or what it was for. */
export function PartTitle({ bill, part }: { bill: Bill; part: RegisterLine }) {
  const { name } = useMe()
  const { title } = partWords(bill, part)
  const who = part.share_contact_name ?? (isOwnShare(bill, part) ? name : undefined)
  return (
    <span className="flex min-w-0 items-center gap-2">
      {who !== undefined && <Initials name={who} size="sm" />}
      <span className="truncate">{title}</span>
    </span>
  )
}

/** The category of a part; of a person's share, whether it was paid back. */
export const PartPurpose = ({ bill, part, today }: { bill: Bill; part: RegisterLine; today: Day }) =>
  part.share_obligation_id === null ? (
    partWords(bill, part).purpose
  ) : (
    <State bill={bill} id={part.share_obligation_id} today={today} />
  )

/** All shares of a bill ask the same two questions, so that they are asked once. */
function State({ bill, id, today }: { bill: Bill; id: string; today: Day }) {
  const ids = bill.parts.flatMap(({ share_obligation_id }) => share_obligation_id ?? []).join()
  const debts = useAsk(listObligations, { query: { id: ids, limit: 200 } }).data?.data
  const payments = useAsk(listAllPayments, { query: { obligation_id: ids, limit: 1000 } }).data?.data
  const debt = debts?.find((one) => one.id === id)
  if (!debt || !payments) return null
  const state = shareState(debt, payments.find(({ obligation }) => obligation.id === id)?.date)
  if (state.kind === 'paid') return t('paid back {day}', { day: dayShort(state.day, today) })
  if (state.kind === 'forgiven') return t('forgiven')
  const amount = <Money amount={state.amount} currency={state.currency} />
  if (state.isLate)
    return (
      <span className="text-warn">
        {state.isWhole ? t('owes you this, late') : rich('still owes you {amount}, late', { amount })}
      </span>
    )
  return <span>{state.isWhole ? t('owes you this') : rich('still owes you {amount}', { amount })}</span>
}
