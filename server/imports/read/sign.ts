import { type Later, later } from '../../../words/t.ts'
import { AS_LAST_TIME, BY_PERSON, type ReadAs } from './evidence.ts'
import { folded } from './headings.ts'
import { type BalanceProof, whole } from './proof.ts'

/** Whether a positive amount is money in or money out: cards often write purchases without a minus. */

/** Words for money that comes in, and for money that leaves, in the texts of banks and cards. */
const IN =
  /\b(?:return|salary|payroll|wages|interest earned|dividend|deposit|credit transfer|bank credit|direct credit|incoming|top ?up|gehalt|lohn|eingang|einzahlung|ihre zahlung|salaire|versement|nomina|abono|transferencia recibida|ingreso|stipendio|accredito|bonifico a vostro favore|salaris|bijschrijving|storting|wynagrodzenie|wplyw|uznanie|loen|lon|palkka)\b/
const OUT =
  /\b(?:purchase|pos|card payment|card transaction|debit card|withdrawal|atm|cash advance|kartenzahlung|kauf|einkauf|bargeldauszahlung|auszahlung|achat|paiement cb|paiement par carte|facture carte|retrait|prelevement|frais|cotisation|compra|cargo|comision|retirada|acquisto|pagamento|prelievo|addebito|commissione|betaalautomaat|geldautomaat|incasso|pinbetaling|zakup|platnosc karta|wyplata|oplata|kjop|kop|varekjop|ostos|nakup)\b/

/** Words that say money in whatever stands beside them: thanks for a payment, and what was received. */
const SURELY_IN =
  /\b(?:(?:payment|pymt|pmt|zahlung|einzug|paiement|pago)\b.{0,30}\b(?:thank you|thanks|dank|merci|gracias)|(?:thank you|thanks|vielen dank) (?:for|fur)|merci de votre|merci pour|received|recebido|recibido|recibida|ricevuto|recu|erhalten|otrzymano|gutschrift)\b/
/** Money that a shop gives back, and payments that a card takes by itself. */
const GIVEN_BACK =
  /^(?:auto ?pay(?:ment)?|automatic payment)\b|\b(?:refund|rebate|cashback(?= (?:bonus|reward|credit|earned|redemption)|$)|reversal|chargeback|rueckerstattung|ruckerstattung|erstattung|remboursement|devolucion|rimborso|terugbetaling|zwrot)\b/

/** A word that is a whole cell: the kind of the row. */
const KIND_IN = /^(?:payment|refund|credit|abono|pago|zahlung|paiement)$/

/**
 * Whether a row is money in by its words. Of a card, interest, fees and deposits may be either, and count as what was spent; of an account of
 * money, a salary or a deposit is money in.
 */
export function saysMoneyIn(cells: readonly string[], isOfMoney: boolean): boolean {
  const words = cells.map(folded)
  const is = (expression: RegExp) => words.some((cell) => expression.test(cell))
  return is(SURELY_IN) || is(GIVEN_BACK) || is(KIND_IN) || (isOfMoney && is(IN) && !is(OUT))
}

/** The evidence of an account of money whose file has both signs: worth recalling for a file that has one sign alone. */
export const SOME_MINUS = later('Some amounts have a minus, as money out has.')
/** Of a card, so many times as many amounts with a minus as without are its purchases. */
const MOSTLY = 2
const FEW = 3

/** How many rows of each sign have words that say one or the other. */
export type SignEvidence = {
  positive: number
  negative: number
  /** How many amounts have a plus: who writes one means the sign. */
  plus: number
  inOfPositive: number
  outOfPositive: number
  inOfNegative: number
  outOfNegative: number
  /** How many balances are above 0, less those below. */
  owned: number
  /** The largest amount, without its sign, and whether it has a minus: of a card, the payment of its bill is larger than a purchase. */
  largest: { readonly size: bigint; readonly isNegative: boolean } | undefined
  /** The first row with a positive amount. */
  example: { readonly line: number; readonly amount: string; readonly text: string } | undefined
}

export const startSigns = (): SignEvidence => ({
  positive: 0,
  negative: 0,
  plus: 0,
  inOfPositive: 0,
  outOfPositive: 0,
  inOfNegative: 0,
  outOfNegative: 0,
  owned: 0,
  largest: undefined,
  example: undefined,
})

