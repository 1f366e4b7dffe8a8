import { quotedValue } from './file-values.ts'
import { folded } from './headings.ts'

/** Whether an entry was booked, by the words of the file: a bank also lists what is pending, and what it declined. */

const HEADING =
  /(?<!\p{L})(?:status|state|info|stav|stan|estado|stato|etat|situacao|статус|состояние|buchungsstatus)(?!\p{L})/u

/** The words for an entry that moved no money, or has not moved it yet. */
const NOT_BOOKED =
  /^(?:pending|failed|declined|refused|rejected|reverted|cancell?ed|expired|not booked|unbooked|in process|geweigerd|in behandeling|abgelehnt|storniert|(?:umsatz )?vorgemerkt|nicht gebucht|offen|en attente|refuse|annule|pendiente|rechazad[ao]|anulad[ao]|in attesa|rifiutat[ao]|annullat[ao]|odrzucona?|anulowana?|oczekujaca?|zamitnuto|zruseno|отклонен[аоы]?|ошибка|в обработке|не проведен[ао]?|processing|ausstehend|voided|denied|on hold|hold|scheduled|authori[sz]ed|a venir|unclaimed|removed|reserviert|reserved|fehlgeschlagen|blocked|gesperrt|unsuccessful|incomplete|held|temporary hold|under review|returned|failed.*|cancel(?:l?ed)? .*)$/u

/** The words for one that did. */
const BOOKED =
  /^(?:completed?|booked|posted|settled|cleared|approved|paid|sent|received|issued|success(?:ful)?|succeeded|ok|done|executed|processed|final|refunded|partially refunded|credited|debited|accepted|(?:umsatz )?gebucht|geaccepteerd|abgeschlossen|ausgefuhrt|verbucht|erledigt|bezahlt|comptabilisee?|effectuee?|executee?|reglee?|terminee?|complet?ad[ao]|realizad[ao]|contabilizad[ao]|liquidad[ao]|ejecutad[ao]|concluid[ao]|contabilizzat[ao]|eseguit[ao]|completat[ao]|voltooid|uitgevoerd|geboekt|verwerkt|zaksiegowan[ay]|zrealizowan[ay]|wykonan[ay]|rozliczon[ay]|zauctovan[oa]|proveden[oa]|realizovan[oa]|zuctovan[oae]|исполнен[ао]?|выполнен[ао]?|проведен[ао]?|успешно)$/u

/** A column that says whether entries were booked. */
export type StateColumn = {
  readonly at: number
  /** Whether its word for booked is known. Where it is not, another unknown word may be that one, or the column is about something else. */
  readonly isKnown: boolean
}

export const stateColumns = (
  columns: readonly { readonly heading: string | undefined; readonly values: readonly string[] }[],
  isUnused: (at: number) => boolean,
): StateColumn[] =>
  columns.flatMap(({ heading, values }, at) =>
    heading !== undefined && isUnused(at) && HEADING.test(folded(heading))
      ? [{ at, isKnown: values.some((value) => BOOKED.test(word(value))) }]
      : [],
  )

/** Why an entry is not known to be booked; undefined if it is. */
export function stateFault(cells: readonly string[], columns: readonly StateColumn[]): string | undefined {
  for (const { at, isKnown } of columns) {
    const cell = cells[at]?.trim()
    if (!cell) continue
    if (NOT_BOOKED.test(word(cell)))
      return `it says ${quotedValue(cell)}: this has moved no money, or has not yet.`
    if (isKnown && !BOOKED.test(word(cell)))
      return `it says ${quotedValue(cell)}, and Florin cannot tell whether it was booked. If it was, add it by hand.`
  }
  return undefined
}

const word = (cell: string): string => folded(cell.trim())
