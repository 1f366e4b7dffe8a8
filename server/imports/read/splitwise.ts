import { decimalFrom, decimalText } from '../../../contract/money.ts'
import { later } from '../../../words/t.ts'
import type { Besides } from './besides.ts'
import { csvRecords } from './cells.ts'
import { dayIn } from './days.ts'
import {
  amountText,
  asIs,
  bad,
  currencyCodeOf,
  decimalsOrTwo,
  type FieldFault,
  filled,
  isZero,
  negated,
  plainText,
  rounded,
  shortValue,
  sumText,
} from './file-values.ts'
import { folded } from './headings.ts'
import { decimalWord } from './kept-sentences.ts'
import {
  type BadRow,
  type FileRow,
  type FoundNeed,
  MAX_ROWS,
  type Reader,
  tooManyRows,
  Unreadable,
} from './row.ts'
import { cannot } from './row-faults.ts'

/** The headings of a group's or a friend's spreadsheet, below a remark or an empty line; a column for each person follows. */
const HEADINGS = ['date', 'description', 'category', 'cost', 'currency']
const ABOVE = 10
const MAX_PEOPLE = 100

/** A payment between two people, in the languages that it is written in. */
const PAYMENT = /^(?:payment|zahlung|paiement|pago|pagamento|betaling|betalning|platnosc|maksu)$/
const TOTAL = /^total balance$/

type SharedTable = { readonly people: readonly string[]; readonly records: readonly SharedLine[] }
type SharedLine = { readonly line: number; readonly cells: readonly string[] }

function tableIn(text: string): SharedTable | undefined {
  let people: string[] | undefined
  const records: SharedLine[] = []
  let above = 0
  try {
    for (const { line, cells } of csvRecords(text, ',')) {
      if (people) {
        if (cells.every((cell) => cell.trim() === '')) continue
        if (records.length > MAX_ROWS) throw tooManyRows(line)
        records.push({ line, cells })
        continue
      }
      if (HEADINGS.every((heading, at) => folded(cells[at] ?? '') === heading))
        people = namesOf(cells.slice(5))
      else if (++above > ABOVE) return undefined
    }
  } catch (error) {
    if (people || !(error instanceof Unreadable)) throw error
    return undefined
  }
  return people && people.length > 1 ? { people, records } : undefined
}

/** The names of the people. Two of one name are told apart by a number. */
function namesOf(cells: readonly string[]): string[] {
  const names: string[] = []
  for (const cell of cells) {
    const name = plainText(cell, 200)
    if (name === '') continue
    let unique = name
    for (let twin = 2; names.includes(unique); twin++) unique = `${name} (${twin})`
    names.push(unique)
  }
  return names
}

export const isSplitwise = (text: string): boolean => {
  const start = text.slice(0, 16_384)
  return (
    /cost/i.test(start) && tableIn(start.slice(0, start.lastIndexOf('\n') + 1 || start.length)) !== undefined
  )
}

/**
 * Reads what a group or a friend of Splitwise has shared. A person's column says how much more than their share they have paid: above 0 they get money,
 * below 0 they owe it. Rows are those of the one whose column a person has said is theirs; debts between others are in nobody's book but theirs.
 */
export const readSplitwise: Reader = (text, reading) => {
  const { people, records } = tableIn(text) ?? { people: [], records: [] }
  if (people.length > MAX_PEOPLE)
    throw new Unreadable(
      later('The file has {count} people, and at most {most} are read.', {
        count: people.length,
        most: MAX_PEOPLE,
      }),
    )
  const said = reading.given?.person
  if (said !== undefined && !people.includes(said))
    throw new Unreadable(later('The list has no column "{column}".', { column: shortValue(said) }))
  const named = [said, reading.person].find((name) => name !== undefined && people.includes(name))
  const own = named ?? people[0] ?? ''
  const group = { people, own, at: people.indexOf(own), totals: new Map<string, string[][]>(), others: 0 }
  return {
    mapping: {
      ...asIs,
      person: own,
      needs: named === undefined ? [personQuestion(people, records)] : [],
    },
    rows: rowsOf(records, group),
    besides: (): Besides => ({
      left_out:
        group.others === 0
          ? []
          : [
              {
                kind: 'other',
                name: later(
                  '{count, plural, one {# entry without {person}} other {# entries without {person}}}',
                  {
                    count: group.others,
                    person: own,
                  },
                ),
                why: later('They are between other people.'),
              },
            ],
    }),
  }
}

