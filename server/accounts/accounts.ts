import type { Account, AccountChange, AccountDraft } from '../../contract/accounts.ts'
import { type Day, todayIn } from '../../contract/day.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { convert, decimalFrom, decimalNumber } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Db, Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { shown } from '../ledger/amounts.ts'
import { type Action, type Book, type BookRow, type Change, type Guard, keep } from '../ledger/book.ts'
import { type AccountRow, changeAccount, insertAccount } from '../ledger/chart.ts'
import { isSameTransaction, journal, netMovements, type Step } from '../ledger/journal.ts'
import { decimalsOf, findRate } from '../ledger/rates.ts'
import { findOpening } from '../ledger/read.sql.ts'
import { countEntries, findAccount, loadForAccount, type StoredAccount } from './accounts.sql.ts'
import { openingStep } from './opening.ts'

const isNormallyDebit = (account: { type: string }) => account.type === 'asset' || account.type === 'expense'

/** +1 where debits add to an account, -1 where credits do. */
export const normalSide = (account: { type: string }): bigint => (isNormallyDebit(account) ? 1n : -1n)

/** An account as the API shows it: balances positive on its normal side, at recorded amounts and at today's worth. */
export function accountOf(book: BookRow, today: Day, stored: StoredAccount): Account {
  const { role, is_category: _, created_version: __, balances, opening, known_rates, ...account } = stored
  const sign = normalSide(stored)
  const base = book.base_currency_id
  const rates = balances.map(({ currency_id }) => findRate(book, currency_id, today, known_rates))
  const values = balances.map(({ currency_id, amount }, index) => {
    const rate = rates[index]
    return rate ? convert(BigInt(amount), decimalsOf(currency_id), rate.rate, decimalsOf(base)) : undefined
  })
  const missing = balances
    .filter(({ amount }, index) => amount !== '0' && !rates[index])
    .map(({ currency_id }) => currency_id)
  const sum = (amounts: bigint[]) => shown(sign * amounts.reduce((all, amount) => all + amount, 0n), base)
  return {
    ...account,
    is_system: role !== null,
    is_default: account.id === book.default_account_id,
    balances: balances.map(({ currency_id, amount }) => ({
      currency_id,
      amount: shown(sign * BigInt(amount), currency_id),
    })),
    base_balance: sum(balances.map(({ base_amount }) => BigInt(base_amount))),
    base_value: missing.length > 0 ? null : sum(values.map((value) => value ?? 0n)),
    missing_rates: missing,
    opening_balance:
      opening && shown((opening.is_debit ? sign : -sign) * BigInt(opening.amount), opening.currency_id),
    opening_date: opening?.date ?? null,
    fx_rate: opening && decimalNumber(decimalFrom(opening.fx_rate)),
    fx_source: opening?.fx_source ?? null,
  }
}

const empty = { is_category: false, balances: [], opening: null, known_rates: [] }

/** The log's lines for the accounts a book starts with. */
export const openedAccounts = (book: Book, accounts: readonly AccountRow[]): Change[] =>
  accounts.map((account) => ({
    action: 'created',
    resource: 'account',
    record: accountOf(book, todayIn(book.time_zone), { ...account, ...empty }),
    statements: [],
  }))

export async function theAccount(db: Db, book: BookRow, id: string): Promise<StoredAccount> {
  const account = await findAccount(db, book, todayIn(book.time_zone), id)
  return account && account.deleted_at === null ? account : refuse('not_found')
}

/** The account to read: one of a category in the trash can be read while it has entries, since figures still come from them. */
export async function readableAccount(db: Db, book: BookRow, id: string): Promise<StoredAccount> {
  const account = await findAccount(db, book, todayIn(book.time_zone), id)
  const isReadable = account && (account.deleted_at === null || (await countEntries(db, book.id, id)) > 0)
  return isReadable ? account : refuse('not_found')
}

function checkCurrency(id: string | null): void {
  if (id !== null && !currencyFacts(id))
    refuse('currency_not_found', { field: 'currency_id', id: id.slice(0, 20) })
}

