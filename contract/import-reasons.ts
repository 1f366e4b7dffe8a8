import { t } from '../words/t.ts'
import type { Day } from './day.ts'

/**
 * The sentences that explain the verdict on a row of a file, each under a stable code. A row keeps codes and values, so that its reason can be said in any
 * language, and programs never compare sentences. `way` is `out` or `in`: where the money of the row goes.
 */
const sentences = {
  // In the book already, or in another file.
  in_other_file: (d: { file: string; line: number }) => t('"{file}" has it already, in line {line}.', d),
  in_other_file_doubtful: (d: { file: string; line: number }) =>
    t(
      '"{file}" has one of the same day, amount and words in line {line}, under another number of the bank.',
      d,
    ),
  imported: (d: { day: Day; file: string }) => t('Imported on {day} from {file}.', d),
  imported_other_number: (d: { day: Day; file: string }) =>
    t('Imported on {day} from {file}, under another number of the bank.', d),
  imported_other_words: (d: { day: Day; file: string }) =>
    t('Imported on {day} from {file}, in other words.', d),
  deleted_since: (d: { day: Day }) => t('You deleted it on {day}.', d),
  erased_since: (_: object) => t('You deleted it for good since.'),
  erased: (_: object) => t('It was deleted for good.'),
  left_out: (d: { day: Day; file: string }) => t('You left it out of {file} on {day}.', d),
  own_entry: (_: object) => t('The file is a journal of this book, and the entry is here.'),
  own_entry_deleted: (d: { day: Day }) =>
    t('The file is a journal of this book, and you deleted the entry on {day}.', d),
  transfer_here: (d: { way: Way; account: string; day: Day }) =>
    t(
      '{way, select, out {The transfer to {account} on {day} is here already.} other {The transfer from {account} on {day} is here already.}}',
      d,
    ),
  transfer_here_with: (d: { way: Way; account: string; day: Day; amount: string }) =>
    t(
      '{way, select, out {The transfer to {account} on {day} is here already, with {amount}.} other {The transfer from {account} on {day} is here already, with {amount}.}}',
      d,
    ),
  transfer_same_amount: (d: { way: Way; account: string; day: Day }) =>
    t(
      '{way, select, out {The transfer to {account} on {day} has the same amount.} other {The transfer from {account} on {day} has the same amount.}}',
      d,
    ),
  plan_recorded: (d: { recorded_day: Day }) => t('A plan recorded it on {recorded_day}.', d),
  plan_recorded_for: (d: { recorded_day: Day; day: Day }) =>
    t('A plan recorded it on {recorded_day}, for {day}.', d),
  entered: (d: { entered_day: Day }) => t('You entered it by hand on {entered_day}.', d),
  entered_for: (d: { entered_day: Day; day: Day }) =>
    t('You entered it by hand on {entered_day}, for {day}.', d),
  entered_parts: (d: { entered_day: Day; count: number }) =>
    t(
      '{count, plural, one {You entered it by hand on {entered_day}, as # payment.} other {You entered it by hand on {entered_day}, as # payments.}}',
      d,
    ),
  entered_parts_for: (d: { entered_day: Day; day: Day; count: number }) =>
    t(
      '{count, plural, one {You entered it by hand on {entered_day}, as # payment, for {day}.} other {You entered it by hand on {entered_day}, as # payments, for {day}.}}',
      d,
    ),
  same_amount_that_day: (d: { name: string; amount: string }) =>
    t('{name}, {amount}, is here on that day.', d),
  same_amount_on: (d: { name: string; amount: string; day: Day }) =>
    t('{name}, {amount}, is here on {day}.', d),
  is_it_the_same: (_: object) => t('Is it the same?'),
  copy_on_account: (d: { account: string }) =>
    t('The same, of the same day, is on {account} already. Is it another one?', d),
  repeated_in_file: (_: object) =>
    t('The file has this row more than once, and the book has one of them already. Was there another one?'),
  otherwise_here: (_: object) =>
    t(
      'The book has it in another way, which pays no debt. Delete that one and choose this row, or leave this row out.',
    ),
  // Transfers.
  transfer_in_file: (d: { way: Way; account: string }) =>
    t(
      '{way, select, out {The file has it as a transfer to {account}.} other {The file has it as a transfer from {account}.}}',
      d,
    ),
  opposite_row: (d: { row: number; account: string }) =>
    t('Row {row}, of {account}, is the opposite amount. Nothing else says that it is a transfer.', d),
  other_half_row: (d: { row: number; account: string }) => t('Row {row} is the other half, of {account}.', d),
  recorded_with_row: (d: { row: number; account: string }) =>
    t('It is recorded with row {row}, the other half, of {account}.', d),
  other_half_that_day: (d: { way: Way; account: string }) =>
    t(
      '{way, select, out {The other half came to {account} on the same day.} other {The other half left {account} on the same day.}}',
      d,
    ),
  other_half_on: (d: { way: Way; account: string; day: Day }) =>
    t(
      '{way, select, out {The other half came to {account} on {day}.} other {The other half left {account} on {day}.}}',
      d,
    ),
  other_half_reconciled: (_: object) => t('That one is reconciled, and cannot become a transfer.'),
  other_half_closed: (_: object) => t('That one is on a closed day, and cannot become a transfer.'),
  other_half_missing: (d: { way: Way }) =>
    t(
      '{way, select, out {The file calls it a transfer, and does not have its other half. To which account?} other {The file calls it a transfer, and does not have its other half. From which account?}}',
      d,
    ),
  account_by_number: (d: { account: string }) => t('The other side is your account {account}.', d),
  account_by_name: (d: { account: string }) => t('It names your account {account}.', d),
  account_as_before: (d: { way: Way; account: string }) =>
    t(
      '{way, select, out {The same words were a transfer to {account} before.} other {The same words were a transfer from {account} before.}}',
      d,
    ),
  pays_card: (d: { account: string }) => t('It pays {account}, whose own file can come later.', d),
  pays_this_card: (d: { account: string }) =>
    t('It pays this card, probably from {account}, whose own file can come later.', d),
  pays_which_card: (_: object) => t('It pays a card. Which one?'),
  pays_this_card_from: (_: object) => t('It pays this card. From which account?'),
  cash_machine: (d: { account: string }) => t('Money from a machine, so it is in {account} now.', d),
  savings_words: (d: { way: Way; account: string }) =>
    t(
      '{way, select, out {Words of a transfer to savings, and {account} is the only such account.} other {Words of a transfer from savings, and {account} is the only such account.}}',
      d,
    ),
  nothing_booked: (d: { way: Way; account: string }) =>
    t(
      '{way, select, out {Nothing was booked on {account} yet: is it a transfer to it?} other {Nothing was booked on {account} yet: is it a transfer from it?}}',
      d,
    ),
  other_amount: (d: { way: Way; account: string; currency: string }) =>
    t(
      '{way, select, out {{account} is in {currency}. How much of it arrived there?} other {{account} is in {currency}. How much of it left there?}}',
      d,
    ),
  // Debts and refunds.
  owes_you: (d: { contact: string; amount: string }) => t('It names {contact}, who owes you {amount}.', d),
  you_owe: (d: { contact: string; amount: string }) => t('It names {contact}, whom you owe {amount}.', d),
  then_settled: (_: object) => t('Then it is settled.'),
  then_left: (d: { amount: string }) => t('After this {amount}.', d),
  owes_you_of_it: (d: { contact: string; amount: string }) => t('{contact} owes you {amount} of it.', d),
  you_owe_for_it: (d: { contact: string; amount: string }) => t('You owe {contact} {amount} for it.', d),
  you_paid: (d: { contact: string; amount: string }) =>
    t('You paid {contact} {amount}. It pays what the list has between you, the oldest first.', d),
  paid_you: (d: { contact: string; amount: string }) =>
    t('{contact} paid you {amount}. It pays what the list has between you, the oldest first.', d),
  several_contacts: (d: { contact: string }) =>
    t('Several contacts are called {contact}. Which one is it?', d),
  refund_of: (d: { name: string; amount: string; day: Day }) => t('Refund of {name} {amount} on {day}.', d),
  refund_of_row: (d: { row: number; amount: string; day: Day }) =>
    t('Refund of row {row}, {amount} on {day}.', d),
  refund_words: (_: object) => t('Words of a refund.'),
  // Where the category comes from.
  rule: (d: { rule: string }) => t('Your rule "{rule}" says so.', d),
  file_category: (d: { file_category: string }) => t('The file has it under {file_category}.', d),
  file_categories: (_: object) => t('The file has it under several categories.'),
  file_category_named: (d: { file_category: string; category: string }) =>
    t('The file has it under {file_category}, which is {category} here.', d),
  file_category_group: (d: { file_category: string }) =>
    t('The file has it under {file_category}, which is a group in your book.', d),
  file_category_other_kind: (d: { file_category: string; kind: 'income' | 'expense' }) =>
    t(
      '{kind, select, income {The file has it under {file_category}, which is a category of income.} other {The file has it under {file_category}, which is a category of expenses.}}',
      d,
    ),
  file_category_unknown: (d: { file_category: string }) =>
    t('The file has it under {file_category}, which is not in your book.', d),
  known_shop: (d: { words: string; category: string }) => t('"{words}" usually is {category}.', d),
  word_went: (d: { word: string; category: string; count: number; of_count: number }) =>
    t(
      '{of_count, plural, one {"{word}" went to {category} before.} other {"{word}" went to {category} {count} of {of_count} times.}}',
      d,
    ),
  words_differ: (d: { category: string }) =>
    t('Its words went to several categories, none of them more often: it goes to {category}.', d),
  nothing_like_it: (d: { category: string }) =>
    t('Nothing like it is in the book yet: it goes to {category}.', d),
  // Openings and balances that were said.
  opening_of: (d: { account: string }) => t('The opening balance of {account}.', d),
  opening_follows: (d: { account: string; said_amount: string; said_day: Day; amount: string }) =>
    t(
      'You said that {account} had {said_amount} as of {said_day}, and its opening follows from that: {amount} is compared, not recorded.',
      d,
    ),
  opening_here: (d: { account: string; opening_amount: string; day: Day; amount: string }) =>
    t('{account} begins with {opening_amount} on {day} already: {amount} is compared, not recorded.', d),
  balance_said: (d: { account: string; amount: string; day: Day }) =>
    t('You said that {account} had {amount} as of {day}.', d),
  // Why it cannot be added as it is.
  opening_reconciled: (_: object) =>
    t(
      "A row before that moves the account's opening, which is on a statement that was reconciled. To add the row, reopen that statement, or end the balance that you said.",
    ),
  opening_closed: (d: { day: Day }) =>
    t("A row before that moves the account's opening, and the book is closed through {day}.", d),
  book_closed: (d: { day: Day }) => t('The book is closed through {day}.', d),
  account_missing: (_: object) => t('The account of the file is not known yet.'),
  same_account: (d: { account: string }) =>
    t('Both sides of it would be {account}: a transfer needs two accounts.', d),
  account_not_in_use: (d: { account: string }) =>
    t('{account} is not in use. Put it back in use to add this.', d),
  other_currency: (d: { account: string; account_currency: string; currency: string }) =>
    t('{account} is in {account_currency}, and this is in {currency}.', d),
  rate_missing: (d: { currency: string; base_currency: string; day: Day }) =>
    t('There is no exchange rate from {currency} to {base_currency} for {day}.', d),
  hidden_from_reports: (_: object) =>
    t('It is hidden from all reports of the program. Is it an entry of the account?'),
} as const

