import type { Day } from '../../../contract/day.ts'
import type { ColumnRole } from '../../../contract/import-mapping.ts'
import { folded } from './headings.ts'

/** Lines of a table that are no entries: balances, sums, totals and remarks. */

/** A line of the table that states a balance, or a sum of entries, and is no entry itself. */
export type StatedLine = {
  readonly states: 'opening' | 'closing' | 'sum'
  readonly line: number
  readonly date: Day | undefined
  /** The balance, signed as amounts are. */
  readonly amount: string | undefined
}

/** The filled cells of a line that have a role. */
export type OfRole = (role: ColumnRole) => string[]

const TOTAL =
  /^(?:total|totals|sum|subtotal|summe|gesamt|saldo|kontostand|anfangssaldo|endsaldo|alter|neuer|solde|totale|totaal|razem|suma|lacznie|osszesen|egyenleg|celkem|итого|остаток|balance|opening|closing|ending|beginning|end of|rows|records|number of|generated|downloaded|exported)(?!\p{L})|^(?:\*|---|===|#)/iu

/** Words that are the whole text of a line with the balance at the beginning, and at the end; the last group is a sum of entries. */
const OPENING =
  /^(?:(?:opening|starting|beginning|initial|previous|prior|old|last statement) (?:account |statement |ledger )?balance|bal(?:ance)? (?:b ?f(?:wd)?|(?:brought )?f(?:orward|wd))|brought forward|b ?f(?:wd)?|stan poczatkowy|saldo (?:iniziale|inicial|anterior|previo|poprzednie|poczatkowy|precedente|vortrag|pocatecni|ingaende|inngaende|primo)|(?:anfangs|eroffnungs|eroeffnungs|start)(?:saldo|bestand|kontostand|guthaben)|(?:alter|letzter) (?:konto)?(?:saldo|stand)|saldovortrag|saldoubertrag|(?:report )?(?:de |du )?solde (?:initial|precedent|anterieur|reporte|d ouverture|debut)|report (?:a nouveau|du solde|de solde)|ancien solde|(?:begin|open)saldo|vorig saldo|nyito egyenleg|pocatecni zustatek|ingaende saldo|sold initial|likutis pradziai|sakuma atlikums|algsaldo|alkusaldo|pocetno stanje|zacetno stanje|входящий остаток|остаток на начало|начално салдо)(?!\p{L})/u
const CLOSING =
  /^(?:(?:closing|ending|final|current|end|statement) (?:account |statement |ledger )?balance|bal(?:ance)? (?:c ?f(?:wd)?|carried f(?:orward|wd)|at end|as of|on)|carried forward|c ?f(?:wd)?|(?:daily|end of day) balance|tagessaldo|dag(?:s|ens )saldo|saldo (?:do|del) dia|saldo diario|solde du jour|stan koncowy|saldo (?:finale|final|actual|koncowy|attuale|konecny|utgaende|ultimo|contabile finale)|(?:end|schluss|abschluss)(?:saldo|bestand|kontostand|guthaben)|(?:neuer|aktueller) (?:konto)?(?:saldo|stand)|kontostand|solde (?:final|actuel|de cloture|nouveau|fin|au)|nouveau solde|(?:eind|slot)saldo|zaro egyenleg|konecny zustatek|utgaende saldo|sold final|account balance|likutis pabaigai|beigu atlikums|loppsaldo|loppusaldo|zavrsno stanje|koncno stanje|исходящий остаток|остаток на конец|крайно салдо)(?!\p{L})/u
const SUMS =
  /^(?:total (?:debits?|credits?|withdrawals|deposits|payments|transactions|in|out|turnover|movements)|turnover|umsatzsumme|gesamtumsatz|summe (?:soll|haben|umsatze|umsaetze|der umsatze)|total (?:des )?(?:debits|credits|mouvements|operations)|totale (?:entrate|uscite|movimenti)|obroty|forgalom|apyvarta|apgrozijums|kaive|обороты?|оборот)(?!\p{L})/u
/** The day and the currency behind such words: with any other words behind them, a line is an entry. */
const BEHIND =
  /^(?: (?:\d+|vom|am|per|zum|bis|of|at|on|as|for|the|le|du|au|del|al|dnia|na|den|[a-z]{3}|januar|janner|februar|marz|april|mai|juni|juli|august|oktober|dezember|janvier|fevrier|mars|avril|juin|juillet|aout|septembre|octobre|novembre|decembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|january|february|march|april|june|july|august|september|october|november|december))*$/

/** Letters that each of these words has, so that other texts need not be looked at more closely, and the most characters of such a text. */
const MAY_STATE =
  /sald|s a l d|bal|sold|stand|total|sum|turn|forw|b\W?f|c\W?f|egyen|z.statek|остат|оборот|салдо|likut|atlik|stanje|apyv|apgro|k.ive|obrot|forgal|umsatz|vortrag|guthaben|bestand|stan (?:p|k)/i
const MAX_STATED = 80

/** S A L D O is one word. */
export const joinedLetters = (words: string): string => words.replace(/\b(\p{L}) (?=\p{L}\b)/gu, '$1')

/** The statement of a line that is no entry, by its own words or, if it has none, those in any column; undefined if it is an entry. */
export function statedBy(own: string, cells: readonly string[]): StatedLine['states'] | undefined {
  const first = cells.find((cell) => cell.trim() !== '') ?? ''
  const texts = own === '' ? cells : [own, first]
  for (const text of texts) {
    if (text.length > MAX_STATED || !MAY_STATE.test(text)) continue
    const words = joinedLetters(folded(text))
    const is = (pattern: RegExp) => {
      const found = pattern.exec(words)
      return found !== null && BEHIND.test(words.slice(found[0].length))
    }
    const states = is(OPENING) ? 'opening' : is(CLOSING) ? 'closing' : is(SUMS) ? 'sum' : undefined
    if (states) return states
  }
  return undefined
}

/** A line with the balance of a day: words for a balance, and no amount. */
export const isBalance = (of: OfRole): boolean =>
  of('amount').length + of('debit').length + of('credit').length === 0 &&
  of('text').some((text) => TOTAL.test(text))

/** A line without a day that has totals or remarks: few cells, and no amount next to words of a transaction. */
export function isFooter(cells: readonly string[], of: OfRole): boolean {
  const used = cells.filter((cell) => cell.trim() !== '')
  // A remark, or the title of the next page.
  if (/^\s*#/.test(used[0] ?? '') || (used.length === 1 && /\p{L}{4}/u.test(used[0] ?? ''))) return true
  if (of('date').some((cell) => /\d/.test(cell) && cell.length < 20)) return false
  if (used.length <= 1) return true
  const first = (used[0] ?? '').normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').trim()
  const found = TOTAL.exec(first)
  if (!found) return false
  // Beside one amount, a text of more words may be the name of a shop, as Total Energies is.
  const hasAmount = of('amount').length + of('debit').length + of('credit').length === 1
  const isText = [...of('text'), ...of('payee')].includes((used[0] ?? '').trim())
  return !hasAmount || !isText || BEHIND.test(` ${folded(first.slice(found[0].length))}`.trimEnd())
}
