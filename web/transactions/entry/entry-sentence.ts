import type { Day } from '../../../contract/day.ts'
import { dayInSentence, nearDay } from '../../ui/dates.ts'
import { moneyText, spokenMoney } from '../../ui/money.ts'
import { hiddenMoneyText } from '../../ui/privacy.ts'
import { capital, listed } from '../../ui/wording.ts'
import { remainderOf } from '../sheet/parts.ts'
import type { EntryAmount, EntryContact, EntryFault, EntryKind, Reading } from './reading.ts'

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
  chosen(field, reading[field]?.name, 'Choose an account')

const categoryPiece = ({ category }: Reading): SentencePiece =>
  chosen('category', category?.name, 'Choose a category')

const contactPiece = ({ contact }: Reading): SentencePiece =>
  chosen(
    'contact',
    contact ? `${contact.name}${contact.id === null ? ' (new)' : ''}` : undefined,
    'Choose a person',
  )

const words = (text: string): SentencePiece => ({ text })

/** Tom Berger and Lea (new) */
const peoplePieces = ({ people }: Reading): SentencePiece[] =>
  people.flatMap((person, index) => [
    ...(index > 0 && index === people.length - 1 ? [words('and')] : []),
    { text: `${person.name}${person.id === null ? ' (new)' : ''}`, person },
  ])

/** The pieces of each kind, in order. The kind itself can be changed too, so its verb is a field. */
const orders: Readonly<
  Record<EntryKind, (reading: Reading, amount: SentencePiece) => readonly SentencePiece[]>
> = {
  spent: (reading, amount) => [
    { text: 'Spent', field: 'kind' },
    amount,
    words('on'),
    categoryPiece(reading),
    words('from'),
    accountPiece('account', reading),
  ],
  got: (reading, amount) => [
    { text: 'Got', field: 'kind' },
    amount,
    words('as'),
    categoryPiece(reading),
    words('into'),
    accountPiece('account', reading),
  ],
  moved: (reading, amount) => [
    { text: 'Moved', field: 'kind' },
    amount,
    words('from'),
    accountPiece('account', reading),
    words('to'),
    accountPiece('to_account', reading),
  ],
  lent: (reading, amount) => [
    { text: 'Lent', field: 'kind' },
    amount,
    words('to'),
    contactPiece(reading),
    words('from'),
    accountPiece('account', reading),
  ],
  borrowed: (reading, amount) => [
    { text: 'Borrowed', field: 'kind' },
    amount,
    words('from'),
    contactPiece(reading),
    words('into'),
    accountPiece('account', reading),
  ],
  owe: (reading, amount) => [
    { text: 'Owe', field: 'kind' },
    contactPiece(reading),
    amount,
    words('for'),
    categoryPiece(reading),
  ],
  'paid me back': (reading, amount) => [
    contactPiece(reading),
    { text: 'paid back', field: 'kind' },
    amount,
    words('into'),
    accountPiece('account', reading),
  ],
  'paid back': (reading, amount) => [
    { text: 'Paid back', field: 'kind' },
    amount,
    words('to'),
    contactPiece(reading),
    words('from'),
    accountPiece('account', reading),
  ],
}

/** today, yesterday, on 1 November */
const dayWords = (day: Day, { today, locale }: Style): string =>
  nearDay(day, today)?.toLowerCase() ?? `on ${dayInSentence(day, today, locale)}`

const amountMissing = (reading: Reading): string =>
  reading.faults.includes('amount_incomplete') ? '…' : 'How much?'

function pieces(reading: Reading, style: Style, say: (amount: EntryAmount) => string): SentencePiece[] {
  const { kind, amount, to_amount, contact, people, memo, tags, day } = reading
  const money = chosen('amount', amount ? say(amount) : undefined, amountMissing(reading))
  const arrives: SentencePiece[] = to_amount
    ? [words('as'), { field: 'to_amount', text: say(to_amount) }]
    : []
  const isNamed = kind !== 'spent' && kind !== 'got' && kind !== 'moved'
  const about: SentencePiece[] =
    people.length > 0
      ? [words('split with'), ...peoplePieces(reading)]
      : contact && !isNamed
        ? [words(kind === 'got' ? 'from' : 'with'), contactPiece(reading)]
        : []
  return [
    ...orders[kind](reading, money),
    ...arrives,
    { field: 'day', text: dayWords(day, style) },
    ...about,
    ...(memo === null ? [] : [{ field: 'memo' as const, text: `“${memo}”` }]),
    ...tags.map((tag) => ({ field: 'tags' as const, text: `#${tag}` })),
  ]
}

