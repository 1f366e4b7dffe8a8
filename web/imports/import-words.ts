import type { Account } from '../../contract/accounts.ts'
import type { ImportFormat } from '../../contract/import-mapping.ts'
import { type Counts, type Import, UNNAMED_FILE } from '../../contract/imports.ts'
import { dayOfMoment, dayShort, rangeInSentence } from '../ui/dates.ts'
import { countText } from '../ui/locale.ts'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { counted } from '../ui/wording.ts'

/** The formats of files, in words. */
export const formatWords: Readonly<Record<ImportFormat, string>> = {
  csv: 'a CSV file',
  ofx: 'an OFX file',
  qif: 'a QIF file',
  camt: 'a CAMT file',
  mt940: 'an MT940 file',
  firefly: 'an export of Firefly III',
  gnucash: 'a book of GnuCash',
  beancount: 'a file of Beancount',
  actual: 'an export of Actual',
  ynab: 'an export of YNAB',
  hledger: 'a journal of hledger',
  florin: 'a whole book of Florin',
}

/** The endings that the browser's own window for files shows first. A file with another one is read as well. */
export const FILE_ENDINGS =
  '.csv,.tsv,.txt,.xlsx,.xls,.ofx,.qfx,.qbo,.qif,.xml,.camt,.053,.sta,.mt940,.940,.zip,.json,.journal,.hledger,.ledger,.dat,.beancount,.bean,.gnucash'

/** The keys that rows of the check take themselves. */
export const keysOfRow = [
  ['ArrowDown', 'The next row'],
  ['ArrowUp', 'The row before'],
  [' ', 'Tick the row, or take the tick away'],
  ['Enter', 'Say what the row is'],
] as const

/** The foot of the check, in parts, so that each can have its own colour: 128 will be added, 19 are here already, 1 waits for you. */
export function footWords(counts: Counts): {
  added: string
  here: string | undefined
  out: string | undefined
  waits: string | undefined
  unreadable: string | undefined
} {
  // An unreadable row waits as well, and is counted separately.
  const open = Math.max(0, counts.attention - counts.invalid)
  // Of the rows that are here already, some may wait for an answer, or be added all the same.
  const rest = counts.rows - counts.invalid - counts.chosen - open
  const here = Math.min(counts.duplicate, rest)
  return {
    added: counts.chosen === 0 ? 'Nothing will be added' : `${number(counts.chosen)} will be added`,
    here: here <= 0 ? undefined : `${number(here)} ${here === 1 ? 'is' : 'are'} here already`,
    out: rest <= here ? undefined : `${number(rest - here)} left out`,
    waits: open === 0 ? undefined : `${number(open)} ${open === 1 ? 'waits' : 'wait'} for you`,
    unreadable: counts.invalid === 0 ? undefined : `${number(counts.invalid)} cannot be read`,
  }
}

/**
 * By how much the accounts will differ from their bank, or do, by rows that are left out: Bank will end €26.30 above your bank: 2 rows are left
 * out. Where a person has said the balance, it stays, and the days before it differ. Rows that cannot be read are counted elsewhere.
 */
export const leftOutWords = ({ left_out, balances, brings }: Import, isDone: boolean): string[] => {
  const other = brings.length > 0 ? 'the file' : 'your bank'
  return left_out.flatMap(({ account_id, account_name, currency_id, count, amount }) => {
    if (!amount || currency_id === null) return []
    const name = account_name ?? 'The account'
    const apart = hiddenMoneyText(Math.abs(amount), currency_id)
    const rows = counted(count, isDone ? 'row was' : 'row is', isDone ? 'rows were' : 'rows are')
    const stays = balances.findLast((one) => one.account_id === account_id)?.difference === 0
    // Once it is done, both ends are compared beside these words.
    if (stays && isDone) return []
    if (stays) return [`${rows} left out of ${name}: days before them differ from ${other} by ${apart}.`]
    const ends = `${isDone ? 'ends' : 'will end'} ${apart} ${amount < 0 ? 'above' : 'below'} ${other}`
    return [`${name} ${ends}: ${rows} left out.`]
  })
}

/** The currency that most rows wait in because the book is kept in another one. */
export function otherCurrency(
  { left_out, counts }: Pick<Import, 'left_out' | 'counts'>,
  base: string,
): string | undefined {
  const waiting = left_out.filter(({ currency_id }) => currency_id !== null && currency_id !== base)
  const [most] = [...Map.groupBy(waiting, ({ currency_id }) => currency_id)]
    .map(([currency, all]) => ({ currency, count: all.reduce((sum, one) => sum + one.count, 0) }))
    .sort((a, b) => b.count - a.count)
  return most?.currency && counts.chosen === 0 && most.count * 2 > counts.rows ? most.currency : undefined
}

