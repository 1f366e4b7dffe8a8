import { folded } from '../../contract/fold.ts'

/** The texts that banks write into their files: their marks, and the name between them. */

/** Words that banks write into most rows. */
const COMMON =
  /^(card|karte|pos|sepa|payment|zahlung|debit|credit|purchase|transfer|ref|from|to|gmbh|ltd|inc|co|www|com|dankt|sagt)$/i
export const isCommon = (word: string): boolean => COMMON.test(word)

/** Marks that banks put before a name for how it was paid: VDP-SPOTIFY, D/D ELECTRIC, CARD PAYMENT TO TESCO. */
const WAY_BEFORE =
  /^\s*(?:(?:VD[PCIA]|POS|CNP|TAP)\s*[-–:*]\s*(?=\p{L})|(?:D\/D|S\/O|VD[PCIA])\s+|CARD (?:PAYMENT|PURCHASE)(?: (?:TO|AT))?\s+(?!THANK)|DIRECT (?:DEBIT|CREDIT)(?: (?:PAYMENT|TO|FROM))*\s+)/iu

export const withoutWay = (text: string): string => text.replace(WAY_BEFORE, '') || text

const wordsIn = (text: string) => text.split(/[\s/,;:]+/)

/** The first word of a text that is neither short nor common, and the next one if it is no other either. */
export function firstWords(text: string, isPassed: (word: string) => boolean): string {
  const words = wordsIn(text)
  const from = words.findIndex((word) => /^(?:\p{L}{3,}|\p{L}+&\p{L}+)/u.test(word) && !isPassed(word))
  if (from < 0) return text.trim()
  const next = words[from + 1]
  const isPair = next !== undefined && /^\p{L}{3,}$/u.test(next) && !isPassed(next)
  return [words[from], ...(isPair ? [next] : [])].join(' ')
}

/** Words for how money was moved, folded: they name nobody. */
const WAYS =
  /^(standing|order|thank|you|received|recurring|contactless|dauerauftrag|lastschrift|basislastschrift|uberweisung|ueberweisung|gutschrift|kartenzahlung|umbuchung|einzug|danke|virement|vir|prelevement|prlv|cb|tarj|carte|paiement|achat|permanent|merci|transferencia|recibo|pago|tarjeta|compra|orden|permanente|domiciliacion|gracias|przelew|przychodzacy|wychodzacy|zlecenie|stale|platnosc|karta|zakup|dziekujemy|переказ|оплата|картка|картою|платіж|постіине|доручення|дякуємо|تحويل|دفع|بطاقة|شراء|أمر|دائم|شكرا)$/
const isOfBank = (word: string): boolean =>
  word.split('-').every((part) => isCommon(part) || WAYS.test(folded(part)))

/** Words that say where money was moved: without them, the name alone would read as a shop. */
const MOVED =
  /^\s*(?:(?:transfer|payment)\s+)?(?:to|from)\s+|^\s*(?:überweisung|ueberweisung|umbuchung|übertrag|uebertrag)\s+(?:an|auf|von)\s+|^\s*virement\s+(?:à|a|vers|de)\s+|^\s*transferencia\s+(?:a|de)\s+|^\s*przelew\s+(?:do|od|na|z)\s+/iu

/** The words of a bank's text that name somebody: the first ones that do not only say how money was moved, and the initials beside them. */
export function nameInText(text: string): string {
  const whole = withoutWay(text)
  const [verb = ''] = MOVED.exec(whole) ?? []
  const name = firstWords(whole.slice(verb.length), isOfBank)
  return `${verb.trim()} ${withInitials(whole, name)}`.trim()
}

/** Short words before a name that say how it was paid. */
const SHORT_WAYS = /^(?:ec|kk|vd|dd|so|cb|tpv|na|an|do|le|al|du|de)$/i

/** A name with the single letters beside it, the short words before it, and the word behind a letter: O NEILL J, DB VERTRIEB, CIRCLE K, RENT J MILLER. */
function withInitials(text: string, name: string): string {
  const words = wordsIn(text)
  const own = name.split(' ')
  const at = words.findIndex((_, index) => own.every((word, on) => words[index + on] === word))
  if (at < 0) return name
  const isInitial = (word = '') => /^\p{L}\.?$/u.test(word)
  const isShort = (word: string) => /^\p{L}{1,2}\.?$/u.test(word) && !isOfBank(word) && !SHORT_WAYS.test(word)
  const from = words.slice(0, at).every(isShort) ? 0 : at
  const [next, last = ''] = words.slice(at + own.length)
  if (own.length > 1 || !isInitial(next)) return words.slice(from, at + own.length).join(' ')
  const isNamed = /^\p{L}{3,}$/u.test(last) && !isOfBank(last)
  return words.slice(from, at + (isNamed ? 3 : 2)).join(' ')
}

