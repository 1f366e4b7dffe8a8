import { addDays, type Day } from '../../../contract/day.ts'
import { listed, piecesOf as rich, t } from '../../../words/t.ts'
import { dayInSentence } from '../../ui/dates.ts'
import { moneyText, spokenMoney } from '../../ui/money.ts'
import { hiddenMoneyText } from '../../ui/privacy.ts'
import { remainderOf } from '../sheet/parts.ts'
import { atStart } from '../title.ts'
import {
  type EntryAmount,
  type EntryContact,
  type EntryFault,
  type EntryKind,
  needsContact,
  type Reading,
} from './reading.ts'

/** The field of a piece of the sentence; a click on it opens that field. */
export type EntryField =
  | 'kind'
  | 'amount'
  | 'to_amount'
  | 'category'
  | 'account'
  | 'to_account'
  | 'contact'
  | 'day'
  | 'memo'
  | 'tags'
  | 'people'

export type SentencePiece = {
  readonly text: string
  readonly field?: EntryField
  /** Still to be chosen. */
  readonly isMissing?: boolean
  /** One of the people that it is split with. */
  readonly person?: EntryContact
}

type Style = { readonly today: Day; readonly locale: string }

const chosen = (field: EntryField, text: string | undefined, missing: string): SentencePiece =>
  text === undefined ? { field, text: missing, isMissing: true } : { field, text }

const accountPiece = (field: 'account' | 'to_account', reading: Reading): SentencePiece =>
  chosen(field, reading[field]?.name, t('Choose an account'))

const categoryPiece = ({ category }: Reading): SentencePiece =>
  chosen('category', category?.name, t('Choose a category'))

/** Lea (new) */
const nameOf = ({ id, name }: EntryContact): string =>
  id === null ? t('{person} (new)', { person: name }) : name

const contactPiece = ({ contact }: Reading): SentencePiece =>
  chosen('contact', contact ? nameOf(contact) : undefined, t('Choose a person'))

/** Words as they stand in the sentence, with the spaces around them, or a piece. */
type Said = string | SentencePiece

/** Tom Berger and Lea (new) */
const peoplePieces = ({ people }: Reading): Said[] =>
  people.flatMap((person, index) => [
    ...(index > 0 ? [' '] : []),
    ...(index > 0 && index === people.length - 1 ? [t('and [before the last person]'), ' '] : []),
    { text: nameOf(person), person },
  ])

type Pieces = Readonly<
  Record<'amount' | 'category' | 'account' | 'to_account' | 'contact' | 'day', SentencePiece>
> & {
  /** The amount that arrives, where it is another one. */
  readonly arrives: SentencePiece | undefined
  /** The kind itself can be changed too, so its verb is a field. */
  readonly kind: (text: string) => SentencePiece
}

/** The main clause of each kind. `rich` is `piecesOf` under the name that the catalogue is read by: the pieces stay values, and become tokens. */
const clauses: Readonly<Record<EntryKind, (pieces: Pieces) => unknown[]>> = {
  spent: (pieces) => rich('<kind>Spent</kind> {amount} on {category} from {account} {day}', pieces),
  refund: (pieces) =>
    rich('<kind>Refund</kind> of {amount} for {category} into {account} {day} [quick entry]', pieces),
  got: (pieces) => rich('<kind>Got</kind> {amount} as {category} into {account} {day}', pieces),
  moved: (pieces) =>
    pieces.arrives
      ? rich('<kind>Moved</kind> {amount} from {account} to {to_account} as {arrives} {day}', pieces)
      : rich('<kind>Moved</kind> {amount} from {account} to {to_account} {day}', pieces),
  lent: (pieces) => rich('<kind>Lent</kind> {amount} to {contact} from {account} {day}', pieces),
  borrowed: (pieces) => rich('<kind>Borrowed</kind> {amount} from {contact} into {account} {day}', pieces),
  owe: (pieces) => rich('<kind>Owe</kind> {contact} {amount} for {category} {day}', pieces),
  'paid me back': (pieces) => rich('{contact} <kind>paid back</kind> {amount} into {account} {day}', pieces),
  'paid back': (pieces) => rich('<kind>Paid back</kind> {amount} to {contact} from {account} {day}', pieces),
}

