import type { ColumnRole } from '../../../contract/import-mapping.ts'

/** A heading in comparable form: small letters without accents, with blanks for all other signs. */
export const folded = (heading: string): string =>
  heading
    .slice(0, 80)
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'l')
    .replaceAll('ı', 'i')
    .replace(/[øØ]/g, 'o')
    .replace(/[æÆ]/g, 'ae')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Headings of banks and programs in many languages, folded, the best of each role first: if two columns could be the date or the amount,
 * the earlier heading decides. A word that ends in * is a prefix.
 */
const words: readonly (readonly [role: ColumnRole, headings: string])[] = [
  [
    'date',
    `einkaufsdatum|kaufdatum|belegdatum|umsatztag|purchase date|booking date|reskontradatum|buchtag|buchungsdatum|buchungstag|buchung|date comptable|date de comptabilisation|data registrazione|uitvoeringsdatum|date operation|date d operation|date de l operation|
    fecha operacion|fecha de operacion|data contabile|data operazione|data księgowania|data ksiegowania|data operacji|data transakcji|boekdatum|
    konyveles datuma|konyvelesi datum|tranzakcio datuma|teljesites datuma|data da operacao|data movimento|data mov|data lancamento|data do lancamento|
    bogforingsdato|bokforingsdag|bokforingsdatum|bokfort dato|bokforingsdato|kirjauspaiva|datum spracovania|datum knjizenja|data tranzactie|data tranzactiei|data procesarii|datum zauctovani|datum provedeni|datum transakce|islem tarihi|
    дата і час операції|дата i час операції|дата операции|дата проводки|transaction date|transactiondate|trans date|datum verrichting|posting date|posted date|post date|date posted|completed date|completion date|date de fin|slutdatum|slutdato|datum des abschlusses|datum voltooid|fecha de finalizacion|data di completamento|data de conclusao|data zrealizowania|data finalizarii|
    date|date processed|processed date|datum|fecha|data|dato|datums|paivamaara|tarih|дата|pvm|kuupaev|ngay|datetime|date time|time|timestamp|created|transaction date time|started date|
    umsatzdatum|年月日|取引日|お取引日|ご利用日|日付|利用日|거래일시|거래일자|交易创建时间|交易时间|תאריך|ημερομηνια|ημ νια|dia|value date|valutadatum|valuta|wertstellung|wertstellungstag|valutadato|date valeur|date de valeur|fecha valor|data valuta|data waluty|data valor|rentedatum|
    erteknap|arvopaiva|datum platby|datum transactie|fecha de la transaccion|fecha contable|f valor|f operacion|transactiedatum|дата на операция|дата на операцията|дата на транзакция|дата на осчетоводяване|вальор|date de la transaction|date de transaction|ngay giao dich|วันที่|التاريخ|dagsetning|תאריך רכישה|交易日期|日期|tran date|txn date|tanggal transaksi|tanggal|tarih saat|거래 일시`,
  ],
  [
    'amount',
    `amount|amount total|betrag|bedrag in eur|kwota w walucie rachunku|kwota transakcji waluta rachunku|zauctovana castka|сумма платежа|сума в валюті картки|umsatz|montant|importe|importo|bedrag|valor|kwota|kwota operacji|kwota transakcji|osszeg|castka|objem|suma|belop|beloep|belob|summa|maara|
    tutar|сумма|сумма операции|сума|amount eur|amount usd|amount gbp|betrag eur|umsatz eur|umsatz in eur|betrag in eur|betrag chf|montant eur|
    montant en euros|importe eur|importo eur|importo in euro|bedrag eur|kwota pln|amount account currency|amount in account currency|betrag kontowahrung|
    transaction amount|net amount|buchungsbetrag|transaktionsbetrag|booked amount|paid amount|total|net|gross|nominal|monto|cantidad|quantia|valore|
    terheles jovairas|belop i nok|belopp|bokfort belopp|movimento|movimiento|mouvement|amount in eur|amount in usd|amount in gbp|value|netto|brutto|sum|montant operation en euro|credit debit amount|maara euroa|montante|tranzakcio osszege|billing amount|belopp i|iznos|znesek|ποσο|入出金|利用金額|거래금액|金额|סכום|montant de l operation|montant operation|montant de la transaction|сума на операцията|размер|jumlah|upphæð|거래 금액|סכום עסקה|סכום חיוב|ποσο συναλλαγης|so tien|จำนวนเงิน|المبلغ|сума в валюті операції`,
  ],
  [
    'debit',
    `debit|debit amount|debits|amount debit|v breme|ut fra konto|支払い金額|お引出し|出金額|출금액|חובה|בחובה|soll|ausgang|ausgaben|belastung|belastungen|lastschrift|debit eur|debit euros|debito|debe|cargo|cargos|cargo eur|uscite|addebiti|addebito|dare|
    withdrawal|withdrawals|withdrawal amt|withdrawal amount|withdrawal amount inr|money out|paid out|outflow|payments|spent|uit|af|obciazenia|obciazenie|wyplywy|terheles|kiadas|debits eur|
    saida|saidas|debet|ut|ud|utbetaling|uttag|otto|bors|giden|расход|списание|retrait|retraits|depenses|gastos|expense|expenses|charge|charges|out|sortie|sorties|дебит|дебит сума|debit de l operation|debitos|debets|isplata|isplate|dr|withdrawn|支出|支出金額|払出金額|出金|お支払金額|お引き出し|ご利用金額|ถอนเงิน|so tien ghi no|ghi no|مدين`,
  ],
  [
    'credit',
    `credit|credit amount|credits|amount credit|v dobro|inn|inn pa konto|預かり金額|お預入れ|入金額|입금액|זכות|בזכות|haben|eingang|einnahmen|gutschrift|gutschriften|credit eur|credit euros|credito|creditos|haber|abono|abonos|abono eur|entrate|accrediti|accredito|avere|
    deposit|deposits|deposit amt|deposit amount|deposit amount inr|money in|paid in|inflow|received|bij|uznania|uznanie|wplywy|jovairas|bevetel|credits eur|
    entrada|entradas|kredit|in|ind|innbetaling|insattning|pano|alacak|gelen|приход|зачисление|versement|depot|ingresos|ingreso|income|entree|entrees|кредит|кредит сума|credit de l operation|kredits|uplata|uplate|cr|存入|存入金額|入金|お預り金額|お預かり金額|お預け入れ|收入|收入金額|受入金額|ฝากเงิน|so tien ghi co|ghi co|دائن`,
  ],
  [
    'fee',
    'fee|surcharge|poplatek v mene uctu|fees|fee amount|transaction fee|commission|commission amount|gebuhr|gebuehr|gebuhren|gebuehren|spesen|frais|comision|comisiones|commissione|commissioni|kosten|prowizja|oplata|dij|poplatek|gebyr|avgift|taxa|комиссия|charges amount',
  ],
  [
    'direction',
    `soll haben|deebet kreedit|debets kredits|d k|kredit debet|προσημο ποσου|收 支|s h|sh|h s|cr dr|dr cr|credit debit|debit credit|credit debit indicator|debit credit indicator|debit or credit|dc|d c|c d|cd|af bij|debet credit|d h|sens|segno|
    soll haben kennzeichen|kennzeichen|umsatzart soll haben|credit or debit|direction|transaction direction|debit credit code|t k|tartozik kovetel|money in out|bij af|creditdebet|credit debet|дебит кредит|тип дт кт|дт кт`,
  ],
  [
    'currency',
    `currency|debit currency|credit currency|currency code|waluta rachunku|валюта платежа|валюта картки|valiuta|valuuta|osszeg devizaneme|tranzakcio devizaneme|mena uctu|currency id|wahrung|waehrung|whrg|devise|divisa|valuta|valuta code|muntsoort|munteenheid|moneda|moeda|waluta|waluta operacji|waluta transakcji|penznem|devizanem|deviza|mena|
    para birimi|doviz|valuutta|валюта|валюта операции|kontowahrung|ccy|curr|valutakod|account currency|transaction currency|mata uang|currencycode|valutacode|валута|devise de l operation`,
  ],
  [
    'payee',
    `payee|payee name|supplier|supplierfound|merchant|merchant name|merchantname|counterparty|counterparty name|counter party|name|name zahlungsbeteiligter|beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger|
    sender empfanger|beneficiary originator|begunstigter auftraggeber|beguenstigter auftraggeber|gegenkonto inhaber|empfanger zahlungspflichtiger|auftraggeber empfanger|auftraggeber beguenstigter|auftraggeber begunstigter|empfanger auftraggeber|zahlungsempfanger in|zahlungsempfanger|zahlungspflichtige r|zahlungspflichtiger|zahlungspflichtige|empfanger|empfaenger|
    empfangername|partnername|partner name|partner|gegenpartei|auftraggeber|beguenstigter|begunstigter|auftraggeber zahlungspflichtiger|vorgang empfanger|
    beneficiary|beneficiary name|recipient|recipient name|payer|payer name|sender|sender recipient|name of the other party|other party|other party name|name of sender receiver|transaction party|to from|from to|paid to|contact|contact name|
    beneficiaire|tiers|libelle tiers|nom|nom de la contrepartie|contrepartie|beneficiario|ordenante beneficiario|ordenante|beneficiario ordenante|nombre|controparte|
    naam van de tegenpartij|naam tegenpartij bevat|naam tegenpartij|naam naam|naam tegenrekening|tegenpartij|naam omschrijving|odbiorca|nadawca|nadawca odbiorca|kontrahent|dane kontrahenta|nazwa odbiorcy|nazwa nadawcy|odbiorca zleceniodawca|
    partner neve|kedvezmenyezett|ellenoldali nev|ellenoldal neve|kozlemeny partner|nazev uctu protiuctu|nazov protiuctu|naziv udelezenca|saaja maksja nimi|gavejas|sanemejs maksatajs|partner elnevezese|nazev protistrany|nazev protiuctu|protistrana|obchodnik|mottaker|motpart|mottagare|modtager|saaja|saaja maksaja|maksaja|alici|gonderen alici|получатель|контрагент|плательщик|store|vendor|shop|loja|estabelecimento|comercio|naam|tegenrekeninghouder|контрагент|наредител получател|получател наредител|наредител|получател|титуляр|sender receiver name|saaja maksja|partner nev|prejemnik placnik|nazov protistrany|maksunsaaja|saajan nimi|empfanger name|auftraggebername|שם בית עסק|payer payee`,
  ],
  [
    'text',
    `description|text|details|memo|label|payment reference|narrative|narration|particulars|remarks|transaction details|transaction description|transaction remarks|extended details|purpose|message|payment details|payment reference details|transaction|activity|statement|comment|
    verwendungszweck|verwendungszweck zahlungsgrund|buchungstext|beschreibung|buchungsdetails|umsatztext|vorgang|vorgang verwendungszweck|zahlungsgrund|mitteilung|buchungsinformation|zahlungszweck|avisierungstext|zusatztext|informationen|umsatzbeschreibung|
    detail de l ecriture|libelle court|libelle|libelle operation|libelle de l operation|libelle simplifie|detail|communication|communications|motif|intitule|informations complementaires|nature de l operation|description de l operation|concepto|descripcion|observaciones|movimientos|
    descrizione completa|descrizione operazioni|operazione|descrizione|descrizione operazione|causale|causale abi|descrizione estesa|dettagli|detail van de omzet|bericht|omschrijving|mededelingen|mededeling|omschrijving 1|omschrijving 2|omschrijving 3|
    descricao|historico|descritivo|opis|opis operacji|opis transakcji|tytul|tytul operacji|tytulem|szczegoly|kozlemeny|megjegyzes|leiras|tranzakcio leirasa|megnevezes|uzivatelska identifikace|namen|selgitus|paaiskinimai|informacija sanemejam|detalii tranzactie|descriere|referens|szczegoly transakcji|popis|poznamka|zprava pro prijemce|zprava|forklaring|tekst|beskrivning|rubrik|meddelande|viesti|selitys|
    aciklama|islem|деталі операції|опис операції|αιτιολογια|摘要|摘要内容|お取り扱い内容|入出金内容|利用店名 商品名|내용|거래구분|交易对方|商品名称|הפעולה|פרטים|תיאור|תאור|תיאור הפעולה|concepto referencia|описание|назначение платежа|назначение|комментарий|erlauterung|anmerkung|betreff|explanation|message to recipient|meldung|vwz|основание|описание на операцията|пояснения|основание за плащане|libelle de la transaction|описание операции|beskrivelse|texti|备注|備註|交易备注|keterangan|รายละเอียด|mo ta|dien giai|الوصف|البيان|opis transakcije|informacia pre prijemcu|otsikko|leyendas adicionales`,
  ],
  ['notes', 'notes|note|notizen|notiz|notas|uwagi|notities|remarques|own notes|personal note'],
  [
    'category',
    'category|kategorie|categorie|categoria|kategoria|category name|spending category|transaction category|umsatzkategorie|buchungskategorie|hauptkategorie|subcategory|unterkategorie|kategori|категория|catégorie',
  ],
  ['tags', 'tags|tag|labels|schlagworte|stichworter|hashtags|etiquetas|tagi'],
  [
    'account',
    'account|konto|account name|kontoname|compte|cuenta|conto|rekening|conta|account id|nazwa konta|szamla neve|asset account|my account|rekeningnummer|сметка',
  ],
  [
    'counter_account',
    `saaja maksja konto|partner szamla|racun udelezenca|counter account|counterparty account|counterparty iban|counterparty account number|iban zahlungsbeteiligter|kontonummer iban|empfanger iban|partner iban|partner account|payee iban|beneficiary iban|beneficiary account|recipient account|other party account|
    gegenkonto|gegenkonto iban|iban gegenkonto|auftraggeberkonto iban|kontonummer bic|zahlungsempfanger iban|tegenrekening|tegenrekening iban bban|iban tegenrekening|tegenrekening iban|iban contrepartie|compte contrepartie|compte de contrepartie|
    iban beneficiario|cuenta contraria|iban controparte|rachunek odbiorcy|numer rachunku kontrahenta|numer konta kontrahenta|rachunek kontrahenta|nr rachunku nadawcy odbiorcy|nr rachunku|ellenszamla|ellenoldali szamlaszam|partner szamlaszam|kedvezmenyezett szamlaszama|protiucet|cislo protiuctu|cislo uctu protistrany|iban bban|
    motkonto|saajan tilinumero|gegner iban|tegenrekeningnummer|сметка на контрагента|iban на контрагента|партида на контрагента`,
  ],
  [
    'reference',
    `reference|reference number|ref|ref no|reference no|transaction id|transaction reference|transaction number|unique id|id|fitid|bank reference|referenz|referenznummer|buchungsreferenz|kundenreferenz|mandatsreferenz ende zu ende|end to end id|
    numero de reference|numero d operation|referencia|numero operacion|no operacion|riferimento|numero operazione|numer referencyjny|numer transakcji|id transakcji|tranzakcio azonosito|tranzakcios azonosito|bizonylatszam|id transakce|cislo transakce|transactiereferentie|volgnr|volgnummer|arkivreferanse|arkistointitunnus|referans|dekont no|אסמכתא|номер операции|номер документа|chq ref no|cheque number|check number|check or slip|cheque no|transaktionsid|transaktions id|transaktionsnummer|order id|referentie|референция|reference de l operation|reference operation`,
  ],
  [
    'balance',
    `balance|running balance|runningbalance|zwischensumme|guthaben|bokfort saldo|disponible|sold contabil|sold|stanje|залишок після операції|залишок на кінець періоду|差引残高|残高|取引後残高|거래 후 잔액|יתרה|יתרה בש ח|היתרה בש ח|υπολοιπο|running bal|bal|account balance|accountbalance|saldo na trn|saldo po|balance after|balance after transaction|account balance|available balance|closing balance|saldo|saldo nach buchung|kontostand|saldo nach umsatz|saldo eur|solde|solde eur|solde apres operation|saldo disponible|saldo contabile|saldo na mutatie|saldo po operacji|saldo po transakcji|saldo contabilistico|saldo apos|egyenleg|konyvelt egyenleg|zustatek|bakiye|баланс|остаток|ledger balance|new balance|saldo resultante|салдо|наличност|крайно салдо|разполагаемост|餘額|余额|ยอดคงเหลือ|ยอดเงินคงเหลือ|so du|الرصيد|zostatok|staða|atlikums|likutis|saldo akhir|現在 貸付 高`,
  ],
]

