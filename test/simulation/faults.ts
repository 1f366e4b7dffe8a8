import assert from 'node:assert/strict'
import type { Account } from '../../contract/accounts.ts'
import type { Transaction } from '../../contract/budgeting.ts'
import { updateCategory } from '../../contract/categories.ts'
import { createContact } from '../../contract/contacts.ts'
import type { Code } from '../../contract/refusals.ts'
import { isThere, type Ledger } from '../model.ts'
import { type Move, outcome, type Play, post, refusedWith } from './play.ts'
import { CURRENCIES } from './random.ts'
import type { Kind, Sent } from './rules.ts'
import { draftOf, KINDS, moneyAccounts, recorded, routes, there, usableCategories } from './transactions.ts'

/** Requests with one fault: each is refused by its name, and changes nothing. */
type Refused = readonly [Code, object]
type Fault = (play: Play, kind: Kind, before: Transaction | undefined) => Refused | undefined

const nobody = '00000000-0000-7000-8000-000000000000'
const isGone = (one: { deleted_at: string | null }) => !isThere(one)

/** A fault with one of these, but not with one that the transaction has already and may keep. */
function withOne<T extends { id: string }>(
  list: Iterable<T>,
  before: Transaction | undefined,
  fault: (id: string) => Refused,
): Refused | undefined {
  const held = JSON.stringify(before ?? '')
  const found = [...list].find(({ id }) => !held.includes(id))
  return found && fault(found.id)
}

/** A fault with accounts that take any currency, so that no other refusal comes first. */
function withFreeAccounts(ledger: Ledger, code: Code, fault: object): Refused | undefined {
  const [one, two] = moneyAccounts(ledger).filter(({ currency_id }) => currency_id === null)
  const accounts = { asset_account_id: one?.id, from_account_id: one?.id, to_account_id: two?.id }
  return one && two && [code, { ...accounts, ...fault }]
}

const accountField = (kind: Kind) => (kind === 'transfer' ? 'from_account_id' : 'asset_account_id')
const isUnusable = (account: Account) => isGone(account) || !account.is_active || account.is_system
const inDollars = (amount: number) => ({ currency_id: 'USD', amount, splits: [] })

const general: Fault[] = [
  () => ['currency_not_found', { currency_id: 'XXX' }],
  () => ['contact_not_found', { contact_id: nobody }],
  ({ ledger }, _, before) =>
    withOne(ledger.contacts.values().filter(isGone), before, (id) => [
      'contact_not_found',
      { contact_id: id },
    ]),
  (_, kind) => ['account_not_usable', { [accountField(kind)]: nobody }],
  ({ ledger }, kind, before) =>
    withOne(ledger.accounts.values().filter(isUnusable), before, (id) => [
      'account_not_usable',
      { [accountField(kind)]: id },
    ]),
  ({ ledger }) => withFreeAccounts(ledger, 'amount_decimals', inDollars(1.001)),
  ({ ledger }) => withFreeAccounts(ledger, 'amount_too_large', inDollars(1e13)),
  () => ['invalid', { amount: -1 }],
  () => ['invalid', { amount: '12' }],
  () => ['invalid', { date: '2026-02-30' }],
  () => ['invalid', { fx_rate: 0 }],
  () => ['invalid', { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }],
]

const ofBookings: Fault[] = [
  () => ['category_not_found', { category_id: nobody, splits: [] }],
  ({ ledger }, kind, before) =>
    withOne(
      ledger.categories.values().filter((one) => one.kind !== kind || isGone(one)),
      before,
      (category_id) => ['category_not_found', { category_id, splits: [] }],
    ),
  ({ ledger }, kind, before) =>
    withOne(
      ledger.categories.values().filter((one) => one.kind === kind && !one.is_active && isThere(one)),
      before,
      (category_id) => ['category_inactive', { category_id, splits: [] }],
    ),
  ({ ledger, random }, kind) => {
    const category_id = random.pick(usableCategories(ledger, kind)).id
    const money = { currency_id: ledger.base, amount: 3, charged_amount: 4, fx_rate: null }
    return withFreeAccounts(ledger, 'charged_mismatch', { ...money, category_id, splits: [] })
  },
  ({ ledger, random }, kind) => {
    const part = { category_id: random.pick(usableCategories(ledger, kind)).id, amount: 2 }
    const beside = { category_id: part.category_id, memo: null }
    return ['splits_mismatch', { currency_id: 'JPY', amount: 5, splits: [part, part], ...beside }]
  },
]

