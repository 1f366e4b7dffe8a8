import { addDays, type Day } from '../../../contract/day.ts'
import { later } from '../../../words/t.ts'
import { collectBalances } from './balances.ts'
import {
  amountText,
  asIs,
  bad,
  currencyCodeOf,
  dayOf,
  type FieldFault,
  filled,
  negated,
  numberedLines,
  plainText,
  shortValue,
  sumText,
} from './file-values.ts'
import { detailsOf } from './mt940-details.ts'
import { type BadRow, type FileRow, type Reader, Unreadable } from './row.ts'
import { cannot } from './row-faults.ts'

/** A field such as :61: with its lines; it starts on `line`. */
type Mt940Field = { readonly tag: string; readonly line: number; readonly lines: string[] }

/** More lines of one field than any bank writes; the rest is left out. */
const MAX_LINES = 100

/** Reads MT940 and MT942, bare or within SWIFT's blocks. */
export const readMt940: Reader = (text) => {
  const balances = collectBalances()
  return { mapping: asIs, rows: rowsOf(text, balances), balances: balances.all }
}

/** The fields of all messages, one by one; the end of a message is a field without a tag. */
function* fieldsOf(text: string): Generator<Mt940Field> {
  let field: Mt940Field | undefined
  for (const { line, words } of numberedLines(text, 'MT940')) {
    // A message begins with SWIFT's own headers, {1:…}{2:…}{4: — the text may begin on the same line.
    const body = words.startsWith('{')
      ? words.slice(words.indexOf('{4:') < 0 ? words.length : words.indexOf('{4:') + 3)
      : words
    const [, tag, rest = ''] = /^:(\d\d[A-Z]?):(.*)$/s.exec(body) ?? []
    const isEnd = /^-\}?\s*$/.test(body) || words.startsWith('-}')
    if (tag !== undefined || isEnd) {
      if (field !== undefined) yield field
      field = { tag: tag ?? '', line, lines: [rest] }
    } else if (field !== undefined && field.lines.length < MAX_LINES && body.trim() !== '')
      field.lines.push(body)
  }
  if (field !== undefined) yield field
}

type Balance = {
  readonly amount: string
  readonly currency: string
  readonly line: number
  readonly date: Day | undefined
}
type Mt940Entry = { readonly field: Mt940Field; details: string[] }

function* rowsOf(text: string, balances: ReturnType<typeof collectBalances>): Generator<FileRow | BadRow> {
  let n = 0
  let account = ''
  let currency: string | undefined
  let opening: Balance | undefined
  let amounts: string[] = []
  let entry: Mt940Entry | undefined
  let isKnown = false
  let line = 1

  for (const field of fieldsOf(text)) {
    line = field.line
    if (field.tag === '86') {
      if (entry !== undefined) entry.details = field.lines
      continue
    }
    if (entry !== undefined) {
      const row = rowOf(++n, entry, account, currency)
      if ('amount' in row) amounts.push(row.amount)
      yield balances.row(row)
      entry = undefined
    }
    const first = field.lines[0] ?? ''
    if (field.tag === '20') [account, currency] = ['', undefined]
    else if (field.tag === '25' || field.tag === '25P') account = accountIn(first)
    else if (field.tag === '34F') currency = currencyCodeOf(first.slice(0, 3)) ?? currency
    else if (field.tag === '61') [entry, isKnown] = [{ field, details: [] }, true]
    else if (/^60[FM]$/.test(field.tag)) {
      isKnown = true
      opening = balanceIn(field)
      currency = currencyCodeOf(opening?.currency)
      amounts = []
      balances.opens(statedBy(opening))
      if (opening === undefined || currency === undefined) yield noBalance(++n, field)
    } else if (/^62[FM]$/.test(field.tag)) {
      const closing = balanceIn(field)
      if (closing === undefined) yield noBalance(++n, field)
      else if (opening !== undefined) {
        const sum = sumText([opening.amount, ...amounts])
        const isContradicted = sum !== sumText([closing.amount])
        if (isContradicted) yield disagreement(++n, opening, sum, closing)
        balances.closes(statedBy(closing))
        balances.ends(account, isContradicted)
      }
      opening = undefined
    }
  }
  if (entry !== undefined || opening !== undefined)
    throw new Unreadable(
      opening === undefined
        ? later('The file ends at line {line}: a part of it is missing. Download it again.', { line })
        : later(
            'The file ends at line {line}, before the closing balance of the statement that begins at line {begun}: a part of it is missing. Download it again.',
            { line, begun: opening.line },
          ),
    )
  if (!isKnown) throw new Unreadable(later('The file has no balance (:60F:) and no entry (:61:).'))
}

/** The number of an account without the suffix that some banks add. */
const accountIn = (words: string): string => plainText(words).replace(/\s+[A-Z]{3}$/, '')