/** today, yesterday, on 1 November */
function dayWords(day: Day, { today, locale }: Style): string {
  if (day === today) return t('today')
  if (day === addDays(today, -1)) return t('yesterday')
  if (day === addDays(today, 1)) return t('tomorrow')
  return t('on {day}', { day: dayInSentence(day, today, locale) })
}

const amountMissing = (reading: Reading): string =>
  reading.faults.includes('amount_incomplete') ? '…' : t('How much?')

/** Who was there: others who pay a part, or one person. */
function company(reading: Reading): unknown[] | undefined {
  const { kind, contact, people } = reading
  if (people.length > 0) return rich('split with {people}', { people: peoplePieces(reading) }).flat()
  if (!contact || needsContact(kind)) return undefined
  const person = contactPiece(reading)
  return kind === 'got' || kind === 'refund'
    ? rich('from {person}', { person })
    : rich('with {person}', { person })
}

/** The clauses of the sentence. */
function clausesOf(reading: Reading, style: Style, say: (amount: EntryAmount) => string): Said[][] {
  const { kind, amount, to_amount, memo, tags, day } = reading
  const main = clauses[kind]({
    kind: (text) => ({ text, field: 'kind' }),
    amount: chosen('amount', amount ? say(amount) : undefined, amountMissing(reading)),
    arrives: to_amount ? { field: 'to_amount', text: say(to_amount) } : undefined,
    category: categoryPiece(reading),
    account: accountPiece('account', reading),
    to_account: accountPiece('to_account', reading),
    contact: contactPiece(reading),
    day: { field: 'day', text: dayWords(day, style) },
  })
  const others = company(reading)
  return [
    main as Said[], // the words of the message, and the pieces that are put in
    ...(others ? [others as Said[]] : []), // as above
    ...(memo === null
      ? []
      : [[{ field: 'memo' as const, text: t('“{name}” [a name in quotation marks]', { name: memo }) }]]),
    ...tags.map((tag) => [{ field: 'tags' as const, text: `#${tag}` }]),
  ]
}

const textOf = (all: readonly Said[][]): string =>
  all.map((clause) => clause.map((one) => (typeof one === 'string' ? one : one.text)).join('')).join(' ')

/** A reading as a sentence: Spent €15.50 on Eating out from Cash today. */
export const entrySentence = (reading: Reading, style: Style): SentencePiece[] =>
  clausesOf(reading, style, ({ minor, currency_id }) =>
    moneyText(minor, currency_id, { locale: style.locale }),
  )
    .flat()
    .map((one) => (typeof one === 'string' ? { text: one.trim() } : one))
    .filter(({ text }) => text !== '')

/** The text of the button Add, with the amount of the entry where one is given. */
export const addText = (amount: EntryAmount | null, locale: string): string =>
  amount
    ? t('Add {amount}', { amount: moneyText(amount.minor, amount.currency_id, { locale }) })
    : t('Add [verb]')

/** The sentence for a message, in which amounts may be hidden. A bill that others pay a part of says which part is mine. */
export const messageOf = (reading: Reading, style: Style): string =>
  reading.people.length > 0 ? billMessage(reading, style) : sentenceText(reading, style)

const sentenceText = (reading: Reading, style: Style): string =>
  textOf(
    clausesOf(reading, style, ({ minor, currency_id }) =>
      hiddenMoneyText(minor, currency_id, { locale: style.locale }),
    ),
  )

