import type { Leaf, When } from '../../../contract/import-rules.ts'
import { Later, later } from '../../../words/t.ts'
import { leafOf, type Sayable } from './actual-conditions.ts'
import type { ActualNames } from './actual-names.ts'
import type { BudgetMoney } from './actual-rows.ts'
import { type ActualTables, isObject, objectsIn, type RulePart, textIn } from './actual-tables.ts'
import type { FileRule, LeftOutOfFile } from './besides.ts'
import { plainText } from './file-values.ts'
import { listWord } from './kept-sentences.ts'
import type { SqliteRow } from './sqlite.ts'

type ActualRule = {
  readonly row: SqliteRow
  readonly conditions: readonly RulePart[]
  readonly actions: readonly RulePart[]
}

/** Conditions that are met by fewer transactions come later in Actual, and the last rule decides. In Florin the first one does. */
const SCORES: Readonly<Record<string, number>> = {
  is: 10,
  isNot: 10,
  oneOf: 9,
  notOneOf: 9,
  isapprox: 5,
  isbetween: 5,
  gt: 1,
  gte: 1,
  lt: 1,
  lte: 1,
}
const EXACT = new Set(['is', 'isNot', 'isapprox', 'oneOf', 'notOneOf'])
const STAGES: Readonly<Record<string, number>> = { pre: 0, modify: 0, cleanup: 0, post: 2 }

const placeOf = ({ row, conditions }: ActualRule): readonly [stage: number, score: number, id: string] => {
  const sum = conditions.reduce((all, { op }) => all + (SCORES[String(op)] ?? 0), 0)
  const score = conditions.every(({ op }) => EXACT.has(String(op))) ? sum * 2 : sum
  return [STAGES[textIn(row, 'stage')] ?? 1, score, textIn(row, 'id')]
}

const lastFirst = (a: ActualRule, b: ActualRule): number => {
  const [one, other] = [placeOf(a), placeOf(b)]
  return other[0] - one[0] || other[1] - one[1] || (one[2] < other[2] ? 1 : -1)
}

/** Rules about what is imported. Those of schedules are none: the schedules are plans. */
export function rulesOf(
  tables: ActualTables,
  names: ActualNames,
  money: BudgetMoney,
): { readonly rules: FileRule[]; readonly left_out: LeftOutOfFile[] } {
  const scheduled = new Set(tables('schedules').map((row) => textIn(row, 'rule')))
  const left_out: LeftOutOfFile[] = []
  const read = tables('rules').flatMap((row): ActualRule[] => {
    if (scheduled.has(textIn(row, 'id'))) return []
    const [conditions, actions] = [objectsIn(row.conditions), objectsIn(row.actions)]
    if (actions?.some(({ op }) => op === 'link-schedule')) return [] // of a schedule that was deleted
    if (conditions && actions) return [{ row, conditions, actions }]
    left_out.push({
      kind: 'rules',
      name: later('A rule'),
      why: later('Row {row} of the table "rules" cannot be read.', { row: String(row.rowid) }),
    })
    return []
  })
  const renames = renamesIn(read, names)
  const rules: FileRule[] = []
  for (const rule of read.toSorted(lastFirst)) {
    const when = whenOf(rule, names, money, renames)
    const { set, what, why } = setOf(rule, names)
    const name = plainText(`${wordsOf(rule, names)} → ${what}`, 140)
    const reason = when instanceof Later ? when : why
    if (!(when instanceof Later) && set) rules.push({ name, when, set })
    if (reason !== undefined) left_out.push({ kind: 'rules', name, why: reason })
  }
  return { rules: together(rules), left_out }
}

const fieldOf = ({ field }: RulePart): string => {
  const own: Readonly<Record<string, string>> = {
    description: 'payee',
    acct: 'account',
    imported_description: 'imported_payee',
  }
  return own[String(field)] ?? String(field)
}

/** The first words that a rule is about. */
function wordsOf({ conditions }: ActualRule, names: ActualNames): string {
  const [first] = conditions
  const values = Array.isArray(first?.value) ? first.value : [first?.value]
  const [value] = values
  if (!first || isObject(value)) return 'A rule'
  const text = String(value ?? '')
  const field = fieldOf(first)
  const known =
    field === 'payee' ? names.payee(text)?.name : field === 'account' ? names.account(text)?.name : undefined
  return `${known || text}${values.length > 1 ? ' …' : ''}`
}

/** The words of banks that the program renames to a payee: for the rules of that payee they count too. */
function renamesIn(rules: readonly ActualRule[], names: ActualNames): ReadonlyMap<string, readonly Leaf[]> {
  const renames = new Map<string, Leaf[]>()
  for (const { row, conditions, actions } of rules) {
    const [set] = actions
    if (actions.length !== 1 || set?.op !== 'set' || fieldOf(set) !== 'payee') continue
    if (conditions.length > 1 && textIn(row, 'conditions_op') !== 'or') continue
    const leaves = conditions.map((one) => leafOf({ ...one, field: fieldOf(one) }, names, undefined))
    const all = leaves.flatMap((one) =>
      one instanceof Later ? [] : one.field === 'group' && !one.not ? one.conditions : [one],
    )
    if (leaves.some((one) => one instanceof Later) || !all.every(isPlainText)) continue
    const id = names.payeeId(String(set.value))
    renames.set(id, [...(renames.get(id) ?? []), ...all])
  }
  return renames
}

