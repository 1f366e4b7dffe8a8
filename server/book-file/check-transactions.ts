import { currencyFacts } from '../../contract/iso4217.ts'
import { decimalFrom } from '../../contract/money.ts'
import type { Entry, Transaction } from '../ledger/journal.ts'
import type { AccountRow } from '../records/account.ts'
import { fault } from '../records/columns.ts'
import type { Debt } from '../records/obligation.ts'
import { isBankable } from '../records/require.ts'
import { differenceId } from '../records/value.ts'
import { type KnownInFile, linked } from './file-records.ts'
import { eachOf, type FileBook } from './format.ts'

/** A column of PostgreSQL holds no larger sum. */
const MAX_SUM = 9n * 10n ** 18n

/** Checks transactions: each entry by itself, and the entries that each kind must have. Those in the trash too: they may be brought back. */
export async function checkTransactions({ records }: FileBook, known: KnownInFile): Promise<void> {
  const openings = new Set<string>()
  const named = new Set<string>()
  let sum = 0n
  await eachOf(records.transaction, (one) => {
    for (const entry of one.entries) {
      checkEntry(known, one, entry)
      sum += entry.amount > entry.base_amount ? entry.amount : entry.base_amount
    }
    if (sum > MAX_SUM)
      fault('it has an amount with which the amounts of the book are too large to be added up')
    checkWorth(known, one)
    if (one.contact_id !== null) linked(known.contacts, 'contact_id', one.contact_id)
    checkFields(one)
    checkKind[one.kind](known, one)
    if (one.external_id !== null) {
      if (named.has(one.external_id))
        fault(`its external_id ${JSON.stringify(one.external_id)} is that of another transaction before it`)
      named.add(one.external_id)
    }
    if (one.kind !== 'opening') return
    if (openings.has(one.account_id ?? '')) fault('it is a second opening of its account')
    openings.add(one.account_id ?? '')
  })
}

function checkEntry(known: KnownInFile, { deleted_at }: Transaction, entry: Entry): void {
  const { currency_id, amount, base_amount, category_id } = entry
  if (amount === 0n && base_amount === 0n) fault('it has an entry of nothing')
  if (entry.debit_account_id === entry.credit_account_id) fault('it has an entry from an account to itself')
  for (const side of ['debit_account_id', 'credit_account_id'] as const) {
    const account = linked(known.accounts, side, entry[side])
    if (account.currency_id !== null && account.currency_id !== currency_id)
      fault(`it has an entry in ${currency_id} on "${account.name}", which is kept in ${account.currency_id}`)
    if (deleted_at === null && account.deleted_at !== null && !known.ofCategories.has(account.id))
      fault(`it has an entry on "${account.name}", which is in the trash`)
  }
  if (currency_id === known.base && amount !== base_amount && amount !== 0n)
    fault(`it has an entry in the base currency that is worth another amount`)
  if (category_id !== null) {
    const { account_id, name } = linked(known.categories, 'category_id', category_id)
    if (account_id !== entry.debit_account_id && account_id !== entry.credit_account_id)
      fault(`it has an entry of the category "${name}" that is not on its account`)
  }
  if (entry.obligation_id !== null) linked(known.debts, 'obligation_id', entry.obligation_id)
}

/** The kinds whose base amount follows from the rate; that of an obligation is the one in the books. */
const RATED: ReadonlySet<string> = new Set(['expense', 'income', 'transfer', 'opening', 'value', 'payment'])

/** Within half a minor unit of amount × fx_rate, as rounding allows. */
function checkWorth(
  known: KnownInFile,
  { kind, currency_id, amount, base_amount, fx_rate, fx_source }: Transaction,
): void {
  if (amount === 0n) fault('it has an amount of nothing')
  if ((currency_id === known.base) !== (fx_source === 'base'))
    fault(`it has the source ${fx_source} of a rate, and is in ${currency_id}`)
  if (!RATED.has(kind)) return
  const { digits, scale } = decimalFrom(fx_rate)
  const shift = scale + (currencyFacts(currency_id)?.decimals ?? 0) - known.baseDecimals
  const [up, down] = [10n ** BigInt(Math.max(-shift, 0)), 10n ** BigInt(Math.max(shift, 0))]
  const difference = 2n * (amount * digits * up - base_amount * down)
  if (difference > down || difference < -down) fault('it is not worth its amount at its rate')
}

/** Whether an entry goes from one account to another. */
const goes = (entry: Entry | undefined, from: string, to: string): boolean =>
  entry?.credit_account_id === from && entry.debit_account_id === to

