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

/** Formats that name their account themselves, so that no guess may overrule it. */
const NAMES_ITS_ACCOUNT =
  /\.(ofx|qfx|qbo|xml|camt|05[234]|sta|mt9\d\d|9[45]\d|zip|json|journal|hledger|ledger|bean|beancount|gnucash)$/i

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word.length > 2 && !COMMON.has(word))

type NamedAccount = { readonly id: string; readonly name: string }

/** The account of a file before it is read, if there is only one that it can be of. */
export function onlyAccount(filename: string, accounts: readonly NamedAccount[]): string | undefined {
  const atBanks = accounts.filter(({ name }) => !PURSE.test(name))
  return atBanks.length === 1 && !NAMES_ITS_ACCOUNT.test(filename) ? atBanks[0]?.id : undefined
}

/** The accounts that a file may be of, the likely ones first. */
export const pursesLast = <Account extends NamedAccount>(accounts: readonly Account[]): Account[] =>
  accounts.toSorted((a, b) => Number(PURSE.test(a.name)) - Number(PURSE.test(b.name)))

type ReadFile = Pick<Import, 'filename' | 'format' | 'mapping'>

/** The format and the headings of a file: exports of one bank have the same ones. */
const fingerprintOf = ({ format, mapping }: ReadFile): string =>
  JSON.stringify([format, mapping?.has_header, mapping?.columns.map(({ name }) => name)])

/** The recorded files of the same format with the same headings, the latest first. */
export const filesAlike = <File extends ReadFile & Pick<Import, 'account_id' | 'status' | 'is_undone'>>(
  file: ReadFile,
  accounts: readonly NamedAccount[],
  earlier: readonly File[],
): File[] =>
  earlier.filter(
    (one) =>
      one.status === 'committed' &&
      !one.is_undone &&
      accounts.some(({ id }) => id === one.account_id) &&
      fingerprintOf(one) === fingerprintOf(file),
  )

/** An earlier file of an account, and the texts of its rows. */
export type FileAlike = {
  readonly account_id: string | null
  readonly filename: string
  readonly texts: readonly string[]
}

/** The letters of the text of a row: numbers of a payment differ from one to the next. */
const payeeOf = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()

/**
 * The account that a file is proven to be of. Of the files with the same headings, those of one account have payees in common with it, and
 * those of the others at most half as many; where none has, there is one account only, and the file's name is the same. Where no file has
 * the same headings, the name of one account alone is in the file's name. Undefined if a person has to say it.
 */
export function provenAccount(
  filename: string,
  texts: readonly string[],
  alike: readonly FileAlike[],
  accounts: readonly NamedAccount[],
): string | undefined {
  if (alike.length === 0) {
    const words = new Set(wordsOf(filename))
    const named = accounts.filter(({ name }) => wordsOf(name).some((word) => words.has(word)))
    return named.length === 1 ? named[0]?.id : undefined
  }
  const payees = new Set(texts.map(payeeOf).filter(Boolean))
  const found = [...Map.groupBy(alike, ({ account_id }) => account_id ?? '')]
    .map(([id, files]) => {
      const theirs = new Set(files.flatMap((one) => one.texts.map(payeeOf)))
      const stem = stemOf(filename)
      const isSameName = stem !== '' && files.some((one) => stemOf(one.filename) === stem)
      return { id, common: payees.intersection(theirs).size, isSameName }
    })
    .sort((a, b) => b.common - a.common)
  const [first, second] = found
  if (!first) return undefined
  if (first.common === 0) return !second && first.isSameName ? first.id : undefined
  return (second?.common ?? 0) * 2 <= first.common ? first.id : undefined
}

/** The account of the latest file of this name that was recorded and undone: nobody is spared the question, since the account may have been why. */
export const undoneAccount = (
  { filename }: Pick<Import, 'filename'>,
  earlier: readonly Pick<Import, 'account_id' | 'filename' | 'is_undone'>[],
): string | null => earlier.find((one) => one.is_undone && one.filename === filename)?.account_id ?? null
