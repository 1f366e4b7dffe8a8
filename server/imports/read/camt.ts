import { later } from '../../../words/t.ts'
import { collectBalances } from './balances.ts'
import { at, childOf, childrenOf, type Element, elementsOf, wordsAt } from './elements.ts'
import {
  amountText,
  asIs,
  bad,
  currencyCodeOf,
  dayOf,
  type FieldFault,
  filled,
  joinedText,
  negated,
  plainText,
  shortValue,
  sumText,
} from './file-values.ts'
import { type BadRow, type FileRow, isBad, type Reader, Unreadable } from './row.ts'
import { cannot, type RowFault } from './row-faults.ts'

const reports = new Set(['Stmt', 'Rpt', 'Ntfctn'])
const gathered = new Set(['Acct', 'Bal', 'Ntry'])

/** Reads CAMT.052, 053 and 054 in all their versions, by the names of the elements alone: one entry at a time. */
export const readCamt: Reader = (text) => {
  const balances = collectBalances()
  return { mapping: asIs, rows: rowsOf(text, balances), balances: balances.all }
}

/** An account, a balance or an entry of a statement. */
const isPart = (name: string, around: readonly string[]): boolean =>
  gathered.has(name) && reports.has(around.at(-1) ?? '')

function* rowsOf(text: string, balances: ReturnType<typeof collectBalances>): Generator<FileRow | BadRow> {
  let n = 0
  let account = ''
  let isKnown = false
  let statement: Statement = { amounts: [], isWhole: true }
  for (const event of elementsOf(text, isPart, 'entry')) {
    if (event.is === 'open') {
      if (reports.has(event.name)) [account, isKnown] = ['', true]
    } else if (event.is === 'close') {
      if (!reports.has(event.name)) continue
      const fault = disagreement(statement)
      if (fault !== undefined) yield bad(++n, event.line, 'Closing balance', ['balance', fault])
      balances.ends(account, fault !== undefined)
      statement = { amounts: [], isWhole: true }
    } else {
      const { element } = event
      if (element.name === 'Acct')
        account =
          wordsAt(element, 'Id', 'IBAN') || wordsAt(element, 'Id', 'Othr', 'Id') || wordsAt(element, 'Id')
      else if (element.name === 'Bal') {
        const code = wordsAt(element, 'Tp', 'CdOrPrtry', 'Cd')
        if (code === 'OPBD' || code === 'PRCD') {
          balances.opens(balanceOf(element))
          statement.opening ??= balanceOf(element)
        }
        if (code === 'CLBD') {
          balances.closes(balanceOf(element))
          statement.closing = balanceOf(element)
        }
      } else
        for (const row of rowsOfEntry(n + 1, element, account)) {
          if (isBad(row)) statement.isWhole = false
          else statement.amounts.push(row.amount)
          yield balances.row({ ...row, n: ++n })
        }
    }
  }
  if (!isKnown)
    throw new Unreadable(later('The file has no statement, report or notification of an account.'))
}

/** The balances of a statement, and the amounts between them, as long as all entries can be read. */
type Statement = {
  opening?: ReturnType<typeof balanceOf>
  closing?: ReturnType<typeof balanceOf>
  readonly amounts: string[]
  isWhole: boolean
}

/** Why the entries of a statement do not lead from its opening to its closing balance; undefined if they do, or nothing is known. */
function disagreement({ opening, closing, amounts, isWhole }: Statement): RowFault | undefined {
  if (!opening || !closing || !isWhole || opening.currency !== closing.currency) return undefined
  const sum = sumText([opening.amount, ...amounts])
  if (sum === sumText([closing.amount])) return undefined
  return cannot('balances_disagree', {
    opening: opening.amount,
    currency: String(opening.currency),
    sum,
    closing: closing.amount,
  })
}

