import { type Later, later } from '../../words/t.ts'
import { shortValue } from './read/file-values.ts'
import type { FileRow } from './read/row.ts'

/** A file may name at most this many accounts and categories, with at most this many characters in all: they are part of every answer about the import. */
const MAX_NAMES = 500
const MAX_CHARACTERS = 100_000

/** Counts the accounts and categories that rows name. */
export function makeNames() {
  const names = new Set<string>()
  let characters = 0
  const add = (kind: string, name: string | undefined) => {
    if (name === undefined || names.has(`${kind} ${name}`)) return
    names.add(`${kind} ${name}`)
    characters += name.length
  }
  return {
    /** Whether the names of all rows so far, with those of this one, are not too many. */
    fit({ account, to_account, category, category_kind, amount, splits = [] }: FileRow): boolean {
      const kind = category_kind ?? (amount.startsWith('-') ? 'expense' : 'income')
      add('account', account)
      add('account', to_account)
      add(kind, category)
      for (const split of splits) add(kind, split.category)
      return names.size <= MAX_NAMES && characters <= MAX_CHARACTERS
    },
  }
}

export const tooManyNames = ({ line, part }: FileRow): Later =>
  part === undefined
    ? later(
        'Line {line}: up to here the file names more than {most} accounts and categories, or very long ones. Correct which columns they are in, or split the file.',
        { line, most: MAX_NAMES },
      )
    : later(
        'Line {line} of "{file}": up to here the file names more than {most} accounts and categories, or very long ones. Correct which columns they are in, or split the file.',
        { line, file: shortValue(part), most: MAX_NAMES },
      )
