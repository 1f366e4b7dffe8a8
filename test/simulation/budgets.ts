import assert from 'node:assert/strict'
import { updateBook } from '../../contract/books.ts'
import {
  type Budget,
  type BudgetDraft,
  copyBudgets,
  deleteBudget,
  getBudget,
  getBudgets,
  putBudget,
  putBudgets,
} from '../../contract/budgets.ts'
import type { Category } from '../../contract/categories.ts'
import { addMonths, daysOfMonth, MONTH_STARTS, type Month, NEVER } from '../../contract/month.ts'
import { balances, isThere, type Ledger, numberOf, type Planned, posted, units } from '../model.ts'
import type { Person } from '../world.ts'
import { accepted, happened, type Move, outcome, type Play, post, refusedWith } from './play.ts'
import { amountFrom } from './random.ts'

/** The months that the days of the simulation are in, whatever day months start on, and one on either side. */
export const MONTHS: readonly Month[] = Array.from({ length: 8 }, (_, index) => addMonths('2025-09', index))

export const idOf = ({ id }: Category, month: Month) => `${id}/${month}`

type Held = Pick<Budget, 'amount' | 'rollover' | 'only' | 'since' | 'running' | 'version'>

/** The budget that holds in a month: the month's own, else the latest one that runs, unless it was ended. */
export function heldIn(
  ledger: Ledger,
  category: Category,
  month: Month,
  isRunningAlone = false,
): Held | undefined {
  const own = ledger.budgets.get(idOf(category, month))
  const [since, run] = runBefore(ledger, category, month) ?? []
  const isRunning = since && run && month < (run.running_until ?? '')
  const running = isRunning
    ? {
        amount: run.running_amount ?? 0,
        rollover: run.running_rollover === true,
        since,
        until: run.running_until === NEVER ? null : run.running_until,
      }
    : null
  if (own && own.amount !== null && !isRunningAlone)
    return {
      amount: own.amount,
      rollover: own.rollover === true,
      only: true,
      since: month,
      running,
      version: own.version,
    }
  if (!running || !run) return undefined
  const { amount, rollover } = running
  return { amount, rollover, only: false, since: running.since, running, version: run.version }
}

/** The latest budget that runs from a month or from an earlier one, with its month. */
const runBefore = (ledger: Ledger, category: Category, month: Month): [Month, Planned] | undefined =>
  MONTHS.filter((one) => one <= month)
    .map((one): [Month, Planned | undefined] => [one, ledger.budgets.get(idOf(category, one))])
    .findLast((one): one is [Month, Planned] => typeof one[1]?.running_amount === 'number')

const isSameAs = (held: Held | undefined, draft: { amount: number; rollover: boolean; only: boolean }) =>
  held?.amount === draft.amount && held.rollover === draft.rollover && held.only === draft.only

/** Whether an amount is given in a month for a budget that runs since another one: it begins anew, even with the same amount. */
const isGivenAnew = (held: Held | undefined, month: Month, amount: number | null | undefined) =>
  typeof amount === 'number' && held !== undefined && !held.only && held.since !== month

const emptyOf = ({ id }: Category): Planned => ({
  category_id: id,
  amount: null,
  rollover: null,
  running_amount: null,
  running_rollover: null,
  running_until: null,
  version: 0,
})

/** Writes an amount into the model, at the version that the book has now. */
function setIn(
  ledger: Ledger,
  category: Category,
  month: Month,
  { amount, rollover, only }: { amount: number; rollover: boolean; only: boolean },
): void {
  const { version } = ledger
  const before = ledger.budgets.get(idOf(category, month)) ?? emptyOf(category)
  const part = only
    ? { amount, rollover }
    : {
        amount: null,
        rollover: null,
        running_amount: amount,
        running_rollover: rollover,
        running_until: before.running_until ?? NEVER,
      }
  ledger.budgets.set(idOf(category, month), { ...before, ...part, version })
}

