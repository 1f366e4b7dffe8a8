import { useQuery } from '@tanstack/react-query'
import type { Account } from '../../contract/accounts.ts'
import { listTransactions, type Transaction } from '../../contract/budgeting.ts'
import type { Day } from '../../contract/day.ts'
import type { ImportRow } from '../../contract/import-rows.ts'
import { type Import, listImportRows } from '../../contract/imports.ts'
import { asking } from '../api/ask.ts'
import { sumOf } from '../ui/money.ts'

/** So many entries and rows are compared. */
const MAX_COMPARED = 200

/** An import and its days. */
export type FileDays = { readonly importId: string; readonly from: Day; readonly to: Day }

export const fileDays = ({ id, date_from: from, date_to: to }: Import): FileDays | null =>
  from && to ? { importId: id, from, to } : null

/** The entries that no row of a file has added or is. */
export const notIn = <Entry extends Pick<Transaction, 'id' | 'kind'>>(
  entries: readonly Entry[],
  rows: readonly Pick<ImportRow, 'transaction_id' | 'of'>[],
): Entry[] => {
  const ids = new Set(rows.flatMap(({ transaction_id, of }) => [transaction_id, of?.id ?? null]))
  return entries.filter(({ id, kind }) => kind !== 'opening' && !ids.has(id))
}

/** The entries of an account on the days of a file that the file does not have. None where there are too many to tell; undefined until it is known. */
export function useNotInFile(
  accountId: string,
  { importId, from, to }: FileDays,
): readonly Transaction[] | undefined {
  const query = { account_id: accountId, date_from: from, date_to: to, limit: MAX_COMPARED }
  const entries = useQuery(asking(listTransactions, { query: { ...query, include: 'total' } }))
  const rows = useQuery(
    asking(listImportRows, {
      params: { id: importId },
      query: { limit: MAX_COMPARED, include: 'total' as const },
    }),
  )
  if (entries.isError || rows.isError) return []
  if (!entries.data || !rows.data) return undefined
  const isWhole = [entries.data, rows.data].every(({ meta, data }) => meta.total === data.length)
  return isWhole ? notIn(entries.data.data, rows.data.data) : []
}

/** The change that an entry makes to the balance of an account, in minor units. */
export const effectOn = (
  { id, type }: Pick<Account, 'id' | 'type'>,
  { lines }: Pick<Transaction, 'lines'>,
  currency: string,
): bigint => {
  const own = lines.filter((line) => line.account_id === id && line.currency_id === currency)
  const debit = sumOf(
    own.flatMap((line) => [line.debit, -line.credit]),
    currency,
  )
  return type === 'liability' ? -debit : debit
}

/** The words of an entry, else who or what it was for. */
export const nameOf = (
  { id }: Pick<Account, 'id'>,
  { memo, contact_name, lines }: Pick<Transaction, 'memo' | 'contact_name' | 'lines'>,
): string => memo ?? contact_name ?? lines.find(({ account_id }) => account_id !== id)?.account_name ?? ''
