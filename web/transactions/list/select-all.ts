import { useState } from 'react'
import { MAX_BATCH } from '../../../contract/batches.ts'
import { listTransactions, type Transaction, type TransactionQuery } from '../../../contract/budgeting.ts'
import { t } from '../../../words/t.ts'
import { call, useAsk } from '../../api/ask.ts'
import { sentenceOf } from '../../api/change.ts'
import { type Search, useAddress } from '../../page/address.ts'
import { say } from '../../ui/toast.ts'
import { commaList, filtersIn } from '../filters.ts'

/** Selecting every transaction that the filters match, loaded or not, as far as one change can change them. */

/** The kinds that can be changed together; debts and their payments are changed one by one, at the debt. */
const together = ['expense', 'income', 'transfer']
export const isSelectable = ({ kind }: Pick<Transaction, 'kind'>): boolean => together.includes(kind)

/** The filters of the list, for the kinds that can be changed together; undefined if the filters leave none of these. */
export function matchingQuery(search: Search): TransactionQuery | undefined {
  const { kind, ...others } = filtersIn(search)
  const kinds = commaList(kind === undefined ? together.join(',') : String(kind))
  const left = kinds.filter((one) => together.includes(one))
  return left.length > 0 ? { ...others, kind: left.join(',') } : undefined
}

/** How many transactions match and can be changed together; undefined until the service has counted them. */
export function useMatching(): number | undefined {
  const query = matchingQuery(useAddress().search)
  const { data } = useAsk(listTransactions, { query: { ...query, limit: 1, include: 'total' } })
  return query ? data?.meta.total : 0
}

const PAGE = 1_000

/** All transactions of a query, unless there are more than one change takes; then their number. */
async function allOf(query: TransactionQuery): Promise<Transaction[] | number> {
  const rows: Transaction[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const isFirst = cursor === ''
    const page: Awaited<ReturnType<typeof call<typeof listTransactions>>> = await call(listTransactions, {
      query: { ...query, limit: PAGE, ...(isFirst ? { include: 'total' } : { cursor }) },
    })
    if (isFirst && (page.meta.total ?? 0) > MAX_BATCH) return page.meta.total ?? 0
    rows.push(...page.data)
    if (rows.length > MAX_BATCH) return rows.length
    cursor = page.meta.next_cursor
  }
  return rows
}

/** Loads all that match and hands them to `onAll`; says so if there are too many, or none. */
export function useSelectAll(search: Search, onAll: (rows: Transaction[]) => void) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    const query = matchingQuery(search)
    if (isBusy) return
    setBusy(true)
    try {
      const found = query ? await allOf(query) : []
      if (typeof found === 'number') {
        const words = t(
          '{count, plural, one {# matches. At most {most, number} can be changed at once: choose a period first.} other {# match. At most {most, number} can be changed at once: choose a period first.}}',
          { count: found, most: MAX_BATCH },
        )
        say({ words, tone: 'refused' })
      } else if (found.length === 0)
        say({ words: t('Debts and their payments are changed one by one.'), tone: 'refused' })
      else onAll(found)
    } catch (error) {
      say({ words: sentenceOf(error), tone: 'refused' })
    } finally {
      setBusy(false)
    }
  }
  return { run: () => void run(), isBusy }
}
