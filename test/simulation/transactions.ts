import assert from 'node:assert/strict'
import type { Transaction, TransactionDraft, TransferDraft } from '../../contract/budgeting.ts'
import * as budgeting from '../../contract/budgeting.ts'
import type { Random } from '../../demo/random.ts'
import { back } from '../books.ts'
import { isThere, type Ledger, named, numberOf, units } from '../model.ts'
import { accepted, happened, type Move, outcome, type Play, post, refusedWith } from './play.ts'
import { amountFrom, CURRENCIES, dayFrom, PUBLISHED, wordFrom } from './random.ts'
import { composed, isLocked, type Kind, type Sent } from './rules.ts'

export const KINDS = ['expense', 'income', 'transfer'] as const

/** The routes of each kind, as one shape. */
export const routes = (play: Play, kind: Kind) => {
  const { call } = play.person
  const of = {
    expense: [
      budgeting.getExpense,
      budgeting.updateExpense,
      budgeting.deleteExpense,
      budgeting.restoreExpense,
    ],
    income: [budgeting.getIncome, budgeting.updateIncome, budgeting.deleteIncome, budgeting.restoreIncome],
    transfer: [
      budgeting.getTransfer,
      budgeting.updateTransfer,
      budgeting.deleteTransfer,
      budgeting.restoreTransfer,
    ],
  } as const
  const [get, update, remove, restore] = of[kind]
  return {
    create: (body: Sent, headers = {}) => {
      if (kind === 'transfer') return call(budgeting.createTransfer, { body: body as TransferDraft, headers }) // as drawn below
      const route = kind === 'expense' ? budgeting.createExpense : budgeting.createIncome
      return call(route, { body: body as TransactionDraft, headers }) // likewise
    },
    get: (id: string) => call(get, { params: { id } }),
    update: (id: string, body: Sent, headers = {}) => call(update, { params: { id }, body, headers }),
    remove: (id: string, headers = {}) => call(remove, { params: { id }, headers }),
    restore: (id: string, headers = {}) => call(restore, { params: { id }, headers }),
  }
}

export const there = <T extends { deleted_at: string | null }>(records: Map<string, T>): T[] =>
  [...records.values()].filter(isThere)

export const usableCategories = ({ categories }: Ledger, kind: string) =>
  there(categories).filter((category) => category.is_active && category.kind === kind)

export const moneyAccounts = ({ accounts }: Ledger) =>
  there(accounts).filter(
    ({ type, is_active, is_claim, is_system }) =>
      is_active && !is_system && ((type === 'asset' && !is_claim) || type === 'liability'),
  )

/** Recorded by people, and not in the trash (or only those that are). */
export const recorded = ({ transactions }: Ledger, isInTrash = false): Transaction[] =>
  [...transactions.values()].filter((one) => one.kind !== 'opening' && isThere(one) !== isInTrash)

/** About as much in another currency. */
function aboutAsMuch(random: Random, amount: number, from: string, to: string): number {
  const per: Record<string, string> = PUBLISHED[0]?.perEuro ?? {}
  const about = (amount * Number(per[to]) * (0.9 + random.next() / 5)) / Number(per[from])
  return Number(about.toFixed(decimalsIn(to))) || numberOf(1n, to)
}
const decimalsIn = (currency: string) => String(numberOf(1n, currency)).split('.')[1]?.length ?? 0

const rateAbout = (random: Random, from: string, to: string) =>
  Number((aboutAsMuch(random, 10_000, from, to) / 10_000).toPrecision(6))

type Splits = NonNullable<Sent['splits']>
function splitsOf({ random, ledger }: Play, kind: Kind, amount: number, currency: string): Splits {
  const categories = usableCategories(ledger, kind)
  let left = units(amount, currency)
  const parts: Splits = []
  for (let n = 1 + random.below(3); n > 0 && left > 1n; n--) {
    const part = 1n + BigInt(random.below(Number(left - 1n)))
    const memo = random.chance(0.5) ? { memo: wordFrom(random) } : {}
    parts.push({ category_id: random.pick(categories).id, amount: numberOf(part, currency), ...memo })
    left -= part
  }
  return [...parts, { category_id: random.pick(categories).id, amount: numberOf(left, currency) }]
}

/** Any day, now and then one that the book has a rate of its own for. */
export const dateFrom = ({ random, ledger }: Play): string =>
  ledger.own.size > 0 && random.chance(0.2) ? random.pick([...ledger.own.keys()]).slice(-10) : dayFrom(random)

const idOrNull = (random: Random, ids: { id: string }[]) =>
  ids.length === 0 || random.chance(0.2) ? null : random.pick(ids).id

/** Fields that move no money. */
function extrasOf({ random, ledger }: Play): Sent {
  const some = <T extends object>(fields: () => T) => (random.chance(0.3) ? fields() : {})
  return {
    ...some(() => ({ contact_id: idOrNull(random, there(ledger.contacts)) })),
    ...some(() => ({
      notes: random.pick([wordFrom(random), `${wordFrom(random)}\n${wordFrom(random)}`, '', null]),
    })),
    ...some(() => ({ memo: random.pick([wordFrom(random), '', null]) })),
    ...some(() => ({ tags: [...new Set([wordFrom(random), wordFrom(random)])] })),
  }
}

