import assert from 'node:assert/strict'
import type { Account, AccountChange, AccountDraft } from '../../contract/accounts.ts'
import * as contract from '../../contract/accounts.ts'
import { listTransactions, type Transaction } from '../../contract/budgeting.ts'
import { todayIn } from '../../contract/day.ts'
import type { Code } from '../../contract/refusals.ts'
import { isThere, type Ledger, named } from '../model.ts'
import { accepted, happened, type Move, outcome, type Play, post, refusedWith } from './play.ts'
import { accountShown } from './questions.ts'
import { amountFrom, CURRENCIES, dayFrom, nameFrom } from './random.ts'
import { isLocked, type Opening, opened } from './rules.ts'
import { there } from './transactions.ts'

/** The figures of an account without postings. */
export const fresh = {
  balances: [],
  base_balance: 0,
  base_value: 0,
  missing_rates: [],
  balance_as_of: null,
  is_valued: false,
  opening_balance: null,
  opening_date: null,
  fx_rate: null,
  fx_source: null,
}

const openingOf = ({ transactions }: Ledger, accountId: string): Transaction | undefined =>
  [...transactions.values()].find((one) => one.kind === 'opening' && one.asset_account_id === accountId)

/** The opening as the account shows it. */
function saidOf(ledger: Ledger, account: Account) {
  const { opening_balance, opening_date, fx_rate, fx_source } = accountShown(ledger, account)
  return { balance: opening_balance, date: opening_date, rate: { fx_rate, fx_source } }
}

/** The opening as the server has it, compared with the expected one. */
async function keepOpening(play: Play, expected: Transaction, at: string): Promise<void> {
  const { person, ledger } = play
  const query = {
    limit: 1000,
    account_id: expected.asset_account_id ?? '',
    ...(isThere(expected) ? {} : { deleted: 'only' as const }),
  }
  const { data } = await person.call(listTransactions, { query })
  const answer = data.find(({ kind }) => kind === 'opening')
  assert(answer, 'the opening is there')
  const before = openingOf(ledger, expected.asset_account_id ?? '')
  const whole = {
    ...expected,
    id: before?.id ?? answer.id,
    lines: expected.lines.map((line, index) => ({ ...line, id: answer.lines[index]?.id ?? '' })),
    version: ledger.version,
    created_at: before?.created_at ?? at,
    updated_at: at,
    deleted_at: isThere(expected) ? null : at,
  }
  assert.deepEqual(answer, named(ledger, whole))
  ledger.transactions.set(whole.id, whole)
}

export const openAccount: Move = async (play) => {
  const { ledger, random, person } = play
  const type = random.pick(['asset', 'asset', 'asset', 'liability', 'liability', 'equity', 'income'] as const)
  const currency_id = random.chance(0.6) ? random.pick(CURRENCIES) : null
  const opening = drawOpening(play, currency_id ?? ledger.base)
  const canOpen = type === 'asset' || type === 'liability'
  const body: AccountDraft = {
    name: nameFrom(random),
    type,
    ...(currency_id !== null || random.chance(0.3) ? { currency_id } : {}),
    ...(type === 'asset' && random.chance(0.1) && { is_claim: true }),
    ...(random.chance(0.6) && {
      opening_balance: opening.balance,
      opening_date: opening.date,
      ...opening.sent,
    }),
  }
  const account: Account = {
    name: body.name,
    type,
    currency_id,
    is_claim: body.is_claim ?? false,
    is_active: true,
    id: '',
    code: '',
    is_system: false,
    is_default: false,
    ...fresh,
    version: 0,
    created_at: '',
    updated_at: '',
    deleted_at: null,
  }
  const plan = (account: Account) =>
    body.opening_balance ? opened(ledger, account, undefined, opening) : undefined
  const expected = plan(account)
  const answer = await post(play, (headers) => person.call(contract.createAccount, { body, headers }))
  if (!body.opening_balance && (body.opening_date || body.fx_rate))
    return refusedWith(answer, 'opening_missing')
  if (body.opening_balance && !canOpen) return refusedWith(answer, 'opening_not_possible')
  if (typeof expected === 'string') return refusedWith(answer, expected)
  if (expected && isLocked(ledger, undefined, expected)) return refusedWith(answer, 'locked')
  const made = accepted(answer)
  happened(play, made)
  const { id, code, version, created_at } = made
  const whole = { ...account, id, code, version, created_at, updated_at: created_at }
  assert(![...ledger.accounts.values()].some((one) => one.code === code), 'its code is its own')
  ledger.accounts.set(id, whole)
  const posted = plan(whole)
  if (typeof posted === 'object') await keepOpening(play, posted, created_at)
  assert.deepEqual(withoutZeros(made), accountShown(ledger, whole, play.today))
  return 'account opened'
}

