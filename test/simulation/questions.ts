import assert from 'node:assert/strict'
import {
  type Account,
  getAccount,
  listAccountLines,
  listAccounts,
  type RegisterLine,
  type RegisterQuery,
} from '../../contract/accounts.ts'
import { getBook } from '../../contract/books.ts'
import {
  listExpenses,
  listIncomes,
  listTransactions,
  listTransfers,
  type Transaction,
  type TransactionQuery,
} from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { listContacts } from '../../contract/contacts.ts'
import { trialBalance as askTrialBalance } from '../../contract/reports.ts'
import type { Listed } from '../../contract/route.ts'
import { sections } from '../../contract/transaction-query.ts'
import type { Random } from '../../demo/random.ts'
import {
  balances,
  compare,
  isThere,
  type Ledger,
  named,
  numberOf,
  posted,
  register,
  trialBalance,
  units,
} from '../model.ts'
import { budgetsAgree } from './budgets.ts'
import { treeAgrees } from './groups.ts'
import { outcome, type Play } from './play.ts'
import { amountFrom, CURRENCIES, dayFrom, wordFrom } from './random.ts'
import { convert, rateOn } from './rates.ts'
import { reportsAgreeWithModel } from './reports.ts'
import type { Kind } from './rules.ts'
import { KINDS, routes } from './transactions.ts'

/** Whether the service gives the model's answers to random questions. */
export type Question = (play: Play) => Promise<void>

type Lines = ReturnType<typeof posted>

/** An account with its balances, without those that are zero. */
export function accountShown(
  ledger: Ledger,
  account: Account,
  today = '',
  lines: Lines = posted(ledger),
): Account {
  const { base } = ledger
  const { amounts, worth } = balances(ledger, account, lines)
  const held = [...amounts].filter(([, amount]) => amount !== 0n).sort(([a], [b]) => (a < b ? -1 : 1))
  const rates = new Map(held.map(([currency]) => [currency, today && rateOn(ledger, currency, today)]))
  const missing = held.flatMap(([currency]) => (rates.get(currency) ? [] : [currency]))
  const value = held.reduce((sum, [currency, amount]) => {
    const rate = rates.get(currency)
    return rate ? sum + convert(amount, currency, rate.fx_rate, base) : sum
  }, 0n)
  const opening = lines.find(
    ({ line, transaction }) => transaction.kind === 'opening' && line.account_id === account.id,
  )
  const isNormal = opening && opening.line.debit > 0 === (account.type === 'asset')
  const isOwn = opening?.transaction.asset_account_id === account.id
  return {
    ...account,
    is_default: account.id === ledger.defaultId,
    balances: held.map(([currency_id, amount]) => ({ currency_id, amount: numberOf(amount, currency_id) })),
    base_balance: numberOf(worth, base),
    base_value: missing.length > 0 || ledger.isPast ? null : numberOf(value, base),
    missing_rates: ledger.isPast ? [] : missing,
    opening_balance: opening && isOwn ? opening.transaction.amount * (isNormal ? 1 : -1) : null,
    opening_date: opening && isOwn ? opening.transaction.date : null,
    fx_rate: opening && isOwn ? opening.transaction.fx_rate : null,
    fx_source: opening && isOwn ? opening.transaction.fx_source : null,
  }
}

const collator = new Intl.Collator('und')
/** Those of one name stay in the order in which they were created. */
const byName = <T extends { id: string; name: string }>(records: T[]): T[] =>
  records.sort((a, b) => collator.compare(a.name, b.name) || compare([a.name], [b.name]))

const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
const includes = (text: string, q: string | undefined) => folded(text).includes(folded(q ?? ''))

