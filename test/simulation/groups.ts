import assert from 'node:assert/strict'
import type { Transaction } from '../../contract/budgeting.ts'
import * as categories from '../../contract/categories.ts'
import { NEVER } from '../../contract/month.ts'
import type { Code } from '../../contract/refusals.ts'
import { compare, isClosed, isThere, type Ledger, numberOf, type Planned, units } from '../model.ts'
import { heldIn, idOf, MONTHS } from './budgets.ts'
import { historySince } from './past.ts'
import { accepted, happened, type Move, outcome, type Play, post, refusedWith } from './play.ts'
import { there } from './transactions.ts'

type Category = categories.Category

/** The live categories in a group. */
export const childrenOf = (all: Iterable<Category>, id: string): Category[] =>
  [...all].filter((one) => isThere(one) && one.parent_id === id)

/** Whether every live category of a tree stands in none, or in a live one of its kind that stands in none. */
function isTree(tree: ReadonlyMap<string, Category>): boolean {
  return [...tree.values()].filter(isThere).every(({ parent_id, kind }) => {
    if (parent_id === null) return true
    const parent = tree.get(parent_id)
    return parent !== undefined && isThere(parent) && parent.kind === kind && parent.parent_id === null
  })
}

/** A group, right or wrong: most often one that could be, now and then a category of any kind, in the trash or not, or none. */
function drawParent({ ledger, random }: Play, { id, kind }: Category): string | null {
  if (random.chance(0.25)) return null
  const possible = there(ledger.categories).filter(
    (one) => one.kind === kind && one.id !== id && one.parent_id === null,
  )
  return possible.length > 0 && random.chance(0.7)
    ? random.pick(possible).id
    : random.pick([...ledger.categories.keys(), crypto.randomUUID()])
}

const drawPlace = (play: Play, category: Category) => ({
  ...(play.random.chance(0.8) && { parent_id: drawParent(play, category) }),
  ...(play.random.chance(0.4) && { position: play.random.below(4) }),
})

/** Moves a category to another group or place, which changes nothing else. */
const move: Move = async (play) => {
  const { ledger, random, person } = play
  const before = random.pick(there(ledger.categories))
  const body = {
    ...drawPlace(play, before),
    ...(random.chance(0.2) && { icon: random.pick([null, 'house', 'apple']) }),
  }
  const after = { ...before, ...body }
  const answer = await outcome(person.call(categories.updateCategory, { params: { id: before.id }, body }))
  if (!isTree(new Map([...ledger.categories, [before.id, after]])))
    return `move: ${refusedWith(answer, 'parent_invalid')}`
  const made = accepted(answer)
  if (JSON.stringify(after) === JSON.stringify(before)) {
    assert.deepEqual(made, before)
    return 'nothing changed'
  }
  happened(play, made)
  const { version, updated_at } = made
  assert.deepEqual(made, { ...after, version, updated_at })
  ledger.categories.set(before.id, made)
  return 'category moved'
}

/** Moves several at once: only the tree that comes of it has to be right. */
const arrange: Move = async (play) => {
  const { ledger, random, person } = play
  const some = there(ledger.categories).filter(() => random.chance(0.4))
  if (some.length === 0) return move(play)
  const rows = some.map((one) => ({ id: one.id, ...drawPlace(play, one) }))
  const arranged = new Map(ledger.categories)
  for (const { id, ...place } of rows) {
    const before = ledger.categories.get(id) ?? assert.fail(id)
    arranged.set(id, { ...before, ...place })
  }
  const answer = await outcome(person.call(categories.arrangeCategories, { body: { rows } }))
  if (!isTree(arranged)) return `arrangement: ${refusedWith(answer, 'parent_invalid')}`
  const made = accepted(answer)
  const isSame = (id: string) =>
    JSON.stringify(arranged.get(id)) === JSON.stringify(ledger.categories.get(id))
  const moved = some.filter(({ id }) => !isSame(id))
  if (moved.length > 0) happened(play, made)
  assert.equal(made.version, ledger.version)
  for (const [index, shown] of made.data.entries()) {
    const before = some[index] ?? assert.fail('one for each row')
    if (isSame(before.id)) {
      assert.deepEqual(shown, before)
      continue
    }
    const { version, updated_at } = shown
    assert.deepEqual(shown, { ...arranged.get(before.id), version, updated_at })
    ledger.categories.set(before.id, shown)
  }
  return moved.length > 0 ? 'categories arranged' : 'nothing changed'
}

