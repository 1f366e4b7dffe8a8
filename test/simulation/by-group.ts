import assert from 'node:assert/strict'
import { getBudgets } from '../../contract/budgets.ts'
import type { Category } from '../../contract/categories.ts'
import type { Month } from '../../contract/month.ts'
import { incomeStatement, spending } from '../../contract/reports.ts'
import { balances, type Ledger, numberOf, posted, units } from '../model.ts'
import { flowAgrees } from '../reports.ts'
import { heldIn, MONTHS, spendingOf } from './budgets.ts'
import type { Play } from './play.ts'
import { dayFrom } from './random.ts'

/** A category that stands in no group, and those that stand in it. */
type Group = { head: Category; members: Category[] }

/** The groups of a kind as they are today, and the categories beside them. */
function groupsOf({ categories }: Ledger, kind: string): Group[] {
  const all = [...categories.values()].filter((one) => one.kind === kind)
  return all
    .filter(({ parent_id }) => parent_id === null)
    .map((head) => ({ head, members: all.filter(({ parent_id }) => parent_id === head.id) }))
}

type Figures = { planned: bigint | null; actual: bigint; carried: bigint }
type Line = Figures & { id: string }

const isPlanned = ({ planned, carried }: Figures) => planned !== null || carried !== 0n
const isShown = (line: Figures) => isPlanned(line) || line.actual !== 0n
const leftOf = ({ planned, actual, carried }: Figures) => (planned ?? 0n) + carried - actual
const sum = <T>(list: readonly T[], of: (one: T) => bigint | null) =>
  list.reduce((total, one) => total + (of(one) ?? 0n), 0n)

/** The figures of a category, month by month; `spent` are the categories whose spending its budget is for. */
function lineOf(ledger: Ledger, category: Category, spent: readonly Category[], month: Month) {
  const spentIn = spendingOf(ledger)
  let [carried, left, isCarried] = [0n, 0n, false]
  let planned: bigint | null = null
  let isHeldOver = false
  for (const one of MONTHS.filter((name) => name <= month)) {
    isCarried = isHeldOver
    carried = isCarried ? left : 0n
    const held = heldIn(ledger, category, one)
    planned = held ? units(held.amount, ledger.base) : null
    left = (planned ?? 0n) + carried - sum(spent, (each) => spentIn(each, one))
    isHeldOver = held?.rollover === true
  }
  return { id: category.id, planned, carried, isCarried, actual: sum(spent, (one) => spentIn(one, month)) }
}

/** The figures of a group: with a budget of its own, or the rest of one, it is one; otherwise its lines are added up. */
function groupLines(ledger: Ledger, { head, members }: Group, month: Month) {
  const all = [head, ...members]
  const lines: Line[] = all.map((one) => lineOf(ledger, one, [one], month))
  const own = lineOf(ledger, head, all, month)
  const isOne = own.planned !== null || own.isCarried
  const isAnyPlanned = lines.some(({ planned }) => planned !== null)
  const total = {
    planned: own.planned ?? (isAnyPlanned ? sum(lines, ({ planned }) => planned) : null),
    actual: own.actual,
    carried: isOne ? own.carried : sum(lines, ({ carried }) => carried),
  }
  return { id: head.id, total, children: lines.slice(1).filter(isShown), counts: isOne ? [total] : lines }
}