/** Reads a list page by page, to the end. */
async function walk<T>(
  random: Random,
  expected: number,
  ask: (page: { limit: number; cursor?: string }) => Promise<Listed<T>>,
): Promise<T[]> {
  const limit = Math.max(1 + random.below(20), Math.ceil(expected / 6))
  const found: T[] = []
  let cursor: string | null | undefined
  do {
    const { data, meta } = await ask({ limit, ...(cursor && { cursor }) })
    found.push(...data)
    assert(data.length === limit || meta.next_cursor === null, 'only the last page is short')
    cursor = meta.next_cursor
  } while (cursor && found.length <= expected)
  return found
}

/** Asked after every step. */
export const accountsAgree: Question = async ({ person, ledger, random, today }) => {
  const isTrash = random.chance(0.1)
  const lines = posted(ledger)
  const expected = byName(
    [...ledger.accounts.values()]
      .filter((account) => isThere(account) !== isTrash)
      .map((account) => accountShown(ledger, account, today, lines)),
  )
  const trash = isTrash ? { deleted: 'only' as const } : {}
  const { data } = await person.call(listAccounts, { query: { limit: 1000, ...trash } })
  const shown = data.map((account) => ({
    ...account,
    balances: account.balances.filter(({ amount }) => amount !== 0),
  }))
  assert.deepEqual(shown, expected)
}

export const trialBalanceAgrees: Question = async ({ person, ledger, random }) => {
  const date = random.chance(0.2) ? '2200-12-31' : dayFrom(random)
  const report = await person.call(askTrialBalance, { query: { date } })
  const expected = trialBalance(ledger, date).sort((a, b) => compare([a.account.code], [b.account.code]))
  const total = expected.reduce((sum, { net }) => (net > 0n ? sum + net : sum), 0n)
  assert.equal(
    total,
    expected.reduce((sum, { net }) => (net < 0n ? sum - net : sum), 0n),
  )
  assert.equal(report.total_debit_base, numberOf(total, ledger.base))
  assert.equal(report.total_credit_base, numberOf(total, ledger.base))
  assert.deepEqual(
    report.accounts.map(({ account, debit_base, credit_base }) => [account.name, debit_base - credit_base]),
    expected.map(({ account, net }) => [account.name, numberOf(net, ledger.base)]),
  )
}

/** The first day, the last one, both in order, or none. */
function daysFrom(random: Play['random']): { date_from?: string; date_to?: string } {
  const [date_from = '', date_to = ''] = [dayFrom(random), dayFrom(random)].sort()
  return { ...(random.chance(0.25) && { date_from }), ...(random.chance(0.25) && { date_to }) }
}

export const registerAgrees: Question = async ({ person, ledger, random }) => {
  const account = random.pick([...ledger.accounts.values()])
  const params = { id: account.id }
  const isUsed = [...ledger.transactions.values()].some((one) => touches(one, account.id))
  if (!isThere(account) && !isUsed)
    return assert.equal(await outcome(person.call(listAccountLines, { params })), 'not_found')
  const some = <T extends object>(fields: () => T) => (random.chance(0.25) ? fields() : {})
  const query: RegisterQuery = {
    ...daysFrom(random),
    ...some(() => ({ currency_id: random.pick([...CURRENCIES, 'usd,JPY']) })),
    ...some(() => ({ q: wordFrom(random) })),
    ...some(() => ({ side: random.pick(['debit', 'credit'] as const) })),
    ...some(() => ({ include: 'total,sum' as const })),
  }
  const { date_from = '', date_to = '9', currency_id } = query
  // The balance after a line is the account's, whatever lines are shown.
  const expected = register(ledger, account).filter((line) => {
    const transaction = ledger.transactions.get(line.transaction_id)
    return (
      line.date >= date_from &&
      line.date <= date_to &&
      (query.side === undefined || line[query.side] !== 0) &&
      (currency_id?.toUpperCase().split(',').includes(line.currency_id) ?? true) &&
      (query.q === undefined || (transaction && hasText(named(ledger, transaction), query.q)))
    )
  })
  const net = ({ debit_base, credit_base }: RegisterLine) =>
    units(debit_base, ledger.base) - units(credit_base, ledger.base)
  const isDebit = account.type === 'asset' || account.type === 'expense'
  const counted = (line: RegisterLine) => (isDebit ? net(line) : -net(line))
  const sum = expected.reduce((sum, line) => sum + counted(line), 0n)
  const found = await walk(random, expected.length, async (page) => {
    const answer = await person.call(listAccountLines, { params, query: { ...query, ...page } })
    const { total, sum_base } = answer.meta
    if (query.include)
      assert.deepEqual(
        [total, sum_base],
        [expected.length, numberOf(sum, ledger.base)],
        JSON.stringify(query),
      )
    return answer
  })
  const shown = query.include
    ? expected.map((line) => ({ ...line, counted_base: numberOf(counted(line), ledger.base) }))
    : expected
  assert.deepEqual(found, shown, JSON.stringify(query))
}

