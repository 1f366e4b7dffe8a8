import { useQuery } from '@tanstack/react-query'
import type { Account } from '../../contract/accounts.ts'
import type { ImportBalance } from '../../contract/import-mapping.ts'
import { getImport, type Import, listImports } from '../../contract/imports.ts'
import type { Reconciliation } from '../../contract/reconciliations.ts'
import { asking, useAsk } from '../api/ask.ts'
import { type Comparison, questionsOf } from '../imports/balance-questions.ts'

/** The latest recorded file of an account: the last balance that it states, and earlier days on which the book has another. */
export type LastFile = {
  file: Import
  closing: ImportBalance | undefined
  differs: Extract<Comparison, { is: 'partly' }> | undefined
}

/** Asks for the latest recorded file of an account. `isLoading` until it is known whether there is one. */
export function useLastFile(
  account: Account,
  currency: string,
): { isLoading: boolean; last: LastFile | undefined } {
  const list = useAsk(listImports, { query: { status: 'committed', account_id: account.id, limit: 20 } })
  const id = list.data?.data.find(({ is_undone }) => !is_undone)?.id
  const one = useQuery({ ...asking(getImport, { params: { id: id ?? '' } }), enabled: id !== undefined })
  const file = id === undefined ? undefined : one.data
  return {
    isLoading: list.isLoading || (id !== undefined && one.isLoading),
    last: file && { file, ...statedBy(file, account, currency) },
  }
}

/** The name of the file that ends with the balance of a statement, if the book agrees with it there; else undefined. */
export function proofOf(
  { date, statement_balance }: Pick<Reconciliation, 'date' | 'statement_balance'>,
  from: (Pick<LastFile, 'closing'> & { file: Pick<Import, 'filename'> }) | undefined,
): string | undefined {
  const closing = from?.closing
  return closing?.date === date && closing.file === statement_balance && closing.difference === 0
    ? from?.file.filename
    : undefined
}

/** The balances of a file beside those of the book, in one currency of an account. */
function statedBy(file: Import, account: Account, currency: string): Omit<LastFile, 'file'> {
  const closing = file.balances
    .filter((one) => one.account_id === account.id && one.currency_id === currency)
    .reduce<ImportBalance | undefined>((last, one) => (last && last.date >= one.date ? last : one), undefined)
  const differs = questionsOf(file, [account], currency, () => true).find(
    (one): one is Extract<Comparison, { is: 'partly' }> => one.is === 'partly' && one.start !== null,
  )
  return { closing, differs }
}
