import assert from 'node:assert/strict'
import { updateBook } from '../../contract/books.ts'
import {
  type Budget,
  type BudgetDraft,
  copyBudgets,
  deleteBudget,
  getBudgets,
  putBudget,
} from '../../contract/budgets.ts'
import type { Category } from '../../contract/categories.ts'
import { addMonths, daysOfMonth, MONTH_STARTS, type Month } from '../../contract/month.ts'
import { balances, isThere, type Ledger, numberOf, posted, units } from '../model.ts'
import type { Person } from '../world.ts'
import { accepted, happened, type Move, outcome, type Play, post, refusedWith } from './play.ts'
import { amountFrom } from './random.ts'

/** The model's record of a budget. */
export type Planned = { category_id: string; amount: number; rollover: boolean; version: number }

/** The months that the days of the simulation are in, whatever day months start on, and one on either side. */
const MONTHS: readonly Month[] = Array.from({ length: 8 }, (_, index) => addMonths('2025-09', index))

const idOf = ({ id }: Category, month: Month) => `${id}/${month}`

const keep = ({ ledger }: Play, { id, category_id, amount, rollover, version }: Budget) =>
  ledger.budgets.set(id, { category_id, amount, rollover, version })

/** Sets a budget, or tries to set one of a category in the trash. */
const set: Move = async (play) => {
  const { ledger, random, person } = play
  const category = random.pick([...ledger.categories.values()])
  const month = random.pick(MONTHS)
  const before = ledger.budgets.get(idOf(category, month))
  const amount = random.chance(0.1) ? 0 : amountFrom(random, ledger.base)
  const body: BudgetDraft = {
    ...(random.chance(0.8) && { amount }),
    ...(random.chance(0.8) && { rollover: random.chance(0.8) }),
  }
  const params = { category_id: category.id, month }
  const answer = await outcome(person.call(putBudget, { params, body }))
  if (!isThere(category)) return `budget: ${refusedWith(answer, 'not_found')}`
  if (body.amount === undefined && !before) return `budget: ${refusedWith(answer, 'invalid')}`
  const after = { amount: before?.amount ?? 0, rollover: before?.rollover ?? false, ...body }
  const made = accepted(answer)
  const isSame = before?.amount === after.amount && before.rollover === after.rollover
  if (!isSame) happened(play, made)
  const version = isSame ? before.version : ledger.version
  const id = idOf(category, month)
  assert.deepEqual(made, { id, ...params, category_name: category.name, ...after, version })
  if (!isSame) keep(play, made)
  return isSame ? 'nothing changed' : 'budget set'
}

const remove: Move = async (play) => {
  const { ledger, random, person } = play
  const all = [...ledger.budgets]
  if (all.length === 0) return set(play)
  const [id, before] = random.pick(all)
  const params = { category_id: before.category_id, month: id.slice(-7) }
  const answer = accepted(await outcome(person.call(deleteBudget, { params })))
  happened(play, answer)
  assert.deepEqual([answer.amount, answer.rollover], [before.amount, before.rollover])
  ledger.budgets.delete(id)
  return 'budget removed'
}

/** Copies the budgets of a month, or its spending, to another month. */
const copy: Move = async (play) => {
  const { ledger, random, person } = play
  const [month, from] = [random.pick(MONTHS), random.pick(MONTHS)]
  const kind = random.pick(['expense', 'expense', 'income'] as const)
  const isActual = random.chance(0.5)
  const spentIn = spendingOf(ledger)
  const body = { from: isActual ? `actual:${from}` : from, kind }
  const copied = [...ledger.categories.values()]
    .filter((one) => one.kind === kind && one.is_active && isThere(one))
    .flatMap((category) => {
      const before = ledger.budgets.get(idOf(category, month))
      const spent = spentIn(category, from)
      const source = isActual
        ? spent > 0n && { amount: numberOf(spent, ledger.base), rollover: before?.rollover ?? false }
        : ledger.budgets.get(idOf(category, from))
      return source ? [{ category, before, amount: source.amount, rollover: source.rollover }] : []
    })
  const answer = await post(play, (headers) => person.call(copyBudgets, { params: { month }, body, headers }))
  if (copied.length === 0) return `copy: ${refusedWith(answer, 'nothing_to_copy')}`
  const made = accepted(answer)
  const changed = copied.filter(
    ({ before, amount, rollover }) => before?.amount !== amount || before.rollover !== rollover,
  )
  if (changed.length > 0) happened(play, made)
  const plain = (list: { id: string; amount: number; rollover: boolean }[]) =>
    new Set(list.map(({ id, amount, rollover }) => [id, amount, rollover].join(' ')))
  const expected = copied.map(({ category, ...one }) => ({ ...one, id: idOf(category, month) }))
  assert.deepEqual(plain(made.data), plain(expected))
  for (const { category } of changed)
    keep(play, made.data.find(({ id }) => id === idOf(category, month)) ?? assert.fail('one of them'))
  return changed.length > 0 ? 'budgets copied' : 'nothing changed'
}

