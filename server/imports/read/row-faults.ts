import type { ReasonParams } from '../../../contract/import-reasons.ts'
import type { Language } from '../../../words/languages.ts'
import { inLanguage, t } from '../../../words/t.ts'
import type { BadRow } from './row.ts'

/**
 * Why a row cannot be read, each sentence under a stable code. The row keeps code and values beside the English sentence, so that it can be said in any
 * language. Every sentence goes on after its place in the file: `Line 3: "x" is not a day.`
 */
const sentences = {
  /** A sentence of a reader that has no code of its own. */
  unreadable: (d: { sentence: string }) => d.sentence,
  // One value.
  not_a_day: (d: OneValue) => t('"{value}" is not a day.', d),
  not_a_date: (d: OneValue) => t('"{value}" is not a date.', d),
  booking_day: (d: OneValue) => t('the booking day "{value}" is not a day.', d),
  date_missing: (_: object) => t('the date is missing.'),
  date_not_chosen: (_: object) => t('no column is chosen for the date.'),
  date_without_year: (d: OneValue) =>
    t(
      '"{value}" has no year, and nothing in the file proves which it is. Put it into the file\'s name, as in "statement_2024-03.csv", and import the file again.',
      d,
    ),
  date_of_two_months: (d: OneValue) =>
    t(
      'the month of "{value}" is one month in Croatian and the next in Polish or Czech. Write the days in figures.',
      d,
    ),
  day_out_of_range: (d: OneValue) => t('"{value}" is not a day from 1900 to 2200.', d),
  not_an_amount: (d: OneValue) => t('"{value}" is not an amount.', d),
  not_an_amount_of: (d: OneValue & { name: string }) => t('"{value}" of "{name}" is not an amount.', d),
  amount_missing: (_: object) => t('the amount is missing.'),
  amount_not_chosen: (_: object) => t('no column is chosen for the amount.'),
  amount_unclear: (d: OneValue & { currency: string }) =>
    t('"{value}" may have decimals or thousands, and {currency} has no decimals.', d),
  amount_without_sign: (d: OneValue) => t('no amount of the file has a sign, and "{value}" says none.', d),
  amount_out_and_in: (d: OneValue & { other: string }) =>
    t('"{value}" and "{other}" are money out and money in at once.', d),
  amount_not_decimal: (d: AmountInFile) => t('the amount {written} {currency} is not an amount.', d),
  amount_without_decimals: (d: AmountInFile) =>
    t('the amount {written} {currency} has decimals that the currency does not have.', d),
  amount_too_many_decimals: (d: AmountInFile & { decimals: number }) =>
    t('the amount {written} {currency} has more than {decimals} decimals.', d),
  amount_too_large: (d: AmountInFile) => t('the amount {written} {currency} is too large.', d),
  amount_of_nothing: (d: AmountInFile) => t('the amount {written} {currency} is nothing to record.', d),
  not_a_fee: (d: OneValue) => t('"{value}" is not a fee.', d),
  no_direction: (d: OneValue) => t('"{value}" says neither money in nor money out.', d),
  neither_debit_nor_credit: (d: OneValue) =>
    t('the transaction type "{value}" is neither debit nor credit.', d),
  neither_crdt_nor_dbit: (d: OneValue) => t('CdtDbtInd is "{value}", neither CRDT nor DBIT.', d),
  not_a_currency: (d: OneValue) => t('"{value}" is not a currency.', d),
  not_of_iso_4217: (d: OneValue) => t('"{value}" is not a currency of ISO 4217.', d),
  not_a_currency_but_holding: (d: OneValue) =>
    t('"{value}" is not a currency; holdings of other things are not read.', d),
  currency_ended: (d: { currency: string; day: string }) => t('{currency} ended on {day}.', d),
  account_missing: (_: object) => t('the account is missing.'),
  account_not_below: (d: OneValue) =>
    t(
      '"{value}" is not below Assets, Liabilities, Equity, Income or Expenses. Rename the account at the top in GnuCash, and export again.',
      d,
    ),
  account_not_in_file: (d: OneValue) => t('its account "{value}" is not in the file.', d),
  field_missing: (d: { name: string }) => t('the transaction has no {name}.', d),
  field_not_a_day: (d: OneValue & { name: string }) => t('{name} "{value}" is not a day.', d),
  field_not_an_amount: (d: OneValue & { name: string }) => t('{name} "{value}" is not an amount.', d),
  // Whether it is an entry.
  not_moved: (d: OneValue) => t('it says "{value}": this has moved no money, or has not yet.', d),
  not_moved_under: (d: OneValue & { heading: string }) =>
    t('it says "{value}" under "{heading}": this has moved no money, or has not yet.', d),
  not_moved_below: (d: { title: string }) =>
    t('it is below "{title}": this has moved no money, or has not yet.', d),
  state_unknown: (d: OneValue) =>
    t('it says "{value}", and Florin cannot tell whether it was booked. If it was, add it by hand.', d),
  pending: (_: object) => t('it is pending: the bank has not booked it yet.'),
  not_booked: (d: OneValue & { state: string }) =>
    t('the bank has not booked this entry of "{value}"; its status is "{state}".', d),
  expected: (d: OneValue) => t('the bank expects this entry of "{value}", and has not booked it.', d),
  voided: (d: OneValue) => t('it was voided ("{value}"), so it is not read.', d),
  sum_or_balance: (_: object) =>
    t(
      'it is called a sum or a balance, and nothing in the file proves that it is one. If it is an entry, add it by hand.',
    ),
  without_words: (_: object) =>
    t('it has no words, as the line of a balance has none, and every other line has some.'),
  sum_of_rows: (_: object) => t('it is the sum of other rows, which are read.'),
  other_headings: (d: { other_line: number }) =>
    t(
      'it is in another table, with the headings of line {other_line}. Import that table as a file of its own.',
      d,
    ),
  other_title: (d: { title: string }) =>
    t(
      'it is in another table, below "{title}", which may be of another account. Import that table as a file of its own.',
      d,
    ),
  too_many_cells: (d: { cells: number; columns: number }) =>
    t(
      'it has {cells} cells, and the table has {columns} columns. A separator in a text needs quotation marks around it.',
      d,
    ),
  not_an_entry: (d: OneValue) => t('"{value}" is not an entry: day, side, amount and kind are expected.', d),
  kind_not_in_list: (d: OneValue) =>
    t('"{value}" cannot be read from a list. The JSON export of the whole book has everything.', d),
  type_not_of_account: (d: OneValue & { from: string; to: string }) =>
    t('"{value}" between "{from}" and "{to}" is not a transaction of an account.', d),
  repeated_number: (d: { other_line: number }) =>
    t('it has the number of the transaction at line {other_line}, and is not read.', d),
  too_many_sides: (d: { most: string }) => t('it has more than {most} sides.', d),
  splits_differ: (d: { sum: string; written: string }) =>
    t('the splits add up to {sum}, and not to {written}.', d),
  several_paid: (d: { people: number } & AmountInFile) =>
    t(
      '{people} people paid, and the file does not say how much of the {written} {currency} you did. Only what others owe you is read.',
      d,
    ),
  entry_cut: (_: object) => t('the file ends within this transaction: its "^" is missing.'),
  // Lists and balances.
  not_a_balance: (d: OneValue) => t('"{value}" is not a balance.', d),
  balances_disagree: (d: { opening: string; currency: string; sum: string; closing: string }) =>
    t(
      'the statement opens with {opening} {currency}, its entries lead to {sum}, and it closes with {closing}. An entry is missing, or cannot be read.',
      d,
    ),
  total_missing: (_: object) =>
    t('the line "Total balance" is missing below it, so a part of the file may be missing.'),
  total_differs: (d: OneValue & { name: string; currency: string; sum: string }) =>
    t('the total balance of "{name}" is "{value}" {currency}, and the entries make {sum}.', d),
  investments: (d: { account: string }) =>
    t('the investment account "{account}" is not read; only accounts of banks and cards are.', d),
  securities: (d: { account: string; count: number }) =>
    t(
      '{count, plural, one {the securities of the investment account "{account}" are not read; its # bank entry is.} other {the securities of the investment account "{account}" are not read; its # bank entries are.}}',
      d,
    ),
  investments_here: (_: object) =>
    t('the investments of this account are not read; only accounts of banks, cash and cards are.'),
  investments_of: (d: { account: string }) =>
    t('the investments of "{account}" are not read; only accounts of banks, cash and cards are.', d),
  list_not_read: (d: OneValue) => t('"{value}" is a kind of list that is not read.', d),
} as const

