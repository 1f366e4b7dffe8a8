import type { ImportFormat } from '../../contract/import-mapping.ts'
import { type Counts, type Import, UNNAMED_FILE } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { dayOfMoment, dayShort, rangeInSentence } from '../ui/dates.ts'
import { hiddenMoneyText } from '../ui/privacy.ts'

/** The format of a file, in a sentence of its own. */
export const formatWords: Readonly<Record<ImportFormat, () => string>> = {
  csv: () => t('It is a CSV file'),
  ofx: () => t('It is an OFX file'),
  qif: () => t('It is a QIF file'),
  camt: () => t('It is a CAMT file'),
  mt940: () => t('It is an MT940 file'),
  firefly: () => t('It is an export of Firefly III'),
  gnucash: () => t('It is a book of GnuCash'),
  beancount: () => t('It is a file of Beancount'),
  actual: () => t('It is an export of Actual'),
  ynab: () => t('It is an export of YNAB'),
  hledger: () => t('It is a journal of hledger'),
  florin: () => t('It is a whole book of Florin'),
}

/** The endings that the browser's own window for files shows first. A file with another one is read as well. */
export const FILE_ENDINGS =
  '.csv,.tsv,.txt,.xlsx,.xls,.ofx,.qfx,.qbo,.qif,.xml,.camt,.053,.sta,.mt940,.940,.zip,.json,.journal,.hledger,.ledger,.dat,.beancount,.bean,.gnucash'

/** The keys that rows of the check take themselves. */
export const keysOfRow = () =>
  [
    ['ArrowDown', t('The next row')],
    ['ArrowUp', t('The row before')],
    [' ', t('Tick the row, or take the tick away')],
    ['Enter', t('Say what the row is')],
  ] as const

/** How many rows are neither added nor asked about, and how many of them are here already. An unreadable row waits as well, and is counted separately. */
function restOf(counts: Counts): { open: number; rest: number; here: number } {
  const open = Math.max(0, counts.attention - counts.invalid)
  // Of the rows that are here already, some may wait for an answer, or be added all the same.
  const rest = counts.rows - counts.invalid - counts.chosen - open
  return { open, rest, here: Math.min(counts.duplicate, rest) }
}

/** The foot of the check, in parts, so that each can have its own colour: 128 will be added, 19 are here already, 1 waits for you. */
export function footWords(counts: Counts): {
  added: string
  here: string | undefined
  out: string | undefined
  waits: string | undefined
  unreadable: string | undefined
} {
  const { open, rest, here } = restOf(counts)
  return {
    added:
      counts.chosen === 0
        ? t('Nothing will be added')
        : t('{count, plural, one {# will be added} other {# will be added}}', { count: counts.chosen }),
    here: here <= 0 ? undefined : hereWords(here),
    out:
      rest <= here
        ? undefined
        : t('{count, plural, one {# left out} other {# left out}}', { count: rest - here }),
    waits: open === 0 ? undefined : waitsWords(open),
    unreadable:
      counts.invalid === 0
        ? undefined
        : t('{count, plural, one {# cannot be read} other {# cannot be read}}', { count: counts.invalid }),
  }
}

const hereWords = (count: number): string =>
  t('{count, plural, one {# is here already} other {# are here already}}', { count })

const waitsWords = (count: number): string =>
  t('{count, plural, one {# waits for you} other {# wait for you}}', { count })

/** What is said when a file of which nothing is left to add is put away. */
export function putAwayWords(counts: Counts): string {
  const count = restOf(counts).here
  return count <= 0
    ? t('Nothing was added: all of it is here already. The file is put away.')
    : t(
        'Nothing was added: {count, plural, one {# is here already} other {# are here already}}. The file is put away.',
        { count },
      )
}

/**
 * By how much the accounts will differ from their bank, or do, by rows that are left out: Bank will end €26.30 above your bank: 2 rows are left
 * out. Where a person has said the balance, it stays, and the days before it differ. Rows that cannot be read are counted elsewhere.
 */