/** Notes a row: its amount as it is written, the text of its cells, and its words where no cell has a text. */
export function noteSign(
  signs: SignEvidence,
  row: {
    line: number
    amount: string
    text: string
    words?: string
    balance: string | undefined
    hasPlus: boolean
  },
): void {
  const { line, amount, text, balance, hasPlus } = row
  if (hasPlus) signs.plus++
  if (balance !== undefined && /[1-9]/.test(balance)) signs.owned += balance.startsWith('-') ? -1 : 1
  if (!/[1-9]/.test(amount)) return
  const words = folded(text)
  const isNegative = amount.startsWith('-')
  const size = whole(isNegative ? amount.slice(1) : amount)
  if (signs.largest === undefined || size > signs.largest.size) signs.largest = { size, isNegative }
  const isIn = IN.test(words) || KIND_IN.test(words) || SURELY_IN.test(words) || GIVEN_BACK.test(words)
  const isOut = OUT.test(words) && !SURELY_IN.test(words)
  const isOneOf = isIn !== isOut
  if (isNegative) {
    signs.negative++
    if (isOneOf) signs[isIn ? 'inOfNegative' : 'outOfNegative']++
    return
  }
  signs.positive++
  signs.example ??= { line, amount, text: text || (row.words ?? '') }
  if (isOneOf) signs[isIn ? 'inOfPositive' : 'outOfPositive']++
}

type SignFacts = {
  readonly signs: SignEvidence
  readonly given: boolean | undefined
  readonly remembered: boolean | undefined
  /** Whether columns say it: two for money out and in, or one with words. */
  readonly hasSides: boolean
  /** Whether two columns for money out and in have no headings, so that they may be the other way round. */
  readonly areSidesGuessed?: boolean
  /** Whether words in another column contradict the signs in every row. */
  readonly isTurned: boolean
  /** Whether the account is a debt, as that of a card; undefined if it is not known. */
  readonly isLiability: boolean | undefined
  /** Whether the balance is the money that is left to spend, which a purchase lowers on a card too. */
  readonly isAvailable?: boolean
  readonly proof: BalanceProof
}

/** Whether the balance of an account of money rises by what columns call money out, and falls by what they call money in. */
const isAgainstSides = ({ proof, isLiability, remembered }: SignFacts): boolean =>
  remembered === undefined &&
  isLiability !== true &&
  proof.is === 'agreed' &&
  proof.steps >= 2 &&
  !proof.isEitherSign &&
  proof.way.sign < 0n

