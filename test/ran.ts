import pg from 'pg'

/** The first words of every statement that goes to PostgreSQL meanwhile. */
export async function statements(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function watched(this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { text: string }]
    seen.push((typeof first === 'string' ? first : first.text).trim().split(/\s+/).slice(0, 2).join(' '))
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return seen
}