/** Opens an account, and posts what is on it already against the opening balances. */
export async function openAccount(tx: Tx, book: Book, draft: AccountDraft): Promise<Account> {
  const currency_id = draft.currency_id ?? null
  checkCurrency(currency_id)
  const opening = {
    balance: draft.opening_balance ?? null,
    currency_id: currency_id ?? book.base_currency_id,
    date: draft.opening_date ?? todayIn(book.time_zone),
    fx_rate: draft.fx_rate,
    fx_source: undefined,
  }
  checkOpening(draft, opening.balance, null)
  checkClaim(draft, draft.type, false)
  const known = await loadForAccount(tx, book, {
    type: draft.type,
    currency_id: opening.currency_id,
    date: opening.date,
    today: todayIn(book.time_zone),
  })
  const stored: StoredAccount = {
    id: newId(),
    name: draft.name,
    code: draft.code ?? known.free_code,
    type: draft.type,
    role: null,
    is_active: draft.is_active ?? true,
    is_claim: draft.type === 'asset' && (draft.is_claim ?? false),
    currency_id,
    version: book.version,
    created_at: book.at,
    updated_at: book.at,
    deleted_at: null,
    ...empty,
    known_rates: known.rates_today,
  }
  if (draft.is_default) checkDefault(stored)
  const step = openingStep(book, stored, null, opening, known)
  return save(
    tx,
    draft.is_default ? { ...book, default_account_id: stored.id } : book,
    'created',
    stored,
    step,
    insertAccount,
  )
}

/** Whether a rate was sent, other than the one that comes back with the record. */
const isRateSent = ({ fx_rate, fx_source }: AccountChange, before: Account | null): boolean => {
  const [stored, source] = [before?.fx_rate ?? null, before?.fx_source ?? null]
  if (fx_rate === undefined || (fx_rate === null && stored === null)) return false
  return fx_rate !== stored || fx_source !== source
}

/** A day or a rate of an opening balance says nothing where there is none. */
function checkOpening(draft: AccountChange, balance: number | null, before: Account | null): void {
  if (balance) return
  const { opening_date } = draft
  if (opening_date && opening_date !== before?.opening_date)
    refuse('opening_missing', { field: 'opening_date' })
  if (draft.fx_rate && isRateSent(draft, before)) refuse('opening_missing', { field: 'fx_rate' })
}

function checkClaim({ is_claim }: AccountChange, type: AccountRow['type'], isClaim: boolean): void {
  if (is_claim && !isClaim && type !== 'asset') refuse('claim_not_possible', { type })
}

function checkDefault(account: AccountRow): void {
  const isMoney = account.type === 'asset' && !account.is_claim && account.is_active && account.role === null
  if (!isMoney) refuse('default_not_possible', { name: account.name })
}

const kept = <T>(sent: T | undefined, stored: T): T => (sent === undefined ? stored : sent)

/** Changes an account. A change that its entries contradict is refused. */
export async function changeAccountOf(
  tx: Tx,
  book: Book,
  id: string,
  draft: AccountChange,
  guard: Guard,
): Promise<Account> {
  const before = await theAccount(tx, book, id)
  const shownBefore = accountOf(book, todayIn(book.time_zone), before)
  const type = kept(draft.type, before.type)
  const after: StoredAccount = {
    ...before,
    name: kept(draft.name, before.name),
    code: kept(draft.code, before.code),
    type,
    is_active: kept(draft.is_active, before.is_active),
    is_claim: type === 'asset' && kept(draft.is_claim, before.is_claim),
    currency_id: kept(draft.currency_id, before.currency_id),
  }
  checkCurrency(after.currency_id)
  const balance = kept(draft.opening_balance, shownBefore.opening_balance)
  // On an account that was freed from its currency, the balance that stands is still of that currency.
  const standsIn = balance === shownBefore.opening_balance ? before.opening?.currency_id : undefined
  const opening = {
    balance,
    currency_id: after.currency_id ?? standsIn ?? book.base_currency_id,
    date: draft.opening_date ?? shownBefore.opening_date ?? todayIn(book.time_zone),
    fx_rate: draft.fx_rate,
    fx_source: draft.fx_source,
  }
  checkOpening(draft, balance, shownBefore)
  checkClaim(draft, type, before.is_claim)
  const known = await loadForAccount(tx, book, {
    type: after.type,
    currency_id: opening.currency_id,
    date: opening.date,
    today: todayIn(book.time_zone),
  })
  after.known_rates = [...before.known_rates, ...known.rates_today]
  const isOpeningSame =
    (opening.balance || null) === shownBefore.opening_balance &&
    opening.date === (shownBefore.opening_date ?? opening.date) &&
    !isRateSent(draft, shownBefore)
  const isDefault = kept(draft.is_default, shownBefore.is_default)
  const fields = ['name', 'code', 'type', 'is_active', 'is_claim', 'currency_id'] as const
  guard(before)
  const isSame =
    isDefault === shownBefore.is_default && fields.every((field) => before[field] === after[field])
  if (isSame && isOpeningSame) return shownBefore
  checkOwn(before)
  if (shownBefore.is_default && (!isDefault || !after.is_active))
    refuse('account_is_default', { name: before.name })
  if (isDefault) checkDefault(after)
  await checkUse(tx, book, before, after)
  const step = isOpeningSame
    ? null
    : openingStep(book, after, await findOpening(tx, book.id, id), opening, known)
  const isKept = !step || (step.before !== null && isSameTransaction(step.before, step.after))
  if (isKept && isSame) return shownBefore
  return save(
    tx,
    isDefault ? { ...book, default_account_id: id } : book,
    'updated',
    after,
    isKept ? null : step,
    changeAccount,
  )
}

