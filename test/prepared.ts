import pg from 'pg'
import { todayIn } from '../contract/day.ts'
import { listImports } from '../contract/imports.ts'
import { ANA, household } from '../demo/household.ts'
import { play } from '../demo/play.ts'
import { untilRead } from './importing.ts'
import { richBook } from './rich-book.ts'
import {
  admin,
  type Known,
  makeWorld,
  database as of,
  openWorld,
  type Person,
  signedIn,
  type World,
} from './world.ts'

/** A database that can be cloned, and somebody who is signed in there. */
export type Prepared = { template: string; known: Known }

/**
 * A book that takes long to make: it is made once in a run, by whichever file needs it first, and every file gets a copy of its
 * database. The comment on the database names its owner.
 */
async function prepared(name: string, make: (world: World) => Promise<Person>): Promise<Prepared> {
  const template = `prepared_${name}_of_${of}`
  const session = new pg.Client(admin)
  await session.connect()
  try {
    await session.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rows } = await session.query(
      `select shobj_description(oid, 'pg_database') as known from pg_database where datname = $1`,
      [template],
    )
    if (rows[0]) return { template, known: JSON.parse(rows[0].known) }
    const { world, close } = await openWorld()
    const { user, book_id, token, password } = await make(world)
    const known = { user, book_id, token, password }
    await close(template)
    await session.query(`comment on database ${template} is ${pg.escapeLiteral(JSON.stringify(known))}`)
    return { template, known }
  } finally {
    await session.end()
  }
}

/** A world with Ana's book, which has every kind of record. */
export async function richWorld(): Promise<{ world: World; ana: Person }> {
  const { template, known } = await prepared('rich', richBook)
  const world = await makeWorld({}, undefined, template)
  return { world, ana: signedIn(world.app, known) }
}

/** The demo household of the last years. */
export const preparedHousehold = (years = 1): Promise<Prepared> =>
  prepared(`household_${years}`, async ({ person }) => {
    const ana = await person({ ...ANA, base_currency_id: 'EUR' })
    await play(ana, household({ today: Temporal.PlainDate.from(todayIn('UTC')), years }))
    for (const file of (await ana.call(listImports)).data) await untilRead(ana, file)
    return ana
  })
