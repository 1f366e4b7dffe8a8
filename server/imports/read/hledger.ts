import { asIs, bad, numberedLines, quotedValue } from './file-values.ts'
import { type JournalTransaction, journalItems } from './journal.ts'
import { type JournalAccountType, rowsOfTransaction } from './journal-rows.ts'
import type { BadRow, FileRow, Reader } from './row.ts'

const letters: Readonly<Record<string, JournalAccountType>> = {
  a: 'asset',
  c: 'asset',
  l: 'liability',
  e: 'equity',
  v: 'equity',
  r: 'income',
  x: 'expense',
}
const roots: readonly (readonly [RegExp, JournalAccountType])[] = [
  [/^assets?(:|$)/i, 'asset'],
  [/^(debts?|liabilit(y|ies))(:|$)/i, 'liability'],
  [/^equity(:|$)/i, 'equity'],
  [/^(income|revenue)s?(:|$)/i, 'income'],
  [/^expenses?(:|$)/i, 'expense'],
]

/** Reads journals of hledger, and most of ledger's. */
export const readHledger: Reader = (text, reading) => ({
  mapping: asIs,
  rows: rowsOf(text, reading.currency),
})

function* rowsOf(text: string, own: string | undefined): Generator<FileRow | BadRow> {
  let n = 0
  const declared = declaredTypes(text)
  const typeOf = (account: string): JournalAccountType | undefined => {
    for (let name = account; name !== ''; name = name.slice(0, Math.max(name.lastIndexOf(':'), 0))) {
      const type = declared.get(name)
      if (type !== undefined) return type
    }
    return roots.find(([pattern]) => pattern.test(account))?.[1]
  }
  const leftOut = new Map<string, { line: number; count: number }>()
  for (const item of journalItems(text, own)) {
    if (item.is === 'left out') {
      const known = leftOut.get(item.what) ?? { line: item.line, count: 0 }
      leftOut.set(item.what, { ...known, count: known.count + 1 })
    } else if (item.is === 'unknown')
      yield bad(++n, item.line, item.words, [
        'text',
        `${quotedValue(item.words)} is not a part of a journal that Florin reads.`,
      ])
    else for (const row of rowsSafely(item, typeOf)) yield { ...row, n: ++n }
  }
  for (const [what, { line, count }] of leftOut)
    yield bad(++n, line, `Left out: ${what}`, [
      'text',
      `${what} are left out: ${count} in all, the first here.`,
    ])
}

const rowsSafely = (item: JournalTransaction, typeOf: (account: string) => JournalAccountType | undefined) =>
  item.faults.length > 0
    ? [bad(0, item.line, item.description || 'No text', ...item.faults)]
    : rowsOfTransaction(item, typeOf)

/** The types that `account` directives declare anywhere in the journal: `account Bank ; type: A`. */
function declaredTypes(text: string): Map<string, JournalAccountType> {
  const types = new Map<string, JournalAccountType>()
  let account = ''
  for (const { words } of numberedLines(text, 'a journal')) {
    const isIndented = /^[ \t]/.test(words)
    if (!isIndented)
      account = words.startsWith('account ') ? (words.slice(8).split(/ {2}|\t|;/, 1)[0] ?? '').trim() : ''
    if (account === '') continue
    const comment = words.slice(words.indexOf(';') + 1 || words.length)
    const letter = /\btype:\s*([A-Za-z])/.exec(comment)?.[1]?.toLowerCase() ?? ''
    const type = letters[letter]
    if (type !== undefined) types.set(account, type)
  }
  return types
}