export type Way = 'out' | 'in'
export type ReasonCode = keyof typeof sentences
/** An amount as one of a reason's values. */
export type ReasonAmount = { readonly amount: number; readonly currency_id: string }

/** The values of a sentence as they are kept: amounts as numbers, days as YYYY-MM-DD, and null for an account without a name. */
type Kept<D> = {
  readonly [K in keyof D]: K extends `${string}amount`
    ? ReasonAmount
    : K extends 'account'
      ? string | null
      : D[K]
}
type ParamsOf<C extends ReasonCode> = Kept<Parameters<(typeof sentences)[C]>[0]>
export type ReasonParams = Readonly<Record<string, string | number | ReasonAmount | null>>

/** One sentence of a reason, as it is kept and sent. */
export type Reason = { readonly code: string; readonly params: ReasonParams }

export const reasonCodes = Object.keys(sentences) as ReasonCode[] // an object of ours has its own keys

export const reason = <C extends ReasonCode>(code: C, params: ParamsOf<C>): Reason => ({
  code,
  params: params as ReasonParams, // `Kept` has no others
})

/** How amounts and days are written in a sentence. */
export type ReasonWords = {
  readonly amount: (amount: ReasonAmount) => string
  readonly day: (day: Day) => string
}

/** A reason in the language that is spoken; undefined if one of its codes has no sentence here, as those of faults. */
export function saidReasons(reasons: readonly Reason[], words: ReasonWords): string | undefined {
  if (reasons.length === 0 || !reasons.every(({ code }) => Object.hasOwn(sentences, code))) return undefined
  return reasons
    .map(({ code, params }) =>
      // Made by `reason`, which checks both.
      (sentences[code as ReasonCode] as (d: object) => string)(inWords(params, words)),
    )
    .join(' ')
}

const inWords = (params: ReasonParams, words: ReasonWords) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (value === null) return [name, t('another account')]
      if (typeof value === 'object') return [name, words.amount(value)]
      return [name, /(^|_)day$/.test(name) ? words.day(String(value)) : value]
    }),
  )

/** Whether a reason has one of these sentences. */
export const hasReason = (
  { reasons }: { readonly reasons: readonly Reason[] },
  ...codes: readonly ReasonCode[]
): boolean => reasons.some(({ code }) => codes.includes(code as ReasonCode))