/** Florin's own accounts and those of categories are not changed here. */
function checkOwn(account: StoredAccount): void {
  if (account.role !== null) refuse('account_is_system', { name: account.name })
  if (account.is_category) refuse('account_of_category', { name: account.name })
}

async function checkUse(tx: Tx, book: Book, before: StoredAccount, after: StoredAccount): Promise<void> {
  const isOtherKind = before.type !== after.type || before.is_claim !== after.is_claim
  const isBoundAnew = after.currency_id !== null && after.currency_id !== before.currency_id
  if (!isOtherKind && !isBoundAnew) return
  const count = await countEntries(
    tx,
    book.id,
    before.id,
    isOtherKind ? undefined : (after.currency_id ?? undefined),
  )
  if (count > 0) refuse('account_in_use', { name: before.name, count })
}

export async function trashAccount(tx: Tx, book: Book, id: string, guard: Guard): Promise<Account> {
  const before = await theAccount(tx, book, id)
  guard(before)
  checkOwn(before)
  if (id === book.default_account_id) refuse('account_is_default', { name: before.name })
  const count = await countEntries(tx, book.id, id)
  if (count > 0) refuse('account_in_use', { name: before.name, count })
  return save(tx, book, 'deleted', { ...before, deleted_at: book.at }, null, changeAccount)
}

export async function restoreAccountOf(tx: Tx, book: Book, id: string): Promise<Account> {
  const before = (await findAccount(tx, book, todayIn(book.time_zone), id)) ?? refuse('not_found')
  if (before.deleted_at === null) return accountOf(book, todayIn(book.time_zone), before)
  if (before.is_category) refuse('account_of_category', { name: before.name })
  return save(tx, book, 'restored', { ...before, deleted_at: null }, null, changeAccount)
}

/** Writes an account, its opening, and its line in the log; its balances as they are after the opening was posted. */
function save(
  tx: Tx,
  book: Book,
  action: Action,
  account: StoredAccount,
  step: Step | null,
  write: typeof insertAccount,
): Promise<Account> {
  const steps = step ? [step] : []
  const stored: StoredAccount = {
    ...account,
    version: book.version,
    updated_at: book.at,
    balances: withMovements(account, steps),
    ...(step && { opening: openingOf(account, step) }),
  }
  const record = accountOf(book, todayIn(book.time_zone), stored)
  const statements = [write(book.id, stored), ...(steps.length > 0 ? journal(book, steps) : [])]
  const after = record.is_default ? { ...book, default_account_id: account.id } : book
  return keep(tx, after, { action, resource: 'account', record, statements })
}

function openingOf(account: AccountRow, { after }: Step): StoredAccount['opening'] {
  if (after.deleted_at !== null) return null
  const { id, date, currency_id, amount, entries, fx_rate, fx_source } = after
  const is_debit = entries[0]?.debit_account_id === account.id
  return { transaction_id: id, date, currency_id, amount: amount.toString(), is_debit, fx_rate, fx_source }
}

function withMovements(account: StoredAccount, steps: readonly Step[]): StoredAccount['balances'] {
  const balances = new Map(account.balances.map((balance) => [balance.currency_id, balance]))
  for (const movement of netMovements(steps)) {
    if (movement.account_id !== account.id) continue
    const { currency_id } = movement
    const { amount, base_amount } = balances.get(currency_id) ?? { amount: '0', base_amount: '0' }
    balances.set(currency_id, {
      currency_id,
      amount: (BigInt(amount) + movement.amount).toString(),
      base_amount: (BigInt(base_amount) + movement.base_amount).toString(),
    })
  }
  return [...balances.values()].sort((a, b) => (a.currency_id < b.currency_id ? -1 : 1))
}
