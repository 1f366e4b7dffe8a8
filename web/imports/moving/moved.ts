import type { Account } from '../../../contract/accounts.ts'
import type { Brings, BroughtKind } from '../../../contract/import-brings.ts'
import type { ImportLeftOut } from '../../../contract/import-mapping.ts'
import type { Import } from '../../../contract/imports.ts'
import { listed, t } from '../../../words/t.ts'

/** Formats of banks: a file of one account, whose balances are the bank's. */
const ofBanks = new Set(['csv', 'ofx', 'qif', 'camt', 'mt940'])

/** Whether a file is that of a program, with several accounts or more than rows: then accounts are compared in one list. */
export function isMoved({ format, mapping, brings }: Pick<Import, 'format' | 'mapping' | 'brings'>): boolean {
  if (format === 'florin' || format === null) return false
  if (brings.length > 0 || !ofBanks.has(format)) return true
  const own = mapping?.accounts.filter(({ is_own }) => is_own) ?? []
  return (format === 'csv' || format === 'qif') && own.length > 1
}

/** An account of the file beside that of the book; amounts are negative if they are owed. Without `file`, the file does not say its balance. */
export type ComparedAccount = {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly file: number | null
  readonly book: number
  readonly difference: number
  readonly date: string | null
  /** The rows of this account that are not in the book. */
  readonly left: ImportLeftOut | null
}

/** The accounts of a file, those that differ first, then those that agree, then those whose balance the file does not say. */
export function comparedAccounts(
  file: Import,
  accounts: readonly Account[],
  base: string,
): ComparedAccount[] {
  const ids = new Set(file.mapping?.accounts.flatMap(({ account_id: id }) => id ?? []))
  for (const { account_id: id } of file.balances) ids.add(id)
  const found = accounts
    .filter(({ id }) => ids.has(id))
    .flatMap((account): ComparedAccount[] => {
      const { id, name, type } = account
      const signed = (amount: number) => (type === 'liability' && amount !== 0 ? -amount : amount)
      const stated = Map.groupBy(
        file.balances.filter(({ account_id }) => account_id === id),
        ({ currency_id }) => currency_id,
      )
      const left = file.left_out.filter((one) => one.account_id === id)
      if (stated.size === 0) {
        const held = account.balances.filter(({ amount }) => amount !== 0)
        return (held.length > 0 ? held : [{ currency_id: account.currency_id ?? base, amount: 0 }]).map(
          ({ currency_id: currency, amount }) => ({
            ...{ id, name, currency, file: null, difference: 0, date: null },
            book: signed(amount),
            left: left.find((one) => one.currency_id === currency) ?? null,
          }),
        )
      }
      return [...stated].map(([currency, all]) => {
        const latest = all.toSorted((a, b) => (a.date < b.date ? 1 : -1))
        const one = latest.find(({ difference }) => difference !== 0) ?? latest[0]
        return {
          ...{ id, name, currency },
          file: signed(one?.file ?? 0),
          book: signed(one?.book ?? 0),
          difference: signed(one?.difference ?? 0),
          date: one?.date ?? null,
          left: left.find(({ currency_id }) => currency_id === currency) ?? null,
        }
      })
    })
  const rank = ({ difference, file }: ComparedAccount) => (difference !== 0 ? 0 : file === null ? 2 : 1)
  return found.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}

/** The result of the comparison in one sentence: All 12 accounts agree with the file. */
export function comparedWords(all: readonly ComparedAccount[]): string {
  const apart = all.filter(({ difference }) => difference !== 0)
  const agree = all.filter(({ difference, file }) => difference === 0 && file !== null)
  if (apart.length > 0)
    return agree.length === 0
      ? t('{apart, plural, one {# account differs from the file} other {# accounts differ from the file}}', {
          apart: apart.length,
        })
      : t(
          '{apart, plural, one {# account differs from the file} other {# accounts differ from the file}}, {agree, plural, one {# agrees} other {# agree}}',
          { apart: apart.length, agree: agree.length },
        )
  if (agree.length === 0) return t('The file says no balances: compare these')
  const unsaid = all.length - agree.length
  const [only] = agree
  if (only && agree.length === 1)
    return unsaid === 0
      ? t('{account} agrees with the file', { account: only.name })
      : t(
          '{account} agrees with the file, {unsaid, plural, one {# is not said there} other {# are not said there}}',
          { account: only.name, unsaid },
        )
  return unsaid === 0
    ? t(
        '{count, plural, one {All # accounts agree with the file} other {All # accounts agree with the file}}',
        { count: agree.length },
      )
    : t(
        '{count, plural, one {# account agrees with the file} other {# accounts agree with the file}}, {unsaid, plural, one {# is not said there} other {# are not said there}}',
        { count: agree.length, unsaid },
      )
}

const counts: Readonly<Record<BroughtKind, (count: number) => string>> = {
  accounts: (count) => t('{count, plural, one {# account} other {# accounts}}', { count }),
  groups: (count) => t('{count, plural, one {# category} other {# categories}}', { count }),
  budgets: (count) => t('{count, plural, one {# budget} other {# budgets}}', { count }),
  recurring: (count) => t('{count, plural, one {# recurring entry} other {# recurring entries}}', { count }),
  rules: (count) => t('{count, plural, one {# rule} other {# rules}}', { count }),
  rates: (count) => t('{count, plural, one {# exchange rate} other {# exchange rates}}', { count }),
  other: (count) => t('{count, plural, one {# other thing} other {# other things}}', { count }),
}

const names: Readonly<Record<BroughtKind, () => string>> = {
  accounts: () => t('Accounts'),
  groups: () => t('Categories'),
  budgets: () => t('Budgets'),
  recurring: () => t('Recurring entries'),
  rules: () => t('Rules'),
  rates: () => t('Exchange rates'),
  other: () => t('Anything else'),
}

/** The heading of a kind: 120 budgets. */
export const broughtText = (kind: BroughtKind, count: number): string => counts[kind](count)

/** The name of a kind alone, for a list of what stayed behind. */
export const kindName = (kind: BroughtKind): string => names[kind]()

/** The kinds that a person may switch off: a file has something of them, or had. */
export const brought = (brings: readonly Brings[]): Brings[] =>
  brings.filter(({ count, already }) => count + already > 0)

/** The parts that stay behind, or have stayed; of kinds that a person has switched off, all of it. */
export const behind = (brings: readonly Brings[]): Brings[] =>
  brings.filter(({ left_out_count, is_chosen, count }) => left_out_count > 0 || (!is_chosen && count > 0))

/** Besides the rows: 6 accounts, 24 categories and 120 budgets. Empty where nothing is recorded. */
export const bringsWords = (brings: readonly Brings[]): string =>
  listed(
    brings.flatMap(({ kind, count, is_chosen }) =>
      is_chosen && count > 0 ? [broughtText(kind, count)] : [],
    ),
  )
