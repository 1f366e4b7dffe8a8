import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BudgetRow, BudgetSheet } from '../../contract/budgets.ts'
import type { Category } from '../../contract/categories.ts'
import { minorOf } from '../ui/money.ts'
import { budgetedOf } from './budget-sheet.ts'
import { leftOutText, replacesText } from './group-words.ts'
import { countedIn, itselfOf, membersPlanned, unplannedIn, wholeOf } from './groups.ts'
import { actualsOf, branchesOf, linesOf, NO_MEANS, totalsOf, withAmount } from './lines.ts'

const row = (name: string, part: Partial<BudgetRow> = {}): BudgetRow => ({
  category_id: name,
  category_name: name,
  ...{ parent_id: null, position: 0, icon: null, planned: null, actual: 0, carried: 0, left: 0 },
  ...{ rollover: false, only: false, running: null, since: null, explain: `of ${name}`, version: 0 },
  ...part,
})
const since = '2026-03'
const leisure = row('Leisure', { parent_id: 'Free time', planned: 60, since, actual: 22, carried: 5 })
const gifts = row('Gifts', { parent_id: 'Free time', planned: 50, since, actual: 44.26 })
const books = {
  id: 'Books',
  name: 'Books',
  kind: 'expense',
  parent_id: 'Free time',
  position: 9,
  icon: null,
  is_active: true,
}

/** Free time with Leisure, Gifts and Books, of which nothing is known, and Rent; the group as given. */
function linesWith(group: Partial<BudgetRow>) {
  const rows = [
    row('Free time', {
      children: [leisure, gifts],
      own: { actual: 3, explain: 'own' },
      actual: 69.26,
      ...group,
    }),
    row('Rent', { planned: 890, since, actual: 890 }),
    row('Car', { actual: 12 }),
  ]
  const sheet = { kind: 'expense', base_currency_id: 'EUR', rows } as unknown as BudgetSheet // the part that is read
  const means = new Map([
    ['Leisure', 4_943n],
    ['Gifts', 2_117n],
    ['Free time', 500n],
  ])
  return linesOf(sheet, [books as Category], { ...NO_MEANS, of: means })
}
const branch = (lines: ReturnType<typeof linesWith>) =>
  branchesOf(lines).find(({ line }) => line.category_id === 'Free time') ?? assert.fail()
const totals = (lines: ReturnType<typeof linesWith>) => {
  const counted = countedIn(lines, 'EUR')
  return { ...totalsOf(counted, 'EUR'), unplanned: actualsOf(counted, 'EUR').unplanned }
}

test('a group without a budget of its own has the sums of its members, and each of them counts', () => {
  const lines = linesWith({ planned: 110, carried: 5, left: 45.74 })
  const whole = wholeOf(branch(lines), 'EUR')
  assert.deepEqual(
    [whole.planned, whole.carried, whole.actual, whole.left, whole.mean, whole.explain],
    [110, 5, 69.26, 48.74, 7_560n, 'of Free time'],
  )
  // 3 of it is recorded in the group itself: it is in the totals' spending without a budget, and so not in what is left here.
  assert.equal(unplannedIn(branch(lines), 'EUR'), 300n)
  assert.equal(budgetedOf(whole, 'EUR'), 66.26, 'the bar is of the spending that the budgets are for')
  assert.equal(branch(lines).line.planned, null, 'its cell is empty')
  assert.equal(branch(lines).line.mean, null, 'no mean fills it')
  assert.equal(membersPlanned(branch(lines).members, 'EUR'), 11_000n)
  // What is recorded in the group itself has no budget, as Car has none.
  assert.deepEqual(totals(lines), {
    ...{ planned: 100_000n, actual: 95_626n, carried: 500n, left: 4_874n, unplanned: 1_500n },
  })
})

test('a group with a budget of its own counts once, in place of its members', () => {
  const lines = linesWith({ planned: 160, since, carried: -2.6, left: 88.14, counts_once: true })
  const whole = wholeOf(branch(lines), 'EUR')
  assert.deepEqual([whole.planned, whole.carried, whole.left], [160, -2.6, 88.14])
  assert.deepEqual(totals(lines), {
    ...{ planned: 105_000n, actual: 95_926n, carried: -260n, left: 8_814n, unplanned: 1_200n },
  })
})

test('the rest of a group’s own budget makes it count once, if nothing is left of it too, and as much as its members have left', () => {
  const whole = { planned: 110, counts_once: true }
  // The service: planned 110 + 890, actual 69.26 + 890, carried 0 or 5.
  assert.deepEqual(totals(linesWith({ ...whole, carried: 0, left: 40.74 })), {
    ...{ planned: 100_000n, actual: 95_926n, carried: 0n, left: 4_074n, unplanned: 1_200n },
  })
  assert.deepEqual(totals(linesWith({ ...whole, carried: 5, left: 45.74 })), {
    ...{ planned: 100_000n, actual: 95_926n, carried: 500n, left: 4_574n, unplanned: 1_200n },
  })
  const unused = linesWith({ children: [], own: null, actual: 3, carried: 7, left: 4, counts_once: true })
  assert.deepEqual(
    [wholeOf(branch(unused), 'EUR').carried, totals(unused).carried, totals(unused).actual],
    [7, 700n, 89_300n],
    'none of its members has figures',
  )
})

