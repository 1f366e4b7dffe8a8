import { getImport, type Import } from '../../contract/imports.ts'
import { listed, t } from '../../words/t.ts'
import { call } from '../api/ask.ts'
import { undo } from '../api/change.ts'

/** The rows of other files that are missing since an import was undone, and how they come back. */
export function missedWords(missed: Import['missed_by']): string | undefined {
  const [first, ...others] = missed.map(({ filename: file, count }) => ({ file, count }))
  if (!first) return undefined
  if (others.length === 0)
    return t(
      '{count, plural, one {# row of {file} was left out because this file had it, and is missing now. Import {file} again to bring it.} other {# rows of {file} were left out because this file had them, and are missing now. Import {file} again to bring them.}}',
      first,
    )
  const rows = listed(
    [first, ...others].map((one) => t('{count, plural, one {# row} other {# rows}} of {file}', one)),
  )
  return t(
    '{rows} were left out because this file had them, and are missing now. Import those files again to bring them.',
    { rows },
  )
}

/** Undoes an import, and says which it was, or what other files lack since. */
export const undoImport = ({ id, committed_version: version, counts, filename }: Import): Promise<boolean> =>
  undo(version ?? 0, undefined, async () => {
    const { missed_by } = await call(getImport, { params: { id } })
    return (
      missedWords(missed_by) ??
      t('{count, plural, one {# transaction} other {# transactions}} of {file}', {
        count: counts.chosen,
        file: filename,
      })
    )
  })
