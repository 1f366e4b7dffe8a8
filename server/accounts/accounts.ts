import type { Account, AccountChange, AccountDraft } from '../../contract/accounts.ts'
import { type Day, todayIn } from '../../contract/day.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Db } from '../database/database.ts'
import { checkGoals } from '../goals/facts.ts'
import type { BookRow } from '../ledger/book.ts'
import { isSameTransaction, netMovements, type Step } from '../ledger/journal.ts'
import { type Known, type References, rateKey, together } from '../ledger/known.ts'
import { rateOf } from '../ledger/rates.ts'
import {
  type Book,
  changed,
  type Decision,
  type Guard,
  type RecordChange,
  unchanged,
  type Verb,
} from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import { type AccountRow, accountDay, account as accountKind, isAsOf, NOT_SAID } from '../records/account.ts'
import { openingFollowing } from '../records/balance-as-of.ts'
import { freeCode } from '../records/chart.ts'
import type { Erasable } from '../records/life-cycle.ts'
import { type OpeningDraft, openingStep } from '../records/opening.ts'
import { checkCurrencyDay, checkOpen, isOwnMoney, requireCurrency } from '../records/require.ts'
import { findAccount, hasEntries, type Moment, type ReadAccount } from './accounts.sql.ts'
import { asOf, checkOneWay, enteredNow, isRateSent, withBalance } from './as-of.ts'
import { accountToApi, type Figures, openingFigures } from './figures.ts'
import { checkValued, checkValues } from './valued.ts'

/** The account to read: the account of a category in the trash can be read while it has entries, since figures come from them. */
export async function requireReadable(
  db: Db,
  book: BookRow,
  moment: Moment,
  id: string,
): Promise<ReadAccount> {
  const account = await findAccount(db, book, moment, id)
  const isReadable =
    account && (account.deleted_at === null || (await hasEntries(db, book, id, moment.version)))
  return isReadable ? account : refuse('not_found')
}

/** The references needed to answer with an account. */
const showing = (id: string, today: Day): References => ({
  account: [id],
  opening: [id],
  totals: [id],
  rates_on: [accountDay(id, today)],
})

/** The references of a draft. No rates are looked up for a currency that does not exist. */
function refersTo(draft: AccountChange, today: Day): References {
  const { code, is_default, currency_id, opening_balance, opening_date, balance_as_of, fx_rate } = draft
  const days = [...new Set([opening_date ?? balance_as_of?.date ?? today, today])]
  const isOpening = opening_balance || balance_as_of
  const currency = isOpening && currency_id && currencyFacts(currency_id)?.id
  return {
    code: [code],
    default: is_default ? [''] : [],
    role: isOpening || opening_date || fx_rate ? ['opening_balances'] : [],
    rate: currency ? days.map((day) => rateKey(currency, day)) : [],
  }
}

/** Opens an account, and posts its opening balance against the opening balances of the book. */
export const openAccount = (draft: AccountDraft, today: Day) =>
  ({
    looksAt: together([refersTo(draft, today), { codes: draft.code === undefined ? [''] : [] }]),
    decide(book: Book, known: Known): Decision<Account> {
      const { name, type, is_active = true, currency_id = null } = draft
      if (currency_id !== null) requireCurrency(currency_id)
      const opening = {
        balance: draft.opening_balance ?? null,
        currency_id: currency_id ?? book.base_currency_id,
        date: draft.opening_date ?? todayIn(book.time_zone),
        fx_rate: draft.fx_rate,
        fx_source: undefined,
      }
      checkStart(book, currency_id, draft, opening.date)
      const said = draft.balance_as_of ?? null
      if (said) checkOneWay(draft, { opening_balance: null, opening_date: null })
      else checkOpening(draft, opening.balance, null)
      checkClaim(draft, type, false)
      const opened: AccountRow = {
        id: newId(),
        name,
        code: draft.code ?? freeCode(type, known.find('codes', '') ?? []),
        type,
        role: null,
        is_active,
        is_claim: type === 'asset' && (draft.is_claim ?? false),
        is_default: draft.is_default ?? false,
        currency_id,
        created_version: book.version,
        version: book.version,
        created_at: book.at,
        updated_at: book.at,
        deleted_at: null,
        ...NOT_SAID,
        is_valued: draft.is_valued ?? false,
        person_id: null,
      }
      checkValued(opened, null)
      const account = said ? asOf(book, known, opened, null, said, draft) : opened
      if (account.is_default) checkDefault(account)
      if (draft.code !== undefined) checkCode(known, account)
      const step = said
        ? openingFollowing(book, known, account, null)
        : openingStep(book, known, account, null, opening)
      checkOpen(book, known, step ? [step] : [])

      // Nothing below this line refuses.
      return save(book, known, null, account, step)
    },
  }) satisfies Verb<Account>

