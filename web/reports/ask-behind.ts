import { listAccountLines, listAccounts } from '../../contract/accounts.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import type { Client } from '../../contract/client.ts'
import { valuation } from '../../contract/valuation.ts'
import { accountsById } from '../transactions/title.ts'
import {
  type Behind,
  differenceOf,
  type Figure,
  fromLine,
  fromTransaction,
  fromValuation,
  requestBehind,
} from './behind.ts'

/** The most rows that a drill-down shows; its sum is of all. */
const MAX_ROWS = 200

/** The list behind a figure; of a difference, one list less the other. */
export async function askFigure(
  call: Client['call'],
  { explain, less }: Pick<Figure, 'explain' | 'less'>,
  base: string,
): Promise<Behind> {
  if (less === undefined) return askBehind(call, explain, base)
  const [now, before] = await Promise.all([askBehind(call, explain, base), askBehind(call, less, base)])
  return differenceOf(now, before, base)
}

/** Follows an explain to its list. */
export async function askBehind(call: Client['call'], explain: string, base: string): Promise<Behind> {
  const request = requestBehind(explain)
  // The names and values of an explain are those of the list it names.
  const query = { ...request.query, include: 'sum,total', limit: MAX_ROWS } as object
  if (request.list === 'valuation') {
    const reply = await call(valuation, { query: request.query as object })
    return fromValuation(reply, base, request.query.of === 'difference')
  }
  if (request.list === 'lines') {
    const { data, meta } = await call(listAccountLines, { params: { id: request.id }, query })
    return { rows: data.map(fromLine), sum: meta.sum_base ?? 0, total: meta.total ?? data.length }
  }
  const [{ data, meta }, accounts] = await Promise.all([
    call(listTransactions, { query }),
    call(listAccounts, { query: { limit: 1000 } }),
  ])
  const byId = accountsById(accounts.data)
  return {
    rows: data.map((transaction) => fromTransaction(transaction, byId)),
    sum: meta.sum_base ?? 0,
    total: meta.total ?? data.length,
  }
}
