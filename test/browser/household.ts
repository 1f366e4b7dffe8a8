import { login } from '../../contract/auth.ts'
import { createTransactions } from '../../contract/batches.ts'
import { addStarter } from '../../contract/books.ts'
import { type Client, client } from '../../contract/client.ts'
import { todayIn } from '../../contract/day.ts'
import { fill } from '../../demo/fill.ts'
import { ANA } from '../../demo/household.ts'
import type { Stage } from './browser.ts'

/** Plays the demo household's last year into the books of a stage, and signs Ana in. */
export async function moveIn({ address }: Stage): Promise<Client & { token: string }> {
  const base = `${address}/api/v1`
  await fill(base, { today: Temporal.PlainDate.from(todayIn('UTC')), years: 1 })
  const { email, password } = ANA
  const { token } = await client(fetch, base).call(login, { body: { email, password } })
  return { ...client(fetch, base, token), token }
}

const BATCH = 10_000

/** Records so many expenses, spread over the last years, each with a note that is its own. */
export async function fillTimeline({ call }: Client, count: number): Promise<void> {
  const starter = await call(addStarter)
  const categories = starter.categories.filter(({ kind }) => kind === 'expense')
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