test('an unsaved budget of a group counts in place of its members, and an emptied one gives them back', () => {
  const put = (lines: ReturnType<typeof linesWith>, minor: bigint | null) =>
    lines.map((line) => (line.category_id === 'Free time' ? withAmount(line, minor, 'EUR') : line))
  const typed = put(linesWith({ planned: 110, carried: 5 }), 16_000n)
  const whole = wholeOf(branch(typed), 'EUR')
  assert.deepEqual([whole.planned, whole.carried, whole.left], [160, 0, 90.74])
  assert.deepEqual(totals(typed), {
    ...{ planned: 105_000n, actual: 95_926n, carried: 0n, left: 9_074n, unplanned: 1_200n },
  })
  const emptied = put(linesWith({ planned: 160, since, counts_once: true }), null)
  assert.deepEqual(totals(emptied), totals(linesWith({ planned: 110, carried: 5 })))
  const rest = put(linesWith({ planned: 160, since, carried: 7, counts_once: true }), null)
  assert.deepEqual(
    [wholeOf(branch(rest), 'EUR').planned, wholeOf(branch(rest), 'EUR').carried],
    [110, 7],
    'what is left of the group’s own budget of the month before still counts',
  )
  assert.equal(totals(rest).planned, 100_000n)
})

test('lines stand in their groups, in order, with members that have no figures yet', () => {
  assert.deepEqual(
    linesWith({}).map(({ category_name }) => category_name),
    ['Car', 'Free time', 'Books', 'Gifts', 'Leisure', 'Rent'],
  )
  const alone = wholeOf({ line: linesWith({})[0] ?? assert.fail(), members: [] }, 'EUR')
  assert.equal(alone.actual, 12)
})

test('an opened group has a line for the spending recorded in the group itself, and its lines add up to it', () => {
  const food = branch(linesWith({ planned: 110, carried: 5, left: 45.74 }))
  const whole = wholeOf(food, 'EUR')
  const itself = itselfOf(food) ?? assert.fail()
  assert.deepEqual([itself.actual, itself.planned, itself.carried, itself.explain], [3, null, 0, 'own'])
  const rows = [itself, ...food.members]
  assert.equal(actualsOf(rows, 'EUR').all, minorOf(whole.actual, 'EUR'))
  assert.equal(
    rows.reduce((sum, { mean }) => sum + (mean ?? 0n), 0n),
    whole.mean,
  )
  const means = countedIn(linesWith({}), 'EUR').reduce((sum, { mean }) => sum + (mean ?? 0n), 0n)
  assert.equal(means, 7_560n, 'the totals have it as well')
  const { line } = food
  const none = { ...line, actual: 0, whole: { actual: 0, explain: null, rest: null, mean: null } }
  assert.equal(itselfOf({ line: none, members: food.members }), undefined)
  assert.equal(itselfOf({ line, members: [] }), undefined, 'a category is all its own')
})

test('a group with a budget of its own says which carry of its members does not count, before it is typed too', () => {
  const money = (minor: bigint) => `€${Number(minor) / 100}`
  const texts = (lines: ReturnType<typeof linesWith>) => [
    leftOutText(branch(lines), 'EUR', money),
    replacesText(branch(lines), 'EUR', money),
  ]
  const replaces =
    'A budget of the group counts in place of the €110 that its categories make and of the €5 that they carried over.'
  const before = linesWith({ planned: 110, carried: 5 })
  const unplanned = '€3 was spent without a budget and takes nothing from the rest.'
  assert.deepEqual(texts(before), [unplanned, replaces], 'the carry of the members counts')
  const typed = before.map((line) =>
    line.category_id === 'Free time' ? withAmount(line, 16_000n, 'EUR') : line,
  )
  const leftOut =
    'The €5 that its categories carried over does not count here: the group’s own budget counts in their place.'
  assert.deepEqual(texts(typed), [leftOut, replaces])
  assert.equal(totals(typed).carried, 0n, 'as the totals have it')
  assert.deepEqual(texts(linesWith({ planned: 160, since, counts_once: true })), [leftOut, replaces])
  const over = typed.map((line) => ({
    ...line,
    carried: -line.carried,
    planned: line.category_id === 'Free time' ? 160 : null,
  }))
  assert.deepEqual(texts(over), [
    'The €5 that its categories were over does not count here: the group’s own budget counts in their place.',
    'A budget of the group counts in place of the €5 that its categories were over.',
  ])
  const plain = linesWith({ children: [gifts], planned: 50, own: { actual: 0, explain: null } } as object)
  assert.deepEqual(texts(plain), [
    '',
    'A budget of the group counts in place of the €50 that its categories make.',
  ])
})
