import { hash } from 'node:crypto'
import { isDay } from '../../contract/day.ts'
import { folded } from '../../contract/fold.ts'
import type { Mapping } from '../../contract/import-mapping.ts'
import { currencyFacts, currencyOn } from '../../contract/iso4217.ts'
import { decimalFrom, isTooLarge } from '../../contract/money.ts'
import { nameWords, type Word, wordsOf } from '../lists/words.ts'
import type { BookKnows } from './book-knows.ts'
import { type BadRow, type FileRow, isBad } from './read/row.ts'
import { asReason, cannot, faultAt, type RowFault } from './read/row-faults.ts'
import type { StoredRow } from './rows.sql.ts'
import { textOfRow } from './to-api.ts'

/** A row whose day, amount, currency and account are known. */
export type Resolved = {
  readonly row: FileRow
  readonly n: number
  readonly account_id: string | null
  readonly date: string
  readonly amount: bigint
  readonly currency_id: string
  readonly line_key: string
  readonly occurrence: number
  readonly text: string
  readonly words: readonly Word[]
  /** All words of the text, also the short ones, folded. */
  readonly all: readonly string[]
  /** The row of another file of the same zip that says the same, and whether it may be another one. */
  readonly overlaps?: { readonly with: FileRow; readonly isDoubtful: boolean }
}

/** The account and the mapping that decide the account of a row. */
type AccountChoice = {
  readonly account_id: string | null
  readonly mapping: Pick<Mapping, 'accounts'> | null
}

/**
 * Reads the amounts of rows, finds their accounts, and counts equal rows. An amount that does not fit the currency is a fault of its
 * row.
 */
export function makeResolver(
  knows: Pick<BookKnows, 'accounts' | 'retired' | 'base_currency_id'>,
  { account_id, mapping }: AccountChoice,
) {
  const byName = new Map(mapping?.accounts.map((one) => [one.name, one.account_id]))
  const seen = new Map<string, number>()
  return (row: FileRow | BadRow): Resolved | BadRow => {
    if (isBad(row)) return row
    const account = row.account === undefined ? account_id : (byName.get(row.account) ?? null)
    const own = (knows.accounts.get(account ?? '') ?? knows.retired.get(account ?? ''))?.currency_id
    const currency = row.currency ?? own ?? knows.base_currency_id
    const facts = currencyFacts(currency)
    if (!facts) return faulty(row, 'currency', cannot('not_of_iso_4217', { value: currency }))
    const amount = minorOf(row.amount, facts.decimals)
    if (typeof amount !== 'bigint')
      return faulty(
        row,
        'amount',
        cannot(amount.is, { written: row.amount, currency: facts.id, decimals: facts.decimals }),
      )
    if (!isDay(row.date)) return faulty(row, 'date', cannot('day_out_of_range', { value: row.date }))
    if (!currencyOn(facts.id, row.date) && facts.id !== knows.base_currency_id)
      return faulty(
        row,
        'currency',
        cannot('currency_ended', { currency: facts.id, day: String(facts.until) }),
      )
    const text = textOfRow(row)
    const line_key = lineKey(row.date, amount, facts.id, text)
    const key = `${account ?? row.account} ${line_key}`
    const occurrence = seen.get(key) ?? 0
    seen.set(key, occurrence + 1)
    return {
      row,
      n: row.n,
      account_id: account,
      date: row.date,
      amount,
      currency_id: facts.id,
      line_key,
      occurrence,
      text,
      words: wordsOf(text),
      all: nameWords(text),
    }
  }
}

const faulty = ({ n, line, ...row }: FileRow, field: string, fault: RowFault): BadRow => ({
  n,
  line,
  ...(row.part !== undefined && { part: row.part }),
  ...(row.own_id !== undefined && { own_id: row.own_id }),
  text: textOfRow({ n, line, ...row }),
  faults: [faultAt({ line }, field, fault)],
})

type AmountFault =
  | 'amount_not_decimal'
  | 'amount_without_decimals'
  | 'amount_too_many_decimals'
  | 'amount_too_large'
  | 'amount_of_nothing'

/** Decimal text as minor units, or the reason why it is not an amount. */
export function minorOf(text: string, decimals: number): bigint | { readonly is: AmountFault } {
  if (!/^-?\d{1,30}(\.\d{1,30})?$/.test(text)) return { is: 'amount_not_decimal' }
  const { digits, scale } = decimalFrom(text)
  if (scale > decimals) return { is: decimals === 0 ? 'amount_without_decimals' : 'amount_too_many_decimals' }
  const minor = digits * 10n ** BigInt(decimals - scale)
  if (isTooLarge(minor)) return { is: 'amount_too_large' }
  return minor === 0n ? { is: 'amount_of_nothing' } : minor
}

/**
 * The key of a bank's line, a short hash of day, amount, currency and words. The bank's reference is not part of it, because some banks
 * change it with every download; it is compared separately.
 */
const lineKey = (date: string, amount: bigint, currencyId: string, text: string): string =>
  hash(
    'sha256',
    `${date}\n${amount}\n${currencyId}\n${folded(text).replace(/\s+/g, ' ').trim()}`,
    'base64url',
  ).slice(0, 22)

/** The stored form of a row that cannot be read. */
export const unreadable = (row: BadRow, accountId: string | null): StoredRow => ({
  n: row.n,
  account_id: accountId,
  line_key: null,
  occurrence: 0,
  date: null,
  amount: null,
  currency_id: null,
  file_row: row,
  verdict: 'invalid',
  of_record: null,
  pair_n: null,
  draft: null,
  suggestion: null,
  decision: null,
  search: row.text,
  is_chosen: false,
  needs_attention: true,
  transaction_id: null,
  reason: asReason(row.faults),
  reasons: row.faults.map(({ code = 'unreadable', params = {} }) => ({ code, params })),
})
