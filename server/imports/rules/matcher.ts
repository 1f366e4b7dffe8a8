import { folded } from '../../../contract/fold.ts'
import type { Leaf, When } from '../../../contract/import-rules.ts'
import { currencyFacts } from '../../../contract/iso4217.ts'
import { decimalOf } from '../../../contract/money.ts'
import { makeWordsInText } from './words-in-text.ts'

/** A row of a file, or a recorded transaction, in the form that rules compare. */
export type Subject = {
  /** Its texts, folded. A text condition holds if it holds for one of them. */
  readonly texts: readonly string[]
  /** In minor units of its currency; positive: money into the account. */
  readonly amount: bigint
  readonly currency_id: string
  readonly account_id: string | null
}

/** The most decimals that a currency of ISO 4217 has. */
const DECIMALS = 4

/** How a condition is evaluated: its place was found in this row; or its amount is at least, at most or exactly that of the row. */
const FOUND = 0
const AT_LEAST = 1
const MAX_TOGETHER = 2
const EXACTLY = 3
const OF_AMOUNT = { at_least: AT_LEAST, at_most: MAX_TOGETHER, equals: EXACTLY } as const
const OF_TEXT = ['contains', 'begins_with', 'equals'] as const

type Group = { readonly match: 'all' | 'any'; readonly not?: boolean; readonly conditions: readonly Leaf[] }
const groupsOf = ({ conditions }: When): Group[] =>
  conditions.map((one) => (one.field === 'group' ? one : { match: 'all', conditions: [one] }))

/**
 * Compiles the conditions of many rules, once for all rows of a file, into a function that returns the rules that match a subject, in
 * order. Every text, account, currency and amount of a subject is looked up once; each condition then compares two numbers.
 */
export function makeMatcher(whens: readonly When[]): (subject: Subject) => number[] {
  const groups = whens.map(groupsOf)
  const leaves = groups.flatMap((some) => some.flatMap(({ conditions }) => conditions))
  const wordOf = (leaf: Leaf & { field: 'text' }) => folded(leaf.value).trim()
  const words = [...new Set(leaves.flatMap((one) => (one.field === 'text' ? [wordOf(one)] : [])))]
  const wordAt = new Map(words.map((word, index) => [word, index]))
  const inText = makeWordsInText(words)
  const amounts = makeAmounts(leaves.flatMap((one) => (one.field === 'amount' ? [one.value] : [])))

  // The places of values that are found or not: words come first, with three places each.
  const others = new Map<string, number>()
  const placeOf = (key: string): number => {
    const known = others.get(key) ?? 3 * words.length + others.size
    others.set(key, known)
    return known
  }
  const [way, place, isNot] = [
    new Uint8Array(leaves.length),
    new Int32Array(leaves.length),
    new Uint8Array(leaves.length),
  ]
  for (const [index, leaf] of leaves.entries()) {
    isNot[index] = leaf.not ? 1 : 0
    if (leaf.field === 'amount') {
      way[index] = OF_AMOUNT[leaf.is]
      place[index] = amounts.placeOf(leaf.value)
    } else if (leaf.field === 'text')
      place[index] = OF_TEXT.indexOf(leaf.is) * words.length + (wordAt.get(wordOf(leaf)) ?? 0)
    else if (leaf.field === 'account') place[index] = placeOf(leaf.value.toLowerCase())
    else if (leaf.field === 'currency') place[index] = placeOf(leaf.value.toUpperCase())
    else place[index] = placeOf(leaf.value)
  }
  const found = new Uint32Array(3 * words.length + others.size)
  const tests: Tests = { way, place, isNot, found }

  let from = 0
  const rules = groups.map((some, rule) => ({
    isAll: whens[rule]?.match === 'all',
    needsWord: !(whens[rule]?.match === 'all' ? some.every(canFitWithoutWord) : some.some(canFitWithoutWord)),
    groups: some.map(({ match, not = false, conditions }) => {
      const to = from + conditions.length
      const group = { isAll: match === 'all', not, from, to }
      from = to
      return group
    }),
  }))
  /** For each word, the rules that have it. */
  const users: number[][] = words.map(() => [])
  for (const [rule, some] of groups.entries())
    for (const leaf of some.flatMap(({ conditions }) => conditions)) {
      const list = leaf.field === 'text' ? users[wordAt.get(wordOf(leaf)) ?? 0] : undefined
      if (list && list.at(-1) !== rule) list.push(rule)
    }
  const touched = new Uint32Array(whens.length)
  let row = 0
  const touch = (word: number) => {
    for (const rule of users[word] ?? []) touched[rule] = row
  }

  return ({ texts, amount, currency_id, account_id }) => {
    row++
    for (const text of texts) inText.scan(text, found, row, touch)
    for (const key of [account_id ?? '', currency_id, amount < 0n ? 'out' : 'in']) {
      const at = others.get(key)
      if (at !== undefined) found[at] = row
    }
    const { below, same } = amounts.find(amount, currency_id)
    const upTo = same < 0 ? below - 1 : same
    const now: Now = { row, below, same, upTo }
    const met: number[] = []
    for (const [rule, one] of rules.entries()) {
      if (one.needsWord && touched[rule] !== row) continue
      const holdsAs = (group: (typeof one.groups)[number]) => holds(tests, now, group) !== group.not
      if (one.isAll ? one.groups.every(holdsAs) : one.groups.some(holdsAs)) met.push(rule)
    }
    return met
  }
}

