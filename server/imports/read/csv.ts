import type { ColumnRole } from '../../../contract/import-mapping.ts'
import { amountIn } from './amount.ts'
import { type Cells, recordsOf } from './cells.ts'
import { type DateOrder, dayIn } from './days.ts'
import { type BadRow, type FileRow, type FoundMapping, type Reader, Unreadable } from './row.ts'

const headings: readonly [RegExp, ColumnRole][] = [
  [/^(date|datum|fecha|data|buchungstag|booking date|transaction date)$/i, 'date'],
  [/^(amount|betrag|montant|importe|importo|bedrag|valor|kwota|umsatz)$/i, 'amount'],
  [/^(debit|soll|withdrawal|outflow)$/i, 'debit'],
  [/^(credit|haben|deposit|inflow)$/i, 'credit'],
  [/^(currency|waehrung|währung|devise)$/i, 'currency'],
  [/^(payee|name|merchant|empfänger|recipient)$/i, 'payee'],
  [/^(text|description|memo|verwendungszweck|buchungstext|details)$/i, 'text'],
  [/^(reference|id|referenz)$/i, 'reference'],
  [/^(balance|saldo|solde)$/i, 'balance'],
]

export const readCsv: Reader = (text, reading) => {
  const separator = reading.given?.separator ?? separatorOf(text)
  const records = recordsOf(text, separator)
  const head = records.next()
  if (head.done) throw new Unreadable('The file has no rows.')
  const roles = head.value.cells.map(
    (name, index) =>
      reading.given?.columns?.[index]?.role ??
      headings.find(([pattern]) => pattern.test(name.trim()))?.[1] ??
      'ignore',
  )
  const decimal = reading.given?.decimal ?? (separator === ';' ? ',' : '.')
  const order = reading.given?.date_order ?? 'day_first'
  const mapping: FoundMapping = {
    encoding: null,
    separator,
    skip_lines: 0,
    has_header: true,
    decimal,
    date_order: order,
    is_reversed: reading.given?.is_reversed ?? false,
    columns: head.value.cells.map((name, index) => ({ name, role: roles[index] ?? 'ignore', samples: [] })),
  }
  return { mapping, rows: rowsOf(records, roles, decimal, order) }
}

function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/))
  return [';', ',', '\t', '|'].sort((a, b) => line.split(b).length - line.split(a).length)[0] ?? ','
}

function* rowsOf(
  records: Iterable<Cells>,
  roles: readonly ColumnRole[],
  decimal: '.' | ',',
  order: DateOrder,
): Generator<FileRow | BadRow> {
  let n = 0
  for (const { line, cells } of records) {
    n++
    const cell = (role: ColumnRole) =>
      cells
        .filter((_, index) => roles[index] === role)
        .join(' ')
        .trim()
    const date = dayIn(cell('date'), order)
    const [debit, credit] = [amountIn(cell('debit'), decimal), amountIn(cell('credit'), decimal)]
    const amount =
      amountIn(cell('amount'), decimal)?.amount ?? credit?.amount ?? (debit && `-${debit.amount}`)
    const words = [cell('payee'), cell('text')].filter(Boolean).join(' ')
    if (!date || amount === undefined) {
      const [field, value] = date ? ['amount', cell('amount')] : ['date', cell('date')]
      const message = `Line ${line}: "${value}" is no ${field}.`
      yield { n, line, text: words, faults: [{ field, message }] }
    } else
      yield {
        n,
        line,
        date,
        amount,
        text: words,
        ...(cell('payee') ? { payee: cell('payee') } : {}),
        ...(cell('currency') ? { currency: cell('currency') } : {}),
        ...(cell('reference') ? { reference: cell('reference') } : {}),
      }
  }
}
