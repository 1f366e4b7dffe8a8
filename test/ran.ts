import pg from 'pg'

type Ran = { text: string; values?: unknown[]; ahead?: Ran }

/** Does something, and records everything sent to the driver meanwhile. */
export async function listening(hear: (asked: unknown) => void, work: () => Promise<unknown>): Promise<void> {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function listened(this: pg.Client, ...given: unknown[]) {
    hear(given[0])
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
}

/** Every statement that goes to PostgreSQL meanwhile, with its values. */
export async function ranIn(work: () => Promise<unknown>): Promise<Ran[]> {
  const seen: Ran[] = []
  await listening((first) => {
    const asked = typeof first === 'string' ? { text: first } : (first as Ran) // as the driver takes it
    seen.push(...(asked.ahead ? [asked.ahead] : []), asked) // another may go ahead of it, in the same round trip
  }, work)
  return seen
}

/** The first words of each of them. */
export const statements = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await ranIn(work)).map(({ text }) => text.trim().split(/\s+/).slice(0, 2).join(' '))

/** The fields of a plan, as `explain (analyze, format json)` gives it, that say what was done. */
export type Plan = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Plan[]
}

/** The rows that the steps of a plan have handled. */
export function handledBy(plan: Plan): number {
  const { 'Actual Rows': found, 'Actual Loops': loops, Plans = [] } = plan
  const left = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0)
  return Plans.reduce((sum, step) => sum + handledBy(step), (found + left) * loops)
}