/** Now and then a rate is sent; seldom where there can be none. */
const isRateDrawn = ({ random, ledger }: Play, currency: string) =>
  random.chance(currency === ledger.base ? 0.02 : 0.2)

function bookingOf(play: Play, kind: Kind): Sent {
  const { random, ledger } = play
  const currency = random.chance(0.4) ? ledger.base : random.pick(CURRENCIES)
  const amount = amountFrom(random, currency)
  const account = random.chance(0.2) ? undefined : random.pick(moneyAccounts(ledger))
  const bound = account?.currency_id
  return {
    amount,
    date: dateFrom(play),
    ...(random.chance(0.2)
      ? { splits: splitsOf(play, kind, amount, currency) }
      : { category_id: random.pick(usableCategories(ledger, kind)).id }),
    ...(currency !== ledger.base || random.chance(0.5) ? { currency_id: currency } : {}),
    ...(account && { asset_account_id: account.id }),
    ...(isRateDrawn(play, currency) && { fx_rate: rateAbout(random, currency, ledger.base) }),
    ...(bound &&
      bound !== currency &&
      random.chance(0.5) && { charged_amount: aboutAsMuch(random, amount, currency, bound) }),
    ...(random.chance(0.1) && { is_refund: true }),
    ...extrasOf(play),
  }
}

function transferOf(play: Play): Sent {
  const { random, ledger } = play
  const accounts = moneyAccounts(ledger)
  const from = random.pick(accounts)
  const to = random.pick(accounts.filter(({ id }) => id !== from.id))
  const currency = from.currency_id ?? random.pick([ledger.base, ...CURRENCIES])
  const arriving = to.currency_id ?? random.pick([currency, ...CURRENCIES])
  const amount = amountFrom(random, currency)
  return {
    amount,
    date: dateFrom(play),
    from_account_id: from.id,
    to_account_id: to.id,
    ...(random.chance(0.7) || from.currency_id === null ? { currency_id: currency } : {}),
    ...(random.chance(0.7) || (to.currency_id === null && arriving !== currency)
      ? { to_currency_id: arriving }
      : {}),
    ...(isRateDrawn(play, currency) && { fx_rate: rateAbout(random, currency, ledger.base) }),
    ...(arriving !== currency &&
      random.chance(0.5) && { to_amount: aboutAsMuch(random, amount, currency, arriving) }),
    ...extrasOf(play),
  }
}

export const draftOf = (play: Play, kind: Kind): Sent =>
  kind === 'transfer' ? transferOf(play) : bookingOf(play, kind)

/** A change of one field that moves money, in a live transaction. */
function changeOf(play: Play, before: Transaction): Sent {
  const { random, ledger } = play
  const { kind, currency_id, amount } = before
  const other = before.lines.at(-1)?.currency_id ?? currency_id
  const newAmount = amountFrom(random, currency_id)
  const another = random.pick(CURRENCIES)
  const common: (() => Sent)[] = [
    () => ({ date: dateFrom(play) }),
    () => ({ amount: newAmount }),
    () => ({ currency_id: another }),
    () => ({ currency_id: another, amount: amountFrom(random, another) }),
    () => ({ fx_rate: rateAbout(random, currency_id, ledger.base) }),
    () => ({ fx_rate: before.fx_rate }),
    () => ({ fx_rate: null }),
    () => ({}),
  ]
  const told = () => aboutAsMuch(random, amount, currency_id, other)
  const accounts = moneyAccounts(ledger)
  const transfers: (() => Sent)[] = [
    () => ({ from_account_id: random.pick(accounts.filter(({ id }) => id !== before.to_account_id)).id }),
    () => ({ to_account_id: random.pick(accounts.filter(({ id }) => id !== before.from_account_id)).id }),
    () => ({ to_currency_id: another }),
    () => (other === currency_id ? {} : { to_amount: told() }),
    () => ({ to_amount: random.pick([null, before.to_amount]) }),
  ]
  const bookings: (() => Sent)[] = [
    () => ({ asset_account_id: random.pick(accounts).id }),
    () => ({ category_id: random.pick(usableCategories(ledger, kind)).id, splits: [] }),
    () => ({ amount: newAmount, splits: splitsOf(play, kind as Kind, newAmount, currency_id) }), // no openings here
    () => ({ is_refund: !before.is_refund }),
    () => (before.charged_amount === null ? {} : { charged_amount: told() }),
    () => ({ charged_amount: random.pick([null, before.charged_amount]) }),
  ]
  return random.pick([...common, ...(kind === 'transfer' ? transfers : bookings)])()
}

