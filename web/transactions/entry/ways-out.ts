import type { Problem } from '../../../contract/problem.ts'
import { t } from '../../../words/t.ts'
import { fieldOfAmount } from '../../ui/amount-input.ts'
import { minorOf, moneyText } from '../../ui/money.ts'
import { refusalWords } from '../transaction-refusals.ts'
import type { EntryBook } from './book.ts'
import { type Choices, withKind } from './choices.ts'
import type { EntryToken, Reading } from './reading.ts'

/** A refused entry: why, in a sentence, and the ways out that take one press. */
export type Refusal = {
  readonly words: string
  readonly way?: { readonly label: string; readonly text?: string; readonly choices?: Choices }
}

/** The line with its tokens of one sort replaced. */
const replaced = (text: string, { tokens }: Reading, what: EntryToken['what'], by: string): string => {
  const token = tokens.find((one) => one.what === what)
  return token ? text.slice(0, token.start) + by + text.slice(token.end) : text
}

export function refusalOf(problem: Problem, text: string, reading: Reading, book: EntryBook): Refusal {
  const words = refusalWords(problem, book.day.today)
  const { outstanding, currency_id } = problem.params
  if (problem.code === 'overpaid' && typeof outstanding === 'number' && typeof currency_id === 'string') {
    const more = reading.amount && reading.amount.minor - minorOf(outstanding, currency_id)
    const label = t('Record {amount} [verb]', { amount: moneyText(outstanding, currency_id) })
    const amount = `${fieldOfAmount(outstanding, currency_id)} ${currency_id}`
    return {
      words: more ? t('{amount} more than is owed.', { amount: moneyText(more, currency_id) }) : words,
      way: { label, text: replaced(text, reading, 'amount', amount) },
    }
  }
  if (problem.code === 'nothing_owed' && reading.contact) {
    const isMine = reading.kind === 'paid back'
    const { contact } = reading
    return {
      words: isMine
        ? t('You owe {person} nothing.', { person: contact.name })
        : t('{person} owes you nothing.', { person: contact.name }),
      way: {
        label: isMine ? t('Record it as spending') : t('Record it as income'),
        text: withKind(text, reading, isMine ? 'spent' : 'got', book, ['contact']),
        choices: { contact },
      },
    }
  }
  return { words }
}
