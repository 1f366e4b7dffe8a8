import type { Blocker } from '../../contract/refusal.ts'
import { linesOf, type Transaction } from '../ledger/journal.ts'
import { type Known, requireLoaded } from '../ledger/known.ts'
import { checkDays, refuseDifference } from '../reconciliations/reconciliations.ts'
import { normalSide } from '../records/account.ts'
import { chainOf, isAfter } from '../records/chain.ts'
import type { ReconciliationRow } from '../records/reconciliation.ts'
import type { UndoStep } from './take-back.ts'
import { isThere } from './take-back.ts'

/** The reconciliations that an undo changes, as they are afterwards. */
const reconciliationsIn = (steps: readonly UndoStep[]): ReconciliationRow[] =>
  steps.flatMap(({ kind, after }) => (kind === 'reconciliation' && after ? [after as ReconciliationRow] : [])) // rows of this kind

/** The reconciliations that no longer lock their lines after an undo. */
export const reopenedBy = (steps: readonly UndoStep[]): Set<string> =>
  new Set(
    reconciliationsIn(steps)
      .filter((one) => !isThere(one) || one.finished_at === null)
      .map(({ id }) => id),
  )

/**
 * Each reconciliation of an account starts where the one before it ended, and a line has one tick. A later reconciliation blocks, as
 * does one before it that has changed, and one that has a tick on the same line.
 */
export function reconciliationBlockers(known: Known, steps: readonly UndoStep[]): Blocker[] {
  const all = reconciliationsIn(steps)
  requireLoaded(known, {
    account: all.map(({ account_id }) => account_id),
    reconciliations: all.map(({ account_id }) => account_id),
    line: all.filter(isThere).flatMap(({ cleared_line_ids }) => cleared_line_ids),
  })
  const blocker = ({ version, id }: { version: number; id: string }) => ({
    version,
    resource: 'reconciliation',
    id,
  })
  return all.flatMap((one): Blocker[] => {
    const others = chainOf(known, one).filter(({ id }) => id !== one.id)
    const later = others.filter((other) => isAfter(other, one))
    if (later.length > 0) return later.map(({ id, created_version: version }) => blocker({ id, version }))
    if (!isThere(one)) return []
    const previous = others.at(-1)
    const isNext =
      previous === undefined
        ? one.start_amount === 0n || one.start_amount === known.find('account', one.account_id)?.as_of_amount
        : previous.finished_at !== null && previous.statement_amount === one.start_amount
    const holders = new Set(one.cleared_line_ids.map((id) => known.find('line', id)?.reconciliation_id))
    return [
      ...(isNext ? [] : latestOf(known, one).map(blocker)),
      ...others.filter(({ id }) => holders.has(id)).map(blocker),
    ]
  })
}

/** The latest change of another reconciliation of the same account and currency, in the trash or not. */
const latestOf = (known: Known, { id, account_id, currency_id }: ReconciliationRow) =>
  (known.find('reconciliations', account_id) ?? [])
    .filter((one) => one.id !== id && one.currency_id === currency_id)
    .sort((a, b) => b.version - a.version)
    .slice(0, 1)

/** Refuses an undo that finishes a reconciliation again whose lines no longer come to its statement, or are of a later day. */
export function checkUndoneStatements(known: Known, steps: readonly UndoStep[]): void {
  const finished = reconciliationsIn(steps).filter((one) => isThere(one) && one.finished_at !== null)
  if (finished.length === 0) return
  const moved = steps.flatMap(({ kind, before, after }) =>
    kind === 'transaction' ? [{ before, after } as Record<'before' | 'after', Transaction | null>] : [],
  )
  const linesIn = (one: Transaction | null) =>
    isThere(one) ? one.entries.flatMap(linesOf).map((line) => ({ ...line, date: one.date })) : []
  const gone = new Set(moved.flatMap(({ before }) => linesIn(before)).map(({ id }) => id))
  const back = new Map(moved.flatMap(({ after }) => linesIn(after)).map((line) => [line.id, line]))
  for (const one of finished) {
    const amounts = one.cleared_line_ids.map((id) => {
      const line = back.get(id)
      if (line) return line.is_debit ? line.amount : -line.amount
      return gone.has(id) ? 0n : (known.find('line', id)?.amount ?? 0n)
    })
    const sum = amounts.reduce((all, amount) => all + amount, 0n)
    const sign = normalSide(known.find('account', one.account_id) ?? { type: 'asset' })
    const difference = one.statement_amount - one.start_amount - sign * sum
    if (difference !== 0n) refuseDifference(one, difference)
    checkDays(
      one.cleared_line_ids.flatMap((id) => back.get(id) ?? known.find('line', id) ?? []),
      one.date,
    )
  }
}