/** Changes an account. A change that its entries contradict is refused. */
export const changeAccount = (id: string, draft: AccountChange, guard: Guard, today: Day) =>
  ({
    looksAt: together([showing(id, today), refersTo(draft, today), { category_of: [id] }]),
    decide(book: Book, known: Known): Decision<Account> {
      const before = requireAccount(known, id)
      const apiBefore = accountToApi(book, before, figuresOf(book, known, id))
      const { name = before.name, code = before.code, type = before.type } = draft
      const { is_active = before.is_active, currency_id = before.currency_id } = draft
      const { is_claim = before.is_claim, is_default = before.is_default } = draft
      const { is_valued = before.is_valued } = draft
      const changing: AccountRow = {
        ...before,
        name,
        code,
        type,
        is_active,
        currency_id,
        is_default,
        is_claim: type === 'asset' && is_claim,
        is_valued,
      }
      if (currency_id !== null) requireCurrency(currency_id)
      const opening = openingAfter(book, known, changing, draft, apiBefore)
      checkStart(book, currency_id, draft, opening.date)
      const after = withBalance(book, known, changing, draft, apiBefore, opening)
      const { fx_rate: _, ...withoutRate } = draft
      checkOpening(isAsOf(after) ? withoutRate : draft, opening.balance, apiBefore)
      checkClaim(draft, type, before.is_claim)
      guard(before)
      const isOpeningSame = isAsOf(after) || isSameOpening(draft, opening, apiBefore)
      const isSame = isSameRow(before, after)
      if (isSame && isOpeningSame) return unchanged(apiBefore)
      checkOwn(known, before)
      if (before.is_default && (!is_default || !is_active))
        refuse('account_is_default', { name: before.name })
      checkValued(after, before)
      if (is_default) checkDefault(after)
      checkValues(known, before, after)
      checkGoals(known, before, after)
      checkUse(known, before, after)
      if (code !== before.code) checkCode(known, after)
      const stored = known.find('opening', id) ?? null
      const step = isAsOf(after)
        ? openingFollowing(book, known, after, before)
        : isOpeningSame
          ? null
          : openingStep(book, known, after, stored, opening)
      checkOpen(book, known, step ? [step] : [])

      // Nothing below this line refuses.
      const isKept = !step || (step.before !== null && isSameTransaction(step.before, step.after))
      if (isKept && isSame) return unchanged(apiBefore)
      return save(book, known, before, after, isKept ? enteredNow(book, stored, after) : step)
    },
  }) satisfies Verb<Account>

/**
 * An account that was never used can go to the trash, and be deleted for good if nothing was ever posted to it but its opening and its values, which
 * go with it.
 */