/** Whether a transaction has a text in its notes, its memos, its tags, or the names of its contact and categories. */
function hasText(t: Transaction, q: string): boolean {
  const memos = t.lines.map(({ memo }) => memo)
  const categories = [t.category_name, ...t.splits.map((part) => part.category_name)]
  return [t.notes, ...memos, ...t.tags, t.contact_name, ...categories].some((text) => includes(text ?? '', q))
}

const LISTS = {
  all: listTransactions,
  expense: listExpenses,
  income: listIncomes,
  transfer: listTransfers,
} as const

function drawQuery({ ledger, random }: Play, isTimeline: boolean): TransactionQuery {
  const some = <T extends object>(chance: number, fields: () => T) => (random.chance(chance) ? fields() : {})
  const idIn = (records: Map<string, unknown>) => random.pick([...records.keys(), crypto.randomUUID()])
  const several = (one: () => string) =>
    Array.from({ length: random.pick([1, 1, 2, 3]) }, () => one()).join(random.pick([',', ', ']))
  return {
    ...daysFrom(random),
    ...some(0.2, () => ({ category_id: several(() => idIn(ledger.categories)) })),
    ...some(0.1, () => ({ group_id: several(() => idIn(ledger.categories)) })),
    ...some(0.2, () => ({ account_id: several(() => idIn(ledger.accounts)) })),
    ...some(0.1, () => ({ section: several(() => random.pick(sections)) })),
    ...some(0.1, () => ({
      asset_account_id: several(() => random.pick([...ledger.accounts.keys(), 'none'])),
    })),
    ...some(0.1, () => ({ is_tagged: random.chance(0.5) })),
    ...some(0.15, () => ({ contact_id: several(() => random.pick([idIn(ledger.contacts), 'none'])) })),
    ...some(0.15, () => ({ currency_id: several(() => random.pick(CURRENCIES)) })),
    ...some(isTimeline ? 0.25 : 0, () => ({
      kind: several(() => random.pick([...KINDS, 'opening', 'payment'])),
    })),
    ...some(0.1, () => ({ amount_min: amountFrom(random, 'USD') })),
    ...some(0.1, () => ({ amount_max: amountFrom(random, 'USD') })),
    ...some(0.1, () => ({ id: several(() => idIn(ledger.transactions)) })),
    ...some(0.1, () => ({ tag: random.pick([wordFrom(random), [wordFrom(random), wordFrom(random)]]) })),
    ...some(0.15, () => ({ q: wordFrom(random) })),
    ...some(0.15, () => ({ deleted: 'only' as const })),
    ...some(0.5, () => ({
      sort: random.pick(['date', '-date', 'amount', '-amount', 'created_at', '-created_at'] as const),
    })),
    ...some(0.3, () => ({ include: random.pick(['total', 'sum', 'total,sum'] as const) })),
  }
}

const touches = (transaction: Transaction, id: string) =>
  transaction.lines.some(({ account_id }) => account_id === id)

