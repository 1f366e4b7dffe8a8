import { addDays, type Day, isDay, LAST_DAY } from '../../../contract/day.ts'
import { type OnDay, occurrencesBetween, postingDay, type Schedule } from '../../../contract/schedule.ts'
import { type Later, later } from '../../../words/t.ts'
import type { ActualNames } from './actual-names.ts'
import { type ActualEntries, amountOf, amountSaid, type BudgetMoney, dayOfNumber } from './actual-rows.ts'
import {
  type ActualTables,
  isObject,
  isSet,
  numberIn,
  objectsIn,
  type RulePart,
  textIn,
} from './actual-tables.ts'
import type { FileRecurring, LeftOutOfFile } from './besides.ts'
import { plainText, shortValue } from './file-values.ts'
import type { SqliteRow } from './sqlite.ts'

/** A schedule of Actual that has no place in a book, with the reason. */
class Unsayable extends Error {
  readonly why: Later
  constructor(why: Later) {
    super(why.text)
    this.why = why
  }
}
const cannot = (why: Later): never => {
  throw new Unsayable(why)
}

/** Recurring payments: those that Florin can say, from the next one on, and the others by name. */
export function recurringOf(
  tables: ActualTables,
  names: ActualNames,
  entries: ActualEntries,
  money: BudgetMoney,
): { readonly recurring: FileRecurring[]; readonly left_out: LeftOutOfFile[] } {
  const rules = new Map(tables('rules').map((row) => [textIn(row, 'id'), row]))
  const next = new Map(tables('schedules_next_date').map((row) => [textIn(row, 'schedule_id'), nextDay(row)]))
  const paid = new Map<string, Day>()
  for (const { row, date } of entries.byId.values()) {
    const id = textIn(row, 'schedule')
    if (id !== '' && date > (paid.get(id) ?? '')) paid.set(id, date)
  }
  const recurring: FileRecurring[] = []
  const left_out: LeftOutOfFile[] = []
  for (const row of tables('schedules')) {
    const id = textIn(row, 'id')
    const { name, read } = scheduleIn(row, rules.get(textIn(row, 'rule')), names, money)
    const say = (why: Later) => left_out.push({ kind: 'recurring', name, why })
    try {
      if (isSet(row, 'completed')) cannot(later('It is completed in Actual.'))
      const { plan, when, remarks } = read()
      const found = when(next.get(id), paid.get(id), isSet(row, 'posts_transaction'))
      if (found.length === 0) cannot(later('Its last one is over.'))
      recurring.push(
        ...found.map((schedule, at) => ({
          ...plan,
          name: at === 0 ? name : `${name} (${at + 1})`,
          schedule,
        })),
      )
      for (const remark of remarks) say(remark)
      if (isSet(row, 'posts_transaction'))
        say(later('It comes over as one to confirm. Actual enters it by itself: say so in Recurring.'))
    } catch (error) {
      if (!(error instanceof Unsayable)) throw error
      say(error.why)
    }
  }
  return { recurring, left_out }
}

/** The program has a day of this device and one of all devices: the former counts as long as it belongs to the latter. */
const nextDay = (row: SqliteRow): Day | undefined =>
  dayOfNumber(
    numberIn(row, 'local_next_date_ts') === numberIn(row, 'base_next_date_ts')
      ? row.local_next_date
      : row.base_next_date,
  )

type WhenOf = (next: Day | undefined, paid: Day | undefined, isExact: boolean) => Schedule[]
type ReadSchedule = {
  readonly plan: Omit<FileRecurring, 'name' | 'schedule'>
  readonly when: WhenOf
  readonly remarks: readonly Later[]
}

