import { sql } from '../database/sql.ts'
import type { TableCheck } from './checks.sql.ts'

/**
 * The halves of money between two books are in pairs: both are there, of one day, live or in the trash together, and of one amount if they are in one
 * currency. A half whose other book is gone is a record of its own. Materialised: on a cluster the two are on different shards.
 */
export const halves: TableCheck = {
  name: 'halves',
  differences: sql`
  with own as materialized (
    select h.book_id, h.transaction_id, h.other_book_id, h.other_transaction_id, t.id is not null as is_kept, t.kind, t.date, t.currency_id,
           t.to_currency_id, t.amount, t.deleted_at is null as is_live
    from book_halves h left join transactions t on t.book_id = h.book_id and t.id = h.transaction_id),
  present as materialized (select id from books where not is_ownerless),
  pairs as (
    select a.book_id, a.transaction_id, case
        when not a.is_kept then 'it is not there'
        when a.kind <> 'transfer' or a.currency_id <> a.to_currency_id then 'it is not a transfer in one currency'
        when b.other_transaction_id is distinct from a.transaction_id or b.other_book_id <> a.book_id then 'the other one is half of another'
        when not b.is_kept then 'the other one is not there'
        when a.is_live <> b.is_live then 'one of them is in the trash'
        when a.date <> b.date then 'the other one is of another day'
        when a.currency_id = b.currency_id and a.amount <> b.amount then 'the other one is of another amount' end as reason
    from own a join present p on p.id = a.other_book_id
    left join own b on b.book_id = a.other_book_id and b.transaction_id = a.other_transaction_id)
  select book_id, format('the transfer %s is one half of money between two books, and %s', transaction_id, reason) as sentence
  from pairs where reason is not null`,
}
