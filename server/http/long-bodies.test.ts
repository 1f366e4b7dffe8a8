import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransactions } from '../../contract/batches.ts'
import { Refusal } from '../../contract/refusals.ts'
import { longestTurn } from '../../test/longest-turn.ts'
import { newId } from '../process/ids.ts'
import { faultsIn } from '../process/sentences.ts'
import { checkOf, readBody } from '../process/validation.ts'
import { checkTextInSlices } from './body.ts'
import { parseInSlices } from './json.ts'

/** The longest time for which a body of the largest size may block others. */
const MAX_MS = 50
const MAX = 262_144
const SIZE = 10 * 1024 * 1024
const schema = createTransactions.body as object
const check = checkOf(schema, false)

/** A body, as the service reads it; or the refusal. */
async function read(text: string): Promise<unknown> {
  const body = await parseInSlices(text, MAX)
  await checkTextInSlices(body)
  const checked = check(body)
  if (checked !== true) throw new Refusal('invalid', { faults: faultsIn(checked.error, 'body') })
  return (await readBody(schema, body)).body
}

const refusalOf = async (text: string): Promise<Refusal> =>
  read(text).then(
    () => assert.fail('this should have been refused'),
    (refusal) => (refusal instanceof Refusal ? refusal : assert.fail(refusal)),
  )

const [category_id, account] = [newId(), newId()]
const drafts = (count: number, more: object = {}): object[] =>
  Array.from({ length: count }, (_, n) =>
    n % 2 === 0
      ? { kind: 'expense', amount: n + 1, category_id, date: '2026-04-13', currency_id: 'eur', ...more }
      : { kind: 'transfer', amount: n + 1, from_account_id: account, to_account_id: category_id },
  )
const batch = (transactions: unknown[]) => JSON.stringify({ transactions })

test('a long body is read in slices as it would be at once', async () => {
  const values: unknown[] = [
    { a: [], b: [[]], c: [1, [2, [3]], { d: [4] }], e: { f: [5] }, g: '[]{},"\\', h: ['\\"],[', '\\\\'] },
    { '': [null, true, -1.5e3], 'a"b': ['x'.repeat(40_000), 'y'.repeat(40_000), '"'.repeat(40_000)] },
    { transactions: drafts(1_000), ids: Array.from({ length: 19_000 }, (_, n) => n) },
    {},
    'text',
    1,
    null,
  ]
  for (const value of values)
    for (const space of [0, 2]) {
      const text = JSON.stringify(value, null, space)
      assert.deepEqual(await parseInSlices(text, 1_000_000), value)
    }
  assert.deepEqual(await parseInSlices('{"a":[1],"a":[2]}', MAX), { a: [2] }, 'the last of two counts')
})

