import { readBack } from '../../../contract/formula-cells.ts'
import type { ImportFormat } from '../../../contract/import-mapping.ts'
import { later } from '../../../words/t.ts'
import { amountInCell } from './amount.ts'
import { csvRecords } from './cells.ts'
import { dayOrderFor } from './day-order.ts'
import { dayIn } from './days.ts'
import { writtenAs } from './decided.ts'
import { decimalMarkFor, startEvidence } from './evidence.ts'
import { decimalsOrTwo } from './file-values.ts'
import { folded } from './headings.ts'
import { type FileToRead, type FoundMapping, MAX_ROWS, tooManyRows, Unreadable } from './row.ts'

/** Headings that identify an export of another program: all headings of a program must be present. */
const known: readonly (readonly [format: ImportFormat, headings: readonly string[]])[] = [
  ['firefly', ['journal_id', 'type', 'amount', 'date', 'source_name', 'destination_name']],
  ['ynab', ['Account', 'Date', 'Payee', 'Memo', 'Outflow', 'Inflow', 'Cleared']],
  ['actual', ['Account', 'Date', 'Payee', 'Notes', 'Category', 'Amount', 'Cleared']],
]

const separators = [',', '\t', ';'] as const

/** The program that exported a file, by its headings; undefined if it is not a known one. */
export function programOf(start: string): ImportFormat | undefined {
  for (const separator of separators) {
    const headings = headingsOf(start, separator)
    const found = known.find(([, all]) => all.every((heading) => headings.includes(folded(heading))))
    if (found) return found[0]
    if (['month', 'category group category', 'available'].every((heading) => headings.includes(heading)))
      throw new Unreadable(
        later(
          'This is the plan of YNAB, which has no transactions. The other file of its export, the register, has them.',
        ),
      )
  }
  return undefined
}

export function headingsOf(start: string, separator: string): string[] {
  try {
    return (csvRecords(start, separator).next().value?.cells ?? []).map(folded)
  } catch (error) {
    if (error instanceof Unreadable) return [] // the first line is not part of a table
    throw error
  }
}

/** A row of an export, by its headings. */
export type TableEntry = { readonly line: number; readonly cell: (heading: string) => string }

/** An export as a table, with the notation of its amounts and days. */
export type ProgramTable = {
  readonly entries: readonly TableEntry[]
  readonly mapping: FoundMapping
  readonly day: (cell: string) => string | undefined
  readonly amount: (cell: string) => string | undefined
}

/** Reads a whole export: the halves of transfers and the parts of splits may be anywhere in it. */
export function tableOf(
  text: string,
  reading: FileToRead,
  columns: { date: string; amounts: readonly string[] },
): ProgramTable {
  const separator = separators.find((one) =>
    headingsOf(text.slice(0, 65_536), one).includes(folded(columns.date)),
  )
  const entries: TableEntry[] = []
  const evidence = startEvidence()
  let headings: string[] | undefined
  // A cache: every row asks for the same few headings.
  const places = new Map<string, number>()
  const placeOf = (heading: string): number => {
    const place = places.get(heading) ?? headings?.indexOf(folded(heading)) ?? -1
    places.set(heading, place)
    return place
  }
  for (const { line, cells } of csvRecords(text, separator ?? ',')) {
    if (!headings) {
      headings = cells.map(folded)
      for (const column of [columns.date, ...columns.amounts.slice(0, 1)])
        if (!headings.includes(folded(column)))
          throw new Unreadable(
            later(
              'Line {line}: no column has the heading "{column}". Is the file an export of that program?',
              {
                line,
                column,
              },
            ),
          )
      continue
    }
    if (entries.length === MAX_ROWS) throw tooManyRows(line)
    const cell = (heading: string) => readBack(cells[placeOf(heading)]?.trim() ?? '')
    entries.push({ line, cell })
    evidence.day(cell(columns.date))
    for (const column of columns.amounts) evidence.amount(cell(column))
  }
  const found = evidence.end()
  const hints = {
    decimals: decimalsOrTwo(reading.currency),
    currency: reading.currency,
    language: 'english' as const,
    separator: '',
  }
  const { given } = reading
  const order = dayOrderFor(found, hints, { given: given?.date_order, remembered: undefined })
  const mark = decimalMarkFor(found, hints, { given: given?.decimal, remembered: undefined })
  return {
    entries,
    mapping: {
      ...writtenAs(order, mark, found),
      separator: separator ?? ',',
      has_header: true,
      skip_lines: 0,
    },
    day: (cell) => dayIn(cell, order.value),
    amount: (cell) =>
      amountInCell(cell, mark.value)
        ?.amount.replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, ''),
  }
}
