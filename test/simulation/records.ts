import assert from 'node:assert/strict'
import { updateBook } from '../../contract/books.ts'
import * as categories from '../../contract/categories.ts'
import * as contacts from '../../contract/contacts.ts'
import { deleteExchangeRate, putExchangeRate } from '../../contract/currencies.ts'
import { isThere, type Ledger } from '../model.ts'
import { fresh, openAccount } from './accounts.ts'
import { childrenOf } from './groups.ts'
import { accepted, happened, type Move, outcome, type Play, post, refusedWith } from './play.ts'
import { CURRENCIES, dayFrom, nameFrom } from './random.ts'
import { moneyAccounts, there, usableCategories } from './transactions.ts'

/** A category's account goes along with it. */
function keepCategory({ categories, accounts }: Ledger, category: categories.Category): void {
  const { account, version, created_at, updated_at, deleted_at } = category
  const flags = { is_claim: false, is_system: false, is_default: false, currency_id: null }
  const marks = { version, created_at, updated_at, deleted_at }
  categories.set(category.id, category)
  accounts.set(account.id, { ...account, type: category.kind, ...flags, ...fresh, ...marks })
}

const addCategory: Move = async (play) => {
  const { ledger, random, person } = play
  const body = { name: nameFrom(random), kind: random.pick(['expense', 'expense', 'income'] as const) }
  const answer = accepted(
    await post(play, (headers) => person.call(categories.createCategory, { body, headers })),
  )
  happened(play, answer)
  const { id, version, created_at } = answer
  const account = { ...answer.account, name: body.name, type: body.kind, is_active: true }
  const marks = { version, created_at, updated_at: created_at, deleted_at: null }
  const place = { parent_id: null, position: 0, icon: null }
  assert.deepEqual(answer, { id, ...body, is_active: true, ...place, account, ...marks })
  assert(![...ledger.accounts.values()].some(({ code }) => code === account.code), 'its code is its own')
  keepCategory(ledger, answer)
  return 'category added'
}

const changeCategory: Move = async (play) => {
  const { ledger, random, person } = play
  const before = random.pick(there(ledger.categories))
  const name = random.chance(0.5) ? { name: nameFrom(random) } : {}
  const active = random.chance(0.6) ? { is_active: random.chance(0.6) } : {}
  const body = { ...name, ...active }
  const answer = accepted(
    await outcome(person.call(categories.updateCategory, { params: { id: before.id }, body })),
  )
  if (JSON.stringify({ ...before, ...body }) === JSON.stringify(before)) {
    assert.deepEqual(answer, before)
    return 'nothing changed'
  }
  return categoryBecame(play, 'updated', { ...before, ...body }, answer)
}

function categoryBecame(
  play: Play,
  action: string,
  after: categories.Category,
  answer: categories.Category,
): string {
  const { version, updated_at } = answer
  const account = { ...after.account, name: after.name, is_active: after.is_active }
  happened(play, answer)
  assert.deepEqual(answer, { ...after, account, version, updated_at })
  keepCategory(play.ledger, answer)
  return `category ${action}`
}

const trashCategory: Move = async (play) => {
  const { ledger, random, person } = play
  const before = random.pick(there(ledger.categories))
  const deleted = await outcome(person.call(categories.deleteCategory, { params: { id: before.id } }))
  if (childrenOf(ledger.categories.values(), before.id).length > 0)
    return `category: ${refusedWith(deleted, 'has_children')}`
  const answer = accepted(deleted)
  return categoryBecame(play, 'deleted', { ...before, deleted_at: answer.updated_at }, answer)
}

const restoreCategory: Move = async (play) => {
  const { ledger, random, person } = play
  const gone = [...ledger.categories.values()].filter((one) => !isThere(one))
  if (gone.length === 0) return 'nothing to restore'
  const { id } = random.pick(gone)
  const answer = accepted(
    await post(play, (headers) => person.call(categories.restoreCategory, { params: { id }, headers })),
  )
  const before = ledger.categories.get(id)
  assert(before)
  const group = ledger.categories.get(before.parent_id ?? '')
  const parent_id = group && isThere(group) && group.parent_id === null ? group.id : null
  return categoryBecame(play, 'restored', { ...before, deleted_at: null, parent_id }, answer)
}