const isPlainText = (leaf: Sayable): leaf is Leaf & { field: 'text' } => leaf.field === 'text' && !leaf.not

/** At most this many conditions stand beside each other. */
const MAX_TOGETHER = 50

/** The conditions of a rule; a sentence about the one that Florin has no place for. */
function whenOf(
  { row, conditions }: ActualRule,
  names: ActualNames,
  { decimals }: BudgetMoney,
  renames: ReadonlyMap<string, readonly Leaf[]>,
): When | Later {
  const match = textIn(row, 'conditions_op') === 'or' ? 'any' : 'all'
  if (conditions.length === 0) return later('It has no condition.')
  const found: When['conditions'] = []
  for (const part of conditions) {
    const leaf = leafOf({ ...part, field: fieldOf(part) }, names, { decimals, renames })
    if (leaf instanceof Later) return leaf
    // Amounts with a direction are two conditions, which need no group where all must hold.
    if (leaf.field === 'group' && leaf.match === match && !leaf.not) found.push(...leaf.conditions)
    else found.push(leaf)
  }
  return found.length > MAX_TOGETHER
    ? later('It has {count, number} conditions, and a rule of Florin has at most {most}.', {
        count: found.length,
        most: MAX_TOGETHER,
      })
    : { match, conditions: found }
}

type SetOf = { readonly set?: FileRule['set']; readonly what: string; readonly why?: Later }

/** The effects of a rule. If only some of them can be said, the sentence names the others. */
function setOf({ actions }: ActualRule, names: ActualNames): SetOf {
  const set: { -readonly [Key in keyof FileRule['set']]: FileRule['set'][Key] } = {}
  const other: string[] = []
  let contact: string | undefined
  for (const action of actions) {
    const [field, value] = [fieldOf(action), String(action.value ?? '')]
    const { options } = action
    const isComputed = isObject(options) && Boolean(options.template || options.formula)
    if (action.op === 'set-split-amount' || (isObject(options) && options.splitIndex))
      return { what: 'a split', why: later('It makes splits, which rules of Florin do not.') }
    if (action.op === 'delete-transaction')
      return { what: 'deleted', why: later('It deletes transactions, which rules of Florin do not.') }
    const category = field === 'category' ? names.category(value) : undefined
    const payee = field === 'payee' ? names.payee(value) : undefined
    const to = payee?.account === undefined ? undefined : names.account(payee.account)
    if (action.op !== 'set' || isComputed) other.push(String(action.op))
    else if (category) set.category = { kind: category.kind, name: category.name }
    else if (to) set.to_account = to.name
    else if (payee && payee.name !== '') contact = payee.name
    else if (field === 'notes' && value.trim() !== '') set.notes = plainText(value, 2_000)
    else other.push(field)
  }
  if (set.category && set.to_account) {
    delete set.category
    other.push('category')
  }
  const hasSet = Object.keys(set).length > 0
  // The book has few contacts yet, and a rule about one that is missing would be left out whole.
  if (contact !== undefined && hasSet) other.push('payee')
  else if (contact !== undefined) set.contact = contact
  const what = set.category?.name ?? set.to_account ?? set.contact ?? set.notes ?? other[0] ?? 'nothing'
  const fields = listWord([...new Set(other)].map((one) => `"${plainText(one, 40)}"`))
  if (!hasSet && contact === undefined)
    return {
      what,
      why:
        other.length > 0
          ? later('It sets {fields}, which rules of Florin do not.', { fields })
          : later('It sets nothing.'),
    }
  return { set, what, ...(other.length > 0 && { why: later('It comes over without {fields}.', { fields }) }) }
}

/** Rules with the same effects, each about some words alone, are one: Actual has one for each payee. */
function together(rules: readonly FileRule[]): FileRule[] {
  const merged: FileRule[] = []
  const open = new Map<string, number>()
  for (const rule of rules) {
    const words = wordsAlone(rule.when)
    const key = JSON.stringify(rule.set)
    const at = words ? open.get(key) : undefined
    const before = at === undefined ? undefined : merged[at]
    const all = before && words ? distinct([...(wordsAlone(before.when) ?? []), ...words]) : undefined
    if (before && at !== undefined && all && all.length <= MAX_TOGETHER) {
      merged[at] = { ...before, name: severalOf(before.name), when: { match: 'any', conditions: all } }
      continue
    }
    if (words) open.set(key, merged.length)
    merged.push(rule)
  }
  return merged
}

const severalOf = (name: string): string => (name.includes(' … → ') ? name : name.replace(' → ', ' … → '))

const distinct = (leaves: readonly Leaf[]): Leaf[] => [
  ...new Map(leaves.map((leaf) => [JSON.stringify(leaf), leaf])).values(),
]

/** The conditions of a rule that holds for any of some words. */
function wordsAlone({ match, conditions }: When): Leaf[] | undefined {
  const leaves = conditions.flatMap((one) =>
    one.field === 'group' && one.match === 'any' && !one.not && conditions.length === 1
      ? one.conditions
      : [one],
  )
  const isAny = match === 'any' || conditions.length === 1
  return isAny && leaves.every(isPlainText) ? leaves : undefined
}
