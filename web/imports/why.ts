import type { ImportRow } from '../../contract/imports.ts'
import { DOTS } from '../ui/privacy.ts'
import { goesTo } from './goes-to.ts'

/** Why a row has its verdict; of one that cannot be read, what is wrong with it. */
export const whyOf = ({
  verdict,
  faults,
  reason,
}: Pick<ImportRow, 'verdict' | 'faults' | 'reason'>): string =>
  verdict === 'invalid' && faults.length > 0 ? faults.map(({ message }) => message).join(' ') : reason

type Answer = { readonly words: string; readonly is: 'add' | 'skip' | 'open' }

const skip: Answer = { words: 'Skip', is: 'skip' }

/** The answers to what Florin asks about a row. */
export function answersTo(row: ImportRow): readonly Answer[] {
  if (row.verdict === 'duplicate') return [{ words: 'Keep both', is: 'add' }, skip]
  if (goesTo(row)?.isMissing ?? true) return [{ words: 'Choose', is: 'open' }, skip]
  if (row.verdict === 'new')
    return [{ words: row.reason.startsWith('Two alike') ? 'Keep both' : 'Add', is: 'add' }, skip]
  return [
    { words: 'Yes', is: 'add' },
    { words: 'Something else', is: 'open' },
  ]
}

const DIGITS = "\\d+(?:[.,'\u00a0\u202f]\\d+)*"
const AMOUNT = new RegExp(
  `[+−-]?(?:\\p{Sc}|\\b[A-Z]{3}\\b)\\s?${DIGITS}|[+−-]?${DIGITS}\\s?(?:\\p{Sc}|[A-Z]{3}\\b)|[+−-]?\\d[\\d.,]*[.,]\\d{2}\\b`,
  'gu',
)

/** A sentence of the service without its amounts, while they are hidden. */
export const hiddenAmounts = (sentence: string): string => sentence.replace(AMOUNT, DOTS)