/** Headings of who paid, and of who was paid: the other party of an entry is in one of the two, by its sign. */
const PAYER =
  /^(?:payer|payer name|sender|sender name|auftraggeber|auftraggebername|absender|zahlungspflichtige(?: ?r)?|nadawca|nazwa nadawcy|maksaja|avsandare|afsender|avsender|ordenante|donneur d ordre|ordinante|платник|плательщик)$/
const PAID =
  /^(?:payee|payee name|recipient|recipient name|beneficiary|beneficiary name|empfanger|empfaenger|empfangername|zahlungsempfanger(?: in)?|odbiorca|nazwa odbiorcy|saajan nimi|maksunsaaja|mottagare|modtager|mottaker|beneficiario|beneficiaire|получатель|отримувач)$/
export const isPayer = (heading: string | undefined): boolean => PAYER.test(folded(heading ?? ''))
export const isPaid = (heading: string | undefined): boolean => PAID.test(folded(heading ?? ''))

/** One of the roles that a heading may stand for, and how well it fits: 0 is best. */
export type HeadingRole = { readonly role: ColumnRole; readonly rank: number }

const roles = new Map<string, HeadingRole[]>()
for (const [role, headings] of words)
  headings.split('|').forEach((heading, rank) => {
    const key = folded(heading)
    roles.set(key, [...(roles.get(key) ?? []), { role, rank }])
  })