const sectionOf = ({ type, is_claim, is_system }: Account): string =>
  type === 'asset' ? (is_claim ? 'claim' : 'money') : type === 'income' && is_system ? 'exchange' : type

/** The accounts of each filter: of categories, of sections, and those that are named. The first filter decides which amounts a list adds up. */
function accountsOf(ledger: Ledger, query: TransactionQuery): string[][] {
  const { category_id, group_id, section, account_id } = query
  const values = (text: string) => text.split(/, ?/)
  const inSections = (names: string[]) =>
    [...ledger.accounts.values()].filter((one) => names.includes(sectionOf(one))).map(({ id }) => id)
  const inGroups = (ids: string[]) =>
    [...ledger.categories.values()]
      .filter(({ id, parent_id }) => ids.includes(id) || ids.includes(parent_id ?? ''))
      .map(({ account }) => account.id)
  return [
    ...(category_id === undefined
      ? []
      : [values(category_id).map((id) => ledger.categories.get(id)?.account.id ?? 'none')]),
    ...(group_id === undefined ? [] : [inGroups(values(group_id))]),
    ...(section === undefined ? [] : [inSections(values(section))]),
    ...(account_id === undefined ? [] : [values(account_id)]),
  ]
}

/** The sum of a list, in the base currency. */
function sumOf(ledger: Ledger, query: TransactionQuery, listed: readonly Transaction[]): number {
  const [accounts] = accountsOf(ledger, query)
  // Sections are added up on the normal side of the first one.
  const [first] = (query.category_id ?? query.group_id) ? [] : (query.section?.split(/, ?/) ?? [])
  const minor = (amount: number) => units(amount, ledger.base)
  const ofTransaction = (t: Transaction) =>
    t.kind === 'income' || t.kind === 'expense'
      ? minor(t.base_amount) * ((t.kind === 'income') === t.is_refund ? -1n : 1n)
      : 0n
  const ofLines = (t: Transaction) =>
    t.lines
      .filter(({ account_id }) => accounts?.includes(account_id))
      .reduce((sum, { account_id, debit_base, credit_base }) => {
        const { type = 'asset' } = ledger.accounts.get(account_id) ?? {}
        const normal = ['asset', 'expense', 'money', 'claim', 'thing'].includes(first ?? type) ? 1n : -1n
        return sum + normal * (minor(debit_base) - minor(credit_base))
      }, 0n)
  const sum = listed.reduce((sum, one) => sum + (accounts ? ofLines(one) : ofTransaction(one)), 0n)
  return numberOf(sum, ledger.base)
}

function isListed(ledger: Ledger, query: TransactionQuery, t: Transaction): boolean {
  const { date_from, date_to, contact_id, asset_account_id, currency_id, amount_min, amount_max } = query
  const isOneOf = (value: string | null, given: string) => given.split(/, ?/).includes(value ?? '')
  return (
    isThere(t) === (query.deleted === undefined) &&
    t.date >= (date_from ?? '') &&
    t.date <= (date_to ?? '9') &&
    accountsOf(ledger, query).every((ids) => ids.some((id) => touches(t, id))) &&
    (contact_id === undefined || isOneOf(t.contact_id ?? 'none', contact_id)) &&
    (asset_account_id === undefined || isOneOf(t.asset_account_id ?? 'none', asset_account_id)) &&
    (query.is_tagged === undefined || query.is_tagged === t.tags.length > 0) &&
    (currency_id === undefined || isOneOf(t.currency_id, currency_id)) &&
    (query.kind === undefined || isOneOf(t.kind, query.kind)) &&
    t.amount >= (amount_min ?? 0) &&
    t.amount <= (amount_max ?? Number.POSITIVE_INFINITY) &&
    (query.id === undefined || isOneOf(t.id, query.id)) &&
    [query.tag ?? []].flat().every((tag) => t.tags.includes(tag)) &&
    (query.q === undefined || hasText(t, query.q))
  )
}