const sumOf = (entries: readonly Entry[], field: 'amount' | 'base_amount'): bigint =>
  entries.reduce((sum, entry) => sum + entry[field], 0n)

function mismatch(what: string): never {
  fault(`it has entries that ${what}`)
}

/** The account that money is on or comes from. Whether it may still be chosen does not matter. */
function moneyAccount(known: KnownInFile, field: string, id: string | null): AccountRow {
  const account = linked(known.accounts, field, id)
  return isBankable(account) ? account : fault(`${field} is "${account.name}", on which money cannot be`)
}

/** The fields that only some kinds have, and the kinds that have them. */
const OF_KINDS: readonly (readonly [keyof Transaction, readonly Transaction['kind'][]])[] = [
  ['account_id', ['expense', 'income', 'transfer', 'opening', 'value', 'obligation', 'payment']],
  ['category_id', ['expense', 'income', 'write_off']],
  ['charged_amount', ['expense', 'income']],
  ['is_refund', ['expense', 'income']],
  ['to_account_id', ['transfer']],
  ['to_amount', ['transfer']],
  ['to_currency_id', ['transfer']],
  ['other_source', ['expense', 'income', 'transfer', 'payment', 'opening', 'value']],
  ['obligation_id', ['obligation', 'payment', 'write_off']],
  ['external_id', ['expense', 'income', 'transfer']],
]

function checkFields(one: Transaction): void {
  for (const [field, kinds] of OF_KINDS)
    if (one[field] !== null && one[field] !== false && !kinds.includes(one.kind))
      fault(`it has ${field}, which a transaction of kind ${one.kind} does not have`)
}

const checkKind: Readonly<Record<Transaction['kind'], (known: KnownInFile, one: Transaction) => void>> = {
  expense: checkBooking,
  income: checkBooking,
  transfer: checkTransfer,
  opening: checkOpening,
  value: checkDifference,
  obligation: checkPosting,
  payment: checkPayment,
  write_off: checkWriteOff,
}

/** Its categories, then the shares of others, then the charge to the account if that is in another currency. */
function checkBooking(known: KnownInFile, one: Transaction): void {
  const account = moneyAccount(known, 'account_id', one.account_id)
  const isSpent = (one.kind === 'expense') !== one.is_refund
  const isCharged = one.charged_amount !== null
  const exchange = known.role('currency_exchange').id
  const source = isCharged ? exchange : account.id
  const parts = isCharged ? one.entries.slice(0, -1) : one.entries
  const isOn = (entry: Entry, from: string, to: string) =>
    isSpent ? goes(entry, from, to) : goes(entry, to, from)
  const firstShare = parts.findIndex(({ category_id }) => category_id === null)
  for (const [index, entry] of parts.entries()) {
    const { category_id, obligation_id } = entry
    if (entry.currency_id !== one.currency_id || entry.amount === 0n) mismatch('are not of its currency')
    if (category_id !== null) {
      const category = linked(known.categories, 'category_id', category_id)
      const isOfKind =
        category.kind === one.kind && obligation_id === null && (firstShare === -1 || index < firstShare)
      if (!isOfKind || !isOn(entry, source, category.account_id)) mismatch('do not fit its category')
    } else checkShare(known, one, entry, source)
  }
  if (parts[0]?.category_id === null || parts[0]?.category_id !== one.category_id)
    mismatch('begin with another category')
  if (sumOf(parts, 'amount') !== one.amount || sumOf(parts, 'base_amount') !== one.base_amount)
    mismatch('do not come to its amount')
  if (isCharged !== (one.other_source !== null)) fault('it does not say who gave the charged amount')
  const charge = one.entries.at(-1)
  if (!isCharged || !charge) return
  const isWhole = charge.amount === one.charged_amount && charge.base_amount === one.base_amount
  const isPlain =
    charge.category_id === null && charge.obligation_id === null && charge.currency_id !== one.currency_id
  if (!isWhole || !isPlain || !isOn(charge, account.id, exchange)) mismatch('do not fit the charged amount')
}

/** A share that somebody owes of an expense. */
function checkShare(known: KnownInFile, one: Transaction, entry: Entry, source: string): void {
  if (one.kind !== 'expense' || one.is_refund || entry.obligation_id === null) mismatch('are of no category')
  const debt = linked(known.debts, 'obligation_id', entry.obligation_id)
  if (debt.expense_id !== one.id) mismatch('are of an obligation of another expense')
  if (!goes(entry, source, known.role('receivables').id)) mismatch('do not fit its shares')
}

