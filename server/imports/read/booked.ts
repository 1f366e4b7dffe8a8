import { shortValue } from './file-values.ts'
import { folded } from './headings.ts'
import { cannot, type RowFault } from './row-faults.ts'

/** Whether an entry was booked, by the words of the file: a bank also lists what is pending, and what it declined. */

const HEADING =
  /(?<!\p{L})(?:\p{L}*status|state|info|stav|stan|estado|stato|etat|statut|situacao|статус|\p{L}*состояние|statusas|busena|allapot|statusz|durum|durumu|tila|olek|stare|contabilizzazione|comptabilisation|κατασταση|状態|状态|交易状态|当前状态)(?!\p{L})/u

/** Headings of columns that say yes or no. */
const IS_BOOKED =
  /^(?:is )?(?:booked|posted|settled|gebucht|verbucht|geboekt|comptabilisee?|contabilizzat[ao]|contabilizad[ao]|bokfort|bogfort|bokford|kirjattu|konyvelt|zauctovano|zaksiegowan[aeoy])$/u
const IS_PENDING =
  /^(?:is )?(?:pending|reserved|scheduled|vorgemerkt|vormerkung|en attente|pendiente|pendente|in attesa|reserveret|reservert|reserverad)$/u
/** Headings of columns that have words only beside an entry that was declined. */
const WHY_DECLINED =
  /^(?:decline reason|declined reason|reason for (?:decline|rejection|refusal)|rejection reason|refusal reason|reden van weigering|ablehnungsgrund|motif (?:du |de )?(?:rejet|refus)|motivo (?:de |del |di )?(?:rechazo|rifiuto|recusa)|powod odrzucenia|duvod zamitnuti)$/u
const YES = /^(?:yes|y|true|1|x|ja|j|oui|o|si|s|sim|tak|da|да|igen|kylla|evet|ano)$/u
const NO = /^(?:no|n|false|0|nein|non|nao|nie|ne|нет|не|nem|ei|hayir|nee|nej|nei)$/u

/** The words for an entry that moved no money, or has not moved it yet. */
const NOT_BOOKED = new RegExp(
  `^(?:${[
    'pending|failed|declined|refused|rejected|reverted|cancell?ed|expired|not booked|unbooked|not posted|unposted|not settled|unsettled|in process|in progress|processing|voided|denied|on hold|hold|scheduled|upcoming|future|authori[sz]ed|preauthori[sz]ed|unclaimed|removed|reserved|blocked|unsuccessful|incomplete|held|temporary hold|under review|returned|failed.*|cancel(?:l?ed)? .*|awaiting .*|pending .*',
    'abgelehnt|storniert|(?:umsatz )?vorgemerkt|(?:noch )?nicht gebucht|ungebucht|offen|ausstehend|reserviert|fehlgeschlagen|gesperrt|in bearbeitung|geplant|angekundigt|schwebend|zuruckgewiesen',
    'geweigerd|in behandeling|gereserveerd|openstaand|nog te verwerken|geannuleerd|mislukt|afgewezen|gepland',
    'en attente|refusee?|annulee?|rejetee?|echouee?|a venir|en cours|non comptabilisee?|a comptabiliser',
    'pendientes?|rechazad[ao]|anulad[ao]|cancelad[ao]|en proceso|en curso|retenid[ao]|autorizad[ao]|no contabilizad[ao]|programad[ao]|pendentes?|recusad[ao]|agendad[ao]|em processamento|em analise|em aberto|nao efetivad[ao]',
    'in attesa|rifiutat[ao]|annullat[ao]|non contabilizzat[ao]|da contabilizzare|in elaborazione|in corso|autorizzat[ao]|sospes[ao]|prenotat[ao]',
    'odrzucon[ay]|odrzucona?|anulowan[ay]|anulowana?|oczekujac[aey]|oczekujaca?|oczekuje|niezaksiegowan[ay]|blokada|zablokowan[ay]|w trakcie|w realizacji',
    'zamitnut[oa]|zrusen[oa]|cekajici|ceka na .*|blokace|nezauctovan[oa]|cakajuc[ai]|blokacia',
    'afventer|afventende|reserveret|reservert|venter|ikke bokfort|under behandling|avvist|kansellert|afvist|annulleret|vantande|vantar|reserverad|ej bokford|avvisad|avbruten|varaus|odottaa|odottava|kesken|peruttu|hylatty',
    'beklemede|bekliyor|iptal|iptal edildi|reddedildi|provizyon|onay bekliyor|fuggoben|fuggo|folyamatban|zarolt|elutasitva|elutasitott|torolt|in asteptare|respins[ao]?|anulat[ao]?|in curs',
    'отклонен[аоы]?|ошибка|в обработке|не проведен[ао]?|отменен[ао]?|заблокирован[ао]?|ожидает.*|в обработка|чакащ[аио]?|отказан[ао]?|очікується|в обробці|відхилено|скасовано',
    'na cekanju|u obradi|rezervirano|odbijeno|rezervuota|laukiama|vykdoma|atmesta|gaida|rezervets|noraidits|ootel|broneeritud|εκκρεμ\\p{L}*|menunggu|diproses|gagal|dibatalkan|処理中|保留|未確定|待处理|处理中|交易关闭|已关闭|已取消',
  ].join('|')})$`,
  'u',
)

