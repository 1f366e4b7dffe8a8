import { allCurrencies } from '../../contract/iso4217.ts'
import { change, type Database, row, transaction } from './database.ts'
import { BUILT_IN, migrate } from './migrate.ts'
import { grantPrivileges } from './privileges.ts'
import { sql } from './sql.ts'

export type Prepared = {
  /** The key that signs cursors and device cookies. */
  instanceKey: Uint8Array
  /** Whether there is a role for the service that may do only what the service does. */
  hasServiceRole: boolean
}

/** Makes the database ready for this version, as its owner: its tables, the currencies that the contract knows, the service's role. */
export async function prepareDatabase(owner: Database, source = BUILT_IN): Promise<Prepared> {
  await migrate(owner, source)
  await transaction(owner, async (tx) => {
    await change(
      tx,
      sql`insert into currencies (id, name, symbol, decimals)
          select id, name, symbol, decimals from jsonb_to_recordset(${JSON.stringify(allCurrencies)}::jsonb)
               as currency (id text, name text, symbol text, decimals smallint)
          on conflict (id) do update set name = excluded.name, symbol = excluded.symbol
          where (currencies.name, currencies.symbol) is distinct from (excluded.name, excluded.symbol)`,
    )
  })
  const hasServiceRole = await grantPrivileges(owner)
  const instance = await row<{ key: Buffer }>(owner, sql`select key from instance`)
  if (!instance) throw new Error('the instance has no key')
  return { instanceKey: instance.key, hasServiceRole }
}
