import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markedText } from './on-shard.ts'

test('a node puts the names of its shards where a statement names its tables, which keep their own names or those they were given', () => {
  const texts = {
    'update books set version = v.version from (select 1) v where books.id = v.id':
      'update @books@ as books set version = v.version from (select 1) v where books.id = v.id',
    'insert into totals (book_id) select v.book_id from unnest($1::totals[]) v on conflict (book_id) do update set amount = totals.amount':
      'insert into @totals@ as totals (book_id) select v.book_id from unnest($1::totals[]) v on conflict (book_id) do update set amount = totals.amount',
    'select from transactions t\n  join entries as e on e.book_id = t.book_id where t.id in (select id from plans)':
      'select from @transactions@ as t\n  join @entries@ as e on e.book_id = t.book_id where t.id in (select id from @plans@ as plans)',
    'select from events union all select from changes order by 1':
      'select from @events@ as events union all select from @changes@ as changes order by 1',
  }
  const ofRecords = ['books', 'transactions', 'plans']
  for (const [text, expected] of Object.entries(texts)) assert.equal(markedText(text, ofRecords), expected)
  for (const text of ['select from currencies c', 'select from logins', 'select from part_0'])
    assert.equal(markedText(text, ofRecords), text, 'no shard of a book has it')
})