export const accountLife = (id: string, today: Day): Erasable<AccountRow, Account> => ({
  looksAt: { ...showing(id, today), category_of: [id] },
  looksAtForTrashing: { uses: [id], has_values: [id], goals: [''] },
  looksAtForErasing: { used_by: [id], reconciliations: [id], left_of_values: [id] },
  find: (known) => known.find('account', id),
  show: (book, known, account) => accountToApi(book, account, figuresOf(book, known, id)),
  trash(book, known, before) {
    checkOwn(known, before)
    if (before.is_default) refuse('account_is_default', { name: before.name })
    if (known.find('has_values', id)) refuse('account_has_values', { name: before.name })
    // The entry of a removed value does not come back by itself; other transactions in the trash do.
    const count = countEntries((known.find('uses', id) ?? []).filter((use) => !use.is_removed_value))
    if (count > 0) refuse('account_in_use', { name: before.name, count })
    const after = { ...before, deleted_at: book.at }
    checkGoals(known, before, after)

    // Nothing below this line refuses.
    return save(book, known, before, after, null)
  },
  restore(book, known, before) {
    if (known.find('category_of', id)) refuse('account_of_category', { name: before.name })
    const after = { ...before, deleted_at: null }
    const step = isAsOf(after) ? openingFollowing(book, known, after, before) : null

    // Nothing below this line refuses.
    return save(book, known, before, after, step)
  },
  erase(_, known, account) {
    checkOwn(known, account)
    const opening = known.find('opening', id)
    const statements = known.find('reconciliations', id) ?? []
    return {
      resource: 'account',
      name: account.name,
      referred: [account.id],
      belonging: [
        ...(opening ? [{ resource: 'opening', id: opening.id }] : []),
        ...statements.map((one) => ({ resource: 'reconciliation', id: one.id })),
        ...(known.find('left_of_values', id) ?? []),
      ],
    }
  },
})

/** The account, unless it is in the trash. */
function requireAccount(known: Known, id: string): AccountRow {
  const account = known.find('account', id)
  return account && account.deleted_at === null ? account : refuse('not_found')
}

/** Refuses a balance of a day on which the account's currency had ended. */
function checkStart(book: Book, currencyId: string | null, draft: AccountChange, opened: Day): void {
  const { balance_as_of: said, opening_balance, opening_date } = draft
  const day = said?.date ?? (opening_balance || opening_date ? opened : undefined)
  if (currencyId !== null && day !== undefined) checkCurrencyDay(book, currencyId, day)
}

/** A day or a rate of an opening balance is refused where there is no opening balance. */
function checkOpening(draft: AccountChange, balance: number | null, before: Account | null): void {
  if (balance) return
  const { opening_date } = draft
  if (opening_date && opening_date !== before?.opening_date)
    refuse('opening_missing', { field: 'opening_date' })
  if (draft.fx_rate && isRateSent(draft, before)) refuse('opening_missing', { field: 'fx_rate' })
}

/** The opening of an account after a change: fields that the request leaves out are kept. */
function openingAfter(
  book: Book,
  known: Known,
  { id, currency_id }: AccountRow,
  { opening_balance, opening_date, fx_rate, fx_source }: AccountChange,
  before: Account,
): OpeningDraft {
  const balance = opening_balance === undefined ? before.opening_balance : opening_balance
  // If the account no longer has a currency of its own, an unchanged opening balance stays in the currency that it had.
  const stored = balance === before.opening_balance ? known.find('opening', id)?.currency_id : undefined
  return {
    balance,
    currency_id:
      currency_id ?? (before.opening_balance === null ? undefined : stored) ?? book.base_currency_id,
    date: opening_date ?? before.opening_date ?? todayIn(book.time_zone),
    fx_rate,
    fx_source,
  }
}

const isSameOpening = (draft: AccountChange, { balance, date }: OpeningDraft, before: Account): boolean =>
  (balance || null) === before.opening_balance &&
  date === (before.opening_date ?? date) &&
  !isRateSent(draft, before)

const FIELDS = accountKind.entered.flat() as (keyof AccountRow)[] // columns of an account

const isSameRow = (before: AccountRow, after: AccountRow): boolean =>
  FIELDS.every((field) => before[field] === after[field])