/** One side of a half of money between two books is the account that stands for the other book. */
function checkTransfer(known: KnownInFile, one: Transaction): void {
  const isOtherBook = (id: string | null) => known.accounts.get(id ?? '')?.role === 'other_book'
  const [isFromOther, isToOther] = [isOtherBook(one.account_id), isOtherBook(one.to_account_id)]
  const side = (field: 'account_id' | 'to_account_id', isOther: boolean) =>
    (isOther ? linked(known.accounts, field, one[field]) : moneyAccount(known, field, one[field])).id
  const from = side('account_id', isFromOther && !isToOther)
  const to = side('to_account_id', isToOther)
  const { to_amount, to_currency_id, other_source } = one
  if (to_amount === null || to_currency_id === null || other_source === null)
    fault('it does not say what arrived')
  checkPlain(one)
  const exchange = known.role('currency_exchange').id
  const isDirect = to_currency_id === one.currency_id
  const [left, arrived] = [one.entries[0], one.entries.at(-1)]
  const isPath = isDirect ? goes(left, from, to) : goes(left, from, exchange) && goes(arrived, exchange, to)
  const isWhole =
    left?.amount === one.amount &&
    left.currency_id === one.currency_id &&
    arrived?.amount === to_amount &&
    arrived.currency_id === to_currency_id &&
    left.base_amount === one.base_amount &&
    arrived.base_amount === one.base_amount
  if (one.entries.length !== (isDirect ? 1 : 2) || !isPath || !isWhole)
    mismatch('do not fit its accounts and amounts')
}

/** Entries without categories and obligations. */
function checkPlain({ entries }: Transaction): void {
  if (entries.some(({ category_id, obligation_id }) => category_id !== null || obligation_id !== null))
    mismatch('are of a category or an obligation')
}

function checkOpening(known: KnownInFile, one: Transaction): void {
  const account = linked(known.accounts, 'account_id', one.account_id)
  const isOpened = (account.type === 'asset' || account.type === 'liability') && account.role === null
  if (!isOpened) fault(`it opens "${account.name}", which has no opening balance`)
  checkPlain(one)
  const [entry, ...more] = one.entries
  const balances = known.role('opening_balances').id
  const isPath = goes(entry, account.id, balances) || goes(entry, balances, account.id)
  if (more.length > 0 || !isPath || !isFirst(one, entry)) mismatch('do not fit its account')
}

function checkDifference(known: KnownInFile, one: Transaction): void {
  const account = linked(known.accounts, 'account_id', one.account_id)
  if (one.id !== differenceId(account.id, one.date)) fault('it has another id than its account and day give')
  checkPlain(one)
  const [entry, ...more] = one.entries
  const isPath = isBetween(entry, account.id, known.role('value_changes').id)
  if (more.length > 0 || !isPath || !isFirst(one, entry) || one.other_source !== 'found')
    mismatch('do not fit its account')
}

/** Whether an entry has the currency and the amounts of its transaction. */
const isFirst = (one: Transaction, entry: Entry | undefined): boolean =>
  entry?.amount === one.amount &&
  entry.base_amount === one.base_amount &&
  entry.currency_id === one.currency_id

/** The obligation that a posting, a payment or a write-off is of. */
function debtOf(known: KnownInFile, one: Transaction): Debt {
  const debt = linked(known.debts, 'obligation_id', one.obligation_id)
  if (one.deleted_at === null) {
    if (debt.deleted_at !== null) fault(`it is of the obligation "${debt.name}", which is in the trash`)
    if (one.contact_id !== debt.contact_id) fault(`it has another contact than its obligation "${debt.name}"`)
    if (one.date < debt.opened_date && one.kind !== 'obligation')
      fault(`it is dated before its obligation was opened`)
  }
  return debt
}

/** Entries of the obligation, in its currency. One of no amount is a difference of rates. */
function checkOwed(
  one: Transaction,
  debt: Debt,
  entries: readonly Entry[],
  currencyId = debt.currency_id,
): void {
  const isOwed = entries.every(
    ({ obligation_id, currency_id }) => obligation_id === debt.id && currency_id === currencyId,
  )
  if (!isOwed || entries.length === 0) mismatch(`are not of its obligation "${debt.name}"`)
  if (one.kind !== 'write_off' && entries.some(({ category_id }) => category_id !== null))
    mismatch('are of a category')
}

