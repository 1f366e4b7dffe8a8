import { useState } from 'react'
import {
  type BudgetRow,
  type BudgetSheet,
  deleteBudget,
  getBudgets,
  putBudget,
} from '../../contract/budgets.ts'
import { Refused } from '../../contract/client.ts'
import { cache, queryKeyOf } from '../api/ask.ts'
import { ifVersion, send, sentenceOf } from '../api/change.ts'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { amountOf, withPlan } from './budget-sheet.ts'

type Refusals = Readonly<Record<string, { text: string; sentence: string }>>

/** Plans that are on their way: shown at once, taken back if they are refused. The refused text waits in its cell. */
export function usePlans(sheet: BudgetSheet | undefined, month: string) {
  const [pending, setPending] = useState<ReadonlyMap<string, bigint | null>>(new Map())
  const [refusals, setRefusals] = useState<Refusals>({})
  const currency = sheet?.base_currency_id ?? ''

  async function save(row: BudgetRow, planned: bigint | null, text: string): Promise<void> {
    const id = row.category_id
    const name = row.category_name
    const params = { category_id: id, month }
    // Of two changes of the same cell, the second one counts; the version protects against other people's changes.
    const headers = row.version > 0 && !pending.has(id) ? ifVersion(row) : {}
    setPending((before) => new Map(before).set(id, planned))
    setRefusals(({ [id]: _, ...others }) => others)
    try {
      if (planned === null) {
        if (row.planned !== null)
          await send(deleteBudget, { params, headers }, { words: `${name} is no longer planned` })
      } else {
        const words = `${name}: ${hiddenMoneyText(planned, currency)} planned`
        await send(putBudget, { params, headers, body: { amount: amountOf(planned, currency) } }, { words })
      }
      await cache.invalidateQueries(
        { queryKey: queryKeyOf(getBudgets, { query: { month } }) },
        { cancelRefetch: false },
      )
    } catch (error) {
      const isConflict = error instanceof Refused && error.problem.status === 412
      const sentence = isConflict ? 'It was changed meanwhile. Look, and press ↵ again.' : sentenceOf(error)
      setRefusals((before) => ({ ...before, [id]: { text, sentence } }))
      if (isConflict) void cache.invalidateQueries()
    } finally {
      setPending((before) => {
        const after = new Map(before)
        if (after.get(id) === planned) after.delete(id)
        return after
      })
    }
  }

  const shown = sheet && [...pending].reduce((all, [id, planned]) => withPlan(all, id, planned), sheet)
  return {
    sheet: shown,
    refusals,
    save,
    forget: (id: string) => setRefusals(({ [id]: _, ...others }) => others),
  }
}
