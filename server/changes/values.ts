import { type Day, FIRST_DAY } from '../../contract/day.ts'
import type { Blocker } from '../../contract/refusal.ts'
import { type Known, requireLoaded } from '../ledger/known.ts'
import type { Book } from '../ledger/verb.ts'
import { type AccountRow, isAsOf } from '../records/account.ts'
import { coveredThrough } from '../records/balance-as-of.ts'
import { whyNotValued } from '../records/require.ts'
import { nearKey, type ValueRow, valueId } from '../records/value.ts'
import { isThere, type Reversal, touches } from './take-back.ts'

const OF_VALUED = ['type', 'is_claim', 'currency_id', 'is_valued']

/** A value that comes back has to fit its account as it is now, and an account that comes back its values. Returns the changes in the way. */
export function valueBlockers(
  book: Pick<Book, 'base_currency_id'>,
  known: Known,
  reversal: Reversal,
): Blocker[] {
  const { event, after } = reversal
  if (event.kind === 'value') return after ? blockersOfValue(book, known, after as ValueRow) : [] // a row of this kind, here and below
  if (event.kind !== 'account' || !isThere(after)) return []
  return blockersOfAccount(known, after as AccountRow, reversal)
}

function blockersOfValue(
  { base_currency_id }: Pick<Book, 'base_currency_id'>,
  known: Known,
  { account_id, date, currency_id, fx_source }: ValueRow,
): Blocker[] {
  requireLoaded(known, { account: [account_id] })
  const account = known.find('account', account_id)
  const isFitting =
    account &&
    isThere(account) &&
    whyNotValued(account) === null &&
    account.currency_id === currency_id &&
    (fx_source === 'base') === (currency_id === base_currency_id) &&
    !(isAsOf(account) && date <= coveredThrough(account))
  return isFitting || !account ? [] : [{ version: account.version, resource: 'account', id: account_id }]
}

function blockersOfAccount(known: Known, account: AccountRow, { current, later }: Reversal): Blocker[] {
  if (account.is_valued && whyNotValued(account) !== null)
    return later.filter((one) => OF_VALUED.some((field) => touches(one, [field])))
  requireLoaded(known, { has_values: [account.id] })
  if (!known.find('has_values', account.id)) return []
  const now = current as AccountRow // it is there: values of it were stated
  const isOther = OF_VALUED.slice(0, 3).some((field) => isOtherIn(now, account, field))
  const last: Day | null = isAsOf(account) ? coveredThrough(account) : null
  if (!isOther && last === null) return []
  const key =
    last === null || isOther ? nearKey(account.id, FIRST_DAY, FIRST_DAY) : nearKey(account.id, last, last)
  requireLoaded(known, { values_near: [key] })
  const [first] = known.find('values_near', key) ?? []
  const isBlocked = first && (isOther || (last !== null && first.date <= last))
  return isBlocked ? [{ version: first.version, resource: 'value', id: valueId(first) }] : []
}

const isOtherIn = (a: AccountRow, b: AccountRow, field: string): boolean =>
  a[field as keyof AccountRow] !== b[field as keyof AccountRow] // one of its columns