/** The code with which a merge is refused, if it is. */
function whyNotMerged(ledger: Ledger, from: Category, into: Category | undefined): Code | undefined {
  if (!into || !isThere(into) || into.kind !== from.kind) return 'category_not_found'
  if (into.id === from.id) return 'invalid'
  if (from.is_active && !into.is_active) return 'category_inactive'
  if (childrenOf(ledger.categories.values(), from.id).length > 0) return 'has_children'
  const isOn = ({ lines }: Transaction) => lines.some(({ account_id }) => account_id === from.account.id)
  const isHeld = [...ledger.transactions.values()].some(
    (one) => isThere(one) && isClosed(ledger, one.date) && isOn(one),
  )
  return isHeld ? 'locked' : undefined
}

const merge: Move = async (play) => {
  const { ledger, random, person } = play
  const from = random.pick(there(ledger.categories))
  const likely = there(ledger.categories).filter(({ kind, id }) => kind === from.kind && id !== from.id)
  const id = random.pick(
    random.chance(0.7) && likely.length > 0
      ? likely.map((one) => one.id)
      : [...ledger.categories.keys(), crypto.randomUUID()],
  )
  const into = ledger.categories.get(id)
  const expected = whyNotMerged(ledger, from, into)
  const answer = await post(play, (headers) =>
    person.call(categories.mergeCategories, { params: { id: from.id }, body: { into: id }, headers }),
  )
  if (expected || !into) return `merge: ${refusedWith(answer, expected ?? 'category_not_found')}`
  const made = accepted(answer)
  const budgets = mergedBudgets(ledger, from, into)
  const given = [...ledger.budgets.values()].filter(({ category_id }) => category_id === from.id).length
  happened(play, made)
  assert.deepEqual(made.category, into)
  const transactions = await moveTransactions(play, from, into)
  assert.deepEqual(made.moved, { transactions, budgets: given, plans: 0, rules: 0 })
  for (const [key, budget] of budgets)
    if (budget) ledger.budgets.set(key, { ...budget, version: ledger.version })
    else ledger.budgets.delete(key)
  await toTrash(play, from)
  return 'categories merged'
}

/** The times and the ids of new lines are the service's. */
async function moveTransactions(play: Play, from: Category, into: Category): Promise<number> {
  const { ledger } = play
  const shown = new Map(
    (await historySince(play, ledger.version - 1, 1000)).map(({ id, after }) => [id, after as Transaction]),
  ) // of transactions, where their ids are looked up
  let moved = 0
  for (const [id, before] of ledger.transactions) {
    if (!before.lines.some(({ account_id }) => account_id === from.account.id)) continue
    const { updated_at, lines } = shown.get(id) ?? assert.fail(`${id} has not moved`)
    const other = (one: string | null) => (one === from.id ? into.id : one)
    ledger.transactions.set(id, {
      ...before,
      category_id: other(before.category_id),
      splits: before.splits.map((part) => ({ ...part, category_id: other(part.category_id) ?? '' })),
      lines: before.lines.map((line, index) =>
        line.account_id === from.account.id
          ? { ...line, account_id: into.account.id, id: lines[index]?.id ?? '' }
          : line,
      ),
      version: ledger.version,
      updated_at,
    })
    moved++
  }
  return moved
}

