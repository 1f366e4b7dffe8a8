import { commitImport, createImport, type Import } from '../contract/imports.ts'
import { change, transaction } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import type { FileRow } from '../server/imports/read/row.ts'
import type { StoredDraft, StoredRow } from '../server/imports/rows.sql.ts'
import { untilRead } from './importing.ts'
import type { Person, World } from './world.ts'

/** Functions for the tests of imports. */

/** A staged row: missing fields are those of an expense or an income of Other. */
export type Staged = Partial<Omit<StoredRow, 'draft' | 'file_row'>> & {
  amount: bigint
  draft?: Partial<StoredDraft>
  file_row?: Partial<FileRow>
}

/** An import with exactly these rows, whatever verdicts its file would have got. */
export async function stage(
  world: World,
  person: Person,
  account_id: string | null,
  rows: readonly Staged[],
  mapping?: object,
): Promise<Import> {
  const lines = rows.map((_, index) => `2026-11-02;ROW ${index + 1};-1.00`)
  const sent = await person.call(createImport, {
    query: { ...(account_id !== null && { account_id }), filename: 'bank.csv', format: 'csv' },
    body: `Date;Text;Amount\n${lines.join('\n')}\n`,
  })
  const made = await untilRead(person, sent)
  await transaction(world.db, async (tx) => {
    for (const [index, row] of rows.entries()) {
      const {
        date = '2026-11-02',
        amount,
        currency_id = 'USD',
        is_chosen = true,
        of_record = null,
        pair_n = null,
      } = row
      const draft = {
        kind: amount < 0n ? 'expense' : 'income',
        category_id: null,
        category_name: amount < 0n ? 'Other expenses' : 'Other income',
        contact_id: null,
        other_account_id: null,
        other_amount: null,
        obligation_id: null,
        is_refund: false,
        memo: `Row ${index + 1}`,
        notes: null,
        tags: [],
        splits: [],
        ...row.draft,
      }
      const file_row = {
        n: index + 1,
        line: index + 2,
        date,
        amount: String(amount),
        text: '',
        ...row.file_row,
      }
      await change(
        tx,
        sql`update import_rows set account_id = ${row.account_id === undefined ? account_id : row.account_id}, date = ${date},
                   amount = ${amount}, currency_id = ${currency_id}, is_chosen = ${is_chosen}, pair_n = ${pair_n},
                   verdict = ${row.verdict ?? 'new'}, of_record = ${of_record && JSON.stringify(of_record)},
                   draft = ${JSON.stringify(draft)}, file_row = ${JSON.stringify(file_row)}
            where book_id = ${person.book_id} and import_id = ${made.id} and n = ${index + 1}`,
      )
    }
    await change(
      tx,
      sql`update imports set checked_version = (select version from books where id = ${person.book_id}),
                 mapping = coalesce(${mapping === undefined ? null : JSON.stringify({ ...made.mapping, ...mapping })}::json, mapping)
          where book_id = ${person.book_id} and id = ${made.id}`,
    )
  })
  return made
}

export const commit = (person: Person, id: string) => person.call(commitImport, { params: { id } })