/**
 * Accounts that money was moved to or from, and that would have to begin below nothing to have what a person said: cash cannot. Something that was
 * paid from them is missing.
 */
export const beginsBelowWords = (file: Import, accounts: readonly Account[], base: string): string[] =>
  accounts.flatMap(({ id, name, type, currency_id, opening_balance, balance_as_of: said }) => {
    const isMoved = file.added.some(({ kind }) => kind === 'transfer')
    if (!isMoved || id === file.account_id || type !== 'asset' || !said || (opening_balance ?? 0) >= 0)
      return []
    const money = (amount: number) => hiddenMoneyText(amount, currency_id ?? base)
    return [
      `${name} now begins at ${money(opening_balance ?? 0)}, so that it still has the ${money(said.amount)} that you said. If you paid from it what is not in the book, add that: the start follows.`,
    ]
  })

/** The words where nothing is left to add; undefined where something is, or where a row waits for an answer. */
export function endWords(counts: Counts): string | undefined {
  const { chosen, attention, invalid, duplicate, rows } = counts
  if (chosen > 0 || attention > invalid || duplicate === 0) return undefined
  if (rows > duplicate + invalid) return 'The rest is left out'
  return invalid === 0 ? 'Everything is here already' : `All but ${number(invalid)} are here already`
}

const number = (count: number) => countText(count)

export const transactionsText = (count: number): string =>
  count === 1 ? '1 transaction' : `${number(count)} transactions`

/** How much of a recorded file is in the book: 58 transactions added, 2 rows left out. Rows that were here already are not left out. */
export function recordedWords({ rows, chosen, becomes }: Counts, when: string): string {
  const out = rows - chosen - becomes.duplicate
  const added = `${transactionsText(chosen)} added ${when}`
  return out > 0 ? `${added}, ${counted(out, 'row', 'rows')} left out` : added
}

/** Where a file that is not recorded yet stands: 2 wait for you. Undefined while nobody is asked for anything but Add. */
export function waitingWords({ needs, counts }: Pick<Import, 'needs' | 'counts'>): string | undefined {
  if (needs.length > 0)
    return counted(needs.length, 'question about its columns', 'questions about its columns')
  const { attention, duplicate } = counts
  if (attention > 0) return `${number(attention)} ${attention === 1 ? 'waits' : 'wait'} for you`
  const end = endWords(counts)
  if (end) return end.charAt(0).toLowerCase() + end.slice(1)
  return duplicate > 0 ? `${number(duplicate)} ${duplicate === 1 ? 'is' : 'are'} here already` : undefined
}

/** 148 rows, 1–14 November */
export function extentWords({ counts, needs, date_from, date_to }: Import, today: string): string {
  const rows = counts.rows === 1 ? '1 row' : `${number(counts.rows)} rows`
  // Days that can be read in two ways are asked about first.
  if (needs.some(({ what }) => what === 'day_order')) return rows
  return date_from && date_to ? `${rows}, ${rangeInSentence(date_from, date_to, today)}` : rows
}

/** The name of an import in a sentence: bank.csv; of a file without a name, the import of 16 Nov. */
export const importName = (
  { filename, created_at, committed_at }: Pick<Import, 'filename' | 'created_at' | 'committed_at'>,
  today: string,
): string =>
  filename !== '' && filename !== UNNAMED_FILE
    ? filename
    : `the import of ${dayShort(dayOfMoment(committed_at ?? created_at), today)}`

/** 10 MiB, 734 kB: the size of a file as people know it. */
export const sizeText = (bytes: number): string =>
  bytes >= 1024 * 1024
    ? `${(bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '')} MiB`
    : bytes >= 1024
      ? `${Math.round(bytes / 1024)} kB`
      : counted(bytes, 'byte')

/** Why a file is not sent at all; undefined if it can be. */
export function faultOfFile(
  { name, size }: { name: string; size: number },
  most: number,
): string | undefined {
  if (size === 0) return `“${name}” is empty. Export it from your bank once more.`
  if (size > most)
    return `“${name}” has ${sizeText(size)}, and a file may have ${sizeText(most)}. Export fewer months at a time.`
  return undefined
}