const ofTransfers: Fault[] = [
  ({ ledger, random }) => {
    const { id } = random.pick(moneyAccounts(ledger))
    return ['transfer_same_account', { from_account_id: id, to_account_id: id }]
  },
  ({ ledger, random }, _, before) => {
    const bound = moneyAccounts(ledger).find(({ currency_id }) => currency_id !== null)
    const to = moneyAccounts(ledger).find(({ id }) => id !== bound?.id)
    const others = CURRENCIES.filter((one) => one !== bound?.currency_id && one !== before?.currency_id)
    const accounts = { from_account_id: bound?.id, to_account_id: to?.id }
    return bound && to && ['account_currency', { ...accounts, currency_id: random.pick(others) }]
  },
  ({ ledger }) => {
    const money = { amount: 3, currency_id: 'USD', to_currency_id: 'USD', to_amount: 4, fx_rate: null }
    return withFreeAccounts(ledger, 'transfer_mismatch', money)
  },
]

const wrong: Move = async (play) => {
  const { random, ledger } = play
  const standing = recorded(ledger)
  const before = standing.length > 0 && random.chance(0.4) ? random.pick(standing) : undefined
  const kind = (before?.kind as Kind | undefined) ?? random.pick(KINDS) // no openings among the recorded
  const found = random.pick([...general, ...(kind === 'transfer' ? ofTransfers : ofBookings)])(
    play,
    kind,
    before,
  )
  if (!found) return 'no such fault possible'
  const [code, fault] = found
  // Wrong on purpose, also for the compiler.
  const sent = { ...(before ? {} : draftOf(play, kind)), ...fault } as Sent
  const { create, update } = routes(play, kind)
  const answer = await (before
    ? outcome(update(before.id, sent))
    : post(play, (headers) => create(sent, headers)))
  return refusedWith(answer, code)
}

/** Requests for a record that is not there, or has changed since it was read. */
const missing: Move = async (play) => {
  const { random, ledger } = play
  const kind = random.pick(KINDS)
  const of = routes(play, kind)
  const gone = recorded(ledger, true).filter((one) => one.kind === kind)
  const others = recorded(ledger).filter((one) => one.kind !== kind)
  const id = random.pick([nobody, ...[...gone, ...others].map((one) => one.id)])
  refusedWith(await outcome(of.update(id, { notes: 'x' })), 'not_found')
  refusedWith(await outcome(of.remove(id)), 'not_found')
  return refusedWith(await outcome(of.get(id)), 'not_found')
}

const stale: Move = async (play) => {
  const { random, ledger, person } = play
  const headers = { 'if-match': '"0"' }
  const [transaction] = recorded(ledger)
  if (transaction && random.chance(0.5)) {
    const { remove } = routes(play, transaction.kind as Kind) // no openings here
    return refusedWith(await outcome(remove(transaction.id, headers)), 'stale')
  }
  const { id } = random.pick(there(ledger.categories))
  const change = person.call(updateCategory, { params: { id }, body: { name: 'New' }, headers })
  return refusedWith(await outcome(change), 'stale')
}

/** The same request again gets the first answer again; another request under its key is refused. */
const repeat: Move = async ({ random, repeats, person }) => {
  if (repeats.length === 0) return 'nothing to repeat'
  const { again, key, answer } = random.pick(repeats)
  if (random.chance(0.7)) {
    assert.deepEqual(await again(), answer)
    return 'repeated'
  }
  const headers = { 'idempotency-key': key }
  const other = person.call(createContact, { body: { name: 'Somebody else' }, headers })
  return refusedWith(await outcome(other), 'idempotency_key_reused')
}

export const faultMoves: [weight: number, move: Move][] = [
  [8, wrong],
  [2, missing],
  [2, stale],
  [4, repeat],
]
