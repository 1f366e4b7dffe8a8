import { createTransactions } from '../../contract/batches.ts'
import { addStarter } from '../../contract/books.ts'
import type { Client } from '../../contract/client.ts'
import { todayIn } from '../../contract/day.ts'
import { preparedHousehold } from '../prepared.ts'
import { type Person, signedIn } from '../world.ts'
import { makeStage, type Stage } from './browser.ts'

/** A stage with the demo household's last year, and Ana, who is signed in. */
export async function householdStage(): Promise<{ stage: Stage; ana: Person }> {
  const { template, known } = await preparedHousehold()
  const stage = await makeStage(template)
  return { stage, ana: signedIn(stage.app, known) }
}

const BATCH = 10_000

/** Records this many expenses, spread over the last years, each with a note of its own. */
export async function fillTimeline({ call }: Client, count: number): Promise<void> {
  const starter = await call(addStarter)
  const categories = starter.categories.filter(({ kind, parent_id }) => kind === 'expense' && parent_id)
  const accounts = starter.accounts.filter(({ type }) => type === 'asset')
  const today = Temporal.PlainDate.from(todayIn('UTC'))
  const draft = (index: number) => ({
    kind: 'expense' as const,
    date: today.subtract({ days: Math.floor(index / 20) }).toString(),
    amount: 1 + (index % 5_000) / 100,
    category_id: categories[index % categories.length]?.id ?? '',
    asset_account_id: accounts[index % accounts.length]?.id ?? '',
    notes: `Shop ${index}`,
  })
  for (let from = 0; from < count; from += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => draft(from + index))
    await call(createTransactions, { body: { transactions: items } })
  }
}