/** A reading as a sentence: Spent €15.50 on Eating out from Cash today. */
export const entrySentence = (reading: Reading, style: Style): SentencePiece[] =>
  pieces(reading, style, ({ minor, currency_id }) => moneyText(minor, currency_id, { locale: style.locale }))

/** The sentence for a message, in which amounts may be hidden. A bill that others pay a part of says which part is mine. */
export const messageOf = (reading: Reading, style: Style): string =>
  reading.people.length > 0 ? billMessage(reading, style) : sentenceText(reading, style)

const sentenceText = (reading: Reading, style: Style): string =>
  pieces(reading, style, ({ minor, currency_id }) =>
    hiddenMoneyText(minor, currency_id, { locale: style.locale }),
  )
    .map(({ text }) => text)
    .join(' ')

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
  const whole = `${capital(memo ?? category?.name ?? '')} ${say(amount.minor)}, of which ${say(mine)} is yours.`
  const [first] = owing
  if (!first) return whole
  const verb = owing.length === 1 ? 'owes' : 'owe'
  const isSame = owing.every(({ share }) => share === first.share)
  const each = owing.length > 1 ? ' each' : ''
  const debts = isSame
    ? `${listed(owing.map(({ name }) => name))} ${verb} you ${say(first.share)}${each}.`
    : `${listed(owing.map(({ name, share }, index) => `${name}${index === 0 ? ' owes you' : ''} ${say(share)}`))}.`
  return `${whole} ${debts}`
}

/** The sentence that says what an entry still needs; undefined if it needs nothing. */
export function missingText({ faults }: Reading): string | undefined {
  const missing: Readonly<Partial<Record<EntryFault, string>>> = {
    amount_missing: 'An amount first, for example 12.50',
    amount_incomplete: 'The amount is not finished.',
    category_missing: 'Choose a category.',
    account_missing: 'Choose an account.',
    to_account_missing: 'Choose the account that it goes to.',
    contact_missing: 'Choose a person.',
    shares_open: 'The parts do not add up yet.',
    mine_missing: 'Some of it must be yours.',
  }
  const order = Object.keys(missing) as EntryFault[] // its own keys
  const first = order.find((fault) => faults.includes(fault))
  return first && missing[first]
}

/** The sentence as a screen reader should say it. */
export const spokenSentence = (reading: Reading, style: Style): string =>
  pieces(reading, style, ({ minor, currency_id }) => spokenMoney(minor, currency_id))
    .map(({ text }) => text)
    .join(' ')

/** The fault of the text, in a sentence; undefined if the sentence itself says all that is missing. */
export function faultText({ faults }: Reading, textLength: number): string | undefined {
  if (faults.includes('too_long')) return `This is ${textLength} characters long. 255 fit.`
  if (faults.includes('amount_not_a_number')) return 'This amount cannot be read.'
  if (faults.includes('amount_decimals')) return 'This amount has more decimals than its currency.'
  if (faults.includes('amount_too_large')) return 'This amount is larger than Florin can keep.'
  if (faults.includes('amount_division')) return 'Nothing can be divided by zero.'
  if (faults.includes('amount_not_positive')) return 'An amount is more than zero.'
  if (faults.includes('account_unknown')) return 'There is no account with this name.'
  if (faults.includes('same_account')) return 'Money is moved between two different accounts.'
  if (faults.includes('contact_unknown')) return 'There is no contact with this name, so nothing is owed.'
  if (faults.includes('too_many_tags')) return 'An entry has at most 20 tags.'
  if (faults.includes('tag_too_long')) return 'A tag has at most 50 characters.'
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