function drawOpening({ random }: Play, currency: string): Opening {
  const sign = random.chance(0.3) ? -1 : 1
  const balance = random.chance(0.15) ? random.pick([0, null]) : sign * amountFrom(random, currency)
  const sent = { fx_rate: random.chance(0.2) ? random.pick([1.25, 1.25, 1]) : null }
  return { balance, date: dayFrom(random), sent, currency_id: currency }
}

const withoutZeros = (account: Account): Account => ({
  ...account,
  balances: account.balances.filter(({ amount }) => amount !== 0),
})

const isCategoryAccount = ({ categories }: Ledger, id: string) =>
  [...categories.values()].some(({ account }) => account.id === id)

const entriesOn = ({ transactions }: Ledger, id: string, otherThan?: string) =>
  [...transactions.values()].flatMap(({ lines }) =>
    lines.filter(({ account_id, currency_id }) => account_id === id && currency_id !== otherThan),
  ).length

const isMoney = ({ type, is_claim, is_active, is_system }: Account) =>
  type === 'asset' && !is_claim && is_active && !is_system

/** Why a change of an account is refused. */
function refusalOf(ledger: Ledger, before: Account, after: Account): Code | undefined {
  const isDefault = before.id === ledger.defaultId
  if (before.is_system) return 'account_is_system'
  if (isCategoryAccount(ledger, before.id)) return 'account_of_category'
  if (isDefault && (!after.is_active || !isThere(after))) return 'account_is_default'
  if ((isDefault || after.is_default) && !isMoney(after)) return 'default_not_possible'
  const isOtherKind = before.type !== after.type || before.is_claim !== after.is_claim || !isThere(after)
  const isBoundAnew = after.currency_id !== null && after.currency_id !== before.currency_id
  if (isOtherKind && entriesOn(ledger, before.id) > 0) return 'account_in_use'
  if (isBoundAnew && entriesOn(ledger, before.id, String(after.currency_id)) > 0) return 'account_in_use'
  return undefined
}

/** The refusal of a field that means nothing where it is sent, unless it comes back with the record. */
function contradiction(
  before: Account,
  after: Account,
  body: AccountChange,
  said: { balance: number | null; date: string | null; isRateBack: boolean },
): Code | undefined {
  if (said.balance === null && body.opening_date && body.opening_date !== said.date) return 'opening_missing'
  if (said.balance === null && body.fx_rate && !said.isRateBack) return 'opening_missing'
  return body.is_claim && !before.is_claim && after.type !== 'asset' ? 'claim_not_possible' : undefined
}

const isSameOpening = (a: Transaction, b: Transaction): boolean => {
  const plain = ({ date, fx_rate, fx_source, fx_date, deleted_at, lines }: Transaction) =>
    JSON.stringify([
      date,
      fx_rate,
      fx_source,
      fx_date,
      deleted_at,
      lines.map((line) => ({ ...line, id: '', account_name: '', is_locked: false })),
    ])
  return plain(a) === plain(b)
}