/** A remark in brackets that only names a currency, as in Amount (EUR). */
const CURRENCY_REMARK = /^\s*(?:in\s)?\s*(?:\p{Sc}|[A-Z]{1,3}\p{Sc}?|Rs|euros?|EUROS?|円|元|[-+])?\s*$/u
/** After any heading of its role without a remark: beside Amount, Amount (tip) is not the amount. */
const REMARKED = 1_000

/** The possible roles of a column with this heading. A remark in brackets, a currency or a number at its end is ignored. */
export function rolesByHeading(heading: string): readonly HeadingRole[] {
  const whole = roles.get(folded(heading))
  if (whole) return whole
  let isRemarked = false
  const short = heading.slice(0, 80).replace(/[([{（]([^)\]}）]{0,40})[)\]}）]/g, (_, remark: string) => {
    isRemarked ||= !CURRENCY_REMARK.test(remark)
    return ' '
  })
  const shorter = short.replace(/(?:\b(?:in )?[A-Z]{3}|\d{1,2})\s*$/, '')
  const found = roles.get(folded(short)) ?? roles.get(folded(shorter)) ?? []
  return isRemarked ? found.map(({ role, rank }) => ({ role, rank: rank + REMARKED })) : found
}

/** Headings of numbers that are no entries of an account: balances and limits, prices, quantities. */
const NO_ENTRY =
  /\b(?:balance|balances|bal|saldo|saldi|solde|kontostand|egyenleg|zustatek|bakiye|остаток|баланс|салдо|limit|available|verfugbar|verfuegbar|disponible|price|prices|preis|einstandspreis|kurs|course|cours|prix|precio|prezzo|prijs|koers|cena|quote|rate|exchange rate|wechselkurs|nav|quantity|qty|menge|stuck|stueck|stuckzahl|anzahl|bestand|shares|units|anteile|quantite|cantidad|quantita|aantal|ilosc|market value|marktwert|kurswert|current value|percent|prozent|gain|loss|gewinn|verlust|count|number|no|nr|id|priority|year|jahr|month|monat|rank|score|points|punkte)\b/
