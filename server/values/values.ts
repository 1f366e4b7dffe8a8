import { type Day, FIRST_DAY, isDay, LAST_DAY, todayIn } from '../../contract/day.ts'
import { decimalText } from '../../contract/money.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { Value, ValueDraft } from '../../contract/values.ts'
import { amountOf, amountToApi } from '../ledger/amounts.ts'
import { exchange } from '../ledger/exchange.ts'
import { isLive, type Transaction } from '../ledger/journal.ts'
import type { Known, References } from '../ledger/known.ts'
import { type Book, changed, type Decision, type Guard, unchanged, type Verb } from '../ledger/verb.ts'
import { isId } from '../process/ids.ts'
import { atOnce } from '../process/slices.ts'
import { type AccountRow, isAsOf, normalSide } from '../records/account.ts'
import { coveredThrough } from '../records/balance-as-of.ts'
import { checkCurrencyDay, whyNotValued } from '../records/require.ts'
import { followingEntries } from '../records/stated-values.ts'
import { differenceId, nearKey, type ValueRow, valueFieldsToApi, valueId } from '../records/value.ts'

type ValueAddress = { account_id: string; date: Day }

const looksAt = ({ account_id, date }: ValueAddress): References =>
  isId(account_id) && isDay(date)
    ? {
        account: [account_id],
        value: [valueId({ account_id, date })],
        values_near: [nearKey(account_id, date, date)],
      }
    : {}

/** The account, unless it is in the trash, or the address is one that no value can have. */
function requireAccount(known: Known, { account_id, date }: ValueAddress): AccountRow {
  const account = isId(account_id) && isDay(date) ? known.find('account', account_id) : undefined
  return account && account.deleted_at === null ? account : refuse('not_found')
}

/** States what an account is worth at the end of a day. The difference to its balance follows. */
export function stateValue(id: string, date: Day, draft: ValueDraft, guard: Guard): Verb<Value> {
  const address = { account_id: id.toLowerCase(), date }
  return {
    looksAt: looksAt(address),
    decide(book, known) {
      if (!isDay(date))
        refuseField('date', 'not_a_day', {
          first: FIRST_DAY,
          last: LAST_DAY,
          value: address.date.slice(0, 60),
        })
      const account = requireAccount(known, address)
      const before = known.find('value', valueId(address)) ?? null
      const after = valueFrom(book, known, account, address, draft, before)
      guard(before ?? { id: valueId(address), version: 0 })
      const isSame =
        before &&
        before.amount === after.amount &&
        before.fx_rate === after.fx_rate &&
        before.fx_source === after.fx_source &&
        before.notes === after.notes
      if (isSame) return unchanged(toApi(known, account, before, []))
      const { changes } = following(book, known, before, after)

      // Nothing below this line refuses.
      return { answer: toApi(known, account, after, changes), changes, isComplete: true }
    },
  }
}

/** Removes a stated value, and answers with it. */
export function removeValue(id: string, date: Day, guard: Guard): Verb<Value> {
  const address = { account_id: id.toLowerCase(), date }
  return {
    looksAt: looksAt(address),
    decide(book, known) {
      const account = requireAccount(known, address)
      const before = known.find('value', valueId(address)) ?? refuse('not_found')
      guard(before)
      const { changes } = following(book, known, before, null)

      // Nothing below this line refuses.
      return {
        answer: { ...toApi(known, account, before, []), version: book.version },
        changes,
        isComplete: true,
      }
    },
  }
}

const following = (
  book: Book,
  known: Known,
  before: ValueRow | null,
  after: ValueRow | null,
): Decision<null> =>
  atOnce(followingEntries(book, known, { answer: null, changes: [changed('value', before, after)] }))

function valueFrom(
  book: Book,
  known: Known,
  account: AccountRow,
  { date }: ValueAddress,
  { amount: sent, fx_rate, fx_source, notes }: ValueDraft,
  before: ValueRow | null,
): ValueRow {
  const { id, name, currency_id } = account
  const why = whyNotValued(account)
  if (why || currency_id === null)
    return refuse('value_not_possible', { field: 'account_id', name, why: why ?? 'currency' })
  const today = todayIn(book.time_zone)
  if (date > today) refuse('value_in_future', { date, today })
  checkCurrencyDay(book, currency_id, date)
  if (isAsOf(account) && date <= coveredThrough(account))
    refuse('value_covered', { field: 'date', name, date, as_of: account.as_of_date })
  const amount = amountOf(sent, currency_id, 'amount')
  const { rate } = exchange(book, {
    date,
    currency_id,
    amount: amount < 0n ? -amount : amount,
    field: 'amount',
    fx_rate,
    fx_source,
    other: null,
    before: before && { ...before, base_amount: 0n, other: null }, // only the rate is kept
    isChanged: false,
    known,
  })
  return {
    id: valueId({ account_id: id, date }),
    account_id: id,
    date,
    amount,
    currency_id,
    fx_rate: decimalText(rate.rate),
    fx_source: rate.source,
    fx_date: rate.date,
    notes: notes === undefined ? (before?.notes ?? null) : notes || null,
    version: book.version,
  }
}

/** A value as the API shows it, with the difference as the change leaves it. */
function toApi(
  known: Known,
  account: AccountRow,
  value: ValueRow,
  changes: Decision<null>['changes'],
): Value {
  const { id, date, currency_id } = value
  const difference = differenceId(account.id, date)
  const own = changes.find(({ kind, after }) => kind === 'transaction' && after?.id === difference)?.after
  const posted = (own ?? known.find('transaction', difference) ?? null) as Transaction | null // of this kind
  const debit = !isLive(posted)
    ? 0n
    : posted.entries[0]?.debit_account_id === account.id
      ? posted.amount
      : -posted.amount
  const near = known.find('values_near', nearKey(account.id, date, date)) ?? []
  const previous = near.findLast((one) => one.date < date)
  return {
    ...valueFieldsToApi(value, account),
    id,
    change: previous ? amountToApi(value.amount - previous.amount, currency_id) : null,
    difference: amountToApi(normalSide(account) * debit, currency_id),
  }
}
