import { getImport, type Import } from '../../contract/imports.ts'
import { call } from '../api/ask.ts'
import { undo } from '../api/change.ts'
import { counted, listed } from '../ui/wording.ts'
import { transactionsText } from './import-words.ts'

/** The rows of other files that are missing since an import was undone, and how they come back. */
export function missedWords(missed: Import['missed_by']): string | undefined {
  if (missed.length === 0) return undefined
  const files = missed.map(({ filename, count }) => `${counted(count, 'row', 'rows')} of ${filename}`)
  const isOne = missed.length === 1 && missed[0]?.count === 1
  const again = missed.length === 1 ? missed[0]?.filename : 'those files'
  return `${listed(files)} ${isOne ? 'was' : 'were'} left out because this file had ${isOne ? 'it' : 'them'}, and ${isOne ? 'is' : 'are'} missing now. Import ${again} again to bring ${isOne ? 'it' : 'them'}.`
}

/** Undoes an import, and says which it was, or what other files lack since. */
export const undoImport = ({ id, committed_version: version, counts, filename }: Import): Promise<boolean> =>
  undo(version ?? 0, undefined, async () => {
    const { missed_by } = await call(getImport, { params: { id } })
    return missedWords(missed_by) ?? `${transactionsText(counts.chosen)} of ${filename}`
  })
