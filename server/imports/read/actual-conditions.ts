import type { Leaf, When } from '../../../contract/import-rules.ts'
import { type Later, later } from '../../../words/t.ts'
import type { ActualNames } from './actual-names.ts'
import { amountOf } from './actual-rows.ts'
import { isObject, type RulePart } from './actual-tables.ts'
import { plainText } from './file-values.ts'

/** A condition of a rule of Florin. */
export type Sayable = When['conditions'][number]

type ConditionFacts = {
  readonly decimals: number
  /** The conditions on a bank's words that stand for a payee. */
  readonly renames: ReadonlyMap<string, readonly Leaf[]>
}

const MAX_WORDS = 255

/** A condition of Actual as one of Florin; a sentence if there is none. */
export function leafOf(
  part: RulePart,
  names: ActualNames,
  facts: ConditionFacts | undefined,
): Sayable | Later {
  const field = String(part.field)
  if (field === 'imported_payee' || field === 'payee_name' || field === 'notes') return textLeaf(part)
  if (field === 'payee') return payeeLeaf(part, names, facts)
  if (field === 'account') return accountLeaf(part, names)
  if (field === 'amount' && facts) return amountLeaf(part, facts)
  return unsaid(part)
}

const unsaid = ({ field, op }: RulePart): Later =>
  later('It has a condition on "{field}" ({comparison}), which rules of Florin do not have.', {
    field: plainText(String(field), 40),
    comparison: plainText(String(op), 40),
  })

const NOT = new Set(['isNot', 'doesNotContain', 'notOneOf'])
const TEXT_OPS: Readonly<Record<string, 'equals' | 'contains'>> = {
  is: 'equals',
  isNot: 'equals',
  oneOf: 'equals',
  notOneOf: 'equals',
  contains: 'contains',
  doesNotContain: 'contains',
}

/** One condition, or any of several; none of them with `isNot`. */
function anyOf(leaves: readonly Leaf[], isNot: boolean, part: RulePart): Sayable | Later {
  const [first] = leaves
  if (!first || leaves.length > 50) return unsaid(part)
  const not = isNot && { not: true }
  return leaves.length === 1
    ? { ...first, ...not }
    : { field: 'group', match: 'any', conditions: [...leaves], ...not }
}

const valuesOf = ({ op, value }: RulePart): readonly unknown[] =>
  op === 'oneOf' || op === 'notOneOf' ? (Array.isArray(value) ? value : []) : [value]

function textLeaf(part: RulePart): Sayable | Later {
  const is = TEXT_OPS[String(part.op)]
  const values = valuesOf(part)
  const isWords = (value: unknown): value is string =>
    typeof value === 'string' && value.trim() !== '' && value.length <= MAX_WORDS
  if (!is || !values.every(isWords)) return unsaid(part)
  return anyOf(
    values.map((value) => ({ field: 'text', is, value: value.trim() })),
    NOT.has(String(part.op)),
    part,
  )
}

/** A payee is known by its name, or by the words that the program renames to it. */
function payeeLeaf(part: RulePart, names: ActualNames, facts: ConditionFacts | undefined): Sayable | Later {
  const is = TEXT_OPS[String(part.op)]
  if (is === 'contains') return textLeaf(part)
  if (is !== 'equals') return unsaid(part)
  const leaves: Leaf[] = []
  for (const value of valuesOf(part)) {
    const payee = names.payee(String(value))
    if (!payee || payee.name === '' || payee.account !== undefined)
      return later('It is about a payee that the budget does not have, or about transfers.')
    leaves.push({ field: 'text', is, value: payee.name })
    leaves.push(...(facts?.renames.get(names.payeeId(String(value))) ?? []))
  }
  return anyOf(leaves, NOT.has(String(part.op)), part)
}

function accountLeaf(part: RulePart, names: ActualNames): Sayable | Later {
  if (TEXT_OPS[String(part.op)] !== 'equals') return unsaid(part)
  const leaves: Leaf[] = []
  for (const value of valuesOf(part)) {
    const account = names.account(String(value))
    if (!account) return later('It is about an account that the budget does not have.')
    leaves.push({ field: 'account', is: 'equals', value: account.name })
  }
  return anyOf(leaves, NOT.has(String(part.op)), part)
}

/** The bounds of an amount and its direction: without a direction, Actual compares amounts with their sign. */
function amountLeaf(part: RulePart, { decimals }: ConditionFacts): Sayable | Later {
  const options = isObject(part.options) ? part.options : {}
  const bounds = boundsOf(part)
  if (!bounds) return unsaid(part)
  const isOut = Boolean(options.outflow)
  const isIn = Boolean(options.inflow)
  let [low, high] = bounds
  if (!isOut && !isIn) {
    // Both bounds have to be on one side of nothing, where an open one has no sign of its own.
    const isBelow = high !== undefined && high <= 0 && (low === undefined || low <= 0)
    const isAbove = low !== undefined && low >= 0 && (high === undefined || high >= 0)
    if (!isBelow && !isAbove) return unsaid(part)
    if (isBelow) [low, high] = [high === undefined ? undefined : -high, low === undefined ? undefined : -low]
    return boundsLeaf([low, high], isBelow ? 'out' : 'in', decimals, part)
  }
  if ((low ?? 0) < 0 || (high ?? 0) < 0) return unsaid(part)
  return boundsLeaf([low, high], isOut ? 'out' : 'in', decimals, part)
}

type Bounds = readonly [low: number | undefined, high: number | undefined]

function boundsOf({ op, value }: RulePart): Bounds | undefined {
  if (op === 'isbetween' && isObject(value)) {
    const [one, other] = [value.num1, value.num2]
    if (!isWhole(one) || !isWhole(other)) return undefined
    return [Math.min(one, other), Math.max(one, other)]
  }
  if (!isWhole(value)) return undefined
  // The program takes 7.5 % more or less for about the same.
  const around = Math.round(Math.abs(value) * 0.075)
  if (op === 'is') return [value, value]
  if (op === 'isapprox') return [value - around, value + around]
  if (op === 'gt') return [value + 1, undefined]
  if (op === 'gte') return [value, undefined]
  if (op === 'lt') return [undefined, value - 1]
  if (op === 'lte') return [undefined, value]
  return undefined
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

function boundsLeaf(
  [low, high]: Bounds,
  direction: 'in' | 'out',
  decimals: number,
  part: RulePart,
): Sayable | Later {
  const of = (units: number) => Number(amountOf(BigInt(units), decimals))
  const conditions: Leaf[] = [{ field: 'direction', is: 'equals', value: direction }]
  if (low !== undefined && low === high) conditions.push({ field: 'amount', is: 'equals', value: of(low) })
  else {
    if (low !== undefined && low > 0) conditions.push({ field: 'amount', is: 'at_least', value: of(low) })
    if (high !== undefined) conditions.push({ field: 'amount', is: 'at_most', value: of(high) })
  }
  return conditions.some(({ value }) => typeof value === 'number' && value < 0)
    ? unsaid(part)
    : { field: 'group', match: 'all', conditions }
}
