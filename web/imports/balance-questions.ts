import { useSyncExternalStore } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { addDays } from '../../contract/day.ts'
import type { ImportBalance, ImportLeftOut } from '../../contract/import-mapping.ts'
import type { Import } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { storedOfBook } from '../ui/stored.ts'

/** The bank's balance beside that of the book: a question where they differ. */
export type Comparison = { account: Account; balance: ImportBalance } & (
  | { is: 'bank' | 'agrees' }
  /** The end agrees and the days before it do not: the first other balance of the file, if it has one, and the rows that were left out. */
  | { is: 'partly'; start: ImportBalance | null; leftOut: ImportLeftOut | null }
)

/** The questions about balances at the end of an import, one for each account. */
export type BalanceQuestion =
  | Comparison
  /** Entries of the very day on which a balance was said may be in it or not. Only the answer says what the book has; the bank is compared `after` it. */
  | { is: 'day'; account: Account; said: SaidBalance; after: Comparison | null; hint: DayHint | null }

export type SaidBalance = NonNullable<Account['balance_as_of']>

/** The answer with which the book agrees with the bank, where that is known. */
export type DayHint = { balance: ImportBalance; wereInIt: boolean }

/** The accounts that rows of a file belong to. */
const accountsOf = ({ account_id, mapping, balances }: Import): Set<string> =>
  new Set(
    [
      account_id,
      ...(mapping?.accounts ?? []).map((one) => one.account_id),
      ...balances.map((one) => one.account_id),
    ].filter((id) => id !== null),
  )

/** The questions of a recorded file. Of several balances of an account the latest one counts. */
export function questionsOf(
  file: Import,
  accounts: readonly Account[],
  base: string,
  isKept: (name: string) => boolean,
): BalanceQuestion[] {
  const { balances } = file
  return accounts
    .filter(({ id }) => accountsOf(file).has(id))
    .flatMap((account): BalanceQuestion[] => {
      const own = account.currency_id ?? base
      const isOwn = (one: { account_id: string | null; currency_id: string | null }) =>
        one.account_id === account.id && one.currency_id === own
      const [balance, ...before] = balances
        .filter(isOwn)
        .toSorted((one, other) => (one.date < other.date ? 1 : -1))
      const leftOut = file.left_out.find((one) => isOwn(one) && one.amount) ?? null
      const after = balance ? comparisonOf({ account, balance, before, leftOut }, isKept) : null
      const { balance_as_of: said } = account
      if (said && !said.includes_day && !isKept(nameOf('day', account)))
        return [{ is: 'day', account, said, after, hint: balance ? hintOf(said, balance) : null }]
      return after ? [after] : []
    })
}

/** An end agrees by itself where a person has said it: the start has moved. So the other balances are compared too, the latest first. */
function comparisonOf(
  found: { account: Account; balance: ImportBalance; before: ImportBalance[]; leftOut: ImportLeftOut | null },
  isKept: (name: string) => boolean,
): Comparison | null {
  const { account, balance, before, leftOut } = found
  if (balance.difference === 0) {
    const start = before.findLast(({ difference }) => difference !== 0) ?? null
    if (start || leftOut) return { is: 'partly', account, balance, start, leftOut }
    return { is: 'agrees', account, balance }
  }
  return isKept(nameOf('bank', account)) ? null : { is: 'bank', account, balance }
}

function hintOf(said: SaidBalance, balance: ImportBalance): DayHint | null {
  if (balance.difference === 0) return { balance, wereInIt: false }
  return balance.date === said.date && balance.file === said.amount ? { balance, wereInIt: true } : null
}

/** Whether the file ends before the day of which a balance was said: then entries between the two may still be missing, and a later file brings them. */
export const endsBefore = (said: SaidBalance | null, date: string): boolean =>
  said !== null && date < (said.includes_day ? said.date : addDays(said.date, -1))

/** The causes of a difference. A balance of the end of the very day that the bank's is of can only be right or wrong. */
export function causesOf(
  { name, balance_as_of: said, opening_balance }: Pick<Account, 'name' | 'balance_as_of' | 'opening_balance'>,
  date: string,
): string {
  if (!said && opening_balance === null)
    return t('You have not said what is in {account}, so your book counts it from nothing.', {
      account: name,
    })
  if (!said) return t('Entries before this file are missing, or the start is not right.')
  if (endsBefore(said, date))
    return t(
      'The file ends before that day: if entries between the two are missing, a later file brings them, and nothing has to be changed. Otherwise one of the two is not right.',
    )
  if (said.includes_day && said.date === date) return t('One of the two is not right.')
  return t('One of the two is not right, or an entry between them is missing or there twice.')
}

/** The name that an answer is remembered by. */
export const nameOf = (is: BalanceQuestion['is'], { id }: Pick<Account, 'id'>): string => `${is} ${id}`

const MAX_KEPT = 200
const store = storedOfBook('florin.kept-balances')

const keptIn = (text: string | null): string[] => {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** The questions of an import that were answered with No: this browser remembers them, and does not ask again. */
export function useKept(importId: string): {
  isKept: (name: string) => boolean
  keep: (name: string) => void
} {
  const kept = keptIn(useSyncExternalStore(store.subscribe, store.get))
  return {
    isKept: (name) => kept.includes(`${importId} ${name}`),
    keep: (name) =>
      store.set(JSON.stringify([...keptIn(store.get()), `${importId} ${name}`].slice(-MAX_KEPT))),
  }
}
