import { LockKeyhole } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import { useToday } from '../../page/me.ts'
import { usePeople, whomToAsk } from '../../page/people.ts'
import { IconButton } from '../../ui/Button.tsx'
import { dayLong } from '../../ui/dates.ts'
import { Money } from '../../ui/Money.tsx'
import { useMay } from '../../ui/rights.ts'
import { useReferences } from '../references.ts'
import { isExchanged } from './transaction-values.ts'
import type { OtherHalf } from './use-other-half.ts'

/** Amount, day, account and words of a transaction, for those who cannot change them. */
export function MoneyFacts({ transaction, half }: { transaction: Transaction; half: OtherHalf }) {
  const today = useToday()
  const { nameOf } = useReferences()
  const {
    kind,
    amount,
    currency_id,
    to_amount,
    to_currency_id,
    to_account_id,
    from_account_id,
    asset_account_id,
  } = transaction
  const bookOn = (side: 'from' | 'to') => (half.side === side ? half.bookName : undefined)
  const account = bookOn('from') ?? nameOf('account_id', asset_account_id ?? from_account_id ?? '')
  const to = to_account_id && (bookOn('to') ?? nameOf('account_id', to_account_id))
  return (
    <>
      <Fact label="Amount" locked="the amount">
        <Money amount={amount} currency={currency_id} />
      </Fact>
      <Fact label="Date" locked="the day">
        {dayLong(transaction.date, today)}
      </Fact>
      {account && (
        <Fact label={kind === 'income' ? 'To' : 'From'} locked="the account">
          {account}
        </Fact>
      )}
      {to && (
        <Fact label="To" locked="the account">
          {to}
        </Fact>
      )}
      {to_amount !== null && isExchanged(currency_id, to_currency_id) && (
        <Fact label="Arrived" locked="the amount">
          <Money amount={to_amount} currency={to_currency_id} />
        </Fact>
      )}
      {transaction.splits.length > 1 &&
        transaction.splits.map((split, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same category may be there twice, and the order stays.
          <Fact key={index} label="For" locked="how it is split">
            {split.category_name}, <Money amount={split.amount} currency={currency_id} />
          </Fact>
        ))}
    </>
  )
}

/** Category, person, notes and tags, for those who may only look. */
export function SortFacts({ transaction }: { transaction: Transaction }) {
  const { category_name, contact_name, memo, notes, tags, splits } = transaction
  return (
    <>
      {category_name && splits.length < 2 && <Fact label="For">{category_name}</Fact>}
      {contact_name && <Fact label="With">{contact_name}</Fact>}
      {memo && <Fact label="What">{memo}</Fact>}
      {notes && <Fact label="Notes">{notes}</Fact>}
      {tags.length > 0 && <Fact label="Tags">{tags.map((tag) => `#${tag}`).join(' ')}</Fact>}
    </>
  )
}

/** A field as text. To an annotator, and of money between books, a lock says why it is no field. */
export function Fact({ label, locked, children }: { label: string; locked?: string; children: ReactNode }) {
  const [mayAnnotate, mayWrite] = [useMay('annotate'), useMay('write')]
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const hasLock = mayAnnotate && locked !== undefined
  return (
    <div>
      <div className="grid grid-cols-[84px_1fr_auto] items-center gap-1">
        <span className="py-1.5 text-table text-text-3">{label}</span>
        <span className="min-w-0 px-3 py-1.5 wrap-anywhere">{children}</span>
        {hasLock && (
          <IconButton
            label={`Why ${locked} is locked`}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <LockKeyhole size={15} />
          </IconButton>
        )}
      </div>
      <div id={id}>
        {hasLock && isOpen && (mayWrite ? <WhyHalf what={locked} /> : <WhyLocked what={locked} />)}
      </div>
    </div>
  )
}

/** Whoever may write sees a lock only on money between books. */
const WhyHalf = ({ what }: { what: string }) => (
  <p role="status" className="mb-1 rounded-control bg-warn-soft px-3 py-2 text-table">
    <b className="font-semibold">You cannot change {what}.</b> This is one half of money between two books,
    and the other book would change with it. Somebody who may change both can.
  </p>
)

function WhyLocked({ what }: { what: string }) {
  const { members } = usePeople()
  const whom = whomToAsk(members)
  return (
    <p role="status" className="mb-1 rounded-control bg-warn-soft px-3 py-2 text-table">
      <b className="font-semibold">An annotator cannot change {what}.</b> You can sort this entry
      {whom === '' ? '.' : `; for ${what} ask ${whom}.`}
    </p>
  )
}