export const leftOutWords = ({ left_out, balances, brings }: Import, isDone: boolean): string[] => {
  const by = brings.length > 0 ? 'file' : 'bank'
  return left_out.flatMap(({ account_id, account_name, currency_id, count, amount }) => {
    if (!amount || currency_id === null) return []
    const account = account_name ?? t('The account')
    const apart = hiddenMoneyText(Math.abs(amount), currency_id)
    const difference = balances.findLast((one) => one.account_id === account_id)?.difference
    const stays = difference === 0
    // Once it is done, both ends are compared beside these words.
    if (stays && isDone) return []
    if (stays)
      return [
        t(
          '{by, select, file {{count, plural, one {# row is left out of {account}: days before them differ from the file by {amount}.} other {# rows are left out of {account}: days before them differ from the file by {amount}.}}} other {{count, plural, one {# row is left out of {account}: days before them differ from your bank by {amount}.} other {# rows are left out of {account}: days before them differ from your bank by {amount}.}}}}',
          { by, count, account, amount: apart },
        ),
      ]
    // Something else differs as well: the rows alone do not say by how much.
    if (difference !== undefined && difference !== amount) {
      const out = { count, account, amount: hiddenMoneyText(amount, currency_id) }
      return [
        isDone
          ? t(
              '{count, plural, one {# row was left out of {account}: {amount}.} other {# rows were left out of {account}: {amount} together.}}',
              out,
            )
          : t(
              '{count, plural, one {# row is left out of {account}: {amount}.} other {# rows are left out of {account}: {amount} together.}}',
              out,
            ),
      ]
    }
    const values = { by: `${amount < 0 ? 'above' : 'below'}_${by}`, count, account, amount: apart }
    if (isDone)
      return [
        t(
          '{by, select, above_file {{account} ends {amount} above the file} below_file {{account} ends {amount} below the file} above_bank {{account} ends {amount} above your bank} other {{account} ends {amount} below your bank}}: {count, plural, one {# row was left out.} other {# rows were left out.}}',
          values,
        ),
      ]
    return [
      t(
        '{by, select, above_file {{account} will end {amount} above the file} below_file {{account} will end {amount} below the file} above_bank {{account} will end {amount} above your bank} other {{account} will end {amount} below your bank}}: {count, plural, one {# row is left out.} other {# rows are left out.}}',
        values,
      ),
    ]
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

/** How a file ends of which nothing is left to add; undefined where something is, or where a row waits for an answer. */
function endOf(counts: Counts): 'rest_out' | 'all_here' | 'most_here' | undefined {
  const { chosen, attention, invalid, duplicate, rows } = counts
  if (chosen > 0 || attention > invalid || duplicate === 0) return undefined
  if (rows > duplicate + invalid) return 'rest_out'
  return invalid === 0 ? 'all_here' : 'most_here'
}

/** The words where nothing is left to add. */
export function endWords(counts: Counts): string | undefined {
  const end = endOf(counts)
  if (end === 'rest_out') return t('The rest is left out')
  if (end === 'all_here') return t('Everything is here already')
  return (
    end &&
    t('{count, plural, one {All but # are here already} other {All but # are here already}}', {
      count: counts.invalid,
    })
  )
}

export const transactionsText = (count: number): string =>
  t('{count, plural, one {# transaction} other {# transactions}}', { count })

/** How much of a recorded file is in the book: 58 transactions added, 2 rows left out. Rows that were here already are not left out. */
export function recordedWords({ rows, chosen, becomes }: Counts, when: string): string {
  const out = rows - chosen - becomes.duplicate
  return out > 0
    ? t(
        '{count, plural, one {# transaction added {when}} other {# transactions added {when}}}, {out, plural, one {# row left out} other {# rows left out}}',
        { count: chosen, when, out },
      )
    : t('{count, plural, one {# transaction added {when}} other {# transactions added {when}}}', {
        count: chosen,
        when,
      })
}

/** Where a file that is not recorded yet stands: 2 wait for you. Undefined while nobody is asked for anything but Add. */
export function waitingWords({ needs, counts }: Pick<Import, 'needs' | 'counts'>): string | undefined {
  if (needs.length > 0)
    return t('{count, plural, one {# question about its columns} other {# questions about its columns}}', {
      count: needs.length,
    })
  const { attention, duplicate, invalid } = counts
  if (attention > 0) return waitsWords(attention)
  const end = endOf(counts)
  if (end === 'rest_out') return t('the rest is left out')
  if (end === 'all_here') return t('everything is here already')
  if (end)
    return t('{count, plural, one {all but # are here already} other {all but # are here already}}', {
      count: invalid,
    })
  return duplicate > 0 ? hereWords(duplicate) : undefined
}

/** 148 rows, 1–14 November */
export function extentWords(file: Import, today: string): string {
  const count = file.counts.rows
  const days = daysOf(file, today)
  return days === undefined
    ? t('{count, plural, one {# row} other {# rows}}', { count })
    : t('{count, plural, one {# row, {days}} other {# rows, {days}}}', { count, days })
}

/** The days of a file in a sentence. Days that can be read in two ways are asked about first. */
export const daysOf = (
  { needs, date_from, date_to }: Pick<Import, 'needs' | 'date_from' | 'date_to'>,
  today: string,
): string | undefined =>
  !needs.some(({ what }) => what === 'day_order') && date_from && date_to
    ? rangeInSentence(date_from, date_to, today)
    : undefined

/** The name of an import in a sentence: bank.csv; of a file without a name, the import of 16 Nov. */
export const importName = (
  { filename, created_at, committed_at }: Pick<Import, 'filename' | 'created_at' | 'committed_at'>,
  today: string,
): string =>
  filename !== '' && filename !== UNNAMED_FILE
    ? filename
    : t('the import of {day}', { day: dayShort(dayOfMoment(committed_at ?? created_at), today) })

/** 10 MiB, 734 kB: the size of a file as people know it. */
export const sizeText = (bytes: number): string =>
  bytes >= 1024 * 1024
    ? t('{size} MiB', { size: (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '') })
    : bytes >= 1024
      ? t('{size} kB', { size: Math.round(bytes / 1024) })
      : t('{count, plural, one {# byte} other {# bytes}}', { count: bytes })

/** Why a file is not sent at all; undefined if it can be. */
export function faultOfFile(
  { name, size }: { name: string; size: number },
  most: number,
): string | undefined {
  if (size === 0) return t('“{file}” is empty. Export it from your bank once more.', { file: name })
  if (size > most)
    return t('“{file}” has {size}, and a file may have {most}. Export fewer months at a time.', {
      file: name,
      size: sizeText(size),
      most: sizeText(most),
    })
  return undefined
}
