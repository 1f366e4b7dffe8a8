import { t } from '../../words/t.ts'

/** The fields of records in the history. Pure: the screen turns a value into text, amounts and names. */
export type ShownRecord = { readonly [name: string]: unknown }

/** A value to show. An empty one is undefined. */
export type FieldValue =
  | { text: string }
  | { amount: number; currency: string }
  | { base: number }
  | { rate: number }
  | { day: string }
  /** The first and the last of several days. */
  | { days: [from: string, to: string] }
  | { month: string }
  | { id: string; of: 'account' | 'category' | 'contact'; name?: string }
  | { ids: readonly string[]; of: 'account' }
  | { said: number; currency: string | null; day: string; includesDay: boolean }
  | { parts: { name: string; amount: number; currency: string }[] }

type Label = () => string

export type RecordField = {
  /** What it is called in the record. */ name: string
  label: Label
  of: (record: ShownRecord) => FieldValue | undefined
}

export const monthIn = (value: unknown): FieldValue | undefined =>
  typeof value === 'string' ? { month: value } : undefined

export const textOf = (value: unknown): FieldValue | undefined =>
  typeof value === 'string' && value !== '' ? { text: value } : undefined

export const text = (label: Label, name: string): RecordField => ({
  name,
  label,
  of: (record) => textOf(record[name]),
})
export const day = (label: Label, name: string): RecordField => ({
  name,
  label,
  of: (record) => (typeof record[name] === 'string' ? { day: record[name] } : undefined),
})
export const amount = (label: Label, name: string, currency = 'currency_id'): RecordField => ({
  name,
  label,
  of: (record) => amountIn(record[name], record[currency]),
})
export const yesWord = () => t('yes')
const noWord = () => t('no')

export const flag = (
  label: Label,
  name: string,
  [yes, no]: readonly [Label, Label] = [yesWord, noWord],
): RecordField => ({
  name,
  label,
  of: (record) => (typeof record[name] === 'boolean' ? { text: (record[name] ? yes : no)() } : undefined),
})
export const choice = (label: Label, name: string, words: Readonly<Record<string, Label>>): RecordField => ({
  name,
  label,
  of: (record) => textOf(words[String(record[name])]?.()),
})

export const amountIn = (value: unknown, currency: unknown): FieldValue | undefined =>
  typeof value === 'number' && typeof currency === 'string' ? { amount: value, currency } : undefined

export const listIn = (record: ShownRecord, name: string): ShownRecord[] =>
  Array.isArray(record[name]) ? (record[name] as ShownRecord[]) : [] // lists of the API have objects in them

/** The lines of a transaction name the accounts that it is on, those in the trash too. */
export const lineOf = (record: ShownRecord, accountId: unknown): ShownRecord | undefined =>
  listIn(record, 'lines').find((line) => line.account_id === accountId)

export const account = (
  label: Label,
  name: string,
  isOf: (record: ShownRecord) => boolean = () => true,
): RecordField => ({
  name,
  label,
  of: (record) => {
    const id = record[name]
    if (typeof id !== 'string' || !isOf(record)) return undefined
    const found = lineOf(record, id)?.account_name
    return { id, of: 'account', ...(typeof found === 'string' ? { name: found } : {}) }
  },
})

export const named = (label: Label, of: 'category' | 'contact'): RecordField => ({
  name: of,
  label,
  of: (record) => {
    const id = record[`${of}_id`]
    const name = record[`${of}_name`] ?? (record[of] as ShownRecord | undefined)?.name // an obligation has its contact in it
    if (typeof id !== 'string') return undefined
    return { id, of, ...(typeof name === 'string' && name !== '' ? { name } : {}) }
  },
})

export const parts = (label: Label, list: string, name: string): RecordField => ({
  name: list,
  label,
  of: (record) => {
    const all = listIn(record, list).map((one) => ({
      name: String(one[name]),
      amount: Number(one.amount),
      currency: String(record.currency_id),
    }))
    return all.length > 0 ? { parts: all } : undefined
  },
})