/** The words for one that did. */
const BOOKED = new RegExp(
  `^(?:${[
    'completed?|booked|posted|settled|cleared|approved|paid|sent|received|issued|success(?:ful)?|succeeded|ok|done|executed|processed|final|refunded|partially refunded|credited|debited|accepted',
    '(?:umsatz )?gebucht|abgeschlossen|ausgefuhrt|verbucht|erledigt|bezahlt|geaccepteerd|voltooid|uitgevoerd|geboekt|verwerkt',
    'comptabilisee?|acceptee?|effectuee?|executee?|reglee?|terminee?|completee?|validee?|realisee?',
    'complet?ad[ao]|realizad[ao]|contabilizad[ao]|liquidad[ao]|ejecutad[ao]|concluid[ao]|efetivad[ao]|efectuad[ao]|finalizad[ao]|processad[ao]|procesad[ao]|confirmad[ao]',
    'contabilizzat[ao]|eseguit[ao]|completat[ao]|terminat[ao]|confermat[ao]',
    'zaksiegowan[aoy]|zrealizowan[aoy]|wykonan[aoy]|rozliczon[aoy]|zakonczon[aoy]|zauctovan[oa]|proveden[oa]|realizovan[oa]|zuctovan[oae]|dokoncen[oa]',
    'udfort|gennemfort|bogfort|bokfort|utfort|gjennomfort|fullfort|slutford|genomford|bokford|utford|kirjattu|suoritettu|toteutettu|valmis',
    'tamamlandi|gerceklesti|basarili|onaylandi|teljesitett|teljesult|teljesitve|konyvelt|konyvelve|finalizat[ao]?|procesat[ao]?|efectuat[ao]?',
    'исполнен[ао]?|выполнен[ао]?|проведен[ао]?|успешно|завершен[ао]?|изпълнен[ао]?|осчетоводен[ао]?|виконано|успішно',
    'knjizeno|izvrseno|provedeno|ivykdyta|ivykdytas|izpildits|taidetud|sooritatud|selesai|berhasil|完了|完成|交易成功|支付成功|已完成|已入账|已存入零钱|提现已到账|已转账|对方已收钱|已收钱|充值完成|已全额退款|还款成功',
  ].join('|')})$`,
  'u',
)

/** Words that say so under any heading, as they are written. */
const SURELY_NOT_BOOKED =
  /^(?:(?:umsatz )?vorgemerkt|nicht gebucht|pending|not posted|declined|en attente|pendiente|pendente|non contabilizzat[ao])$/iu
/** A column with more different words is about something else. */
const MAX_WORDS = 8

/** A column that says whether entries were booked. */
export type StateColumn = {
  readonly at: number
  readonly heading: string
  /** Whether its word for booked is known. Where it is not, another unknown word may be that one, or the column is about something else. */
  readonly isKnown: boolean
  /** The word of most entries, where no word is known and a few entries have another one. */
  readonly usual?: string | undefined
  /** The meaning of a yes in a column that says yes or no; `declined` has words only if it was; `other` is a column that is called something else. */
  readonly is: 'state' | 'booked' | 'pending' | 'declined' | 'other'
}

export const stateColumns = (
  columns: readonly { readonly heading: string | undefined; readonly values: readonly string[] }[],
  isUnused: (at: number) => boolean,
  isText: (at: number) => boolean,
): StateColumn[] =>
  columns.flatMap(({ heading, values }, at): StateColumn[] => {
    if ((isUnused(at) || isText(at)) && areStates(values))
      return [{ at, heading: heading ?? '', isKnown: true, is: 'state' }]
    if (heading === undefined || !isUnused(at)) return []
    const name = folded(heading)
    const words = [...new Set(values)].slice(0, MAX_WORDS + 1).map(word)
    const isYesNo = words.every((one) => one === '' || YES.test(one) || NO.test(one))
    if (isYesNo && IS_BOOKED.test(name)) return [{ at, heading, isKnown: true, is: 'booked' }]
    if (isYesNo && IS_PENDING.test(name)) return [{ at, heading, isKnown: true, is: 'pending' }]
    if (WHY_DECLINED.test(name)) return [{ at, heading, isKnown: true, is: 'declined' }]
    if (HEADING.test(name)) return [{ at, heading, ...wordsOfState(name, values), is: 'state' }]
    return words.length <= MAX_WORDS ? [{ at, heading, isKnown: false, is: 'other' }] : []
  })

