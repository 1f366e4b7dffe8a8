import type { Day } from '../../../contract/day.ts'
import { plainText } from './file-values.ts'
import type { BalancedPosting } from './journal-balanced.ts'
import type { JournalTransaction } from './journal-rows.ts'
import type { WrittenTransaction } from './journal-transaction.ts'
import type { BadRow, FileRow } from './row.ts'

/** The words of a transaction of hledger or Ledger. */

/** Tags of Florin's own journals for facts that the transaction itself says. */
const OWN_FACT = /^\s*(?:id|refund|obligation|obligation_id|memo):/
const ID = /(?:^|[\s,])id:\s*([^\s,]+)/

export function wordsOf(
  { line, date, description, code, comments, postings }: WrittenTransaction,
  sides: number,
  isOwn: boolean,
) {
  const reference = plainText(comments.map((comment) => ID.exec(comment)?.[1]).find(Boolean), 255)
  const kept = comments.flatMap((comment) =>
    isOwn && OWN_FACT.test(comment) ? [] : reference === '' ? [comment] : [comment.replace(ID, '')],
  )
  const own = isOwn
    ? comments.map((comment) => /^\s*memo:\s*(.*)$/.exec(comment)?.[1]).find(Boolean)
    : undefined
  // A split shows the words of a posting with its part; otherwise the notes have them.
  const words = sides > 2 ? [] : postings.map(({ memo }) => memo).filter((memo) => memo !== '')
  const head: Omit<JournalTransaction, 'postings' | 'date'> & { date: Day } = {
    line,
    date,
    description: own === undefined || description === own ? description : `${description} | ${own}`,
    code: isOwn ? '' : code,
    comments: [...kept, ...words],
    ...(reference !== '' && { reference }),
  }
  return {
    head,
    memoOf: ({ source }: BalancedPosting): string => (sides > 2 ? plainText(source.memo, 255) : ''),
    decorated: (row: FileRow | BadRow): FileRow | BadRow =>
      isOwn && reference !== '' ? { ...row, own_id: reference.toLowerCase() } : row,
  }
}
