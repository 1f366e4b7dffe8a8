import type { Day } from '../../contract/day.ts'
import { convert, decimalText } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { amountFrom, checkSize, decimalsOf, formatAmount } from '../ledger/amounts.ts'
import { isLive, type Step, type Transaction } from '../ledger/journal.ts'
import { type Known, requireLoaded } from '../ledger/known.ts'
import { type FoundRate, findRate, nearestDate } from '../ledger/rates.ts'
import { type Book, changed, type RecordChange } from '../ledger/verb.ts'
import { type AccountRow, isAsOf } from '../records/account.ts'
import { postedOpening } from '../records/opening.ts'
import { checkOpen, requireCurrency } from '../records/require.ts'

/**
 * Changes the base currency of a book in which nothing but opening balances was recorded (decision 91). Every figure stays in the currency in which a
 * person entered it, and its worth in the books is computed anew; with `keepFigures`, figures in the old base currency become the same figures in the
 * new one. Openings that follow from a balance as of a day are not among these changes: the writer adds them.
 */
export function rebasing(book: Book, known: Known, base: string, keepFigures: boolean): RecordChange[] {
  requireCurrency(base, 'base_currency_id')
  if (base === book.base_currency_id) return []
  const count = known.find('recorded', '') ?? 0
  if (count > 0) refuse('base_currency_fixed', { base_currency_id: book.base_currency_id, count })
  requireLoaded(known, { begun: [''] })
  const ids = known.find('begun', '') ?? []
  requireLoaded(known, { account: ids, opening: ids, role: ids.length > 0 ? ['opening_balances'] : [] })
  const old = book.base_currency_id
  const accounts = ids.flatMap((id) => known.find('account', id) ?? [])
  if (keepFigures) checkNoStatements(known, accounts)
  const begun = accounts.flatMap((account) => {
    const opening = known.find('opening', account.id) ?? null
    if (!isAsOf(account) && !isLive(opening)) return []
    const entered = beginningOf(account, opening)
    return [{ account, opening, beginning: keepFigures ? meantIn(base, old, entered) : entered }]
  })
  requireLoaded(known, { rate_into: begun.map(({ beginning }) => keyOf(base, beginning)) })
  const next = { ...book, base_currency_id: base }
  /** The figure of an account without a currency is in the base currency: the account is bound to the currency in which the figure was entered. */
  const boundIn = (account: AccountRow, figure: string): AccountRow => {
    const own = keepFigures && account.currency_id === old ? base : account.currency_id
    const currency_id = own ?? (figure === base ? null : figure)
    return { ...account, currency_id, version: next.version, updated_at: next.at }
  }
  const changes = begun.flatMap(({ account, opening, beginning }) => {
    const bound = boundIn(account, beginning.currency_id)
    if (isAsOf(account)) return [changed('account', account, saidIn(next, known, bound, beginning))]
    const step = openingIn(next, known, bound, opening, beginning)
    checkOpen(book, known, [step])
    return [
      ...(account.currency_id === bound.currency_id ? [] : [changed('account', account, bound)]),
      changed('transaction', step.before, step.after),
    ]
  })
  const empty = accounts.filter((one) => isLive(one) && !begun.some(({ account }) => account === one))
  return keepFigures
    ? [...changes, ...empty.map((account) => changed('account', account, boundIn(account, base)))]
    : changes
}

/** A statement that an account was compared with is in the account's currency. */
function checkNoStatements(known: Known, accounts: readonly AccountRow[]): void {
  requireLoaded(known, { reconciliations: accounts.map(({ id }) => id) })
  for (const { id, name } of accounts) {
    const [first] = (known.find('reconciliations', id) ?? []).filter(isLive)
    if (first)
      refuse('locked', {
        date: first.date,
        reconciliation_id: first.id,
        account_name: name,
        statement_date: first.date,
        starts_with: formatAmount(first.start_amount, first.currency_id),
      })
  }
}

/** A figure in the old base currency as one in the new: ten dollars become ten euros. */
const meantIn = (base: string, old: string, { currency_id, date, amount }: Beginning): Beginning =>
  currency_id === old
    ? {
        currency_id: base,
        date,
        amount: amountFrom(undefined, { amount, currency_id }, base, 'base_currency_id'),
      }
    : { currency_id, date, amount }

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

/** The balance as it was said, in its currency, at the rate of its day. */
function saidIn(book: Book, known: Known, account: AccountRow, beginning: Beginning): AccountRow {
  const { fx_rate, fx_source, fx_date } = ratesOf(worthIn(book, known, beginning).rate)
  const { currency_id, amount } = beginning
  return {
    ...account,
    as_of_amount: (account.as_of_amount ?? 0n) < 0n ? -amount : amount,
    as_of_currency_id: currency_id,
    as_of_fx_rate: fx_rate,
    as_of_fx_source: fx_source,
    as_of_fx_date: fx_date,
  }
}

function openingIn(
  book: Book,
  known: Known,
  account: AccountRow,
  opening: Transaction | null,
  beginning: Beginning,
): Step {
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
