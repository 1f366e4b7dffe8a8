import { allCurrencies } from '../../contract/iso4217.ts'
import { change, type Database, transaction } from './database.ts'
import { migrate } from './migrate.ts'
import { sql } from './sql.ts'

/** Makes the database ready for this version: its tables, and the currencies that the contract knows. */
export async function prepareDatabase(db: Database): Promise<void> {
  await migrate(db)
  await transaction(db, async (tx) => {
    await change(
      tx,
      sql`insert into currencies (id, name, symbol, decimals)
          select id, name, symbol, decimals from jsonb_to_recordset(${JSON.stringify(allCurrencies)}::jsonb)
               as currency (id text, name text, symbol text, decimals smallint)
          on conflict (id) do update set name = excluded.name, symbol = excluded.symbol
          where (currencies.name, currencies.symbol) is distinct from (excluded.name, excluded.symbol)`,
    )
  })
}