/** Removes the budget of a month alone from the model, or ends the running one. */
function endIn(ledger: Ledger, category: Category, month: Month): void {
  const { version } = ledger
  const id = idOf(category, month)
  const own = ledger.budgets.get(id)
  if (own && own.amount !== null) {
    if (own.running_amount === null) ledger.budgets.delete(id)
    else ledger.budgets.set(id, { ...own, amount: null, rollover: null, version })
    return
  }
  if (own) ledger.budgets.delete(id)
  const [since, run] = runBefore(ledger, category, month) ?? []
  if (since && run && (run.running_until ?? '') > month)
    ledger.budgets.set(idOf(category, since), { ...run, running_until: month, version })
}

/** Amount, rollover and course of a budget, some of them left out. */
function drawDraft({ random, ledger }: Play): BudgetDraft {
  const amount = random.chance(0.1) ? 0 : amountFrom(random, ledger.base)
  return {
    ...(random.chance(0.8) && { amount }),
    ...(random.chance(0.8) && { rollover: random.chance(0.8) }),
    ...(random.chance(0.6) && { only: random.chance(0.6) }),
  }
}

/** Sets a budget, or tries to set one of a category in the trash. */
const set: Move = async (play) => {
  const { ledger, random, person } = play
  const category = random.pick([...ledger.categories.values()])
  const month = random.pick(MONTHS)
  const before = heldIn(ledger, category, month)
  const body = drawDraft(play)
  const params = { category_id: category.id, month }
  const answer = await outcome(person.call(putBudget, { params, body }))
  if (!isThere(category)) return `budget: ${refusedWith(answer, 'not_found')}`
  if (body.amount === undefined && !before) return `budget: ${refusedWith(answer, 'invalid')}`
  const after = { amount: before?.amount ?? 0, rollover: before?.rollover ?? false, only: false, ...body }
  const made = accepted(answer)
  const isSame = isSameAs(before, after) && !isGivenAnew(before, month, body.amount)
  if (!isSame) {
    happened(play, made)
    setIn(ledger, category, month, after)
  }
  const held = heldIn(ledger, category, month)
  assert.deepEqual(made, { id: idOf(category, month), ...params, category_name: category.name, ...held })
  const read = await person.call(getBudget, { params })
  assert.deepEqual(read, made)
  return isSame ? 'nothing changed' : after.only ? 'budget of a month set' : 'running budget set'
}

const remove: Move = async (play) => {
  const { ledger, random, person } = play
  const category = random.pick([...ledger.categories.values()])
  const month = random.pick(MONTHS)
  const held = heldIn(ledger, category, month)
  const answer = await outcome(person.call(deleteBudget, { params: { category_id: category.id, month } }))
  if (!held) return `budget: ${refusedWith(answer, 'not_found')}`
  const made = accepted(answer)
  happened(play, made)
  assert.deepEqual(
    [made.amount, made.rollover, made.only, made.since],
    [held.amount, held.rollover, held.only, held.since],
  )
  endIn(ledger, category, month)
  return held.only ? 'budget removed' : 'running budget ended'
}

