import type { ExportFormat } from '../../../contract/books.ts'
import { todayIn } from '../../../contract/day.ts'
import type { Database } from '../../database/database.ts'
import { type File, PIECE_CHARACTERS } from '../../http/file.ts'
import type { BookRow } from '../../ledger/book.ts'
import { startSlice } from '../../process/slices.ts'
import { DIFFERENCES, pathsOf } from './accounts.ts'
import { beancount } from './beancount.ts'
import {
  exportedAccounts,
  exportedContacts,
  exportedCurrencies,
  exportedObligations,
  headingOf,
  ratesOf,
  type TransactionLine,
  tagsOf,
  transactionsOf,
  withDifferences,
} from './journal.sql.ts'
import { hledger, ledger } from './plain.ts'
import { exportedPostings, type JournalEntry } from './postings.ts'
import type { JournalStyle, Placed } from './style.ts'

export type JournalFormat = Exclude<ExportFormat, 'json' | 'xlsx'>

const styles: Record<JournalFormat, JournalStyle> = { hledger, ledger, beancount }

/** The whole book as a journal. Of its records only the accounts are in memory together, since their names have to differ. */
export function journalFile(book: BookRow, format: JournalFormat): File {
  const style = styles[format]
  const today = todayIn(book.time_zone)
  return {
    type: 'text/plain; charset=utf-8',
    name: `florin-book-${today}.${style.extension}`,
    pieces: (moment) => inPieces(partsOf(moment, book.id, style, today)),
  }
}

/** Gathers short texts into pieces, letting others in between. */
async function* inPieces(texts: AsyncGenerator<string>): AsyncGenerator<string> {
  const slice = startSlice()
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (slice.isOver()) await slice.next()
    if (piece.length < PIECE_CHARACTERS) continue
    yield piece
    slice.resume()
    piece = ''
  }
  yield piece
}

async function* partsOf(
  db: Database,
  id: string,
  style: JournalStyle,
  today: string,
): AsyncGenerator<string> {
  const heading = await headingOf(db, id) // the book of the request may be older than the snapshot
  const { base } = heading
  const accounts = await exportedAccounts(db, id)
  const paths = pathsOf(accounts, style.naming)
  const beside = new Set((await withDifferences(db, id)).map((account) => account.id))
  yield style.heading({ ...heading, today })
  for (const currency of await exportedCurrencies(db, id)) yield style.currency(currency)
  yield '\n'
  for (const account of accounts) {
    const path = paths.get(account.id) ?? ''
    yield style.account(account, path)
    const name = `${account.name} (${DIFFERENCES})`
    if (beside.has(account.id) && account.role !== 'exchange_gains')
      yield style.account({ ...account, name }, besidePath(style, path))
  }
  yield '\n'
  if (style.tag) yield* eachOf(tagsOf(db, id), ({ tag }) => style.tag?.(tag) ?? '')
  yield* eachOf(exportedContacts(db, id), style.contact)
  yield* eachOf(exportedObligations(db, id), style.obligation)
  yield* eachOf(ratesOf(db, id, base), style.rate)
  yield '\n'
  const gains = accounts.find(({ role }) => role === 'exchange_gains')?.id ?? ''
  yield* eachOf(transactionsOf(db, id), (transaction) => {
    const postings = exportedPostings(entriesOf(transaction), base, gains)
    const placed: Placed[] = postings.map((posting) => {
      const path = paths.get(posting.account) ?? ''
      return { ...posting, path: posting.isDifference ? besidePath(style, path) : path }
    })
    return style.transaction(transaction, placed, base)
  })
}

const besidePath = ({ naming }: JournalStyle, path: string): string => `${path}:${naming.part(DIFFERENCES)}`

async function* eachOf<Row>(
  batches: AsyncGenerator<Row[]>,
  write: (row: Row) => string,
): AsyncGenerator<string> {
  for await (const batch of batches) for (const row of batch) yield write(row)
}

/** The entries of a transaction. Only the parts of a split have memos of their own. */
function entriesOf({ entries }: TransactionLine): JournalEntry[] {
  const isSplit = entries.filter(([, , , , , category]) => category !== null).length > 1
  return entries.map(([debit, credit, currency, amount, base, category, memo]) => ({
    debit,
    credit,
    currency,
    category,
    amount: BigInt(amount),
    base: BigInt(base),
    memo: isSplit ? memo : '',
  }))
}