export const listAgrees: Question = async (play) => {
  const { person, ledger, random } = play
  const kind = random.pick(['all', 'all', ...KINDS] as const)
  const query = drawQuery(play, kind === 'all')
  const key = (query.sort ?? '-date').replace('-', '') as 'date' | 'amount' | 'created_at' // as drawn
  const isDescending = (query.sort ?? '-date').startsWith('-')
  const created = new Map([...ledger.transactions.keys()].map((id, index) => [id, index]))
  const place = (t: Transaction) => [key === 'amount' ? t.base_amount : t[key], created.get(t.id) ?? 0]
  const expected = [...ledger.transactions.values()]
    .map((one) => named(ledger, one))
    .filter((one) => (kind === 'all' || one.kind === kind) && isListed(ledger, query, one))
    .sort((a, b) => (isDescending ? -1 : 1) * compare(place(a), place(b)))
  const found = await walk(random, expected.length, async (page) => {
    const answer = await person.call(LISTS[kind], { query: { ...query, ...page } })
    const { total, sum_base } = answer.meta
    assert.equal(total, query.include?.includes('total') ? expected.length : undefined)
    const sum = query.include?.includes('sum') ? sumOf(ledger, query, expected) : undefined
    assert.equal(sum_base, sum, JSON.stringify({ kind, query }))
    return answer
  })
  const counted = (one: Transaction) =>
    query.include?.includes('sum') ? { ...one, counted_base: sumOf(ledger, query, [one]) } : one
  assert.deepEqual(found, expected.map(counted), JSON.stringify({ kind, query }))
}

const namesAgree: Question = async ({ person, ledger, random }) => {
  const q = random.chance(0.3) ? { q: wordFrom(random) } : {}
  const isTrash = random.chance(0.3)
  const query = { ...q, ...(isTrash && { deleted: 'only' as const }) }
  const listed = <T extends { id: string; name: string; deleted_at: string | null }>(
    records: Map<string, T>,
  ) => byName([...records.values()].filter((one) => isThere(one) !== isTrash && includes(one.name, q.q)))
  if (random.chance(0.5)) {
    const expected = listed(ledger.categories)
    const found = await walk(random, expected.length, (page) =>
      person.call(listCategories, { query: { ...query, ...page } }),
    )
    return assert.deepEqual(found, expected, JSON.stringify(query))
  }
  const expected = listed(ledger.contacts)
  const found = await walk(random, expected.length, (page) =>
    person.call(listContacts, { query: { ...query, ...page } }),
  )
  assert.deepEqual(found, expected, JSON.stringify(query))
}

export const accountAgrees: Question = async ({ person, ledger, random, today }) => {
  const account = random.pick([...ledger.accounts.values()].filter(isThere))
  const shown = await person.call(getAccount, { params: { id: account.id } })
  const held = shown.balances.filter(({ amount }) => amount !== 0)
  assert.deepEqual({ ...shown, balances: held }, accountShown(ledger, account, today))
}

const recordAgrees: Question = async (play) => {
  const { person, ledger, random } = play
  const book = await person.call(getBook)
  assert.deepEqual([book.version, book.closed_through], [ledger.version, ledger.closed])
  await accountAgrees(play)
  const all = [...ledger.transactions.values()].filter(({ kind }) => kind !== 'opening')
  if (all.length === 0) return
  const one = random.pick(all)
  const found = await outcome(routes(play, one.kind as Kind).get(one.id)) // no openings here
  assert.deepEqual(found, isThere(one) ? named(ledger, one) : 'not_found')
}

/** Asked at random after every step, more often where there is more to get wrong. */
export const questions: Question[] = [
  trialBalanceAgrees,
  registerAgrees,
  registerAgrees,
  listAgrees,
  listAgrees,
  listAgrees,
  namesAgree,
  treeAgrees,
  recordAgrees,
  reportsAgreeWithModel,
  budgetsAgree,
]
