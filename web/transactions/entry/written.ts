import { amountForEditing } from '../../ui/amount-text.ts'
import type { EntryBook } from './book.ts'
import { isIncome } from './known-names.ts'
import type { EntryAmount, Reading } from './reading.ts'
import { quoted } from './split.ts'

/** A reading as a line that reads the same again, on any day and with any default account. */
export function writtenEntry(reading: Reading, book: EntryBook): string {
  const { kind, amount, to_amount, account, to_account, contact, people, tags, day, memo, category } = reading
  const say = ([first = '']: readonly string[]) => first
  const { words } = book
  // Where one word is both, it is borrowed only from somebody.
  const isEither = words.lend.includes(words.borrow[0] ?? '')
  const sum = (value: EntryAmount | null) =>
    value
      ? `${amountForEditing(value.minor, { ...value, separator: book.separator })} ${value.currency_id}`
      : ''
  const person = contact ? `@${quoted(contact.name)}` : ''
  const company =
    people.length > 0 ? [say(words.split), ...people.map(({ name }) => `@${quoted(name)}`)] : [person]
  const from = account ? `!${quoted(account.name)}` : ''
  const said = [category?.name ?? '', memo === null ? '' : quoted(memo)].filter(Boolean).join(' ')
  const rest = [said, ...tags.map((tag) => `#${quoted(tag)}`), day]
  const line = {
    // Spending needs no verb, unless its words are those of income.
    spent: [said && isIncome(said, book) ? say(words.spend) : '', sum(amount), from, ...company],
    refund: [say(words.refund), sum(amount), from, person],
    got: [say(words.receive), sum(amount), from, person],
    moved: [sum(amount), from, '>', sum(to_amount), to_account ? `!${quoted(to_account.name)}` : '', person],
    lent: [say(words.lend), person, sum(amount), from],
    borrowed: [say(words.borrow), sum(amount), isEither ? say(words.from) : '', person, from],
    owe: [say(words.owe), person, sum(amount)],
    'paid me back': [person, say(words.pay), sum(amount), from],
    'paid back': [say(words.repay), person, sum(amount), from],
  }[kind]
  return [...line, ...rest].filter(Boolean).join(' ')
}