type OneValue = { value: string }
type AmountInFile = { written: string; currency: string }

export type FaultCode = keyof typeof sentences
export type RowFault = { readonly code: FaultCode; readonly params: ReasonParams }

export const faultCodes = Object.keys(sentences) as FaultCode[] // an object of ours has its own keys

export const cannot = <C extends FaultCode>(
  code: C,
  params: Parameters<(typeof sentences)[C]>[0],
): RowFault => ({ code, params: params as ReasonParams }) // texts and numbers alone

const saidFault = ({ code, params }: RowFault): string => (sentences[code] as (d: object) => string)(params) // made by `cannot`, which checks both

/** The place of a fault: a line of the file, or a row of the database of Actual. */
export type FaultPlace = { readonly line: number } | { readonly row: number }

const inPlace = (place: FaultPlace, fault: string): string =>
  'line' in place
    ? t('Line {line}: {fault}', { line: place.line, fault })
    : t('Row {row} of the table "transactions": {fault}', { row: place.row, fault })

/** A fault of a row as it is kept. A text is a sentence without a code of its own. */
export const faultAt = (
  place: FaultPlace,
  field: string,
  found: RowFault | string,
): BadRow['faults'][number] => {
  const fault = typeof found === 'string' ? cannot('unreadable', { sentence: found }) : found
  return {
    field,
    message: inLanguage('en', () => inPlace(place, saidFault(fault))),
    code: fault.code,
    params: { ...place, ...fault.params },
  }
}

/** A fault as it is kept: rows of before 0017 have neither code nor params. */
type KeptFault = BadRow['faults'][number]

/** The faults of a row in a language; in English, and where there is no code, as they are kept. */
export const faultsIn = (language: Language, { faults }: BadRow) =>
  inLanguage(language, () =>
    faults.map((kept: KeptFault) => {
      const { field, message, code = 'unreadable', params = {} } = kept
      const isSaid = language !== 'en' && kept.code !== undefined && Object.hasOwn(sentences, code)
      return { field, message: isSaid ? saidAgain(code as FaultCode, params) : message, code, params }
    }),
  )

const saidAgain = (code: FaultCode, params: ReasonParams): string => {
  const place = 'line' in params ? { line: Number(params.line) } : { row: Number(params.row) }
  return inPlace(place, saidFault({ code, params }))
}

/** The same as sentences of their own, one after another. */
export const asReason = (faults: readonly { readonly message: string }[]): string =>
  faults.map(({ message }) => asSentence(message)).join(' ')

const asSentence = (message: string) => {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?。؟]\u2069?$/.test(text) ? text : `${text}.`
}