/** Makes months start on another day. */
const start: Move = async (play) => {
  const { ledger, random, person } = play
  const month_starts_on = random.pick(MONTH_STARTS)
  const answer = await person.call(updateBook, { body: { month_starts_on } })
  if (month_starts_on === ledger.starts) return 'nothing changed'
  happened(play, answer)
  ledger.starts = month_starts_on
  return 'months start on another day'
}

export const budgetMoves: [weight: number, move: Move][] = [
  [8, set],
  [3, remove],
  [2, copy],
  [1, start],
]

/** The amounts that categories took or brought in months. */
function spendingOf(ledger: Ledger): (category: Category, month: Month) => bigint {
  const lines = posted(ledger)
  return ({ account }, month) => {
    const { date_from, date_to } = daysOfMonth(month, ledger.starts)
    const owner = ledger.accounts.get(account.id)
    const isIn = ({ line, transaction: { date } }: (typeof lines)[number]) =>
      line.account_id === account.id && date >= date_from && date <= date_to
    return owner ? balances(ledger, owner, lines.filter(isIn)).worth : 0n
  }
}

/** The budget of a random month is the model's, which goes from month to month. */
export async function budgetsAgree({ person, ledger, random }: Play): Promise<void> {
  const [month, kind] = [random.pick(MONTHS), random.pick(['expense', 'expense', 'income'] as const)]
  const sheet = await person.call(getBudgets, { query: { month, kind } })
  const spentIn = spendingOf(ledger)
  const sums = { planned: 0n, actual: 0n, carried: 0n, left: 0n, unplanned: 0n }
  const expected = [...ledger.categories.values()]
    .filter((one) => one.kind === kind)
    .flatMap((category) => {
      let [carried, left] = [0n, 0n]
      let budget: Planned | undefined
      for (const one of MONTHS.filter((name) => name <= month)) {
        carried = budget?.rollover ? left : 0n
        budget = ledger.budgets.get(idOf(category, one))
        left = units(budget?.amount ?? 0, ledger.base) + carried - spentIn(category, one)
      }
      const actual = spentIn(category, month)
      if (!budget && actual === 0n && carried === 0n) return []
      if (budget || carried !== 0n) {
        sums.planned += units(budget?.amount ?? 0, ledger.base)
        sums.actual += actual
        sums.carried += carried
        sums.left += left
      } else sums.unplanned += actual
      const figures = [actual, carried, left].map((minor) => numberOf(minor, ledger.base))
      return [[category.id, budget?.amount ?? null, ...figures, budget?.version ?? 0].join(' ')]
    })
  const found = sheet.rows.map(({ category_id, planned, actual, carried, left, version }) =>
    [category_id, planned, actual, carried, left, version].join(' '),
  )
  assert.deepEqual(found.sort(), expected.sort(), `${kind} in ${month} from ${ledger.starts}`)
  const { explain: _, ...totals } = sheet.totals
  assert.deepEqual(
    { ...totals, unplanned: sheet.unplanned.actual },
    Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, numberOf(sum, ledger.base)])),
  )
}

/** Every budget, as the history shows it. */
export async function allBudgets({ call }: Person): Promise<Budget[]> {
  const found: Budget[] = []
  for (const month of MONTHS)
    for (const kind of ['expense', 'income'] as const)
      for (const row of (await call(getBudgets, { query: { month, kind } })).rows) {
        const { category_id, category_name, planned, rollover, version } = row
        const id = `${category_id}/${month}`
        if (planned !== null)
          found.push({ id, category_id, category_name, month, amount: planned, rollover, version })
      }
  return found
}