/** Whether a positive amount is money out, which the mapping calls reversed. */
export function signOf(facts: SignFacts): ReadAs<boolean> {
  const { signs, given, remembered, hasSides, isTurned, isLiability } = facts
  if (given !== undefined) return { value: given, certainty: 'proven', why: BY_PERSON }
  if (hasSides && isAgainstSides(facts))
    return {
      value: false,
      certainty: 'undecided',
      why: later(
        'Columns of the file say what is money out, and the balance rises by it. It may be the ledger of a company, or a debt as that of a card.',
      ),
    }
  if (hasSides)
    return {
      value: remembered ?? false,
      certainty: 'proven',
      why: later('Columns of the file say what is money out and what is money in.'),
    }
  if (isTurned)
    return {
      value: true,
      certainty: 'proven',
      why: later('Another column says debit or credit in each row.'),
    }
  const asWritten = signs.inOfPositive + signs.outOfNegative
  const turned = signs.outOfPositive + signs.inOfNegative
  const byBalance = signByBalances(facts)
  const isOpen = byBalance?.certainty === 'undecided'
  if (
    byBalance &&
    (isOpen ? asWritten === turned : byBalance.value ? asWritten <= turned : turned <= asWritten)
  )
    return byBalance
  if (byBalance && !isOpen)
    return {
      ...byBalance,
      certainty: 'undecided',
      why: later('{reason} But the words of the rows say the opposite.', { reason: byBalance.why }),
    }
  if (remembered !== undefined && (remembered ? asWritten <= turned : turned <= asWritten))
    return { value: remembered, certainty: 'likely', why: AS_LAST_TIME }
  const likely = (value: boolean, why: Later) => ({ value, certainty: 'likely' as const, why })
  const isWordy = asWritten > turned
  if (facts.areSidesGuessed)
    return asWritten === turned
      ? {
          value: false,
          certainty: 'undecided',
          why: later('No heading says which of two columns is money out, and which is money in.'),
        }
      : likely(turned > asWritten, later('The words of the rows say which column is money out.'))
  if (isLiability && signs.positive + signs.negative === 1 && asWritten === turned)
    return {
      value: false,
      certainty: 'undecided',
      why: later(
        'The only amount of the file may be a purchase, or a payment to the card: its words do not say which.',
      ),
    }
  if (signs.positive === 0)
    return turned > asWritten
      ? {
          value: false,
          certainty: 'undecided',
          why: later('Every amount has a minus, but the words are those of money in.'),
        }
      : likely(false, later('Every amount has a minus, as money out has.'))
  if (signs.plus > 0 && turned === 0) return likely(false, later('Amounts have a plus, as money in has.'))
  if (signs.negative > 0) {
    if (isLiability && turned > 0 && asWritten === 0)
      return likely(true, later('The words of the rows say that positive amounts are what was spent.'))
    const areMostlyOut =
      signs.negative > signs.positive &&
      (signs.largest?.isNegative === false ||
        (signs.negative >= FEW && signs.negative >= signs.positive * MOSTLY))
    if (isLiability && !areMostlyOut && !(isWordy && signs.positive <= signs.negative))
      return {
        value: turned >= asWritten && signs.positive > signs.negative,
        certainty: 'undecided',
        why: later(
          '{positive, plural, one {# amount has} other {# amounts have}} no minus and {negative, plural, one {# has} other {# have}} one: of a card, the larger part may be the purchases.',
          { positive: signs.positive, negative: signs.negative },
        ),
      }
    if (turned > 1 && !isWordy)
      return {
        value: false,
        certainty: 'undecided',
        why: later(
          'Some words say that positive amounts are money out, or that amounts with a minus are money in.',
        ),
      }
    return likely(false, SOME_MINUS)
  }
  if (turned > 1 && asWritten === 0 && !isLiability)
    return likely(true, later('No amount has a minus, and the words are those of purchases.'))
  if (turned === 0 && asWritten === signs.positive)
    return likely(false, later('No amount has a minus, and the words are those of money in.'))
  if (isLiability)
    return likely(
      true,
      later(
        'No amount has a minus, and the account is a debt: the amounts are what was spent, unless their words say money in.',
      ),
    )
  return {
    value: false,
    certainty: 'undecided',
    why: later(
      '{count, plural, one {The only amount of the file has no minus: it may be money that came in, or money that was spent.} other {Not one of # amounts has a minus: they may be money that came in, or money that was spent.}}',
      { count: signs.positive },
    ),
  }
}

/** The sign by the balances: on an account of money a positive amount raises the balance; the balance of a debt may be written either way. */
function signByBalances({
  signs,
  isLiability,
  isAvailable,
  areSidesGuessed,
  proof,
}: SignFacts): ReadAs<boolean> | undefined {
  if (proof.is !== 'agreed' || proof.isEitherSign) return undefined
  const rises = proof.way.sign > 0n
  const certainty = proof.steps >= 3 ? 'proven' : 'likely'
  const why = rises
    ? later('The balance rises by a positive amount.')
    : later('The balance falls by a positive amount.')
  const isMoney = isLiability !== true || isAvailable
  if (isMoney && rises) return { value: false, certainty, why }
  if (isMoney)
    return signs.negative === 0 || (areSidesGuessed && isLiability === false)
      ? { value: true, certainty, why }
      : {
          value: false,
          certainty: 'undecided',
          why: later('{reason} It may be money, or a debt as that of a card.', { reason: why }),
        }
  if (signs.owned === 0 || signs.positive === 0) return undefined
  const isDebtPositive = signs.owned > 0
  const value = rises === isDebtPositive
  return {
    value,
    certainty: 'likely',
    why: isDebtPositive
      ? later('{reason} The balance of a debt is written without a minus here.', { reason: why })
      : later('{reason} The balance of a debt is written with a minus here.', { reason: why }),
  }
}