/** The sheet by group of a random month is the model's. */
async function budgetsByGroupAgree({ person, ledger, random }: Play): Promise<void> {
  const [month, kind] = [random.pick(MONTHS), random.pick(['expense', 'expense', 'income'] as const)]
  const sheet = await person.call(getBudgets, { query: { month, kind, by_group: true } })
  const toApi = (minor: bigint | null) => (minor === null ? null : numberOf(minor, ledger.base))
  const shown = (id: string, line: Figures) =>
    [id, ...[line.planned, line.actual, line.carried, leftOf(line)].map(toApi)].join(' ')
  const found = sheet.rows.map(({ children = [], ...row }) =>
    [row, ...children.toSorted((a, b) => (a.category_id < b.category_id ? -1 : 1))]
      .map(({ category_id, planned, actual, carried, left }) =>
        [category_id, planned, actual, carried, left].join(' '),
      )
      .join(),
  )
  const groups = groupsOf(ledger, kind).map((group) => groupLines(ledger, group, month))
  const expected = groups
    .filter(({ total, children }) => isShown(total) || children.length > 0)
    .map(({ id, total, children }) => [
      shown(id, total),
      ...children.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((line) => shown(line.id, line)),
    ])
    .map((lines) => lines.join())
  const asked = `${kind} by group in ${month} from ${ledger.starts}`
  assert.deepEqual(new Set(found), new Set(expected), asked)
  const counts = groups.flatMap((group) => group.counts)
  const planned = counts.filter(isPlanned)
  const incomes = groupsOf(ledger, 'income').flatMap((group) => groupLines(ledger, group, month).counts)
  const income = sum(incomes, (one) => one.planned)
  const budgeted = sum(planned, (one) => one.planned)
  const { explain: _, ...totals } = sheet.totals
  assert.deepEqual(
    { ...totals, unplanned: sheet.unplanned.actual },
    {
      planned: toApi(budgeted),
      actual: toApi(sum(planned, ({ actual }) => actual)),
      carried: toApi(sum(planned, ({ carried }) => carried)),
      left: toApi(sum(planned, leftOf)),
      income_planned: toApi(income),
      to_plan: toApi(income - budgeted),
      unplanned: toApi(
        sum(
          counts.filter((one) => !isPlanned(one)),
          ({ actual }) => actual,
        ),
      ),
    },
    asked,
  )
}

/** The amount of some categories between two days, and in how many transactions. */
function spentIn(ledger: Ledger, some: readonly Category[], date_from: string, date_to: string) {
  const accounts = some.map(({ account }) => account.id)
  const lines = posted(ledger).filter(
    ({ line, transaction: { date } }) =>
      date >= date_from && date <= date_to && accounts.includes(line.account_id),
  )
  const amount = sum([...ledger.accounts.values()], (account) =>
    accounts.includes(account.id) ? balances(ledger, account, lines).worth : 0n,
  )
  return { amount, count: new Set(lines.map(({ transaction }) => transaction.id)).size }
}

/** Income statement, spending and flow by group are the model's, and open to the same categories. */
async function groupFiguresAgree(play: Play): Promise<void> {
  const { person, ledger, random } = play
  const [date_from = '', date_to = ''] = [dayFrom(random), dayFrom(random)].sort()
  const query = { date_from, date_to }
  const toApi = (minor: bigint) => numberOf(minor, ledger.base)
  const kind = random.pick(['expense', 'income'] as const)
  const statement = await person.call(incomeStatement, { query: { ...query, by: 'month', by_group: true } })
  const compare = random.pick(['previous', 'year'] as const)
  const spent = await person.call(spending, { query: { ...query, kind, compare, by_group: true } })
  const { previous_date_from: then_from, previous_date_to: then_to } = spent
  const byId = new Map(spent.rows.map((row) => [row.id, row]))
  const rows = new Map(statement[kind].map((row) => [row.category_id, row]))
  for (const { head, members } of groupsOf(ledger, kind)) {
    const all = [head, ...members]
    const now = spentIn(ledger, all, date_from, date_to)
    const before = spentIn(ledger, all, then_from, then_to)
    const row = byId.get(head.id)
    const where = `${head.id} from ${date_from} to ${date_to}`
    assert.deepEqual(
      [row?.amount ?? 0, row?.count ?? 0, row?.previous ?? 0],
      [toApi(now.amount), now.count, toApi(before.amount)],
      where,
    )
    const parts = members.map((one) => [one.id, toApi(spentIn(ledger, [one], date_from, date_to).amount)])
    for (const [id, amount] of parts) {
      assert.equal(row?.children?.find((one) => one.id === id)?.amount ?? 0, amount, where)
      const child = rows.get(head.id)?.children?.find((one) => one.category_id === id)
      assert.equal(child?.total ?? 0, amount, where)
    }
    for (const [index, period] of statement.periods.entries())
      assert.equal(
        rows.get(head.id)?.amounts[index] ?? 0,
        toApi(spentIn(ledger, all, period.date_from, period.date_to).amount),
        `${where}, ${period.label}`,
      )
  }
  if (random.chance(0.2)) await flowAgrees(person, query)
}

export const questionsByGroup = [budgetsByGroupAgree, groupFiguresAgree]