/** Dinner €90.00, of which €30.00 is yours. Tom and Lea owe you €30.00 each. */
function billMessage(reading: Reading, style: Style): string {
  const { amount, people, shares, memo, category } = reading
  if (!amount) return sentenceText(reading, style)
  const say = (minor: bigint) => hiddenMoneyText(minor, amount.currency_id, { locale: style.locale })
  const owing = people.flatMap(({ name }, index) => {
    const share = shares[index] ?? 0n
    return share > 0n ? [{ name, share }] : []
  })
  const mine = remainderOf(amount.minor, shares)
  const whole = t('{bill} {amount}, of which {share} is yours.', {
    bill: atStart(memo ?? category?.name ?? ''),
    amount: say(amount.minor),
    share: say(mine),
  })
  const [first] = owing
  if (!first) return whole
  return `${whole} ${debtsText(owing.map(({ name, share }) => ({ person: name, share, amount: say(share) })))}`
}

type Owing = { readonly person: string; readonly share: bigint; readonly amount: string }

/** Tom and Lea owe you €30.00 each. Tom owes you €30.00 and Lea €20.00. */
function debtsText(owing: readonly Owing[]): string {
  const [first, ...others] = owing
  if (!first) return ''
  const { person, amount } = first
  if (others.length === 0) return t('{person} owes you {amount}.', { person, amount })
  if (others.every(({ share }) => share === first.share))
    return t('{people} owe you {amount} each.', { people: listed(owing.map((one) => one.person)), amount })
  const debts = [
    t('{person} owes you {amount}', { person, amount }),
    ...others.map((one) =>
      t('{person} {amount} [owes you, after another who does]', { person: one.person, amount: one.amount }),
    ),
  ]
  return t('{debts}. [Tom owes you 30 and Lea 20]', { debts: listed(debts) })
}

/** The sentence that says what an entry still needs; undefined if it needs nothing. */
export function missingText({ faults }: Reading): string | undefined {
  const missing: Readonly<Partial<Record<EntryFault, string>>> = {
    amount_missing: t('An amount first, for example 12.50'),
    amount_incomplete: t('The amount is not finished.'),
    category_missing: t('Choose a category.'),
    account_missing: t('Choose an account.'),
    to_account_missing: t('Choose the account that it goes to.'),
    contact_missing: t('Choose a person.'),
    shares_open: t('The parts do not add up yet.'),
    mine_missing: t('Some of it must be yours.'),
  }
  const order = Object.keys(missing) as EntryFault[] // its own keys
  const first = order.find((fault) => faults.includes(fault))
  return first && missing[first]
}

/** The sentence as a screen reader should say it. */
export const spokenSentence = (reading: Reading, style: Style): string =>
  textOf(clausesOf(reading, style, ({ minor, currency_id }) => spokenMoney(minor, currency_id)))

/** The fault of the text, in a sentence; undefined if the sentence itself says all that is missing. */
export function faultText({ faults }: Reading, textLength: number): string | undefined {
  if (faults.includes('too_long'))
    return t(
      '{count, plural, one {This is # character long. 255 fit.} other {This is # characters long. 255 fit.}}',
      { count: textLength },
    )
  if (faults.includes('amount_not_a_number')) return t('This amount cannot be read.')
  if (faults.includes('amount_decimals')) return t('This amount has more decimals than its currency.')
  if (faults.includes('amount_too_large')) return t('This amount is larger than Florin can keep.')
  if (faults.includes('amount_division')) return t('Nothing can be divided by zero.')
  if (faults.includes('amount_not_positive')) return t('An amount is more than zero.')
  if (faults.includes('account_unknown')) return t('There is no account with this name.')
  if (faults.includes('same_account')) return t('Money is moved between two different accounts.')
  if (faults.includes('contact_unknown')) return t('There is no contact with this name, so nothing is owed.')
  if (faults.includes('too_many_tags')) return t('An entry has at most 20 tags.')
  if (faults.includes('tag_too_long')) return t('A tag has at most 50 characters.')
  return undefined
}

/** Which picker opens where a field is still to be chosen. */
export const fieldOfFault: Readonly<Partial<Record<EntryFault, EntryField>>> = {
  category_missing: 'category',
  account_missing: 'account',
  account_unknown: 'account',
  to_account_missing: 'to_account',
  same_account: 'to_account',
  contact_missing: 'contact',
  contact_unknown: 'contact',
}
