import { type BookChange, type BookShown, getBook, updateBook } from '../../contract/books.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Tx } from '../database/database.ts'
import { type Book, type BookRow, checkRebase, type Guard, keep } from '../ledger/book.ts'
import { serve } from '../serve.ts'

const shown = ({ id, name, base_currency_id, time_zone, closed_through, version }: BookRow): BookShown => ({
  id,
  name,
  base_currency_id,
  time_zone,
  closed_through,
  version,
  seal: { version, hash: '' }, // the chain of hashes is not built yet
})

/** A named zone: an offset alone says nothing of summer and winter. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    Temporal.Now.plainDateISO(name)
    return true
  } catch {
    return false
  }
}

async function change(tx: Tx, book: Book, draft: BookChange, guard: Guard): Promise<BookShown> {
  const before = { ...shown(book), version: book.version - 1 } // as it was until this write took it
  const after = { ...book, ...draft, updated_at: book.at }
  if (!isTimeZone(after.time_zone)) refuse('time_zone_unknown', { time_zone: after.time_zone.slice(0, 100) })
  guard(before)
  await checkRebase(tx, book, after.base_currency_id)
  const record = shown({ ...after, id: book.id, version: book.version })
  if (JSON.stringify({ ...record, version: before.version }) === JSON.stringify(before)) return before
  return keep(tx, after, { action: 'updated', resource: 'book', record, statements: [] })
}

export const books = [
  serve(getBook, ({ book }) => shown(book)),
  serve(updateBook, ({ write, body, guard }) => write((tx, book) => change(tx, book, pick(body), guard))),
]

/** Only the fields that can be changed: a record sent back whole carries more. */
const pick = ({ name, base_currency_id, time_zone, closed_through }: BookChange): BookChange => ({
  ...(name !== undefined && { name }),
  ...(base_currency_id !== undefined && { base_currency_id }),
  ...(time_zone !== undefined && { time_zone }),
  ...(closed_through !== undefined && { closed_through }),
})
