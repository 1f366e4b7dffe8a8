import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, deleteAccount, getAccount, updateAccount } from '../../contract/accounts.ts'
import { createIncome, createTransfer } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { addDays } from '../../contract/day.ts'
import {
  createGoal,
  createGoalMove,
  deleteGoal,
  getGoal,
  listGoalMoves,
  listGoals,
  restoreGoal,
  updateGoal,
} from '../../contract/goals.ts'
import { overview } from '../../contract/overview.ts'
import { bank, category, spend } from '../../test/books.ts'
import { fill, inMonths, month, read, saver, today, whole } from '../../test/saver.ts'
import { refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()
test('what cannot be a goal is refused by its field, and nothing changes', async () => {
  const { ana, savings, goal } = await saver(world)
  const made = await goal({})
  const food = await category(ana, 'Food')
  const gone = await bank(ana, 'Gone', 'EUR')
  await ana.call(deleteAccount, { params: { id: gone.id } })
  const off = await bank(ana, 'Off', 'EUR')
  await ana.call(updateAccount, { params: { id: off.id }, body: { is_active: false } })
  const [dollars, card, claim, car] = [
    await bank(ana, 'Dollars', 'USD'),
    await ana.call(createAccount, { body: { name: 'Card', type: 'liability' } }),
    await ana.call(createAccount, { body: { name: 'Claim', type: 'asset', is_claim: true } }),
    await bank(ana, 'Car', 'EUR', { is_valued: true }),
  ]
  const sound = { name: 'Bad', target_amount: 5, envelope: { account_id: savings.id } }
  const cases: [object, string, string, RegExp][] = [
    [{ target_amount: 0 }, 'invalid', 'target_amount', /more than 0|greater than 0|above 0/],
    [{ target_amount: -1 }, 'invalid', 'target_amount', /0/],
    [{ target_amount: 1.234 }, 'amount_decimals', 'target_amount', /EUR has 2 decimals/],
    [{ target_amount: 1e15 }, 'amount_too_large', 'target_amount', /too large/],
    [{ target_date: '2026-02-30' }, 'invalid', 'target_date', /day|date/],
    [{ currency_id: 'XXQ' }, 'currency_not_found', 'currency_id', /XXQ/],
    [{ name: ' ' }, 'invalid', 'name', /blank/],
    [
      { icon: 'Big Plane' },
      'invalid',
      'icon',
      /^icon must be a name of a-z, 0-9 and hyphens; "Big Plane" is not\.$/,
    ],
    [{ account_ids: [savings.id] }, 'invalid', 'account_ids', /not both/],
    [{ account_ids: [savings.id] }, 'invalid', 'envelope', /not both/],
    [{ envelope: null }, 'invalid', 'envelope', /on accounts .* or in an envelope/],
    [{ envelope: null, account_ids: [] }, 'invalid', 'account_ids', /on accounts .* or in an envelope/],
    [
      { envelope: { account_id: dollars.id } },
      'goal_account',
      'envelope.account_id',
      /"Dollars" is kept in USD/,
    ],
    [{ envelope: { account_id: gone.id } }, 'goal_account', 'envelope.account_id', /no such account/],
    [{ envelope: { account_id: food.id } }, 'goal_account', 'envelope.account_id', /no such account/],
    [
      { envelope: { account_id: food.account.id } },
      'goal_account',
      'envelope.account_id',
      /not money of your own/,
    ],
    [{ envelope: { account_id: off.id } }, 'goal_account', 'envelope.account_id', /"Off" is deactivated/],
    ...[card, claim, car].map(({ id }): [object, string, string, RegExp] => [
      whole(savings.id, id),
      'goal_account',
      'account_ids',
      /not money of your own/,
    ]),
    [whole(...Array.from({ length: 21 }, () => crypto.randomUUID())), 'invalid', 'account_ids', /20/],
  ]
  for (const [wrong, code, field, sentence] of cases) {
    const told = JSON.stringify(wrong)
    for (const [method, url, payload] of [
      ['POST', '/goals', { ...sound, ...wrong }],
      ['PUT', `/goals/${made.id}`, { ...sound, ...wrong }],
    ] as const) {
      const answer = await ana.send({ method, url, payload })
      assert.deepEqual([answer.status, answer.body.code], [422, code], `${method} ${told}: ${answer.text}`)
      assert.match(answer.body.errors[field]?.[0] ?? '', sentence, `${method} ${told}: ${answer.text}`)
    }
  }
  assert.deepEqual((await ana.call(listGoals)).data, [made])
  const kept = { params: { id: made.id }, body: { account_ids: [] } }
  assert.deepEqual(await ana.call(updateGoal, kept), made) // a goal with an envelope has no accounts anyway
  assert.equal(
    (await refused(ana.call(updateGoal, { params: { id: made.id }, body: { envelope: null } }))).code,
    'invalid',
  )
})

test('a book has at most 100 goals, trash included', async () => {
  const { ana, goal } = await saver(world)
  const made = await goal({})
  for (let count = 1; count < 100; count++) await goal({})
  await ana.call(deleteGoal, { params: { id: made.id } })
  assert.equal((await refused(goal({}))).code, 'goals_too_many')
  assert.equal((await ana.call(listGoals)).data.length, 99)
})

test('an account that counts in two goals is said in both, and envelopes beyond its balance in all', async () => {
  const { ana, savings, goal } = await saver(world)
  const flat = await goal({ name: 'Flat', ...whole(savings.id) })
  const japan = await goal({ name: 'Japan' })
  const buffer = await goal({ name: 'Buffer' })
  const said = (id: string, name: string) => ({ id, name, account_id: savings.id })
  assert.deepEqual((await read(ana, flat.id)).also_in, [said(japan.id, 'Japan'), said(buffer.id, 'Buffer')])
  assert.deepEqual((await read(ana, japan.id)).also_in, [said(flat.id, 'Flat')])

  await fill(ana, japan.id, 600)
  const { data } = await ana.call(listGoals)
  assert.deepEqual(
    data.map(({ overdrawn }) => overdrawn),
    [null, null, null],
  )
  await fill(ana, buffer.id, 650)
  const after = (await ana.call(listGoals)).data
  assert.deepEqual(
    after.map(({ overdrawn }) => overdrawn),
    [250, 250, 250],
  )
  assert.deepEqual(
    after.map(({ envelope_account }) => envelope_account),
    [{ balance: 1000, held: 1250 }, null, { balance: 1000, held: 1250 }],
  )
  const other = await bank(ana, 'Other', 'EUR')
  const move = { from_account_id: savings.id, to_account_id: other.id, amount: 1100 }
  await ana.call(createTransfer, { body: move })
  assert.equal((await read(ana, japan.id)).overdrawn, 1250) // not more than they hold
  const moved = await ana.call(updateGoal, {
    params: { id: japan.id },
    body: { envelope: { account_id: other.id } },
  })
  assert.deepEqual(
    [moved.saved, moved.overdrawn, moved.envelope_account],
    [600, null, { balance: 1100, held: 600 }],
  )
  await ana.call(deleteGoal, { params: { id: buffer.id } })
  assert.equal((await read(ana, flat.id)).overdrawn, null)
})

test('goals in two currencies count different money of one account', async () => {
  const { ana, goal } = await saver(world)
  const { id } = await bank(ana, 'Any', 'EUR', { currency_id: null })
  const [euros, dollars] = [await goal(whole(id)), await goal({ ...whole(id), currency_id: 'USD' })]
  assert.deepEqual((await read(ana, euros.id)).also_in, [])
  assert.deepEqual((await read(ana, dollars.id)).also_in, [])
})

test('a goal names the first 20 that count the same money, and says how many do', async () => {
  const { ana, savings, goal } = await saver(world)
  const { id } = await goal(whole(savings.id))
  for (let count = 0; count < 22; count++) await goal({ name: `Part ${count}` })
  const { also_in, also_in_count } = await read(ana, id)
  assert.deepEqual([also_in.length, also_in[19]?.name, also_in_count], [20, 'Part 19', 22])
})

test('a change of a goal is refused for what it refers to before its version is looked at', async () => {
  const { ana, goal } = await saver(world)
  const { id } = await goal({})
  const sent = (payload: object) =>
    ana.send({ method: 'PUT', url: `/goals/${id}`, payload, headers: { 'if-match': '"1"' } })
  assert.equal((await sent(whole(crypto.randomUUID()))).body.code, 'goal_account')
  assert.equal((await sent({ currency_id: 'QQQ' })).body.code, 'currency_not_found')
  assert.equal((await sent({ name: 'Other' })).status, 412)
})

test('a goal is put away, listed, found, deleted, restored and deleted for good with its moves', async () => {
  const { ana, goal } = await saver(world)
  const { id } = await goal({ name: 'Édes otthon', target_date: inMonths(9) })
  await goal({ name: 'Auto', target_date: inMonths(2) })
  await goal({ name: 'Zelt' })
  const names = async (query: object) => (await ana.call(listGoals, { query })).data.map(({ name }) => name)
  assert.deepEqual(await names({}), ['Auto', 'Édes otthon', 'Zelt'])
  assert.deepEqual(await names({ sort: 'target_date' }), ['Auto', 'Édes otthon', 'Zelt'])
  assert.deepEqual(await names({ sort: '-target_date' }), ['Zelt', 'Édes otthon', 'Auto'])
  assert.deepEqual(await names({ sort: '-created_at' }), ['Zelt', 'Auto', 'Édes otthon'])
  assert.deepEqual(await names({ q: 'edes' }), ['Édes otthon'])
  assert.deepEqual(await names({ id }), ['Édes otthon'])
  await ana.call(updateGoal, { params: { id }, body: { is_active: false } })
  assert.deepEqual(await names({ is_active: true }), ['Auto', 'Zelt'])
  assert.deepEqual(await names({ is_active: false }), ['Édes otthon'])

  const move = await ana.call(createGoalMove, {
    params: { id: (await goal({ name: 'Gone' })).id },
    body: { amount: 5 },
  })
  const params = { id: move.goal_id }
  const trashed = await ana.call(deleteGoal, { params })
  assert.equal(trashed.saved, 5)
  assert.equal((await refused(ana.call(getGoal, { params }))).code, 'not_found')
  assert.deepEqual((await ana.call(listGoals, { query: { deleted: 'only' } })).data, [trashed])
  assert.equal((await refused(fill(ana, move.goal_id, 1))).code, 'not_found')
  const restored = await ana.call(restoreGoal, { params })
  assert.equal(restored.saved, 5)
  assert.equal(
    (await refused(ana.call(deleteGoal, { params, query: { forever: true } }))).code,
    'not_in_trash',
  )
  await ana.call(deleteGoal, { params })
  await ana.call(deleteGoal, { params, query: { forever: true } })
  assert.deepEqual(await names({ deleted: 'only' }), [])
  assert.equal(
    (await refused(ana.call(undoChange, { params: { version: String(move.version) } }))).code,
    'erased',
  )
})

test('somebody else has no goal of mine, and cannot save on my account', async () => {
  const { ana, savings, goal } = await saver(world)
  const made = await goal({})
  const eve = await world.person()
  assert.deepEqual((await eve.call(listGoals)).data, [])
  assert.equal((await refused(read(eve, made.id))).code, 'not_found')
  assert.equal((await refused(fill(eve, made.id, 5))).code, 'not_found')
  const body = { name: 'Hers', target_amount: 5, ...whole(savings.id) }
  assert.equal((await refused(eve.call(createGoal, { body }))).code, 'goal_account')
  assert.deepEqual(await read(ana, made.id), made)
})

test('a goal is as it was known at a version, with the figures of that time', async () => {
  const { ana, savings, goal } = await saver(world)
  const pay = await category(ana, 'Pay', 'income')
  const accounts = await goal({ name: 'Accounts', ...whole(savings.id), target_date: inMonths(8) })
  const envelope = await goal({ name: 'Envelope', target_amount: 300 })
  await fill(ana, envelope.id, 100, month(2, '09'))
  await fill(ana, envelope.id, 250, month(1, '09'))
  const body = { amount: 30, date: month(1, '05'), category_id: pay.id, asset_account_id: savings.id }
  await ana.call(createIncome, { body })
  const then = (await ana.call(listGoals)).data
  const { version } = await ana.call(createIncome, { body: { ...body, amount: 1 } })
  const known_at = String(version - 1)
  const { id } = await fill(ana, envelope.id, -50)
  await ana.call(updateGoal, { params: { id: accounts.id }, body: { target_amount: 9 } })
  await ana.call(deleteGoal, { params: { id: envelope.id } })
  const past = (await ana.call(listGoals, { query: { known_at } })).data
  const without = ({ explain: _, explains: __, ...goal }: (typeof past)[number]) => goal
  assert.deepEqual(past.map(without), then.map(without))
  assert.equal((await ana.send({ url: past[0]?.explain ?? '' })).body.meta.sum_base, past[0]?.saved)
  const moves = await ana.send({ url: past[1]?.explain ?? '' })
  assert.deepEqual(
    moves.body.data.map(({ amount }: { amount: number }) => amount),
    [250, 100],
  )
  assert.notEqual(id, moves.body.data[0].id)
  for (const [known, code] of [
    ['0', 'known_at_too_early'],
    ['99999', 'known_at_future'],
  ] as const) {
    const query = { known_at: known }
    const params = { id: accounts.id }
    for (const ask of [
      () => ana.call(listGoals, { query }),
      () => ana.call(getGoal, { params, query }),
      () => ana.call(listGoalMoves, { params, query }),
    ])
      assert.equal((await refused(ask())).code, code)
  }
})

test('goals move no money: no statement, no balance and no line changes', async () => {
  const { ana, savings, goal } = await saver(world)
  const food = await category(ana, 'Food')
  await spend(ana, { amount: 20, category_id: food.id, asset_account_id: savings.id })
  const days = `date_from=${month(4)}&date_to=${today}`
  const all = async () => {
    const urls = [
      `/reports/trial-balance?date=${today}`,
      `/reports/balance-sheet?date=${today}`,
      `/reports/income-statement?${days}`,
      `/reports/cash-flow?${days}`,
      `/reports/net-worth?${days}`,
      `/reports/spending?${days}`,
      `/accounts/${savings.id}/lines`,
      '/budgeting/transactions',
    ]
    return Promise.all(urls.map(async (url) => (await ana.send({ url })).body))
  }
  const [before, account] = [await all(), await ana.call(getAccount, { params: { id: savings.id } })]
  const { id } = await goal({})
  await fill(ana, id, 500)
  await fill(ana, id, -20)
  assert.deepEqual(await all(), before)
  assert.deepEqual(await ana.call(getAccount, { params: { id: savings.id } }), account)
})

test('Home has the five goals in use with the nearest days', async () => {
  const { ana, goal } = await saver(world)
  assert.deepEqual((await ana.call(overview)).goals, [])
  for (const months of [6, 5, 4, 3, 2]) await goal({ name: `in ${months}`, target_date: inMonths(months) })
  const open = await goal({ name: 'no day' })
  const { id } = await goal({ name: 'put away', target_date: inMonths(1), is_active: false })
  const names = async (query = {}) => (await ana.call(overview, { query })).goals.map(({ name }) => name)
  assert.deepEqual(await names(), ['in 2', 'in 3', 'in 4', 'in 5', 'in 6'])
  await ana.call(updateGoal, { params: { id }, body: { is_active: true } })
  const { goals } = await ana.call(overview)
  assert.deepEqual(goals[0], await read(ana, id))
  assert.deepEqual(await names({ date: addDays(today, -1) }), [])
  assert.deepEqual(await names({ known_at: String(open.version) }), ['in 2', 'in 3', 'in 4', 'in 5', 'in 6'])
})
