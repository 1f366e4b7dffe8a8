import '../records/kinds.ts' // the ledger needs the kinds of records
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { addDays } from '../../contract/day.ts'
import { longestTurn } from '../../test/longest-turn.ts'
import { newId } from '../process/ids.ts'
import { rateId } from '../records/exchange-rate.ts'
import { toWrite } from './log.ts'
import { type Book, changed } from './verb.ts'
import { writeStatements } from './write.sql.ts'

const most = { rows: 10_000_000, bytes: 10_000_000_000 }
const at = '2026-03-01T00:00:00.000Z'
const book: Book = {
  id: newId(),
  name: 'Household',
  base_currency_id: 'EUR',
  time_zone: 'UTC',
  closed_through: null,
  month_starts_on: '1',
  ecb_rates: false,
  is_archived: false,
  is_shared: false,
  members_version: 0,
  version: 2,
  hash: '00',
  changed_at: at,
  created_at: at,
  updated_at: at,
  at,
  by: { user_id: newId(), device: 'test', device_name: 'test' },
  size: { rows: 0, bytes: 0 },
  most,
}

test('a change of very many records that are not transactions is written without a long turn', async () => {
  const changes = Array.from({ length: 80_000 }, (_, n) => {
    const rate = { from_id: n % 2 ? 'USD' : 'CHF', to_id: 'EUR', date: addDays('1900-01-01', n >> 1) }
    return changed('exchange_rate', null, { ...rate, id: rateId(rate), rate: '0.9', version: 2 })
  })
  const written = await toWrite(book, { answer: null, changes }, { id: newId(), command: 'restore' }, true)
  const { done, ms } = await longestTurn(async () => {
    let statements = 0
    for await (const _ of writeStatements([written], { isLocked: true })) {
      if (++statements === 50) break
      await setImmediate() // PostgreSQL writes it
    }
    return statements
  })
  assert.equal(done, 50)
  assert(ms < 70, `nobody was answered for ${ms} ms`)
})
