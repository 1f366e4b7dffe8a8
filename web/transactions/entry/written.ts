import { amountForEditing } from '../../ui/amount-text.ts'
import type { EntryBook } from './book.ts'
import { isIncome } from './known-names.ts'
import type { EntryAmount, Reading } from './reading.ts'
import { quoted } from './split.ts'

/** A reading as a line that reads the same again, on any day and with any default account. */
export function writtenEntry(reading: Reading, book: EntryBook): string {
  const { kind, amount, to_amount, account, to_account, contact, people, tags, day, memo, category } = reading
  const { words } = book
  const sum = (value: EntryAmount | null) =>
    value
      ? `${amountForEditing(value.minor, { ...value, separator: book.separator })} ${value.currency_id}`
      : ''
  const person = contact ? `@${quoted(contact.name)}` : ''
  const company =
    people.length > 0 ? [words.split[0], ...people.map(({ name }) => `@${quoted(name)}`)] : [person]
  const from = account ? `!${quoted(account.name)}` : ''
  const said = [category?.name ?? '', memo === null ? '' : quoted(memo)].filter(Boolean).join(' ')
  const rest = [said, ...tags.map((tag) => `#${quoted(tag)}`), day]
  const line = {
    // Spending needs no verb, unless its words are those of income.
    spent: [said && isIncome(said, book) ? words.spend[0] : '', sum(amount), from, ...company],
    got: [words.receive[0], sum(amount), from, person],
    moved: [sum(amount), from, '>', sum(to_amount), to_account ? `!${quoted(to_account.name)}` : '', person],
    lent: [words.lend[0], person, sum(amount), from],
    borrowed: [words.borrow[0], sum(amount), person, from],
    owe: [words.owe[0], person, sum(amount)],
    'paid me back': [person, words.pay[0], sum(amount), from],
    'paid back': [words.repay[0], person, sum(amount), from],
  }[kind]
  return [...line, ...rest].filter(Boolean).join(' ')
}