function personQuestion(people: readonly string[], records: readonly SharedLine[]): FoundNeed {
  const total = records.find(({ cells }) => isTotal(cells))
  return {
    what: 'person',
    why: later('The file has a column for each person, and does not say which one is yours.'),
    choices: people.map((name, at) => {
      const balance = total?.cells[5 + at]?.trim()
      const currency = total?.cells[4]?.trim()
      return {
        value: name,
        example: balance
          ? later('{name}, with a total balance of {balance} {currency}', {
              name,
              balance: decimalWord(plainText(balance, 30)),
              currency: currency ?? '',
            })
          : name,
        rows: [],
        mapping: { person: name },
      }
    }),
  }
}

const isTotal = (cells: readonly string[]): boolean => TOTAL.test(folded(cells[1] ?? ''))

type SharedGroup = {
  readonly people: readonly string[]
  readonly own: string
  readonly at: number
  /** The amounts of each person, by currency. */
  readonly totals: Map<string, string[][]>
  /** How many entries the person has no part in. */
  others: number
}

function* rowsOf(records: readonly SharedLine[], group: SharedGroup): Generator<FileRow | BadRow> {
  let n = 0
  let isSummed = false
  let last = 1
  for (const record of records) {
    last = record.line
    if (isTotal(record.cells)) isSummed = true
    for (const row of isTotal(record.cells) ? checkTotal(record, group) : rowsOfLine(record, group))
      yield { ...row, n: ++n }
  }
  if (!isSummed) yield bad(++n, last, 'Total balance', ['balance', cannot('total_missing', {})])
}

/** Whether the rows lead to the balances that the file states, of everybody. */
function checkTotal({ line, cells }: SharedLine, { people, totals }: SharedGroup): BadRow[] {
  const currency = currencyCodeOf(cells[4]) ?? ''
  const faults = people.flatMap((name, at): FieldFault[] => {
    const stated = amountText(cells[5 + at] ?? '', '.')
    const sum = sumText(totals.get(currency)?.[at] ?? [])
    return stated !== undefined && sumText([stated]) === sum
      ? []
      : [
          [
            'balance',
            cannot('total_differs', {
              value: shortValue(cells[5 + at] ?? ''),
              name: shortValue(name),
              currency,
              sum,
            }),
          ],
        ]
  })
  return faults.length === 0 ? [] : [bad(0, line, 'Total balance', ...faults)]
}