const changeAccount: Move = async (play) => {
  const { ledger, random, person } = play
  const all = there(ledger.accounts)
  const own = all.filter(({ id, is_system }) => !is_system && !isCategoryAccount(ledger, id))
  const picked = random.pick(random.chance(0.9) ? own : all)
  const before = { ...picked, is_default: picked.id === ledger.defaultId }
  const said = saidOf(ledger, before)
  const opening = drawOpening(play, before.currency_id ?? ledger.base)
  const changes: (() => AccountChange)[] = [
    () => ({ name: nameFrom(random) }),
    () => ({ is_active: !before.is_active }),
    () => ({ is_active: true }),
    () => ({ opening_balance: opening.balance, opening_date: opening.date, ...opening.sent }),
    () => opening.sent,
    () => (said.rate.fx_rate === null ? {} : { fx_rate: said.rate.fx_rate }),
    () => ({ opening_balance: opening.balance }),
    () => ({ opening_date: opening.date }),
    () => ({ currency_id: null }),
    () => ({ currency_id: null }),
    () => ({ currency_id: random.pick(CURRENCIES) }),
    () => ({ is_default: true }),
    () => ({ type: random.pick(['asset', 'liability'] as const) }),
    () => ({ is_claim: !before.is_claim }),
    () => ({}),
  ]
  const part = random.pick(changes)()
  const { fx_rate: _, opening_balance: __, opening_date: ___, balance_as_of: ____, ...fields } = part
  const merged: Account = { ...before, ...fields }
  const after = { ...merged, is_claim: merged.type === 'asset' && merged.is_claim }
  const balance = (part.opening_balance === undefined ? said.balance : part.opening_balance) || null
  const stored = openingOf(ledger, before.id)
  const standsIn = balance === said.balance ? stored?.currency_id : undefined
  const body: AccountChange = random.chance(0.2)
    ? { ...accountShown(ledger, before, play.today), ...part }
    : part
  const wanted = {
    balance,
    currency_id: after.currency_id ?? standsIn ?? ledger.base,
    date: part.opening_date ?? said.date ?? todayIn('UTC'),
    sent: body,
  }
  const { fx_rate, fx_source } = body
  const isRateBack =
    fx_rate === undefined ||
    (fx_rate === said.rate.fx_rate && (!fx_rate || fx_source === said.rate.fx_source))
  const isOpeningSame =
    wanted.balance === said.balance && (said.date === null || wanted.date === said.date) && isRateBack
  const answer = await outcome(person.call(contract.updateAccount, { params: { id: before.id }, body }))

  const silence = contradiction(before, after, body, { ...said, balance, isRateBack })
  if (silence) return refusedWith(answer, silence)
  const isSame = JSON.stringify(after) === JSON.stringify(before)
  if (isOpeningSame && isSame) {
    assert.deepEqual(withoutZeros(accepted(answer)), accountShown(ledger, before, play.today))
    return 'nothing changed'
  }
  const code = refusalOf(ledger, before, after)
  if (code) return refusedWith(answer, code)
  const canOpen = after.type === 'asset' || after.type === 'liability'
  if (!isOpeningSame && wanted.balance && !canOpen) return refusedWith(answer, 'opening_not_possible')
  const planned = isOpeningSame ? undefined : opened(ledger, after, stored, wanted)
  if (typeof planned === 'string') return refusedWith(answer, planned)
  const step = planned && stored && isThere(stored) && isSameOpening(planned, stored) ? undefined : planned
  if (isSame && !step) {
    assert.deepEqual(withoutZeros(accepted(answer)), accountShown(ledger, before, play.today))
    return 'nothing changed'
  }
  if (step && isLocked(ledger, stored, step)) return refusedWith(answer, 'locked')
  const made = accepted(answer)
  happened(play, made)
  if (after.is_default) makeDefault(ledger, after, made)
  ledger.accounts.set(before.id, { ...after, version: made.version, updated_at: made.updated_at })
  if (step) await keepOpening(play, step, made.updated_at)
  const kept = ledger.accounts.get(before.id)
  assert.deepEqual(withoutZeros(made), kept && accountShown(ledger, kept, play.today))
  return step ? 'opening changed' : 'account changed'
}

/** There is one default account: the previous one changes too. */
function makeDefault(ledger: Ledger, { id }: Account, { version, updated_at }: Account): void {
  const before = ledger.accounts.get(ledger.defaultId)
  if (before && before.id !== id)
    ledger.accounts.set(before.id, { ...before, is_default: false, version, updated_at })
  ledger.defaultId = id
}

const trashAccount: Move = async (play) => {
  const { ledger, random, person } = play
  const before = random.pick(there(ledger.accounts))
  const answer = await outcome(person.call(contract.deleteAccount, { params: { id: before.id } }))
  const code = refusalOf(ledger, before, { ...before, deleted_at: 'now' })
  if (code) return refusedWith(answer, code)
  return accountMoved(play, 'deleted', before, accepted(answer))
}

const restoreAccount: Move = async (play) => {
  const { ledger, random, person } = play
  const gone = [...ledger.accounts.values()].filter((one) => !isThere(one))
  if (gone.length === 0) return 'nothing to restore'
  const before = random.pick(gone)
  const answer = await post(play, (headers) =>
    person.call(contract.restoreAccount, { params: { id: before.id }, headers }),
  )
  if (isCategoryAccount(ledger, before.id)) return refusedWith(answer, 'account_of_category')
  return accountMoved(play, 'restored', before, accepted(answer))
}

function accountMoved(play: Play, action: 'deleted' | 'restored', before: Account, answer: Account): string {
  const { version, updated_at } = answer
  const after = { ...before, version, updated_at, deleted_at: action === 'deleted' ? updated_at : null }
  happened(play, answer)
  play.ledger.accounts.set(before.id, after)
  assert.deepEqual(withoutZeros(answer), accountShown(play.ledger, after, play.today))
  return `account ${action}`
}

export const accountMoves: [weight: number, move: Move][] = [
  [4, openAccount],
  [8, changeAccount],
  [2, trashAccount],
  [2, restoreAccount],
]