function scheduleIn(row: SqliteRow, rule: SqliteRow | undefined, names: ActualNames, money: BudgetMoney) {
  const conditions = objectsIn(rule?.conditions)
  const payee = names.payee(String(valueIn(conditions, ['payee', 'description'], ['is']) ?? ''))
  const name = plainText(textIn(row, 'name') || payee?.name, 140) || 'A schedule'
  const read = (): ReadSchedule => {
    const actions = objectsIn(rule?.actions)
    if (!conditions || !actions) return cannot(later('Its rule is missing or cannot be read.'))
    const { plan, remarks } = planIn(conditions, actions, names, money)
    const written = valueIn(conditions, ['date'], ['is', 'isapprox'])
    const isExact = conditionOf(conditions, ['date'], ['is']) !== undefined
    const repeats = isObject(written) ? repeatsIn(written) : [onceIn(written)]
    const when: WhenOf = (next, paid, isPosted) =>
      repeats.flatMap((one) => remaining(one, next, paid, isPosted || isExact) ?? [])
    const isShort = isObject(written) && repeats.some(({ unit, on, start }) => isLate(unit, on, start))
    const short = later(
      'It comes over. In months that have no such day, Actual leaves it out; Florin takes their last day.',
    )
    return { plan, when, remarks: isShort ? [...remarks, short] : remarks }
  }
  return { name, read }
}

const conditionOf = (
  parts: readonly RulePart[] | undefined,
  fields: readonly string[],
  ops: readonly string[],
) => parts?.find(({ field, op }) => fields.includes(String(field)) && ops.includes(String(op)))
const valueIn = (...asked: Parameters<typeof conditionOf>): unknown => conditionOf(...asked)?.value

function planIn(
  conditions: readonly RulePart[],
  actions: readonly RulePart[],
  names: ActualNames,
  money: BudgetMoney,
) {
  if (
    actions.some(({ op, options }) => op === 'set-split-amount' || (isObject(options) && options.splitIndex))
  )
    cannot(later('It is a split, and a plan of a file has one category.'))
  const account = names.account(String(valueIn(conditions, ['account', 'acct'], ['is']) ?? ''))
  if (!account) return cannot(later('It names no account.'))
  const payee = names.payee(String(valueIn(conditions, ['payee', 'description'], ['is']) ?? ''))
  const { units, remarks } = unitsIn(valueIn(conditions, ['amount'], ['is', 'isapprox', 'isbetween']), money)
  if (units === 0n) cannot(later('It has no amount.'))
  const amount = amountOf(units < 0n ? -units : units, money.decimals)
  const shared = { amount, ...(money.currency && { currency: money.currency }) }
  const set = (field: string) =>
    actions.find((one) => one.op === 'set' && one.field === field && !hasFormula(one))?.value
  const notes = plainText(String(set('notes') ?? ''), 2_000)
  const words = { ...shared, ...(notes !== '' && { notes }) }
  const other = payee?.account === undefined ? undefined : names.account(payee.account)
  if (payee?.account !== undefined) {
    if (!other || other === account)
      return cannot(later('The account on its other side is not in the budget.'))
    const [from, to] = units < 0n ? [account, other] : [other, account]
    return { plan: { ...words, kind: 'transfer' as const, account: from.name, to_account: to.name }, remarks }
  }
  const kind = units < 0n ? ('expense' as const) : ('income' as const)
  const category = names.category(String(set('category') ?? ''))
  if (category && category.kind !== kind)
    cannot(
      later(
        '{kind, select, income {"{category}" is a category of income, and its money goes the other way.} other {"{category}" is a category of expense, and its money goes the other way.}}',
        { kind: category.kind, category: shortValue(category.name) },
      ),
    )
  return {
    plan: {
      ...words,
      kind,
      account: account.name,
      ...(category && { category: category.name }),
      ...(payee && payee.name !== '' && { payee: payee.name }),
    },
    remarks,
  }
}

/** Whether an action computes its value. */
const hasFormula = ({ options }: RulePart): boolean =>
  isObject(options) && Boolean(options.template || options.formula)

function unitsIn(value: unknown, money: BudgetMoney): { units: bigint; remarks: Later[] } {
  const whole = (one: unknown) =>
    Number.isSafeInteger(one) ? BigInt(one as number) : cannot(later('Its amount is not a number.')) // it is an integer
  if (!isObject(value)) return { units: whole(value), remarks: [] }
  const [low, high] = [whole(value.num1), whole(value.num2)]
  return {
    units: (low + high) / 2n,
    remarks: [
      later('It comes over with the middle: in Actual its amount is between {low} and {high}.', {
        low: amountSaid(low, money),
        high: amountSaid(high, money),
      }),
    ],
  }
}

