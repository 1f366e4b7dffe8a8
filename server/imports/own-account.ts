import { folded } from '../../contract/fold.ts'
import { nameWords, numberOf } from '../lists/words.ts'
import type { BookKnows, KnownAccount } from './book-knows.ts'
import { transferKey } from './history.ts'
import { de } from './own/de.ts'
import { en } from './own/en.ts'
import type { Resolved } from './resolve.ts'

/** How the words of a row show that its other side is an own account. */

/** Words that mark a transfer between own accounts, in the most common languages of bank files. */
const TRANSFER = new Set(
  (
    'transfer transfers umbuchung uebertrag ubertrag eigenubertrag umschichtung virement traspaso transferencia ' +
    'giroconto overboeking atvezetes'
  ).split(' '),
)
/** The same, and words that are in other rows as well. */
const MOVING = new Set([...TRANSFER, 'sparen', 'savings', 'payment'])

/** Names of accounts that banks write in the words of any payment. */
export const GENERIC = new Set([
  'bank',
  'cash',
  'account',
  'konto',
  'giro',
  'girokonto',
  'bargeld',
  'checking',
  'current',
  'card',
])

/** The words of one half, and those of the name of its account. */
export type Said = {
  /** All words, also short ones and those with figures. */
  readonly words: ReadonlySet<string>
  readonly phrase: string
  readonly text: string
  /** How many of the words mark a transfer. */
  readonly moving: number
  readonly account: readonly string[]
}

/** `all` are all words of a text, `words` its significant ones. */
export const said = (
  text: string,
  all: readonly string[],
  words: readonly string[],
  account: readonly string[],
): Said => ({
  words: new Set([...all, ...words]),
  phrase: words.join(' '),
  text,
  moving: words.filter((word) => MOVING.has(word)).length,
  account,
})

/** Whether a text has a word of transfers alone: "payment" is in purchases as well. */
export const isMoved = ({ words }: Said): boolean =>
  [...words].some((word) => MOVING.has(word) && word !== 'payment')

/**
 * Whether the words of a text name an account: all of several words, one word together with a word for a transfer, or one word that is all
 * of the text. Of a name with one word of its own, as "Travel card", the words stand beside each other, unless the text says that it is a
 * transfer: "card payment to TFL travel" has both.
 */
export const isNamed = (text: Said, name: readonly string[]): boolean => {
  const { words, moving, phrase } = text
  if (name.length === 0 || !name.every((word) => words.has(word))) return false
  if (name.length === 1) return phrase === name[0] || moving > (MOVING.has(name[0] ?? '') ? 1 : 0)
  return name.filter((word) => !GENERIC.has(word)).length > 1 || isMoved(text) || hasTogether(text, name)
}

const hasTogether = ({ text }: Said, name: readonly string[]): boolean =>
  ` ${folded(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .join(' ')} `.includes(` ${name.join(' ')} `)

/** The numbers of accounts in a text: IBANs, also in groups of four, and numbers of at least six figures. */
export function numbersIn(text: string): string[] {
  if (!/\d{2}/.test(text)) return []
  const upper = text.toUpperCase()
  const grouped = upper.match(/\b[A-Z]{2}\d{2}(?: [A-Z\d]{4}){2,7}(?: [A-Z\d]{1,3})?\b/g) ?? []
  return [
    ...[/\b[A-Z]{2}\d{2}[A-Z\d]{8,30}\b/g, /\b\d{6,24}\b/g].flatMap((one) => upper.match(one) ?? []),
    ...grouped.flatMap((text) => [text, ...startsOf(text).filter(isIban)]),
  ].map(numberOf)
}

/** The texts that a text of groups begins with: a word that follows looks like a group. */
const startsOf = (text: string): string[] =>
  [...text.matchAll(/ /g)].map(({ index }) => text.slice(0, index)).reverse()

