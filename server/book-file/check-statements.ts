import { normalSide } from '../records/account.ts'
import { inOrder } from '../records/chain.ts'
import { fault } from '../records/columns.ts'
import type { ReconciliationRow } from '../records/reconciliation.ts'
import { isBankable } from '../records/require.ts'
import { type KnownInFile, linked } from './file-records.ts'
import { eachOf, type FileBook, onLine, type Recorded } from './format.ts'

/** Reconciliations: their ticks, and that each starts where the one before it ended. */
export async function checkStatements({ records }: FileBook, known: KnownInFile): Promise<void> {
  const ticked = new Set<string>()
  await eachOf(records.reconciliation, (one) => {
    const account = linked(known.accounts, 'account_id', one.account_id)
    if (!isBankable(account)) fault(`it is a statement of "${account.name}", which has none`)
    if (account.currency_id !== null && account.currency_id !== one.currency_id)
      fault(
        `it is a statement in ${one.currency_id} of "${account.name}", which is kept in ${account.currency_id}`,
      )
    if (new Set(one.cleared_line_ids).size < one.cleared_line_ids.length) fault('it ticks a line twice')
    if (one.deleted_at === null) checkTicks(known, one, ticked, normalSide(account))
  })
  const live = records.reconciliation.filter(({ row }) => row.deleted_at === null)
  for (const chain of Map.groupBy(live, ({ row }) => `${row.account_id} ${row.currency_id}`).values())
    checkChain(chain)
}

/** A line is on one statement. Those of a finished one come to its balance. */
function checkTicks(known: KnownInFile, one: ReconciliationRow, ticked: Set<string>, sign: bigint): void {
  let sum = 0n
  for (const id of one.cleared_line_ids) {
    if (ticked.has(id)) fault(`it ticks the line ${id}, which another statement has`)
    ticked.add(id)
    const line = known.lines.get(id)
    const isOfAccount = line?.account_id === one.account_id && line.currency_id === one.currency_id
    if (line && !isOfAccount)
      fault(`it ticks the line ${id}, which is on another account or in another currency`)
    if (one.finished_at === null) continue // a line may have disappeared since it was ticked
    if (!line?.isLive || line.date > one.date)
      fault(`it ticks the line ${id}, which is not in the books of its day`)
    sum += line.amount
  }
  if (one.finished_at !== null && one.statement_amount !== one.start_amount + sign * sum)
    fault('it is finished, and its lines do not come to its balance')
}

/** Only the last one can be open. */
function checkChain(chain: readonly Recorded<'reconciliation'>[]): void {
  let before: ReconciliationRow | undefined
  for (const { line, row } of chain.toSorted((a, b) => inOrder(a.row, b.row)))
    onLine(line, () => {
      if (before?.finished_at === null) fault('it follows a statement that is not finished')
      // The first one may start with a balance that was said as of a day, and has changed since.
      const start = before?.statement_amount ?? row.start_amount
      if (row.start_amount !== start || row.date < (before?.date ?? row.date))
        fault('it does not start where the statement before it ended')
      before = row
    })
}