const addContact: Move = async (play) => {
  const { ledger, random, person } = play
  const body = { name: nameFrom(random), phone: random.pick(['', null, '+36 1']) }
  const answer = accepted(
    await post(play, (headers) => person.call(contacts.createContact, { body, headers })),
  )
  happened(play, answer)
  const { id, version, created_at } = answer
  const rest = { phone: body.phone || null, email: null, notes: null }
  const marks = { version, created_at, updated_at: created_at, deleted_at: null }
  assert.deepEqual(answer, { id, name: body.name, ...rest, ...marks })
  ledger.contacts.set(id, answer)
  return 'contact added'
}

const changeContact: Move = async (play) => {
  const { ledger, random, person } = play
  const all = [...ledger.contacts.values()]
  if (all.length === 0) return addContact(play)
  const before = random.pick(all)
  const params = { id: before.id }
  const name = `${nameFrom(random)} ${random.below(100)}`
  const [action, work, after] = !isThere(before)
    ? (['restored', person.call(contacts.restoreContact, { params }), { deleted_at: null }] as const)
    : random.chance(0.3)
      ? (['deleted', person.call(contacts.deleteContact, { params }), { deleted_at: '' }] as const)
      : (['updated', person.call(contacts.updateContact, { params, body: { name } }), { name }] as const)
  const answer = await work
  const { version, updated_at } = answer
  if (name === before.name && action === 'updated') return 'nothing changed'
  happened(play, answer)
  const gone = action === 'deleted' ? { deleted_at: updated_at } : {}
  assert.deepEqual(answer, { ...before, ...after, ...gone, version, updated_at })
  ledger.contacts.set(before.id, answer)
  return `contact ${action}`
}

/** Closes the books through a day, or opens them again. */
const close: Move = async (play) => {
  const { ledger, random, person } = play
  const [early = null] = [dayFrom(random), dayFrom(random), dayFrom(random)].sort()
  const closed_through = ledger.closed !== null && random.chance(0.7) ? null : early
  const answer = await person.call(updateBook, { body: { closed_through } })
  assert.equal(answer.closed_through, closed_through)
  if (closed_through === ledger.closed) return 'nothing changed'
  happened(play, answer)
  ledger.closed = closed_through
  return closed_through === null ? 'book opened again' : 'book closed'
}

/** A rate of the book's own for a day, kept, changed or removed. */
const ownRate: Move = async (play) => {
  const { ledger, random, person } = play
  const known = [...ledger.own.keys()]
  const id = known.length > 0 && random.chance(0.4) ? random.pick(known) : drawPair(play)
  const [from = '', to = '', date = ''] = id.split('/')
  const [params, before] = [{ from, to, date }, ledger.own.get(id)]
  if (before && random.chance(0.5)) {
    const answer = await person.call(deleteExchangeRate, { params })
    happened(play, answer)
    ledger.own.delete(id)
    return 'own rate removed'
  }
  const rate = random.pick([0.0061, 0.9, 1.25, 163.5])
  const answer = await person.call(putExchangeRate, { params, body: { rate } })
  if (rate === before) return 'nothing changed'
  happened(play, answer)
  const { version } = answer
  assert.deepEqual(answer, { id, ...params, rate, source: 'own', rate_date: date, version })
  ledger.own.set(id, rate)
  return 'own rate kept'
}

function drawPair({ ledger, random }: Play): string {
  const pair = [ledger.base, random.pick(CURRENCIES.filter((one) => one !== ledger.base))]
  return [...(random.chance(0.5) ? pair : pair.reverse()), dayFrom(random)].join('/')
}

export const recordMoves: [weight: number, move: Move][] = [
  [4, addCategory],
  [4, changeCategory],
  [2, trashCategory],
  [2, restoreCategory],
  [2, addContact],
  [3, changeContact],
  [3, close],
  [4, ownRate],
]

/** Adds the records that a book needs before anything can be recorded in it: an active category of either kind, and two accounts with money. */
export async function furnish(play: Play): Promise<void> {
  const isMissing = (kind: string) => usableCategories(play.ledger, kind).length === 0
  while (isMissing('expense') || isMissing('income')) await addCategory(play)
  while (moneyAccounts(play.ledger).length < 2) await openAccount(play)
}