const currencyIn = (element: Element | undefined): string | undefined =>
  /\sCcy\s*=\s*["']([A-Za-z]{1,10})["']/.exec(element?.tag ?? '')?.[1]

/** A real reference: banks write a placeholder word if there is none. */
const referenceIn = (words: string): string =>
  /^(NOTPROVIDED|NONREF|NOREF|NOT PROVIDED|0)$/i.test(words) ? '' : words

/** The rows of an entry: each payment of a batch if they add up to it, else the entry itself. */
function rowsOfEntry(n: number, entry: Element, account: string): (FileRow | BadRow)[] {
  const details = childrenOf(entry, 'NtryDtls').flatMap((one) => childrenOf(one, 'TxDtls'))
  const booked = bookedOf(entry)
  const status = wordsAt(entry, 'Sts', 'Cd') || wordsAt(entry, 'Sts') || 'BOOK'
  const only = details.length === 1 ? details[0] : undefined
  const text = textOf(only, booked)
  if (status !== 'BOOK')
    return [
      bad(n, entry.line, text, [
        'status',
        cannot('not_booked', { value: shortValue(wordsAt(entry, 'Amt')), state: shortValue(status) }),
      ]),
    ]
  if (booked.faults.length > 0) return [bad(n, entry.line, text, ...booked.faults)]

  const parts = details.map((one) => partOf(one, booked.currency, booked.isIn))
  const isBatch = parts.length > 1 && parts.every((part) => part !== undefined)
  if (isBatch && sumText(parts.flatMap((part) => part ?? [])) === sumText([booked.amount]))
    return details.map((one, index) => rowOf(n, one, booked, parts[index] ?? '', account))
  return [{ ...rowOf(n, only, booked, booked.amount, account), line: entry.line }]
}

type CamtEntry = ReturnType<typeof bookedOf>

/** The fields that all rows of an entry share, looked up once, or the faults of the entry. */
function bookedOf(entry: Element) {
  const amount = amountText(wordsAt(entry, 'Amt'), '.') ?? ''
  const mark = wordsAt(entry, 'CdtDbtInd')
  const code = currencyIn(childOf(entry, 'Amt'))
  const currency = currencyCodeOf(code)
  const written = [wordsAt(entry, 'BookgDt', 'Dt'), wordsAt(entry, 'BookgDt', 'DtTm')].find(
    (one) => one !== '',
  )
  const valued = [wordsAt(entry, 'ValDt', 'Dt'), wordsAt(entry, 'ValDt', 'DtTm')].find((one) => one !== '')
  const date = dayIn(written ?? valued ?? '')

  const faults: FieldFault[] = []
  if (date === undefined)
    faults.push(['date', cannot('booking_day', { value: shortValue(written ?? valued ?? '') })])
  if (amount === '' || amount.startsWith('-'))
    faults.push(['amount', cannot('not_an_amount', { value: shortValue(wordsAt(entry, 'Amt')) })])
  if (mark !== 'CRDT' && mark !== 'DBIT')
    faults.push(['amount', cannot('neither_crdt_nor_dbit', { value: shortValue(mark) })])
  if (code !== undefined && currency === undefined)
    faults.push(['currency', cannot('not_of_iso_4217', { value: shortValue(code) })])
  const isIn = mark === 'CRDT'
  return {
    line: entry.line,
    date: date ?? '',
    amount: isIn ? amount : negated(amount),
    currency,
    isIn,
    isReversal: /^(true|1)$/.test(wordsAt(entry, 'RvslInd')),
    reference: wordsAt(entry, 'AcctSvcrRef'),
    info: wordsAt(entry, 'AddtlNtryInf'),
    faults,
  }
}

/** A booked balance; undefined if it cannot be read. */
function balanceOf(element: Element) {
  const amount = amountText(wordsAt(element, 'Amt'), '.')
  const mark = wordsAt(element, 'CdtDbtInd')
  const currency = currencyCodeOf(currencyIn(childOf(element, 'Amt')))
  const date = dayIn(wordsAt(element, 'Dt', 'Dt') || wordsAt(element, 'Dt', 'DtTm'))
  if (amount === undefined || amount.startsWith('-') || currency === undefined || date === undefined)
    return undefined
  if (mark !== 'CRDT' && mark !== 'DBIT') return undefined
  return { date, amount: mark === 'CRDT' ? amount : negated(amount), currency }
}

/** The day as the bank writes it: a time and its zone do not move it. */
const dayIn = (written: string) => {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)(?:$|[TZ+-])/.exec(written) ?? []
  return dayOf(year, month, day)
}