const QUANTITY =
  /\b(?:quantity|qty|menge|stuck|stueck|stuckzahl|anzahl|bestand|shares|units|anteile|quantite|quantita|aantal|ilosc|nominale)\b/
const PRICE =
  /\b(?:price|preis|einstandspreis|kurs|cours|prix|precio|prezzo|prijs|koers|cena|market value|marktwert|kurswert|current value|cost basis|einstandswert|symbol|ticker|isin|wkn)\b/

/** Whether a heading has a word for an amount in it. */
export const saysAmount = (heading: string): boolean =>
  /(?<!\p{L})(?:amount|betrag|montant|importe|importo|bedrag|kwota|belopp|belop|belob|osszeg|castka|suma|сумма)(?!\p{L})/u.test(
    folded(heading),
  )

/** Whether numbers under this heading are never amounts of entries. */
export const isNoEntry = (heading: string | undefined): boolean =>
  heading !== undefined && NO_ENTRY.test(folded(heading))

/** Whether the headings are those of securities that are held, or were traded: the value of a position is no entry of an account. */
export const isOfSecurities = (headings: readonly string[]): boolean =>
  headings.some((heading) => QUANTITY.test(folded(heading))) &&
  headings.some((heading) => PRICE.test(folded(heading)))

const ENGLISH =
  /\b(?:date|amount|description|debit|credit|balance|payee|details|transaction|merchant|reference|withdrawal|deposit|memo|currency|name|notes|account|posted|posting|text|value|number|fee|inflow|outflow)\b/

/** The language of headings: in other languages than English the day is written before the month. Undefined if they are no known ones. */
export function languageOf(headings: readonly string[]): 'english' | 'other' | undefined {
  const known = headings.filter((heading) => rolesByHeading(heading).length > 0).map(folded)
  const isNational = known.some((heading) =>
    /\b(?:datum|libelle|montant|betrag|importe|kwota|fecha|importo|bedrag|belop|belopp)\b/.test(heading),
  )
  const english = known.filter((heading) => ENGLISH.test(heading)).length
  if (english >= 2 && !isNational) return 'english'
  return known.length - english >= 2 || isNational ? 'other' : undefined
}
