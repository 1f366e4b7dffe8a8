import { LockKeyhole } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import { comma, t } from '../../../words/t.ts'
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
  const isInto = (kind === 'income') !== transaction.is_refund // a refund goes the other way
  const bookOn = (side: 'from' | 'to') => (half.side === side ? half.bookName : undefined)
  const account = bookOn('from') ?? nameOf('account_id', asset_account_id ?? from_account_id ?? '')
  const to = to_account_id && (bookOn('to') ?? nameOf('account_id', to_account_id))
  return (
    <>
      <Fact label={t('Amount')} locked="amount">
        <Money amount={amount} currency={currency_id} />
      </Fact>
      <Fact label={t('Date')} locked="day">
        {dayLong(transaction.date, today)}
      </Fact>
      {account && (
        <Fact label={isInto ? t('To [an account]') : t('From [an account]')} locked="account">
          {account}
        </Fact>
      )}
      {to && (
        <Fact label={t('To [an account]')} locked="account">
          {to}
        </Fact>
      )}
      {to_amount !== null && isExchanged(currency_id, to_currency_id) && (
        <Fact label={t('Arrived [an amount]')} locked="amount">
          <Money amount={to_amount} currency={to_currency_id} />
        </Fact>
      )}
      {transaction.splits.length > 1 &&
        transaction.splits.map((split, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same category may be there twice, and the order stays.
          <Fact key={index} label={t('For [a category]')} locked="split">
            {split.category_name}
            {comma()}
            <Money amount={split.amount} currency={currency_id} />
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
      {category_name && splits.length < 2 && <Fact label={t('For [a category]')}>{category_name}</Fact>}
      {contact_name && <Fact label={t('With [a person]')}>{contact_name}</Fact>}
      {memo && <Fact label={t('What [it was for]')}>{memo}</Fact>}
      {notes && <Fact label={t('Notes')}>{notes}</Fact>}
      {tags.length > 0 && <Fact label={t('Tags')}>{tags.map((tag) => `#${tag}`).join(' ')}</Fact>}
    </>
  )
}

/** The parts of a transaction that may be locked. */
type LockedPart = 'amount' | 'day' | 'account' | 'split' | 'words'

/** A field as text. To an annotator, and of money between books, a lock says why it is no field. */
export function Fact({
  label,
  locked,
  children,
}: {
  label: string
  locked?: LockedPart
  children: ReactNode
}) {
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
            label={whyText(locked)}
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
const WhyHalf = ({ what }: { what: LockedPart }) => (
  <p role="status" className="mb-1 rounded-control bg-warn-soft px-3 py-2 text-table">
    <b className="font-semibold">
      {t(
        '{part, select, amount {You cannot change the amount.} day {You cannot change the day.} account {You cannot change the account.} split {You cannot change how it is split.} other {You cannot change what it was.}}',
        { part: what },
      )}
    </b>{' '}
    {t(
      'This is one half of money between two books, and the other book would change with it. Somebody who may change both can.',
    )}
  </p>
)

const whyText = (what: LockedPart): string =>
  t(
    '{part, select, amount {Why the amount is locked} day {Why the day is locked} account {Why the account is locked} split {Why how it is split is locked} other {Why what it was is locked}}',
    { part: what },
  )

function WhyLocked({ what }: { what: LockedPart }) {
  const { members } = usePeople()
  const whom = whomToAsk(members)
  return (
    <p role="status" className="mb-1 rounded-control bg-warn-soft px-3 py-2 text-table">
      <b className="font-semibold">
        {t(
          '{part, select, amount {An annotator cannot change the amount.} day {An annotator cannot change the day.} account {An annotator cannot change the account.} split {An annotator cannot change how it is split.} other {An annotator cannot change what it was.}}',
          { part: what },
        )}
      </b>{' '}
      {whom === ''
        ? t('You can sort this entry.')
        : t(
            '{part, select, amount {You can sort this entry; for the amount ask {people}.} day {You can sort this entry; for the day ask {people}.} account {You can sort this entry; for the account ask {people}.} split {You can sort this entry; for how it is split ask {people}.} other {You can sort this entry; for what it was ask {people}.}}',
            { part: what, people: whom },
          )}
    </p>
  )
}