/** The amount of one payment of a batch, in the currency of the entry. */
function partOf(details: Element, currency: string | undefined, isIn: boolean): string | undefined {
  const element = [childOf(details, 'Amt'), at(details, 'AmtDtls', 'TxAmt', 'Amt')].find(
    (one) => one !== undefined,
  )
  const code = currencyIn(element)
  if (element === undefined || (code !== undefined && currencyCodeOf(code) !== currency)) return undefined
  const amount = amountText(plainText(element.words), '.')
  const mark = wordsAt(details, 'CdtDbtInd') || (isIn ? 'CRDT' : 'DBIT')
  return amount === undefined ? undefined : mark === 'CRDT' ? amount : negated(amount)
}

function rowOf(
  n: number,
  details: Element | undefined,
  booked: CamtEntry,
  amount: string,
  account: string,
): FileRow {
  const { party, number } = otherSide(details, booked)
  const refs = childOf(details, 'Refs')
  const references = [
    wordsAt(refs, 'AcctSvcrRef'),
    booked.reference,
    wordsAt(refs, 'TxId'),
    wordsAt(refs, 'EndToEndId'),
  ]
  const instructed = at(details, 'AmtDtls', 'InstdAmt', 'Amt')
  const foreign = currencyIn(instructed)
  const isForeign = foreign !== undefined && currencyCodeOf(foreign) !== booked.currency
  return {
    n,
    line: details?.line ?? booked.line,
    date: booked.date,
    amount,
    ...(booked.currency === undefined ? {} : { currency: booked.currency }),
    text: textOf(details, booked),
    ...filled({
      account,
      payee: party,
      reference: references.map(referenceIn).find((one) => one !== ''),
      counter_account: number,
      notes: [
        booked.isReversal ? 'A reversal.' : '',
        isForeign ? `Originally ${plainText(instructed?.words, 40)} ${foreign}.` : '',
      ].join(' '),
    }),
  }
}

/** The other party: the payer of money in, the payee of money out, and the opposite for a reversal. */
function otherSide(
  details: Element | undefined,
  { isIn, isReversal }: CamtEntry,
): { party: string; number: string } {
  const parties = childOf(details, 'RltdPties')
  const side = isIn === isReversal ? 'Cdtr' : 'Dbtr'
  const nameIn = (element: Element | undefined) => wordsAt(element, 'Pty', 'Nm') || wordsAt(element, 'Nm')
  const number = at(parties, `${side}Acct`, 'Id')
  return {
    party: nameIn(childOf(parties, side)) || nameIn(childOf(parties, `Ultmt${side}`)),
    number: wordsAt(number, 'IBAN') || wordsAt(number, 'Othr', 'Id'),
  }
}

/** The name of the other side and the purpose, in the words of the file. */
function textOf(details: Element | undefined, booked: CamtEntry): string {
  const remittance = childOf(details, 'RmtInf')
  const free = childrenOf(remittance, 'Ustrd').map(({ words }) => words)
  const structured = childrenOf(remittance, 'Strd').flatMap((one) => [
    wordsAt(one, 'CdtrRefInf', 'Ref'),
    ...childrenOf(one, 'AddtlRmtInf').map(({ words }) => words),
  ])
  const purpose = joinedText([...free, ...structured]) || wordsAt(details, 'AddtlTxInf') || booked.info
  return joinedText([otherSide(details, booked).party, purpose]) || 'No text'
}