function rowsOfLine({ line, cells }: SharedLine, group: SharedGroup): (FileRow | BadRow)[] {
  const { people, at, totals } = group
  const text = plainText(cells[1])
  const date = dayIn(cells[0]?.trim() ?? '', 'year_first')
  const currency = currencyCodeOf(cells[4])
  const cost = amountText(cells[3]?.trim() ?? '', '.')
  const nets = people.map((_, column) => amountText(cells[5 + column]?.trim() || '0', '.'))
  const faults: FieldFault[] = []
  if (!date) faults.push(['date', cannot('not_a_date', { value: shortValue(cells[0] ?? '') })])
  if (!currency) faults.push(['currency', cannot('not_a_currency', { value: shortValue(cells[4] ?? '') })])
  if (cost === undefined)
    faults.push(['amount', cannot('not_an_amount', { value: shortValue(cells[3] ?? '') })])
  nets.forEach((net, column) => {
    if (net === undefined)
      faults.push([
        'amount',
        cannot('not_an_amount_of', {
          value: shortValue(cells[5 + column] ?? ''),
          name: shortValue(people[column] ?? ''),
        }),
      ])
  })
  if (!date || !currency || cost === undefined || faults.length > 0) return [bad(0, line, text, ...faults)]
  const all = nets.map((net) => net ?? '0')
  const sums = totals.get(currency) ?? people.map(() => [])
  totals.set(currency, sums)
  all.forEach((net, column) => {
    const column_sums = sums[column] ?? []
    column_sums.push(net)
    if (column_sums.length === SUMMED) column_sums.splice(0, SUMMED, sumText(column_sums))
  })
  const own = all[at] ?? '0'
  if (isZero(own)) {
    if (all.some((net) => !isZero(net))) group.others++
    return []
  }
  const category = plainText(cells[2], 255)
  const base = { n: 0, line, date, currency, text: text || 'No text' }
  const isPaid = PAYMENT.test(folded(category))
  const parts = partsBetween(all, at, decimalsOrTwo(currency))
  const rows: FileRow[] = []
  const isPayer = !own.startsWith('-')
  if (isPayer && !isPaid) {
    const others = all.filter((net, column) => column !== at && !net.startsWith('-') && !isZero(net))
    if (others.length > 0)
      return [
        ...parts.map((part) => shareOf(base, category, people, part)),
        bad(0, line, text, [
          'amount',
          cannot('several_paid', { people: others.length + 1, written: cost, currency }),
        ]),
      ]
    rows.push({
      ...base,
      amount: negated(cost),
      shared: 'paid',
      category_kind: 'expense',
      ...filled({ category }),
    })
  }
  for (const part of parts)
    rows.push(
      isPaid
        ? {
            ...base,
            // Who has paid gets money back: it left the own account.
            amount: negated(part.amount),
            shared: 'settled',
            ...filled({ payee: people[part.with] }),
          }
        : shareOf(base, category, people, part),
    )
  return rows
}

/** Sums are made of so many amounts at once. */
const SUMMED = 1_000

type ShareWith = { readonly with: number; readonly amount: string }

/** Above 0 the other one owes it; below 0 the person does. */
const shareOf = (
  base: Pick<FileRow, 'n' | 'line' | 'date' | 'currency' | 'text'>,
  category: string,
  people: readonly string[],
  part: ShareWith,
): FileRow => ({
  ...base,
  amount: part.amount,
  shared: 'share',
  category_kind: 'expense',
  ...filled({ category, payee: people[part.with] }),
})

/**
 * What an entry makes between the person and each other one. One who gets money gets it from everybody who owes some, in the proportion in which
 * several get it; the smallest units that are left go to the first.
 */
function partsBetween(nets: readonly string[], at: number, decimals: number): ShareWith[] {
  const unit = (text: string): bigint => {
    const { digits, scale } = decimalFrom(rounded(text, decimals))
    return digits * 10n ** BigInt(decimals - scale)
  }
  const all = nets.map(unit)
  const own = all[at] ?? 0n
  const sign = own < 0n ? -1n : 1n
  const same = all.reduce((sum, net) => (net * sign > 0n ? sum + net * sign : sum), 0n)
  const others = all.flatMap((net, column) => (net * sign < 0n ? [{ column, size: -net * sign }] : []))
  const opposite = others.reduce((sum, { size }) => sum + size, 0n)
  if (same === 0n || opposite === 0n) return []
  // Alone on their side, a person has all of it with the others, whatever cents rounding took from a column.
  const whole = same === own * sign ? opposite : own * sign
  const parts = others.map(({ column, size }) => ({ column, size: (whole * size) / opposite }))
  let left = whole - parts.reduce((sum, { size }) => sum + size, 0n)
  return parts.flatMap(({ column, size }) => {
    const extra = left > 0n ? 1n : 0n
    left -= extra
    const amount = size + extra
    return amount === 0n
      ? []
      : [{ with: column, amount: decimalText({ digits: amount * sign, scale: decimals }) }]
  })
}