/** All conditions of all rules: how each is evaluated, its place, whether it is negated, and the row in which each place was last found. */
type Tests = {
  readonly way: Uint8Array
  readonly place: Int32Array
  readonly isNot: Uint8Array
  readonly found: Uint32Array
}
/** The number of a row, and the position of its amount among the amounts of conditions. */
type Now = { readonly row: number; readonly below: number; readonly same: number; readonly upTo: number }

/** Whether all, or any, of the conditions from one place to another hold. */
function holds(
  { way, place, isNot, found }: Tests,
  { row, below, same, upTo }: Now,
  { isAll, from, to }: { readonly isAll: boolean; readonly from: number; readonly to: number },
): boolean {
  for (let index = from; index < to; index++) {
    const at = place[index] as number // there are as many places as conditions
    let isSo: boolean
    switch (way[index]) {
      case FOUND:
        isSo = found[at] === row
        break
      case AT_LEAST:
        isSo = at <= upTo
        break
      case MAX_TOGETHER:
        isSo = at >= below
        break
      default:
        isSo = at === same
    }
    if ((isSo !== (isNot[index] === 1)) !== isAll) return !isAll
  }
  return isAll
}

/** Whether a group can hold for a row without any of its words. */
function canFitWithoutWord({ match, not, conditions }: Group): boolean {
  const isCertain = (leaf: Leaf) => leaf.field === 'text' && leaf.not === true
  const isPossible = (leaf: Leaf) => leaf.field !== 'text' || leaf.not === true
  if (not) return !(match === 'all' ? conditions.every(isCertain) : conditions.some(isCertain))
  return match === 'all' ? conditions.every(isPossible) : conditions.some(isPossible)
}

/** The amounts of conditions in order, all with the largest number of decimals among them, so that nothing is rounded. */
function makeAmounts(values: readonly number[]) {
  const decimals = values.map((value) => decimalOf(value))
  const scale = decimals.reduce((most, one) => Math.max(most, one.scale), DECIMALS)
  const scaled = new Map(
    values.map((value, at) => {
      const { digits = 0n, scale: own = 0 } = decimals[at] ?? {}
      return [value, digits * 10n ** BigInt(scale - own)]
    }),
  )
  const sorted = [...new Set(scaled.values())].sort((a, b) => (a < b ? -1 : 1))
  const places = new Map(sorted.map((amount, place) => [amount, place]))
  return {
    placeOf: (value: number): number => places.get(scaled.get(value) ?? 0n) ?? -1,
    /** How many of the amounts are below an amount without its sign, and the place of the one that is the same, or -1. */
    find(amount: bigint, currencyId: string): { below: number; same: number } {
      if (sorted.length === 0) return { below: 0, same: -1 }
      const own = currencyFacts(currencyId)?.decimals ?? 0
      const size = (amount < 0n ? -amount : amount) * 10n ** BigInt(scale - own)
      let [below, high] = [0, sorted.length]
      while (below < high) {
        const middle = (below + high) >> 1
        if ((sorted[middle] ?? 0n) < size) below = middle + 1
        else high = middle
      }
      return { below, same: sorted[below] === size ? below : -1 }
    },
  }
}