/** Sets, removes and ends the budgets of several categories in one change; a row that is refused refuses all. */
const sheet: Move = async (play) => {
  const { ledger, random, person } = play
  const month = random.pick(MONTHS)
  const categories = [...ledger.categories.values()].filter(() => random.chance(0.5)).slice(0, 6)
  if (categories.length === 0) return set(play)
  const rows = categories.map((category) => {
    const { amount = null, ...draft } = drawDraft(play)
    return { category_id: category.id, amount, ...draft }
  })
  const answer = await outcome(person.call(putBudgets, { params: { month }, body: { rows } }))
  // The first row that is refused says why. Without an amount, `only` would end a running budget.
  const faults = categories.flatMap((category, index) => {
    if (!isThere(category)) return ['category_not_found' as const]
    const held = heldIn(ledger, category, month)
    const { amount, only } = rows[index] ?? {}
    return amount === null && only && held && !held.only ? ['invalid' as const] : []
  })
  if (faults[0]) return `sheet: ${refusedWith(answer, faults[0])}`
  const made = accepted(answer)
  const steps = rows.flatMap(({ amount, rollover, only = false }, index) => {
    const category = categories[index] as Category // of each row
    const held = heldIn(ledger, category, month)
    if (amount === null) return held ? [() => endIn(ledger, category, month)] : []
    const after = { amount, rollover: rollover ?? held?.rollover ?? false, only }
    return isSameAs(held, after) && !isGivenAnew(held, month, amount)
      ? []
      : [() => setIn(ledger, category, month, after)]
  })
  if (steps.length > 0) happened(play, made)
  for (const step of steps) step()
  const expected = categories.flatMap((category, index) => {
    const held = heldIn(ledger, category, month)
    if (!held || rows[index]?.amount === null) return []
    const { id, name } = category
    return [{ id: idOf(category, month), category_id: id, category_name: name, month, ...held }]
  })
  assert.deepEqual(made, { version: ledger.version, data: expected })
  return steps.length > 0 ? 'sheet of budgets set' : 'nothing changed'
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
      const rollover = heldIn(ledger, category, month)?.rollover ?? false
      const source = isActual
        ? spent > 0n && { amount: numberOf(spent, ledger.base), rollover }
        : heldIn(ledger, category, from)
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
  for (const { category, amount, rollover } of changed)
    setIn(ledger, category, month, { amount, rollover, only: true })
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
  [3, sheet],
  [2, copy],
  [1, start],
]

/** The amounts that categories took or brought in months. */
export function spendingOf(ledger: Ledger): (category: Category, month: Month) => bigint {
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
  const incomes = [...ledger.categories.values()].filter((one) => one.kind === 'income')
  const income_planned = incomes.reduce(
    (sum, one) => sum + units(heldIn(ledger, one, month)?.amount ?? 0, ledger.base),
    0n,
  )
  const sums = { planned: 0n, actual: 0n, carried: 0n, left: 0n, unplanned: 0n }
  const expected = [...ledger.categories.values()]
    .filter((one) => one.kind === kind)
    .flatMap((category) => {
      let [carried, left] = [0n, 0n]
      let budget: Held | undefined
      for (const one of MONTHS.filter((name) => name <= month)) {
        carried = budget?.rollover ? left : 0n
        budget = heldIn(ledger, category, one)
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
      return [
        [category.id, budget?.amount ?? null, ...figures, budget?.version ?? 0, budget?.since].join(' '),
      ]
    })
  const found = sheet.rows.map(({ category_id, planned, actual, carried, left, version, since }) =>
    [category_id, planned, actual, carried, left, version, since].join(' '),
  )
  assert.deepEqual(found.sort(), expected.sort(), `${kind} in ${month} from ${ledger.starts}`)
  const { explain: _, ...totals } = sheet.totals
  assert.deepEqual(
    { ...totals, unplanned: sheet.unplanned.actual },
    Object.fromEntries(
      Object.entries({ ...sums, income_planned, to_plan: income_planned - sums.planned }).map(
        ([name, sum]) => [name, numberOf(sum, ledger.base)],
      ),
    ),
  )
}

/** Every budget, as the history shows it: in the month for which it was given. */
export async function allBudgets({ call }: Person): Promise<Budget[]> {
  const found: Budget[] = []
  for (const month of MONTHS)
    for (const kind of ['expense', 'income'] as const)
      for (const row of (await call(getBudgets, { query: { month, kind } })).rows) {
        const { category_id, category_name, planned, rollover, only, version } = row
        const running = row.running?.since === month ? row.running : null
        if (planned === null || row.since !== month) continue
        const id = `${category_id}/${month}`
        const shown = { amount: planned, rollover, only, running, since: month, version }
        found.push({ id, category_id, category_name, month, ...shown })
      }
  return found
}