/** Whether the check digits of an IBAN are right. */
function isIban(text: string): boolean {
  const number = numberOf(text)
  const figures = `${number.slice(4)}${number.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return number.length >= 15 && BigInt(figures) % 97n === 1n
}

/** The own account whose number a row has as its other side, or in its text. */
export function ownNumber({ row, text, account_id }: Resolved, { numbers }: BookKnows): string | undefined {
  if (numbers.size === 0) return undefined
  const stated = row.counter_account === undefined ? [] : [numberOf(row.counter_account)]
  const found = [...stated, ...numbersIn(text)].map((number) => numbers.get(number))
  return found.find((id) => id !== undefined && id !== account_id)
}

const words = (text: string) => new Set(text.split(' '))

/** Words of cards in the names of accounts. In rows, "card" alone is the way of paying. */
const CARD = words(
  'card cards creditcard crd kreditkarte kreditkarten karte visa mastercard eurocard amex diners barclaycard',
)
const WAY = words('card cards karte')
/** Words of a bill of a card: together with one of these, a word of credit cards is enough. */
const BILL = words(
  'abrechnung monatsabrechnung umsatzabrechnung kartenabrechnung autopay autopayment epayment ausgleich',
)
/** Words of a payment that arrives on a card. */
const PAYMENT = words(
  'payment payments pymt pmt zahlung zahlungseingang einzahlung paiement pago pagamento betaling autopay lastschrift lastschrifteinzug bankeinzug abbuchung ausgleich kontoausgleich saldoausgleich rechnungsausgleich',
)
/** Words beside them that name nobody. */
const NEUTRAL = words(
  'thank thanks you your for received recd online mobile web internet automatic auto direct debit credit ach bank from to of the bill statement american express ' +
    'danke dankend vielen dank fur ihre ihr erhalten eingang einzug vom von an auf zu der die das konto sepa monat rechnung merci gracias recibido recu votre grazie bedankt account',
)
const MONTHS = words(
  'january february march april may june july august september october november december januar februar marz mai juni juli oktober dezember jan feb mar apr jun jul aug sep sept oct okt nov dec dez',
)

/** All words of a row, also the short ones, of which names of shops consist: H&M. Figures and references are left out. */
const plainWords = ({ all }: Resolved) => all.filter((word) => !/\p{N}/u.test(word))

const isOfCards = (word: string) =>
  PAYMENT.has(word) || NEUTRAL.has(word) || CARD.has(word) || MONTHS.has(word)

/** Whether a row of a card is the payment of its bill: "Payment, thank you". A shop's name beside the words is a shop's refund. */
const isCardPayment = (all: readonly string[]): boolean =>
  all.some((word) => PAYMENT.has(word)) && all.every(isOfCards)

/** Whether a row of a bank account pays the bill of a credit card: words of such cards and of bills, or nothing but words of cards. */
function isCardBill(all: readonly string[]): boolean {
  const isCredit =
    (all.includes('credit') && all.includes('card')) ||
    all.some((word) => (CARD.has(word) && !WAY.has(word)) || word.startsWith('kreditkarten'))
  return (
    isCredit &&
    (all.some((word) => BILL.has(word) || word.startsWith('kreditkarten')) || all.every(isOfCards))
  )
}

/** Whether a row says that it pays a card, seen from the card or from the account that pays it. */
export function paysCard(row: Resolved, account: KnownAccount | undefined): boolean {
  if (!account || row.amount > 0n !== account.is_liability) return false
  return (account.is_liability ? isCardPayment : isCardBill)(plainWords(row))
}

const inAll = (of: keyof typeof en) => words([en, de].map((table) => table[of]).join(' '))
const CASH = inAll('cash')
/** Accounts that cards are paid from only where there is no other. */
const SAVED = inAll('saved')
const FEE = inAll('fee')
const WITHDRAWAL = [...inAll('withdrawal')].map((phrase) => phrase.split('+'))

/**
 * Finds the own account that the words of a row mean without its name: the only cash for money from a machine, the only savings for "Übertrag
 * Sparkonto".
 */
export function makeMeant({
  accounts,
}: Pick<BookKnows, 'accounts'>): (row: Resolved, text: Said) => Meant | undefined {
  const onlyOf = (kind: ReadonlySet<string>) => {
    const all = [...accounts.values()].filter(
      ({ name, is_liability }) => !is_liability && nameWords(name).some((word) => kind.has(word)),
    )
    return all.length === 1 ? all[0]?.id : undefined
  }
  const [cash, saved] = [onlyOf(CASH), onlyOf(SAVED)]
  return ({ account_id, amount }, { words: all }) => {
    const has = (kind: ReadonlySet<string>) => all.values().some((word) => kind.has(word))
    const isFromMachine = WITHDRAWAL.some((phrase) => phrase.every((word) => all.has(word))) && !has(FEE)
    if (isFromMachine && amount < 0n && cash !== undefined && cash !== account_id)
      return { account_id: cash, why: 'machine' }
    const isMovedThere = has(SAVED) && all.values().some((word) => TRANSFER.has(word))
    return isMovedThere && saved !== undefined && saved !== account_id
      ? { account_id: saved, why: 'savings' }
      : undefined
  }
}
type Meant = { readonly account_id: string; readonly why: 'machine' | 'savings' }

/**
 * Finds the account on the other side of a card's payment, before that side is in the book: the one of the payment before, else the only one
 * that it can be; null if several can. Undefined if the row is no such payment.
 */
export function makeCards({ accounts, history }: BookKnows): (row: Resolved) => string | null | undefined {
  type Others = { readonly fits: readonly KnownAccount[]; readonly before: string | undefined }
  const known = new Map<string, Others>()
  const othersOf = (own: KnownAccount): Others => {
    const made = known.get(own.id)
    if (made) return made
    const fits = [...accounts.values()].filter(({ id, is_liability, name }) => {
      const named = nameWords(name)
      return (
        id !== own.id &&
        is_liability !== own.is_liability &&
        (is_liability ? named.some((word) => CARD.has(word)) : !named.some((word) => CASH.has(word)))
      )
    })
    const ids = new Set(fits.map(({ id }) => id))
    const start = transferKey(own.id, !own.is_liability, [])
    const before = [...history.transfers].find(([key, other]) => key.startsWith(start) && ids.has(other))?.[1]
    // Of a bank account, transfers to a card that it paid before say nothing about another card.
    const others = { fits, before: own.is_liability || fits.length === 1 ? before : undefined }
    known.set(own.id, others)
    return others
  }
  return (row) => {
    const own = accounts.get(row.account_id ?? '')
    if (!own || !paysCard(row, own)) return undefined
    const { fits, before } = othersOf(own)
    if (before !== undefined) return before
    const said = new Set(plainWords(row))
    const named = fits.filter(({ name }) =>
      nameWords(name).some((word) => said.has(word) && !['card', 'karte', 'kreditkarte'].includes(word)),
    )
    const usual = fits.filter(({ name }) => !nameWords(name).some((word) => SAVED.has(word)))
    const [only, another] = [named, usual, fits].find(({ length }) => length > 0) ?? []
    return only ? (another ? null : only.id) : undefined
  }
}