function balanceIn({ line, lines }: Mt940Field): Balance | undefined {
  const [, mark, day = '', currency = '', digits = ''] =
    /^([CD])(\d{6})([A-Z]{3})([\d,.]+)\s*$/.exec(lines[0] ?? '') ?? []
  const amount = amountIn(digits)
  return amount === undefined
    ? undefined
    : { amount: mark === 'D' ? negated(amount) : amount, currency, line, date: shortDay(day) }
}

/** Amounts have no separators of thousands, so that a single mark is the decimal one, even before three digits. Some banks write a point. */
const amountIn = (digits: string): string | undefined => amountText(digits, undefined, 3)

/** A balance whose day and currency can be read. */
function statedBy(balance: Balance | undefined) {
  const currency = currencyCodeOf(balance?.currency)
  return balance?.date === undefined || currency === undefined
    ? undefined
    : { date: balance.date, amount: balance.amount, currency }
}

const noBalance = (n: number, { tag, line, lines }: Mt940Field): BadRow =>
  bad(n, line, `:${tag}:${lines[0] ?? ''}`, [
    'balance',
    cannot('not_a_balance', { value: shortValue(lines[0] ?? '') }),
  ])

const disagreement = (n: number, opening: Balance, sum: string, closing: Balance): BadRow =>
  bad(n, closing.line, 'Closing balance', [
    'balance',
    cannot('balances_disagree', {
      opening: opening.amount,
      currency: opening.currency,
      sum,
      closing: closing.amount,
    }),
  ])

/**
 * Value date, entry date, mark, third letter of the currency, amount, kind, references. Some banks write blanks in place of the entry date,
 * and before the kind or inside it.
 */
const ENTRY =
  /^(\d{6}) {0,4}(\d{4})? {0,4}(R?[CD]|E[CD]) ?([A-Z])? ?(\d[\d.,]*) {0,4}(?:([A-Z](?: ?[A-Z0-9]){3})(.*))?$/s

function rowOf(
  n: number,
  { field, details }: Mt940Entry,
  account: string,
  currency: string | undefined,
): FileRow | BadRow {
  const written = field.lines[0] ?? ''
  const { line } = field
  const found = detailsOf(details)
  const text = found.text || plainText(field.lines.slice(1).join(' ')) || 'No text'
  const [matched, valued = '', entered, mark = '', , digits = '', kind = '', references = ''] =
    ENTRY.exec(written) ?? []
  if (matched === undefined)
    return bad(n, line, text, ['amount', cannot('not_an_entry', { value: shortValue(written) })])
  const value = shortDay(valued)
  const amount = amountIn(digits)
  const date = value === undefined ? undefined : entered === undefined ? value : entryDay(value, entered)
  const faults: FieldFault[] = []
  if (date === undefined)
    faults.push(['date', cannot('not_a_day', { value: shortValue(valued + (entered ?? '')) })])
  if (amount === undefined) faults.push(['amount', cannot('not_an_amount', { value: shortValue(digits) })])
  if (mark.startsWith('E')) faults.push(['status', cannot('expected', { value: shortValue(digits) })])
  if (date === undefined || amount === undefined || faults.length > 0) return bad(n, line, text, ...faults)

  const [own = '', banks = ''] = references.split('//', 2)
  return {
    n,
    line,
    date,
    // A reversed debit is money in, a reversed credit money out.
    amount: mark === 'C' || mark === 'RD' ? amount : negated(amount),
    ...(currency === undefined ? {} : { currency }),
    text,
    ...filled({
      account,
      payee: found.payee,
      reference: [banks, own].map(referenceIn).find((one) => one !== ''),
      counter_account: found.counterAccount,
      notes: [
        mark.startsWith('R') ? 'A reversal.' : '',
        kind.replaceAll(' ', '') === 'NCHK' ? `Check number ${own}.` : '',
      ].join(' '),
    }),
  }
}

const referenceIn = (words: string): string =>
  /^(NONREF|NOTPROVIDED|KREF\+|EREF|PREF|0*)$/i.test(words.trim()) ? '' : words

/** Six digits, YYMMDD. Banks that count every month as 30 days also write 30 February, which is the last day of it. */
const shortDay = (digits: string): Day | undefined => {
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6)]
  const whole = `${Number(year) < 70 ? '20' : '19'}${year}`
  const isOfLongFebruary = month === '02' && (day === '29' || day === '30')
  return dayOf(whole, month, day) ?? (isOfLongFebruary ? addDays(`${whole}-03-01`, -1) : undefined)
}

/** The day MMDD nearest to the value date: around New Year its year may be another one. */
function entryDay(value: Day, digits: string): Day | undefined {
  const year = Number(value.slice(0, 4))
  const near = [addDays(value, -182), addDays(value, 183)]
  return [year - 1, year, year + 1]
    .map((one) => dayOf(one, digits.slice(0, 2), digits.slice(2, 4)))
    .find((day) => day !== undefined && day >= (near[0] ?? '') && day <= (near[1] ?? ''))
}