function checkClaim({ is_claim }: AccountChange, type: AccountRow['type'], isClaim: boolean): void {
  if (is_claim && !isClaim && type !== 'asset') refuse('claim_not_possible', { type })
}

function checkDefault(account: AccountRow): void {
  if (!isOwnMoney(account) || !account.is_active) refuse('default_not_possible', { name: account.name })
}

function checkCode(known: Known, { code }: AccountRow): void {
  if (known.find('code', code)) refuse('code_taken')
}

/** Florin's own accounts and those of categories are not changed here. */
function checkOwn(known: Known, { id, role, name }: AccountRow): void {
  if (role !== null) refuse('account_is_system', { name })
  if (known.find('category_of', id)) refuse('account_of_category', { name })
}

const countEntries = (uses: readonly { count: number }[]): number =>
  uses.reduce((sum, { count }) => sum + count, 0)

/** How many entries an account has, trash included; only those in other currencies than one, if it is given. */
const countUses = (known: Known, id: string, except?: string): number =>
  countEntries((known.find('uses', id) ?? []).filter(({ currency_id }) => currency_id !== except))

function checkUse(known: Known, before: AccountRow, after: AccountRow): void {
  const isOtherKind = before.type !== after.type || before.is_claim !== after.is_claim
  const isBoundAnew = after.currency_id !== null && after.currency_id !== before.currency_id
  if (!isOtherKind && !isBoundAnew) return
  const count = countUses(known, before.id, isOtherKind ? undefined : (after.currency_id ?? undefined))
  if (count > 0) refuse('account_in_use', { name: before.name, count })
}

/** The figures of a stored account. The rates of its currencies are loaded together. */
function figuresOf(book: Book, known: Known, id: string): Figures {
  const today = todayIn(book.time_zone)
  known.find('rates_on', accountDay(id, today))
  return {
    totals: (known.find('totals', id) ?? []).toSorted((a, b) => (a.currency_id < b.currency_id ? -1 : 1)),
    opening: openingFigures(id, known.find('opening', id) ?? null),
    rateToday: (currencyId) => rateOf(book, known, currencyId, today),
  }
}

/** The decision that an account changes, together with its opening and the account that is no longer the default. */
function save(
  book: Book,
  known: Known,
  before: AccountRow | null,
  account: AccountRow,
  step: Step | null,
): Decision<Account> {
  const marks = { version: book.version, updated_at: book.at }
  const after = { ...account, ...marks }
  const other = after.is_default && !before?.is_default ? known.find('default', '') : undefined
  const changes: RecordChange[] = [
    ...(other ? [changed('account', other, { ...other, is_default: false, ...marks })] : []),
    changed('account', before, after),
    ...(step ? [changed('transaction', step.before, step.after)] : []),
  ]
  const figures = before ? figuresOf(book, known, after.id) : newFigures(book, known)
  const answer = accountToApi(book, after, step ? withStep(figures, after.id, step) : figures)
  return { answer, changes }
}

const newFigures = (book: Book, known: Known): Figures => ({
  totals: [],
  opening: null,
  rateToday: (currencyId) => rateOf(book, known, currencyId, todayIn(book.time_zone)),
})

/** The figures after the opening has changed. */
function withStep({ totals, rateToday }: Figures, accountId: string, step: Step): Figures {
  const sums = new Map(totals.map((total) => [total.currency_id, total]))
  for (const { account_id, currency_id, amount, base_amount } of netMovements([step])) {
    if (account_id !== accountId) continue
    const total = sums.get(currency_id) ?? { amount: 0n, base_amount: 0n }
    sums.set(currency_id, {
      currency_id,
      amount: total.amount + amount,
      base_amount: total.base_amount + base_amount,
    })
  }
  return {
    totals: [...sums.values()].sort((a, b) => (a.currency_id < b.currency_id ? -1 : 1)),
    opening: openingFigures(accountId, step.after),
    rateToday,
  }
}
