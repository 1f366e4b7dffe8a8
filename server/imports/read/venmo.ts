import { addDays, type Day } from '../../../contract/day.ts'
import { stateFault } from './booked.ts'
import { bad, type FieldFault, filled, plainText, shortValue, sumText } from './file-values.ts'
import { type ProgramTable, type TableEntry, tableOf } from './programs.ts'
import { type BadRow, type FileBalance, type FileRow, isBad, type Reader } from './row.ts'
import { cannot } from './row-faults.ts'

/** The headings, which stand below the name of the account, with an empty first column. */
const HEADINGS = /^[^\n]{0,200}\bDatetime"?,"?Type"?,"?Status"?,"?Note"?,"?From"?,"?To"?,"?Amount \(total\)/m

export const isVenmo = (text: string): boolean => HEADINGS.test(text.slice(0, 4_096))

/**
 * Reads a statement of Venmo, in dollars. The payee is the other person. Of a payment, From has paid and To has got the money; of a charge it
 * is the other way round, so the person of the account is the one that every row names.
 */
export const readVenmo: Reader = (text, reading) => {
  const start = HEADINGS.exec(text.slice(0, 4_096))?.index ?? 0
  const above = text.slice(0, start).split('\n').length - 1
  const table = tableOf(text.slice(start), reading, { date: 'Datetime', amounts: ['Amount (total)'] })
  const entries = table.entries.filter(({ cell }) => cell('ID') !== '' || cell('Datetime') !== '')
  const owner = ownerOf(entries)
  const rows = entries.map((entry, at) => rowOf(at + 1, entry, entry.line + above, table, owner))
  return { mapping: { ...table.mapping, skip_lines: above }, rows, balances: () => balancesIn(table, rows) }
}

/** The one name that is in every row, as From or as To. */
function ownerOf(entries: readonly TableEntry[]): string | undefined {
  const pairs = entries.map(({ cell }) => [cell('From'), cell('To')]).filter((pair) => pair.every(Boolean))
  const [first] = pairs
  const names = new Set(first?.filter((name) => pairs.every((pair) => pair.includes(name))))
  return names.size === 1 ? [...names][0] : undefined
}

function rowOf(
  n: number,
  { cell }: TableEntry,
  line: number,
  table: ProgramTable,
  owner: string | undefined,
): FileRow | BadRow {
  const [day, amount] = [
    table.day(cell('Datetime')),
    table.amount(cell('Amount (total)').replaceAll('$', '')),
  ]
  const [from, to] = [cell('From'), cell('To')]
  const faults: FieldFault[] = []
  if (!day) faults.push(['date', cannot('not_a_date', { value: shortValue(cell('Datetime')) })])
  if (amount === undefined)
    faults.push(['amount', cannot('not_an_amount', { value: shortValue(cell('Amount (total)')) })])
  const unbooked = stateFault([cell('Status')], [{ at: 0, heading: 'Status', isKnown: true, is: 'state' }])
  if (unbooked !== undefined) faults.push(['status', unbooked])
  if (!day || amount === undefined || faults.length > 0) return bad(n, line, cell('Note'), ...faults)
  // Of one row alone, the sign says who of the two is the other one.
  const isPaid = amount.startsWith('-') !== /^charge$/i.test(cell('Type'))
  const other = owner === undefined ? (isPaid ? to : from) : from === owner ? to : from
  const funding = cell('Funding Source')
  return {
    n,
    line,
    date: day,
    amount,
    currency: 'USD',
    text: plainText(cell('Note') || cell('Type')),
    ...filled({
      payee: other || cell('Destination'),
      reference: cell('ID'),
      notes: /^(?:venmo balance|\(none\))?$/i.test(funding) ? '' : `Paid from ${funding}.`,
    }),
  }
}

/** The balances in lines of their own. Payments from a card or a bank leave the balance as it is: then the rows contradict it. */
function balancesIn(table: ProgramTable, rows: readonly (FileRow | BadRow)[]): FileBalance[] {
  const stated = (heading: string) =>
    table.entries.map(({ cell }) => table.amount(cell(heading).replaceAll('$', ''))).find(Boolean)
  const [opening, closing] = [stated('Beginning Balance'), stated('Ending Balance')]
  const good = rows.filter((row): row is FileRow => !isBad(row))
  const days: Day[] = good.map(({ date }) => date).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (opening === undefined || closing === undefined || !first || !last) return []
  if (sumText([opening, ...good.map(({ amount }) => amount)]) !== sumText([closing])) return []
  return [
    { date: addDays(first, -1), amount: opening, currency: 'USD' },
    { date: last, amount: closing, currency: 'USD' },
  ]
}
