import { folded } from '../../contract/fold.ts'
import type { ImportRow } from '../../contract/import-rows.ts'
import { emptyRule, type RuleForm } from './rules/rule-form.ts'

/** Words that banks write into most rows. */
const COMMON =
  /^(card|karte|pos|sepa|payment|zahlung|debit|credit|purchase|transfer|ref|from|to|gmbh|ltd|inc|co|www|com|dankt|sagt)$/i

/** The words of a row that are likely to come again: no numbers, and none that every row has; at most two. */
export function wordsForRule({ text, suggestion }: Pick<ImportRow, 'text' | 'suggestion'>): string {
  if (suggestion && suggestion.words.length > 0) return asWritten(text, suggestion.words)
  return firstWords(withoutWay(text), (word) => COMMON.test(word))
}

/** Marks that banks put before a name for how it was paid: VDP-SPOTIFY, D/D ELECTRIC, CARD PAYMENT TO TESCO. */
const WAY_BEFORE =
  /^\s*(?:(?:VD[PCIA]|POS|CNP|TAP)\s*[-–:*]\s*(?=\p{L})|(?:D\/D|S\/O|VD[PCIA])\s+|CARD (?:PAYMENT|PURCHASE)(?: (?:TO|AT))?\s+(?!THANK))/iu

const withoutWay = (text: string): string => text.replace(WAY_BEFORE, '') || text

const wordsIn = (text: string) => text.split(/[\s/,;:]+/)

/** The first word of a text that is neither short nor common, and the next one if it is no other either. */
function firstWords(text: string, isCommon: (word: string) => boolean): string {
  const words = wordsIn(text)
  const from = words.findIndex((word) => /^(?:\p{L}{3,}|\p{L}+&\p{L}+)/u.test(word) && !isCommon(word))
  if (from < 0) return text.trim()
  const next = words[from + 1]
  const isPair = next !== undefined && /^\p{L}{3,}$/u.test(next) && !isCommon(next)
  return [words[from], ...(isPair ? [next] : [])].join(' ')
}

/** Words for how money was moved, folded: they name nobody. */
const WAYS =
  /^(standing|order|thank|you|received|recurring|contactless|dauerauftrag|lastschrift|basislastschrift|uberweisung|ueberweisung|gutschrift|kartenzahlung|umbuchung|einzug|danke|virement|prelevement|carte|paiement|achat|permanent|merci|transferencia|recibo|pago|tarjeta|compra|orden|permanente|domiciliacion|gracias|przelew|przychodzacy|wychodzacy|zlecenie|stale|platnosc|karta|zakup|dziekujemy|переказ|оплата|картка|картою|платіж|постіине|доручення|дякуємо|تحويل|دفع|بطاقة|شراء|أمر|دائم|شكرا)$/
const isOfBank = (word: string): boolean => COMMON.test(word) || WAYS.test(folded(word))

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

/** Words as the text has them beside each other, with the signs between them: a rule looks for the very letters. */
function asWritten(text: string, words: readonly string[]): string {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(escaped.join('[^\\p{L}\\p{N}]+'), 'iu').exec(text)?.[0] ?? words.join(' ')
}

const directionOf = ({ amount }: Pick<ImportRow, 'amount'>) => ((amount ?? 0) < 0 ? 'out' : 'in')

/** The form of the rule that rows with these words, in the direction of this one, go to a category. */
export const formFor = (
  row: ImportRow,
  words: string,
  { id, name }: { readonly id: string; readonly name: string },
): RuleForm => ({
  ...emptyRule({ text: words, categoryId: id, direction: directionOf(row) }),
  name: `${words.trim()}: ${name}`.slice(0, 150),
})

/** The other rows that the rule would have decided about: new ones that neither a person nor an earlier rule has sorted. */
export const alsoMeant = (rows: readonly ImportRow[], row: ImportRow, words: string): ImportRow[] => {
  const wanted = folded(words.trim())
  return rows.filter(
    (other) =>
      wanted !== '' &&
      other.n !== row.n &&
      other.verdict === 'new' &&
      !other.is_changed &&
      !other.suggestion?.rule_id &&
      directionOf(other) === directionOf(row) &&
      [other.text, other.draft?.notes ?? ''].some((text) => folded(text).includes(wanted)),
  )
}
