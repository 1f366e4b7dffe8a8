import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { mapInSlices } from '../process/slices.ts'
import type { BookKnows, EarlierRow, KnownLine } from './book-knows.ts'
import { OTHER } from './default-category.ts'
import { makeHistory } from './history.ts'
import { makeJudge } from './judge.ts'
import type { FileRow } from './read/row.ts'
import { makeResolver, type Resolved } from './resolve.ts'

const MANY = 20_000
const day = '2026-11-02'

const line = (index: number, account_id: string, amount: bigint): KnownLine => ({
  transaction_id: `t${index}`,
  kind: amount < 0n ? 'expense' : 'income',
  date: day,
  account_id,
  currency_id: 'EUR',
  amount,
  other_account_id: null,
  category_id: null,
  contact_id: null,
  memo: 'Coffee',
  plan_id: null,
  created_at: '2026-11-02T10:00:00.000Z',
  is_plain: true,
  is_reconciled: false,
})

const many = <Made>(make: (index: number) => Made, count = MANY): Made[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** The time that this thread has worked, without other work of the machine. */
function ownMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** How rows are judged, and how long it takes: altogether, and the tenth longest turn, since garbage collections do not count. */
async function timed(file: readonly FileRow[], more: Partial<BookKnows>) {
  const accounts = new Map(
    ['giro', 'save'].map((id) => [id, { id, name: id, currency_id: null, is_liability: false }]),
  )
  const knows: BookKnows = {
    version: 1,
    base_currency_id: 'EUR',
    closed_through: null,
    today: '2026-11-15',
    time_zone: 'UTC',
    accounts,
    numbers: new Map(),
    categories: new Map(),
    defaults: OTHER,
    contacts: [],
    debts: [],
    lines: [],
    transfers: [],
    remembered: [],
    own: [],
    rules: [],
    history: await makeHistory([]),
    missingRates: new Set(),
    retired: new Map(),
    ...more,
  }
  const mapping = {
    columns: [],
    accounts: ['giro', 'save'].map((name) => ({ name, account_id: name, count: 1 })),
    categories: [],
  } as unknown as NonNullable<Parameters<typeof makeJudge>[1]['mapping']> // the columns of a file play no part here
  const understood = { account_id: 'giro', mapping }
  const resolved = file.map(makeResolver(knows, understood))
  const turns: number[] = []
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      const since = ownMs()
      await setImmediate()
      turns.push(ownMs() - since)
    }
  })()
  const since = ownMs()
  const judged = await mapInSlices(resolved, await makeJudge(resolved, understood, knows))
  const ms = ownMs() - since
  isDone = true
  await watching
  return { judged, resolved, ms, turn: turns.sort((a, b) => b - a)[9] ?? 0 }
}

const row = (index: number, more: Partial<FileRow> = {}): FileRow => ({
  n: index + 1,
  line: index + 2,
  date: day,
  amount: '-1.00',
  text: 'COFFEE',
  ...more,
})

function isQuick({ ms, turn }: { ms: number; turn: number }): void {
  assert(ms < 8_000, `${Math.round(ms)} ms`)
  assert(turn < 50, `a turn of ${Math.round(turn)} ms`)
}

test('many rows of one amount are compared with as many transactions of it in seconds, and let others in', async () => {
  const result = await timed(
    many((index) => row(index)),
    { lines: many((index) => line(index, 'giro', -100n)) },
  )
  isQuick(result)
  assert(result.judged.every(({ verdict }) => verdict === 'duplicate'))
  assert.equal(new Set(result.judged.map(({ of_record }) => of_record?.id)).size, MANY)
})

test('many rows that say the same as many earlier ones are found one by one', async () => {
  const file = many((index) => row(index, index % 2 === 0 ? { reference: `R${index % 4}` } : {}))
  const { resolved } = await timed(file, {})
  const remembered = (resolved as Resolved[]).map(
    ({ line_key, occurrence, date, amount, row: { reference } }, index): EarlierRow => ({
      account_id: 'giro',
      line_key,
      occurrence,
      date,
      amount,
      reference: reference ?? null,
      transaction_id: `t${index}`,
      is_left_out: false,
      is_erased: false,
      deleted_at: null,
      filename: 'oct.csv',
      format: 'csv',
      committed_at: '2026-11-03T10:00:00.000Z',
    }),
  )
  const result = await timed(file, { remembered })
  isQuick(result)
  assert.equal(new Set(result.judged.map(({ of_record }) => of_record?.id)).size, MANY)
})

test('many opposite rows on two accounts, with many opposite transactions, are not transfers, and are judged in seconds', async () => {
  const both = many((index) =>
    row(index, index % 2 === 0 ? { account: 'giro' } : { account: 'save', amount: '1.00' }),
  )
  const result = await timed(both, {})
  isQuick(result)
  assert(result.judged.every(({ pair_n }) => pair_n === null))
  isQuick(
    await timed(
      many((index) => row(index)),
      { lines: many((index) => line(index, 'save', 100n)) },
    ),
  )
  const named = both.map((one) => ({ ...one, to_account: one.account === 'giro' ? 'save' : 'giro' }))
  const transfers = await timed(named, {})
  isQuick(transfers)
  assert(transfers.judged.every(({ pair_n }) => pair_n !== null))
})

test('contacts that share one name cost as much as one of them', async () => {
  const file = many((index) => row(index, { text: 'CORNER SHOP' }), 5_000)
  const named = (count: number) => ({
    contacts: many((index) => ({ id: `c${index}`, name: 'Corner Shop' }), count),
  })
  const one = await timed(file, named(1))
  const all = await timed(file, named(10_000))
  assert(all.judged.every(({ draft }) => draft?.contact_id === 'c0'))
  assert(all.ms < 3 * one.ms + 300, `${Math.round(all.ms)} ms, and with one contact ${Math.round(one.ms)} ms`)
})