test('a long body that is not JSON is refused wherever it breaks, in a list, around it or at its end', async () => {
  const long = 'x'.repeat(40_000)
  const good = JSON.stringify({ a: [long, long, { b: [1] }, long], c: 1 })
  const broken = [
    '',
    '{',
    '[',
    '{"a":[',
    '{"a":["',
    '{"a":[1,]}',
    '{"a":[,1]}',
    '{"a":[1}}',
    '{"a":1]',
    '{"a":[{]}}',
    '{"a":[1]}]',
    '{"a":[1]]',
    '{"a":[]}{"a":[]}',
    '{"a":[1 2]}',
    '{"a" [1]}',
    '{"a":[1],}',
    '}',
    ']',
    '{"a":["\\"]}',
    '{a:[]}',
    good.replace(',"', ',,"'),
    good.replace(/",\{/, '",,{'),
    good.replace(/,"(x+)"\]/, ',"$1",]'),
    good.replace('["', '[,"'),
    good.slice(0, -1),
    `${good},`,
  ]
  for (const text of broken) {
    assert.throws(() => JSON.parse(text), text.slice(0, 40))
    await assert.rejects(
      parseInSlices(text, MAX),
      (error: Refusal) => error.code === 'not_json',
      text.slice(0, 40),
    )
  }
})

test('one bad draft among 9,999 good ones is refused by its position and field', async () => {
  const wrong: [draft: unknown, field: string, sentence: string][] = [
    [{ kind: 'expense', amount: 0 }, 'amount', 'must be greater than 0; 0 is not.'],
    [{ kind: 'income', category_id }, 'amount', 'is required.'],
    [{ kind: 'transfer', amount: 1, to_account_id: account }, 'from_account_id', 'is required.'],
    [
      { kind: 'expense', amount: 1, splits: [{ category_id, amount: '1' }] },
      'splits.0.amount',
      'must be a number, not a string.',
    ],
    [{ amount: 1 }, 'kind', 'is required: one of expense, income, transfer.'],
    [{ kind: 'gift', amount: 1 }, 'kind', 'must be one of expense, income, transfer; "gift" is not.'],
    [
      { kind: 'expense', amount: 1, memo: '\0' },
      'memo',
      'contains U+0000 or half of a surrogate pair, which no text can keep.',
    ],
  ]
  for (const [draft, field, sentence] of wrong) {
    const { code, errors } = await refusalOf(batch(drafts(1_000).with(917, draft as object)))
    const name = `transactions.917.${field}`
    assert.deepEqual([code, errors], ['invalid', { [name]: [`${name} ${sentence}`] }])
  }
  const among = await refusalOf(batch(drafts(10_000).with(9_998, { kind: 'expense', amount: -5 })))
  assert.deepEqual(Object.keys(among.errors ?? {}), ['transactions.9998.amount'])
  const empty = await refusalOf(batch(drafts(3).with(1, { kind: 'expense' })))
  assert.deepEqual(Object.keys(empty.errors ?? {}), ['transactions.1.amount', 'transactions.1.category_id'])
  const notObject = await refusalOf(batch([...drafts(3), 5]))
  assert.deepEqual(notObject.errors, {
    'transactions.3': ['transactions.3 must be an object, not a number.'],
  })
  assert.equal(Object.keys((await refusalOf(batch(Array(10_000).fill({})))).errors ?? {}).length, 20)
})

test('a batch without drafts, with too many, or that is not a list is refused as a whole', async () => {
  for (const [transactions, sentence] of [
    [[], 'must have at least 1 entry; this has 0.'],
    [drafts(10_001), 'must have at most 10000 entries; this has 10001.'],
    [{}, 'must be a list, not an object.'],
  ])
    assert.deepEqual((await refusalOf(JSON.stringify({ transactions }))).errors, {
      transactions: [`transactions ${sentence}`],
    })
  assert.deepEqual((await refusalOf('{}')).errors, { transactions: ['transactions is required.'] })
})

test('only what a draft of its kind knows reaches the service', async () => {
  const [expense, income] = (
    (await read(
      batch([
        { kind: 'expense', amount: 1, currency_id: 'eur', from_account_id: account, shares: [] },
        { kind: 'income', amount: 1, shares: [{ contact_id: account, amount: 1 }], id: account },
      ]),
    )) as { transactions: object[] }
  ).transactions
  assert.deepEqual(expense, { kind: 'expense', amount: 1, currency_id: 'EUR', shares: [] })
  assert.deepEqual(income, { kind: 'income', amount: 1 })
})

const filled = (piece: string) =>
  `{"transactions":[${`${piece},`.repeat(Math.floor((SIZE - 30) / (piece.length + 1))).slice(0, -1)}]}`
const bodies: Record<string, string> = {
  'ten thousand drafts with long notes': batch(drafts(10_000, { notes: 'é'.repeat(800), tags: ['a', 'b'] })),
  'drafts of many parts': batch(
    drafts(10_000, { splits: Array.from({ length: 40 }, () => ({ category_id: 'x', amount: 1 })) }),
  ),
  'drafts that are all wrong': batch(Array(10_000).fill({ kind: 'expense', amount: 'x', tags: [0, 0, 0] })),
  'empty objects': filled('{}'),
  'empty lists': filled('[]'),
  numbers: filled('0'),
  quotes: filled('"\\""'),
  'one entry without end': `{"transactions":[[${'[],'.repeat(SIZE / 3 - 20)}[]]]}`,
  'many names': `{${Array.from({ length: 700_000 }, (_, n) => `"k${n}":0`).join(',')}}`,
  'many lists': `{${'"a":[],'.repeat(SIZE / 7 - 2)}"a":[]}`,
}
for (const [what, text] of Object.entries(bodies))
  test(`${what}, as many as a batch has room for, keep nobody waiting`, async (t) => {
    assert(text.length < SIZE)
    // A machine may be slow for a while; the cost of reading itself shows every time.
    let best = Number.POSITIVE_INFINITY
    for (let again = 0; again < 5 && best > MAX_MS; again++) {
      const { ms } = await longestTurn(() =>
        read(text).catch((error) => assert(error instanceof Refusal, error)),
      )
      best = Math.min(best, ms)
    }
    assert(best < MAX_MS, `${Math.round(best)} ms`)
    t.diagnostic(`the longest hold-up was ${best.toFixed(1)} ms`)
  })
