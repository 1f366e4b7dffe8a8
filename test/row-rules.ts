import { isDay } from '../contract/day.ts'
import { currencyFacts } from '../contract/iso4217.ts'
import { sumText } from '../server/imports/read/file-values.ts'
import { type BadRow, type FileRow, isBad } from '../server/imports/read/row.ts'

/** The first rule of every reader that a row breaks; undefined if it keeps all of them. */
export function brokenRule(row: FileRow | BadRow, index: number): string | undefined {
  if (row.n !== index + 1) return `n is ${row.n} and not ${index + 1}`
  if (!Number.isInteger(row.line) || row.line < 1) return `line is ${row.line}`
  const keys = isBad(row) ? ['n', 'line', 'part', 'text', 'faults'] : Object.keys(rules)
  const strange = Object.keys(row).find((key) => !keys.includes(key))
  if (strange !== undefined) return `${strange} is not a field of a row`
  if (isBad(row)) {
    if (!isText(row.text, 4_000)) return `text: ${JSON.stringify(row.text).slice(0, 200)}`
    if (row.faults.length === 0) return 'it has no fault'
    const odd = row.faults.find(
      ({ field, message }) => !isName(field) || !isText(message, 500) || message === '',
    )
    return odd === undefined ? undefined : `fault: ${JSON.stringify(odd).slice(0, 700)}`
  }
  for (const [key, rule] of Object.entries(rules)) {
    const value: unknown = row[key as keyof FileRow] // the keys are those of FileRow
    if (value === undefined ? required.has(key) : !rule(value))
      return `${key}: ${JSON.stringify(value)?.slice(0, 300)}`
  }
  const { splits, amount } = row
  if (splits !== undefined && sumText(splits.map((split) => split.amount)) !== sumText([amount]))
    return `the splits ${JSON.stringify(splits).slice(0, 300)} are not ${amount}`
  if ((row.to_amount === undefined) !== (row.to_currency === undefined))
    return 'to_amount and to_currency go together'
  return undefined
}

const isText = (value: unknown, most: number): boolean =>
  typeof value === 'string' && value.length <= most && value.isWellFormed() && !value.includes('\0')
const isName = (value: unknown): boolean => isText(value, 255) && value !== ''
/** Decimal text, with as many digits as the largest amount may have, and no zero with a sign. */
const isAmount = (value: unknown): boolean =>
  typeof value === 'string' && /^-?\d{1,30}(\.\d{1,30})?$/.test(value) && !/^-[0.]+$/.test(value)
const isCurrency = (value: unknown): boolean =>
  typeof value === 'string' && currencyFacts(value) !== undefined

const rules: Readonly<Record<keyof FileRow, (value: unknown) => boolean>> = {
  n: () => true,
  line: () => true,
  part: isName,
  own_id: isName,
  account: isName,
  date: (value) => typeof value === 'string' && isDay(value),
  amount: isAmount,
  currency: isCurrency,
  payee: isName,
  text: (value) => isText(value, 4_000),
  reference: isName,
  counter_account: isName,
  category: isName,
  category_kind: (value) => value === 'expense' || value === 'income',
  to_account: isName,
  to_amount: isAmount,
  to_currency: isCurrency,
  is_opening: (value) => value === true,
  is_transfer: (value) => value === true,
  doubt: isName,
  shared: (value) => value === 'paid' || value === 'share' || value === 'settled',
  splits: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      ({ category, amount, memo }) =>
        isName(category) && isAmount(amount) && (memo === undefined || isName(memo)),
    ),
  tags: (value) => Array.isArray(value) && value.every((tag) => isName(tag)),
  notes: (value) => isText(value, 10_000) && value !== '',
}
const required = new Set(['n', 'line', 'date', 'amount', 'text'])
