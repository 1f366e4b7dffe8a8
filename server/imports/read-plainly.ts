import type { BadRow, FileRow, ReaderSays, Reading } from './read/row.ts'

/** Reads a CSV file of three columns, date, text and amount, with headings. */
export async function readFile(
  bytes: Uint8Array,
  _reading: Reading,
  on: (says: ReaderSays) => Promise<void> | void,
): Promise<void> {
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/)
  const columns = (['date', 'text', 'amount'] as const).map((role) => ({ name: role, role, samples: [] }))
  const mapping = {
    ...{ encoding: 'utf-8', separator: ';', skip_lines: 0, has_header: true, decimal: '.' as const },
    ...{ date_order: 'year_first' as const, is_reversed: false, columns },
  }
  await on({ is: 'format', format: 'csv', mapping })
  const rows = lines.slice(1).flatMap((text, index): (FileRow | BadRow)[] => {
    if (text === '') return []
    const at = { n: index + 1, line: index + 2 }
    const [date = '', words = '', amount = ''] = text.split(';')
    if (/^\d{4}-\d\d-\d\d$/.test(date) && /^-?\d+(\.\d+)?$/.test(amount))
      return [{ ...at, date, text: words, amount }]
    return [{ ...at, text, faults: [{ field: 'date', message: `line ${at.line}: "${date}" is no day.` }] }]
  })
  await on({ is: 'rows', rows, progress: 1 })
  await on({ is: 'end' })
}