/** The server's record is the expected one, but for fields that only the server knows. */
export function checkAnswer(
  play: Play,
  answer: Transaction,
  expected: Transaction,
  before?: Transaction,
): Transaction {
  const lines = expected.lines.map((line, index) => ({ ...line, id: answer.lines[index]?.id ?? '' }))
  const { id, version, updated_at } = answer
  const created_at = before?.created_at ?? updated_at
  const whole = { ...expected, lines, id: before?.id ?? id, version, created_at, updated_at }
  assert.deepEqual(answer, named(play.ledger, whole))
  return whole
}

/** Nothing differs but the fields that each write sets: then it is not written. */
export function isSame(a: Transaction, b: Transaction): boolean {
  const plain = ({ version: _, updated_at: __, lines, ...rest }: Transaction) => ({
    ...rest,
    lines: lines.map(({ id: _, is_locked: __, ...line }) => line),
  })
  try {
    assert.deepEqual(plain(a), plain(b))
    return true
  } catch {
    return false
  }
}

const record =
  (kind: Kind): Move =>
  async (play) => {
    const { ledger } = play
    const sent = draftOf(play, kind)
    const expected = composed(ledger, kind, undefined, sent)
    const answer = await post(play, (headers) => routes(play, kind).create(sent, headers))
    if (typeof expected === 'string') return refusedWith(answer, expected)
    if (isLocked(ledger, undefined, expected)) return refusedWith(answer, 'locked')
    const made = accepted(answer)
    happened(play, made)
    ledger.transactions.set(made.id, checkAnswer(play, made, expected))
    return `${kind} recorded`
  }

/** A live one; now and then one whose account has changed since, which must not show. */
function drawStanding({ random, ledger }: Play): Transaction | undefined {
  const standing = recorded(ledger)
  const isOlder = ({ asset_account_id, version }: Transaction) =>
    (ledger.accounts.get(asset_account_id ?? '')?.version ?? 0) > version
  const older = random.chance(0.3) ? standing.filter(isOlder) : []
  const among = older.length > 0 ? older : standing
  return among.length > 0 ? named(ledger, random.pick(among)) : undefined
}

const changed: Move = async (play) => {
  const { random, ledger } = play
  const before = drawStanding(play)
  if (!before) return 'nothing to change'
  const kind = before.kind as Kind // no openings here
  const part = { ...changeOf(play, before), ...(random.chance(0.4) && extrasOf(play)) }
  const sent = random.chance(0.3) ? back(before, part) : part
  const expected = composed(ledger, kind, before, sent)
  const guard = random.chance(0.2) ? { 'if-match': `"${before.version}"` } : {}
  const answer = await outcome(routes(play, kind).update(before.id, sent, guard))
  if (typeof expected === 'string') return refusedWith(answer, expected)
  if (isSame(named(ledger, expected), before)) {
    assert.deepEqual(answer, before)
    return 'nothing changed'
  }
  if (isLocked(ledger, before, expected)) return refusedWith(answer, 'locked')
  const made = accepted(answer)
  happened(play, made)
  ledger.transactions.set(made.id, checkAnswer(play, made, expected, before))
  return `${kind} changed`
}

const sentBack: Move = async (play) => {
  const before = drawStanding(play)
  if (!before) return 'nothing to change'
  assert.deepEqual(await routes(play, before.kind as Kind).update(before.id, back(before)), before)
  return 'sent back whole'
}

const trashed: Move = async (play) => {
  const { random, ledger } = play
  const standing = recorded(ledger)
  if (standing.length === 0) return 'nothing to delete'
  const before = random.pick(standing)
  const answer = await outcome(routes(play, before.kind as Kind).remove(before.id))
  if (isLocked(ledger, undefined, before)) return refusedWith(answer, 'locked')
  return moved(play, 'deleted', before, accepted(answer))
}

const restored: Move = async (play) => {
  const { random, ledger } = play
  const trash = recorded(ledger, true)
  if (trash.length === 0) return 'nothing to restore'
  const before = random.pick(trash)
  const answer = await post(play, (headers) => routes(play, before.kind as Kind).restore(before.id, headers))
  const categories = [before.category_id, ...before.splits.map(({ category_id }) => category_id)]
  const isMissing = categories.some((id) => id !== null && ledger.categories.get(id)?.deleted_at !== null)
  if (isMissing) return refusedWith(answer, 'link_deleted')
  const after = { ...before, deleted_at: null }
  if (isLocked(ledger, undefined, after)) return refusedWith(answer, 'locked')
  return moved(play, 'restored', before, accepted(answer))
}

/** Into the trash or out of it: the same record, its lines with their ids. */
function moved(play: Play, action: 'deleted' | 'restored', before: Transaction, answer: Transaction): string {
  const { version, updated_at } = answer
  const after = { ...before, version, updated_at, deleted_at: action === 'deleted' ? updated_at : null }
  happened(play, answer)
  assert.deepEqual(answer, named(play.ledger, after))
  play.ledger.transactions.set(before.id, after)
  return `${before.kind} ${action}`
}

export const transactionMoves: [weight: number, move: Move][] = [
  [18, record('expense')],
  [7, record('income')],
  [11, record('transfer')],
  [20, changed],
  [4, sentBack],
  [8, trashed],
  [6, restored],
]