/** The budgets of both as those of one, month by month. */
function mergedBudgets(ledger: Ledger, from: Category, into: Category): Map<string, Planned | null> {
  const changes = new Map<string, Planned | null>()
  const both = [from, into]
  const given = (one: Category) => MONTHS.filter((month) => ledger.budgets.has(idOf(one, month)))
  if (given(from).length === 0) return changes
  for (const month of given(from)) changes.set(idOf(from, month), null)
  const runningIn = (month: string) => both.map((one) => heldIn(ledger, one, month, true)?.running ?? null)
  const sum = (amounts: (number | undefined)[]) =>
    numberOf(
      amounts.reduce((all, amount) => all + units(amount ?? 0, ledger.base), 0n),
      ledger.base,
    )
  const sinceIn = (month: string | undefined) =>
    month === undefined ? 'nothing' : JSON.stringify(runningIn(month).map((one) => one?.since ?? null))
  for (const [index, month] of MONTHS.entries()) {
    const running = runningIn(month)
    const begins = running.some(Boolean) && sinceIn(month) !== sinceIn(MONTHS[index - 1])
    const end = MONTHS.slice(index + 1).find((later) => !runningIn(later).some(Boolean))
    const held = both.map((one) => heldIn(ledger, one, month))
    const isAlone = held.some((one) => one?.only)
    const planned = {
      category_id: into.id,
      amount: isAlone ? sum(held.map((one) => one?.amount)) : null,
      rollover: isAlone ? held.some((one) => one?.rollover) : null,
      running_amount: begins ? sum(running.map((one) => one?.amount)) : null,
      running_rollover: begins ? running.some((one) => one?.rollover) : null,
      running_until: begins ? (end ?? NEVER) : null,
    }
    const before = ledger.budgets.get(idOf(into, month))
    const { version = 0, ...was } = before ?? {}
    if (!isAlone && !begins) before && changes.set(idOf(into, month), null)
    else if (JSON.stringify(sorted(was)) !== JSON.stringify(sorted(planned)))
      changes.set(idOf(into, month), { ...planned, version })
  }
  return changes
}

const sorted = (record: object) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))

/** The category and its account go to the trash together, at the time that the history says. */
async function toTrash(play: Play, { id, account }: Category): Promise<void> {
  const { ledger } = play
  const [shown] = (await historySince(play, ledger.version - 1, 1000)).filter((one) => one.id === id)
  const at = (shown?.after as Category | undefined)?.updated_at ?? ''
  const marks = { version: ledger.version, updated_at: at, deleted_at: at }
  const [category, own] = [ledger.categories.get(id), ledger.accounts.get(account.id)]
  assert(category && own)
  ledger.categories.set(id, { ...category, ...marks })
  ledger.accounts.set(own.id, { ...own, ...marks })
}

const collator = new Intl.Collator('und')
const isBefore = (a: string, b: string) => collator.compare(a, b) || compare([a], [b])

/** The categories in the order of their groups. */
export async function treeAgrees({ person, ledger, random }: Play): Promise<void> {
  const all = there(ledger.categories)
  const created = new Map([...ledger.categories.keys()].map((id, index) => [id, index]))
  // One without a position comes after all others.
  const byPlace = (a: Category, b: Category) =>
    Number(a.position === 0) - Number(b.position === 0) || a.position - b.position
  const order = (a: Category, b: Category) =>
    byPlace(a, b) || isBefore(a.name, b.name) || (created.get(a.id) ?? 0) - (created.get(b.id) ?? 0)
  const groups = all.filter(({ parent_id }) => parent_id === null)
  // Groups of one name and position are in the order of their ids.
  const byId = (a: Category, b: Category) =>
    byPlace(a, b) || isBefore(a.name, b.name) || (a.id < b.id ? -1 : 1)
  const expected = groups.sort(byId).flatMap((group) => [group, ...childrenOf(all, group.id).sort(order)])
  const { data } = await person.call(categories.listCategories, { query: { sort: 'position', limit: 1000 } })
  assert.deepEqual(data, expected)
  const group = random.pick(groups)
  const { data: members } = await person.call(categories.listCategories, {
    query: { parent_id: group.id, sort: 'position' },
  })
  assert.deepEqual(members, childrenOf(all, group.id).sort(order))
}

export const groupMoves: [weight: number, move: Move][] = [
  [7, move],
  [4, arrange],
  [4, merge],
]
