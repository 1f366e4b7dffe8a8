import { listExpenses } from '../contract/budgeting.ts'
import { rows } from '../server/database/database.ts'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import { sql } from '../server/database/sql.ts'
import type { Figure } from './figures.ts'
import { filledBook, fillMore } from './fill.ts'
import { load } from './load.ts'
import { createText, newPeople } from './people.ts'
import type { Service } from './processes.ts'
import { inDatabase } from './tpcb.ts'

const IN_BATCHES = 50_000
const CLIENTS = 16
const SECONDS = 10

type Sizes = Map<string, { table: number; indexes: number }>

/** The disk space of a transaction with all its rows, by table, when it was sent alone and in a batch. */
export async function sizes(service: Service): Promise<Figure[]> {
  const people = await newPeople(service, CLIENTS)
  const crowd = { clients: people.map((person) => [createText(person)]), pauseMs: 0 }
  const alone = await grownBy(service, async () => {
    await load(service.port, SECONDS, { crowd })
    let count = 0
    for (const person of people)
      count += (await person.call(listExpenses, { query: { limit: 1, include: 'total' } })).meta.total ?? 0
    return count
  })
  const book = await filledBook(service, 1)
  const batched = await grownBy(service, async () => {
    await fillMore(service, book, IN_BATCHES)
    return IN_BATCHES
  })
  return [
    figureOf('bytes of a transaction, sent alone', alone),
    figureOf('bytes of a transaction, in a batch', batched),
  ]
}

type Grown = { count: number; before: Sizes; after: Sizes }

async function grownBy(service: Service, work: () => Promise<number>): Promise<Grown> {
  await inDatabase(service.owner, 'vacuum') // which makes a map of free space for each table once
  const before = await sizesOf(service)
  const count = await work()
  await inDatabase(service.owner, 'vacuum')
  return { count, before, after: await sizesOf(service) }
}

function figureOf(name: string, { count, before, after }: Grown): Figure {
  const from: Record<string, number> = { measured: count }
  let sum = 0
  for (const [table, { table: rows, indexes }] of after) {
    const each = (what: number, earlier = 0) => (what - earlier) / count
    const ofRows = each(rows, before.get(table)?.table)
    const ofIndexes = each(indexes, before.get(table)?.indexes)
    sum += ofRows + ofIndexes
    if (ofRows + ofIndexes < 15) continue // it does not grow with transactions
    from[`rows of ${table}`] = ofRows
    from[`indexes of ${table}`] = ofIndexes
  }
  return { name, value: sum, unit: 'B', atMost: 6_000, from }
}

async function sizesOf({ owner }: Service): Promise<Sizes> {
  const db = openDatabase(owner, () => undefined, { max: 1, isPatient: true })
  try {
    const found = await rows<{ name: string; table: number; indexes: number }>(
      db,
      sql`select relname::text as name, pg_table_size(oid)::float8 as table, pg_indexes_size(oid)::float8 as indexes
          from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    return new Map(found.map(({ name, ...size }) => [name, size]))
  } finally {
    await closeDatabase(db)
  }
}