/** Whether an entry is between two accounts, whichever way it goes. */
const isBetween = (entry: Entry | undefined, a: string, b: string) => goes(entry, a, b) || goes(entry, b, a)

/**
 * Whether a transaction counts for its obligation, or would if the obligation came back from the trash, to which both went together. Any
 * other one in the trash may be of an earlier state of the obligation, on other accounts and in another currency.
 */
const isCurrent = (one: Transaction, debt: Debt): boolean => one.deleted_at === debt.deleted_at

const claimOf = (one: Transaction, debt: Debt, entry: Entry | undefined): string => {
  if (isCurrent(one, debt) || entry === undefined) return debt.claim_account_id
  const { debit_account_id, credit_account_id, amount } = entry
  return amount === 0n
    ? debt.claim_account_id
    : debt.direction === 'payable'
      ? debit_account_id
      : credit_account_id
}

function checkPosting(known: KnownInFile, one: Transaction): void {
  const debt = debtOf(known, one)
  checkOwed(one, debt, one.entries, isCurrent(one, debt) ? debt.currency_id : one.currency_id)
  linked(known.accounts, 'account_id', one.account_id)
  if (!isFirst(one, one.entries[0])) mismatch('do not begin with its amount')
  if (!isCurrent(one, debt)) return
  const balances = known.role('opening_balances').id
  const [first, ...rest] = one.entries
  const claim = debt.claim_account_id
  const isOpening = isBetween(first, claim, debt.counter_account_id) && rest.length <= 1
  const isCorrection = isBetween(first, claim, balances) && rest.length === 0
  if ((!isOpening && !isCorrection) || rest.some((entry) => !isBetween(entry, claim, balances)))
    mismatch(`do not fit its obligation "${debt.name}"`)
}

/** The money on one side and the debt on the other: directly, or through the currency exchange; and a difference of rates. */
function checkPayment(known: KnownInFile, one: Transaction): void {
  if (one.other_source === null) fault('it does not say who gave the settled amount')
  const debt = debtOf(known, one)
  const exchange = known.role('currency_exchange').id
  const account =
    one.account_id === exchange ? exchange : moneyAccount(known, 'account_id', one.account_id).id
  const gains = known.role('exchange_gains').id
  const isPayable = debt.direction === 'payable'
  const paid = (entry: Entry | undefined, from: string, to: string) =>
    isPayable ? goes(entry, from, to) : goes(entry, to, from)
  const [first, second, third, ...more] = one.entries
  if (!isFirst(one, first) || more.length > 0) mismatch('do not begin with its amount')
  if (first?.obligation_id === debt.id) {
    const claim = claimOf(one, debt, first)
    checkOwed(one, debt, one.entries, first.currency_id)
    const isDifference = second === undefined || (second.amount === 0n && isBetween(second, claim, gains))
    if (third || !isDifference || !paid(first, account, claim))
      mismatch(`do not fit its obligation "${debt.name}"`)
    if (isCurrent(one, debt) && first.currency_id !== debt.currency_id)
      mismatch('are not of the currency of its obligation')
    return
  }
  if (second === undefined || first?.obligation_id !== null || first.category_id !== null)
    mismatch('are not of its obligation')
  checkOwed(one, debt, [second], isCurrent(one, debt) ? debt.currency_id : second.currency_id)
  if (third) checkOwed(one, debt, [third], one.currency_id)
  const isDifference = third === undefined || (third.amount === 0n && isBetween(third, exchange, gains))
  const isPath =
    paid(first, account, exchange) && paid(second, exchange, claimOf(one, debt, second)) && second.amount > 0n
  if (!isPath || !isDifference || second.currency_id === one.currency_id)
    mismatch(`do not fit its obligation "${debt.name}"`)
}

function checkWriteOff(known: KnownInFile, one: Transaction): void {
  const debt = debtOf(known, one)
  checkOwed(one, debt, one.entries)
  const [entry, ...more] = one.entries
  const category = linked(known.categories, 'category_id', one.category_id)
  const isOfKind = category.kind === (debt.direction === 'payable' ? 'income' : 'expense')
  const claim = claimOf(one, debt, entry)
  const isPath =
    debt.direction === 'payable'
      ? goes(entry, category.account_id, claim)
      : goes(entry, claim, category.account_id)
  if (more.length > 0 || !isOfKind || !isPath || entry?.category_id !== category.id || !isFirst(one, entry))
    mismatch(`do not fit its obligation "${debt.name}"`)
}
