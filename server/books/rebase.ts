import type { Day } from '../../contract/day.ts'
import { convert, decimalText } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { checkSize, decimalsOf } from '../ledger/amounts.ts'
import { isLive, type Step, type Transaction } from '../ledger/journal.ts'
import { type Known, requireLoaded } from '../ledger/known.ts'
import { type FoundRate, findRate, nearestDate } from '../ledger/rates.ts'
import { type Book, changed, type RecordChange } from '../ledger/verb.ts'
import { type AccountRow, isAsOf } from '../records/account.ts'
import { postedOpening } from '../records/opening.ts'
import { checkOpen, requireCurrency } from '../records/require.ts'

/**
 * Another base currency, while nothing was recorded but what accounts began with (decision 91). Every figure that a person entered stays in the
 * currency that it was entered in, and is worth something else in the books. Openings that follow from a balance are not among these changes:
 * they follow.
 */
export function rebasing(book: Book, known: Known, base: string): RecordChange[] {
  requireCurrency(base, 'base_currency_id')
  if (base === book.base_currency_id) return []
  const count = known.find('recorded', '') ?? 0
  if (count > 0) refuse('base_currency_fixed', { base_currency_id: book.base_currency_id, count })
  requireLoaded(known, { begun: [''] })
  const ids = known.find('begun', '') ?? []
  requireLoaded(known, { account: ids, opening: ids, role: ids.length > 0 ? ['opening_balances'] : [] })
  const begun = ids.flatMap((id) => {
    const account = known.find('account', id)
    return account ? [{ account, opening: known.find('opening', id) ?? null }] : []
  })
  const keys = begun.map(({ account, opening }) => keyOf(base, beginningOf(account, opening)))
  requireLoaded(known, { rate_into: keys })
  const next = { ...book, base_currency_id: base }
  return begun.flatMap(({ account, opening }) => {
    if (isAsOf(account)) return [changed('account', account, saidIn(next, known, account))]
    const step = openingIn(next, known, account, opening)
    checkOpen(book, known, [step])
    // An unbound account's opening is in the base currency, so that it is bound to the one that its opening was entered in.
    const { currency_id } = beginningOf(account, opening)
    const bound = { ...account, currency_id, version: next.version, updated_at: next.at }
    return [
      ...(account.currency_id === null ? [changed('account', account, bound)] : []),
      changed('transaction', step.before, step.after),
    ]
  })
}

/** A figure that an account began with. */
type Beginning = { readonly currency_id: string; readonly date: Day; readonly amount: bigint }

function beginningOf(account: AccountRow, opening: Transaction | null): Beginning {
  if (!isAsOf(account)) return opening ?? refuse('not_found')
  const { as_of_currency_id: currency_id, as_of_date: date, as_of_amount: said } = account
  return { currency_id, date, amount: said < 0n ? -said : said }
}

const keyOf = (base: string, { currency_id, date }: Beginning): string => `${currency_id} ${base} ${date}`

/** The rate of the figure's day into the new base currency, and the worth at it. */
function worthIn(book: Book, known: Known, beginning: Beginning): { rate: FoundRate; worth: bigint } {
  const { currency_id: from, date, amount } = beginning
  const base = book.base_currency_id
  const loaded = from === base ? undefined : known.find('rate_into', keyOf(base, beginning))
  const rate =
    findRate(book, from, date, loaded) ??
    refuse('fx_rate_missing', {
      from,
      to: base,
      date,
      nearest: nearestDate(loaded, date),
      fields: [],
      join: 'or',
    })
  const worth = convert(amount, decimalsOf(from), rate.rate, decimalsOf(base))
  return { rate, worth: checkSize(worth, base, 'base_currency_id') }
}

const ratesOf = ({ rate, source, date }: FoundRate) => ({
  fx_rate: decimalText(rate),
  fx_source: source,
  fx_date: date,
})

/** The balance keeps its currency: an account that takes any is bound to it, since an unbound one's balance is in the base currency. */
function saidIn(book: Book, known: Known, account: AccountRow): AccountRow {
  const beginning = beginningOf(account, null)
  const { fx_rate, fx_source, fx_date } = ratesOf(worthIn(book, known, beginning).rate)
  return {
    ...account,
    currency_id: account.currency_id ?? beginning.currency_id,
    as_of_fx_rate: fx_rate,
    as_of_fx_source: fx_source,
    as_of_fx_date: fx_date,
    version: book.version,
    updated_at: book.at,
  }
}

function openingIn(book: Book, known: Known, account: AccountRow, opening: Transaction | null): Step {
  const beginning = beginningOf(account, opening)
  const { rate, worth } = worthIn(book, known, beginning)
  const isDebit = isLive(opening) && opening.entries[0]?.debit_account_id === account.id
  return postedOpening(book, known, account, opening, {
    date: beginning.date,
    currency_id: beginning.currency_id,
    debit: isDebit ? beginning.amount : -beginning.amount,
    base_amount: worth,
    ...ratesOf(rate),
    other_source: null,
  })
}
