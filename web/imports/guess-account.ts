import type { Import } from '../../contract/imports.ts'
import { fold } from '../ui/matching.ts'

/** The letters of a file's name: exports of one bank differ only in digits and days. */
const stemOf = (filename: string): string =>
  fold(filename)
    .replace(/\.[a-z\d]{1,8}$/, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()

/** Words of account names that say nothing about which bank it is. */
const COMMON = new Set(['account', 'bank', 'card', 'current', 'konto', 'girokonto', 'the', 'of', 'my'])

/** No bank writes files about these. */
const PURSE = /\b(cash|wallet|purse|bargeld)\b/i

/** Formats that name their account themselves, so that no weak guess may overrule it. */
const NAMES_ITS_ACCOUNT =
  /\.(ofx|qfx|qbo|xml|camt|05[234]|sta|mt9\d\d|9[45]\d|zip|json|journal|hledger|ledger)$/i

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word.length > 2 && !COMMON.has(word))

/**
 * Which account a file may be of: the one of a file with the same name, else one whose name is in the file's name, else the one of the
 * last file, else the only one that is not a purse. Undefined if nothing speaks for any.
 */
export function guessAccount(
  filename: string,
  accounts: readonly { readonly id: string; readonly name: string }[],
  earlier: readonly Pick<Import, 'filename' | 'account_id'>[],
): string | undefined {
  const isThere = (id: string | null) => accounts.some((account) => account.id === id)
  const used = earlier.filter(({ account_id }) => isThere(account_id))
  const stem = stemOf(filename)
  const same = stem === '' ? undefined : used.find((one) => stemOf(one.filename) === stem)
  if (same?.account_id) return same.account_id
  const words = new Set(wordsOf(filename))
  const named = accounts.filter(({ name }) => wordsOf(name).some((word) => words.has(word)))
  if (named.length === 1) return named[0]?.id
  if (NAMES_ITS_ACCOUNT.test(filename)) return undefined
  const atBanks = accounts.filter(({ name }) => !PURSE.test(name))
  return used[0]?.account_id ?? (atBanks.length === 1 ? atBanks[0]?.id : undefined)
}