const UNITS = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' } as const
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const plainSchedule = { every: 1, on: null, end: null, count: null, working_days: 'none' } as const

const dayIn = (value: unknown): Day =>
  typeof value === 'string' && isDay(value.slice(0, 10))
    ? value.slice(0, 10)
    : cannot(later('"{value}" is not a day.', { value: shortValue(String(value)) }))

const onceIn = (value: unknown): Schedule => ({
  ...plainSchedule,
  start: dayIn(value),
  unit: 'day',
  count: 1,
})

/** How a payment repeats: a schedule for each of the days that it names. */
function repeatsIn(config: RulePart): Schedule[] {
  const { frequency, interval = 1, patterns, start, endMode, endOccurrences, endDate } = config
  const unit =
    UNITS[String(frequency) as keyof typeof UNITS] ?? cannot(later('How it repeats cannot be read.')) // looked up, or refused
  const every = wholeIn(interval ?? 1, 1_000)
  const list = unit === 'month' && Array.isArray(patterns) ? patterns.slice(0, 32) : []
  const first = dayIn(start)
  const shared = {
    ...plainSchedule,
    start: first,
    unit,
    every,
    end: endMode === 'on_date' ? dayIn(endDate) : null,
    count: endMode === 'after_n_occurrences' ? wholeIn(endOccurrences, 10_000) : null,
    working_days: config.skipWeekend ? (config.weekendSolveMode === 'before' ? 'before' : 'after') : 'none',
  } as const
  if (list.length > 1 && shared.count !== null)
    cannot(later('It ends after a number of times, on several days of the month together.'))
  const dayOfMonth = unit === 'month' || unit === 'year' ? Number(first.slice(8)) : null
  const days = list.length > 0 ? list.map(dayOfPattern) : [dayOfMonth]
  return days.map((on) => ({ ...shared, on }))
}

const wholeIn = (value: unknown, most: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= most
    ? value
    : cannot(later('How often it repeats cannot be read.'))

function dayOfPattern(pattern: unknown): OnDay {
  const { type, value } = isObject(pattern) ? pattern : {}
  const number = typeof value === 'number' && Number.isInteger(value) ? value : 0
  const weekday = WEEKDAYS.indexOf(String(type)) + 1
  if (type === 'day' && number === -1) return 'last'
  if (type === 'day' && number >= 1 && number <= 31) return number
  if (weekday > 0 && (number === -1 || (number >= 1 && number <= 5))) return { weekday, nth: number }
  return cannot(later('Its days of the month cannot be said in Florin.'))
}

/** Whether a day is not in every month, or in every year. */
const isLate = (unit: Schedule['unit'], on: OnDay | null, start: Day): boolean =>
  typeof on === 'number' && on > 28 && (unit === 'month' || start.endsWith('02-29'))

/** The days of a schedule on which an early payment still counts as that of the day. */
const EARLY_DAYS = 2

/** The same from the next day on that is not paid yet; undefined if there is none. */
function remaining(
  schedule: Schedule,
  next: Day | undefined,
  paid: Day | undefined,
  isExact: boolean,
): Schedule | undefined {
  const due = next ?? schedule.start
  const isPaid = paid !== undefined && paid >= (isExact ? due : addDays(due, -EARLY_DAYS))
  const earliest = isPaid ? addDays(due, 1) : due
  const days = occurrencesBetween(schedule, addDays(earliest, -2), LAST_DAY)
  const start = days.find((day) => postingDay(day, schedule.working_days) >= earliest)
  if (start === undefined) return undefined
  const { count } = schedule
  const before = count === null || start === schedule.start ? 0 : countTo(schedule, addDays(start, -1))
  return { ...schedule, start, count: count === null ? null : count - before }
}

const countTo = (schedule: Schedule, day: Day): number =>
  occurrencesBetween(schedule, schedule.start, day).reduce((count) => count + 1, 0)