/** Whether a column has nothing but words for entries that were booked and that were not, whatever it is called. */
function areStates(values: readonly string[]): boolean {
  const said = values.map(word).filter((one) => one !== '')
  return (
    said.every((one) => BOOKED.test(one) || NOT_BOOKED.test(one)) &&
    said.some((one) => BOOKED.test(one)) &&
    said.some((one) => NOT_BOOKED.test(one))
  )
}

/** Of a column that is called a status, which is never the state of a country. */
const STATUS =
  /(?<!\p{L})(?:\p{L}*status|estado|stato|etat|statut|situacao|allapot|statusz|статус|durum|durumu)(?!\p{L})/u
/** So many words are those of a state, and at most this part of the entries is not booked: else the column is about something else. */
const MAX_STATES = 3
const OTHERS = 0.25

function wordsOfState(name: string, values: readonly string[]): Pick<StateColumn, 'isKnown' | 'usual'> {
  const said = values.map(word).filter((one) => one !== '')
  if (said.some((one) => BOOKED.test(one))) return { isKnown: true }
  const counts = Map.groupBy(said, (one) => one)
  const [usual = '', ...others] = [...counts.keys()].sort(
    (a, b) => (counts.get(b)?.length ?? 0) - (counts.get(a)?.length ?? 0),
  )
  const isState =
    STATUS.test(name) && others.length > 0 && others.length < MAX_STATES && !NOT_BOOKED.test(usual)
  const isFew = said.length - (counts.get(usual)?.length ?? 0) <= said.length * OTHERS
  return { isKnown: false, usual: isState && isFew ? usual : undefined }
}

/** Why an entry is not known to be booked; undefined if it is. */
export function stateFault(cells: readonly string[], columns: readonly StateColumn[]): RowFault | undefined {
  for (const { at, heading, isKnown, usual, is } of columns) {
    const cell = cells[at]?.trim()
    if (!cell) continue
    if (is === 'declined') {
      if (/\p{L}/u.test(cell) && !NO.test(word(cell))) return notMoved(cell, heading)
    } else if (is === 'other') {
      if (SURELY_NOT_BOOKED.test(cell)) return notMoved(cell)
    } else if (is === 'state') {
      if (NOT_BOOKED.test(word(cell))) return notMoved(cell)
      if (isKnown ? !BOOKED.test(word(cell)) : usual !== undefined && word(cell) !== usual)
        return cannot('state_unknown', { value: shortValue(cell) })
    } else if ((is === 'booked' ? NO : YES).test(word(cell))) return notMoved(cell, heading)
  }
  return undefined
}

/** The same by the words of the entry itself, as in "PENDING - WOOLWORTHS". */
export const pendingText = (text: string): RowFault | undefined =>
  /^\W?(?:pending|vorgemerkt)\W?\s*[-–:]/i.test(text) ? notMoved(text) : undefined

const notMoved = (cell: string, heading?: string): RowFault =>
  heading === undefined
    ? cannot('not_moved', { value: shortValue(cell) })
    : cannot('not_moved_under', { value: shortValue(cell), heading: shortValue(heading) })

/** Titles within a table: of entries that are not booked. */
const PENDING_TITLE =
  /(?<!\p{L})(?:pending|upcoming|scheduled|future|planned|not posted|unposted|authori[sz]ations|vorgemerkt\p{L}*|vormerk\p{L}*|geplante?|anstehende?|ausstehende?|en attente|a venir|pendientes?|pendentes?|programad[ao]s|lancamentos futuros|in attesa|non contabilizzat[aeio]|in behandeling|gereserveerd|geplande|reserver\p{L}*|kommande|kommende|afventende|vantande|oczekujace|niezaksiegowane|blokady|cekajici|varaukset|fuggo|bekleyen)(?!\p{L})/u

/** A sentence, as "Pending transactions are not included.", is no title. */
const NO_TITLE =
  /(?<!\p{L})(?:no|not included|none|excluded|excluding|without|ohne|keine|nicht enthalten|sans|sin|senza|zonder)(?!\p{L})/u

export function isPendingTitle(title: string): boolean {
  const words = folded(title)
  return words.split(' ').length <= 5 && !NO_TITLE.test(words) && PENDING_TITLE.test(words)
}

const word = (cell: string): string => folded(cell.trim())