/** Whether a text has numbers, words or marks of the bank beside the words of a name. */
export const isOfBankText = (text: string): boolean =>
  /\d/.test(text) || WAY_BEFORE.test(text) || wordsIn(text).some(isOfBank)

/** Openings of a bank's text that nobody types in capital letters: VDP-SPOTIFY, SEPA-BASISLASTSCHRIFT STADTWERKE, CARD PAYMENT TO TESCO. */
const CODED =
  /^(?:VD[PCIA]\s*[-–:*]\s*\p{L}|SEPA[- ](?:[A-Z]*LASTSCHRIFT|DIRECT|CREDIT)|(?:PRLV|VIR) SEPA|(?:PAIEMENT|ACHAT) (?:CB|(?:PAR )?CARTE)|(?:PAGO|COMPRA) (?:CON |EN )?TARJ(?:ETA)?\b|CARD (?:PAYMENT|PURCHASE)|DIRECT DEBIT \p{L}|KARTENZAHLUNG|P[ŁL]ATNO[ŚS][ĆC] KART[ĄA])/u

/** Openings of card payments and debits, which somebody may type too, in any letters. */
const OPENING =
  /^(?:KARTENZAHLUNG|LASTSCHRIFT|GIROCARD|POS|D\/D|S\/O|CARD (?:PAYMENT|PURCHASE)|CONTACTLESS|DIRECT DEBIT|(?:PAIEMENT |ACHAT )?(?:PAR )?CARTE|(?:PAGO|COMPRA) (?:CON |EN )?TARJETA|P[ŁL]ATNO[ŚS][ĆC] KART[ĄA])[\s:-]/iu

/** A reference as machines write it: a city and country behind slashes, a moment, a masked card, the parts of a SEPA text. */
const REFERENCE =
  /\/\/\p{Lu}[\p{L} .-]*\/[A-Z]{2}\b|\b\d{4}-\d\d-\d\dT\d\d:\d\d|[X*]{4,}\d{4}\b|\b(?:EREF|KREF|MREF|SVWZ|CRED)\+/u

/** Numbers behind an opening: a day of purchase, a till, a mandate. */
const NUMBERED = /\d{4}|\b\d\d[./]\d\d\b/

/** Whether a bank's machine has put a text together. A text that somebody may have typed is none: capitals alone, a year or a number are no proof. */
function isByBank(text: string): boolean {
  const isInCapitals = !/\p{Ll}/u.test(text)
  if (isInCapitals && CODED.test(text)) return true
  if (REFERENCE.test(text)) return isInCapitals || OPENING.test(text)
  return isInCapitals && OPENING.test(text) && NUMBERED.test(text)
}

/** Words that a file adds behind the name for the way of the payment. One alone may be typed; of several, one is a word that only banks use. */
const WAY_BEHIND =
  /\s+(?=\S.*\b(?:kartenzahlung|girocard|basislastschrift|folgelastschrift|lastschrifteinzug)\b)(?:(?:sepa|kartenzahlung|girocard|basislastschrift|folgelastschrift|lastschrift|lastschrifteinzug|kontaktlos|debitkarte|maestro|visa|mastercard|debit)(?:[\s-]+|$)){2,}$/iu

/** The place of a till behind a name: dm-drogerie markt//BERLIN/DE. An address of the web has a colon before its slashes. */
const PLACE = /(?<=[^:/\s])\/\/\p{Lu}[\p{L} .-]*(?:\/[A-Z]{2})?$/u

/** A text as a list shows it: of a bank's own the name in it, any other as it was typed. */
export function shownText<Text extends string | null>(text: Text): Text
export function shownText(text: string | null): string | null {
  if (text === null) return null
  const rest = text.replace(WAY_BEHIND, '')
  if (!isByBank(rest)) return rest.replace(PLACE, '')
  const name = nameInText(rest)
  return /\p{L}{3}/u.test(name) && !name.split(' ').every(isOfBank) ? name : text
}
