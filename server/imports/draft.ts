import type { Mapping } from '../../contract/import-mapping.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { amountToApi, decimalsOf } from '../ledger/amounts.ts'
import type { BookKnows } from './book-knows.ts'
import type { DefaultNames } from './default-category.ts'
import { minorOf, type Resolved } from './resolve.ts'
import type { StoredDraft } from './rows.sql.ts'

/** As many characters as a memo and notes may have. */
const MEMO = 255
export const NOTES = 10_000
const MAX_TAGS = 20
const TAG = 50

/** Cuts a text to a number of characters, and never within a surrogate pair, which cannot be stored. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : [...text].slice(0, most).join('').trimEnd()

/** Whether the categories of a file are names of a bank, and not those of a program that knows the person's accounts. */
export const isOfBank = (columns: Mapping['columns']): boolean =>
  columns.some(({ role }) => role === 'category') && !columns.some(({ role }) => role === 'account')

/** The category of a row that the file has under a name; without an id it is one that the commit finds by its name, or creates. */
export type CategoryOf = (
  name: string | undefined,
  kind: 'expense' | 'income',
) => Pick<StoredDraft, 'category_id' | 'category_name'>

/** Categories by their names in the file. A row goes to the default one if the file has none, or only a name of the bank. */
export function categoriesByName(
  mapping: Pick<Mapping, 'categories'> | null,
  defaults: DefaultNames,
): CategoryOf {
  const byName = new Map(
    mapping?.categories.map((one) => [
      `${one.kind} ${one.name}`,
      one.category_id ?? (one.is_created === false ? undefined : null),
    ]),
  )
  return (name, kind) => {
    const key = `${kind} ${name}`
    const category_id = byName.has(key) ? byName.get(key) : null
    return name === undefined || category_id === undefined
      ? { category_id: null, category_name: defaults[kind] }
      : { category_id, category_name: name }
  }
}

/** The default draft of a row: an expense or an income, of the category that the file names. */
export function plainDraft(
  { row, amount, currency_id, text }: Resolved,
  categoryOf: CategoryOf,
): StoredDraft {
  const kind = row.category_kind ?? (amount < 0n ? 'expense' : 'income')
  const memo = text.replace(/\s+/g, ' ').trim()
  const notes = row.notes ?? (memo.length > MEMO ? memo : null)
  return {
    kind,
    ...categoryOf(row.category || undefined, kind),
    contact_id: null,
    other_account_id: null,
    other_amount: null,
    obligation_id: null,
    // Money in with a category of expenses is a refund.
    is_refund: kind === 'expense' ? amount > 0n : amount < 0n,
    memo: memo === '' ? null : cut(memo, MEMO),
    notes: notes === null || notes.trim() === '' ? null : cut(notes, NOTES),
    tags: (row.tags ?? [])
      .map((tag) => cut(tag.trim(), TAG))
      .filter((tag, index, all) => tag !== '' && all.indexOf(tag) === index)
      .slice(0, MAX_TAGS),
    splits: (row.splits ?? []).flatMap((split) => {
      const part = minorOf(split.amount, decimalsOf(currency_id))
      if (typeof part !== 'bigint') return []
      const sum = amountToApi(
        part < 0n === amount < 0n ? (part < 0n ? -part : part) : part < 0n ? part : -part,
        currency_id,
      )
      const memo = split.memo ? cut(split.memo, MEMO) : null
      return [{ ...categoryOf(split.category, kind), amount: sum, memo }]
    }),
  }
}

/** The same as a transfer to an account of the book, or one that is made at the commit. */
export const transferDraft = (
  draft: StoredDraft,
  otherAccountId: string | null,
  otherAmount: number | null = null,
): StoredDraft => ({
  ...draft,
  kind: 'transfer',
  category_id: null,
  category_name: null,
  is_refund: false,
  splits: [],
  other_account_id: otherAccountId,
  other_amount: otherAmount,
})

/** The amount in the other account's currency of a transfer between currencies, if the file has it. */
export function otherAmountOf({ row, currency_id }: Resolved, knows: BookKnows): number | null {
  const { to_amount, to_currency = knows.base_currency_id } = row
  if (to_amount === undefined || to_currency === currency_id) return null
  const facts = currencyFacts(to_currency)
  const minor = facts && minorOf(to_amount, facts.decimals)
  return typeof minor !== 'bigint' ? null : amountToApi(minor < 0n ? -minor : minor, to_currency)
}
