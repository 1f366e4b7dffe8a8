import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../contract/accounts.ts'
import { createTransfer } from '../../contract/budgeting.ts'
import { todayIn } from '../../contract/day.ts'
import { createGoal, createGoalMove, getGoal, listGoalMoves, listGoals } from '../../contract/goals.ts'
import { addMonths } from '../../contract/month.ts'
import { listPlans } from '../../contract/plans.ts'
import { axeFinds, colours, makeStage, open, PHONE, picture, tooWideBy } from './browser.ts'

const stage = await makeStage()
const today = todayIn('UTC')
const month = (ago: number, day = '01') => `${addMonths(today.slice(0, 7), -ago)}-${day}`

/** Somebody with savings of 31,500, an envelope for Japan that is late, a reached buffer, and a goal on all of it. */
async function saver() {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const account = (name: string, opening_balance: number) =>
    ana.call(createAccount, {
      body: { name, type: 'asset', currency_id: 'EUR', opening_balance, opening_date: month(6) },
    })
  const [savings, other] = [await account('Savings', 31_500), await account('Giro', 500)]
  const envelope = { account_id: savings.id }
  const goal = (name: string, target_amount: number, more: object) =>
    ana.call(createGoal, { body: { name, target_amount, ...more } })
  const japan = await goal('Japan in spring', 4000, {
    envelope,
    target_date: month(-5),
    icon: 'plane',
  })
  const buffer = await goal('Three months’ buffer', 6500, { envelope, icon: 'umbrella' })
  const flat = await goal('Deposit for a flat', 40_000, {
    account_ids: [savings.id],
    target_date: month(-24),
    icon: 'house',
  })
  const fill = (id: string, amount: number, date: string) =>
    ana.call(createGoalMove, { params: { id }, body: { amount, date } })
  await fill(japan.id, 1930, month(4, '12'))
  for (const ago of [3, 2, 1]) await fill(japan.id, 240, month(ago))
  await fill(buffer.id, 6500, month(1, '07'))
  return { ana, savings, other, japan, buffer, flat }
}

test('goals show what is needed against the pace, amber only when late, and what their accounts have free', async (t) => {
  const { ana, savings, other, japan, buffer } = await saver()
  const page = await open(t, stage, '/goals', { as: ana })
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await card('Japan in spring').getByText('a month needed, for').waitFor()
  assert.match(
    (await card('Japan in spring').textContent()) ?? '',
    /at .*240\.00.* a month, as lately: reached in/,
  )
  assert.match(
    (await card('Three months’ buffer').textContent()) ?? '',
    /already reached.*what next\? Keep it, empty it or archive it/,
  )
  assert.match(
    (await card('Deposit for a flat').textContent()) ?? '',
    /Money in Savings also counts for Japan in spring and Three months’ buffer/,
  )
  const warned = card('Japan in spring').locator('.text-warn')
  assert.equal(await warned.count(), 1)
  assert.equal(await card('Three months’ buffer').locator('.text-warn').count(), 0)
  assert.match(
    (await card('Envelopes of Savings').textContent()) ?? '',
    /9,150\.00.*in 2 envelopes.*22,350\.00.*free/,
  )
  await picture(page, 'goals-wide-light')
  await colours(page, 'dark')
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'goals-wide-dark')
  await colours(page, 'light')

  // The account falls below its envelopes: the way out leads to the envelope that holds most.
  const move = { from_account_id: savings.id, to_account_id: other.id, amount: 22_600 }
  await ana.call(createTransfer, { body: move })
  await page.reload()
  await page.getByText('more is promised than is there.').waitFor()
  const short = card('Three months’ buffer')
  assert.match((await short.textContent()) ?? '', /not reached: .*250\.00.* more is promised than is there/)
  assert.equal(await short.locator('.line-through, .bg-in, .text-in').count(), 0, 'it does not look reached')
  await picture(page, 'goals-overdrawn')
  await page.goto(`${stage.address}/`)
  const home = page.getByRole('region', { name: 'Goals', exact: true })
  await home.getByText('not reached').waitFor()
  assert.equal(await home.locator('.line-through, .bg-in, .text-in').count(), 0)
  await picture(page, 'goals-home-overdrawn')
  await page.goto(`${stage.address}/goals/${buffer.id}`)
  await page.getByRole('link', { name: /^Take .* out$/ }).click()
  assert.equal(await page.getByRole('dialog').getByLabel('Amount').inputValue(), '250')
  await page.goto(`${stage.address}/goals/${japan.id}?move=in`)
  await page.getByRole('dialog').getByText('Nothing of the account is free.').waitFor()
  await page.getByRole('dialog').getByLabel('Amount').fill('10')
  await page.getByRole('dialog').getByText('of this would be promised, and is not there').waitFor()
  await page.goto(`${stage.address}/goals`)
  await page.getByRole('link', { name: 'Take it from Japan in spring' }).click()
  const sheet = page.getByRole('dialog', { name: 'Take out of Japan in spring' })
  await sheet.getByRole('button', { name: 'Take out' }).click()
  await page.getByRole('status').getByText('taken out of Japan in spring').waitFor()
  const after = await ana.call(getGoal, { params: { id: japan.id } })
  assert.deepEqual([after.saved, after.overdrawn], [2400, null])
})

test('on a phone an envelope is filled and emptied, and the list ends in what is saved', async (t) => {
  const { ana, japan } = await saver()
  const page = await open(t, stage, `/goals/${japan.id}`, { as: ana, refusals: [409], ...PHONE })
  await page.getByRole('heading', { name: 'Japan in spring' }).waitFor()
  const list = page.getByRole('region', { name: 'Moves' })
  await list.getByText('Together').waitFor()
  await page.getByRole('button', { name: 'Put in' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Amount').fill('50')
  await sheet.getByLabel('Notes').fill('From the bonus')
  await sheet.getByRole('button', { name: 'Put in' }).click()
  await list.getByText('From the bonus').waitFor()
  await page.getByRole('button', { name: 'Take out' }).click()
  await sheet.getByLabel('Amount').fill('9999')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await sheet.getByRole('button', { name: 'Take out' }).click()
  await sheet.getByText('It never holds less than nothing').waitFor()
  await sheet.getByLabel('Amount').fill('20')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await sheet.getByRole('button', { name: 'Take out' }).click()
  await page.getByRole('status').getByText('taken out of Japan in spring').waitFor()
  await list.getByText('−€20.00').waitFor()
  const { saved } = await ana.call(getGoal, { params: { id: japan.id } })
  assert.equal(saved, 2680)
  assert.match((await list.textContent()) ?? '', /Put in and taken out[\s\S]*Together.*2,680\.00/)
  assert.equal(await tooWideBy(page), 0)
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'goal-phone-light')
  await colours(page, 'dark')
  await picture(page, 'goal-phone-dark')
  await list
    .getByRole('button', { name: /Take back the amount of/ })
    .first()
    .click()
  await page.getByRole('status').getByText('Taken back').waitFor()
  assert.equal((await ana.call(listGoalMoves, { params: { id: japan.id } })).data.length, 5)
})

test('a goal is set, changed, archived, deleted and brought back', async (t) => {
  const { ana } = await saver()
  // A deleted goal is not found, if its page is asked again before it is left.
  const page = await open(t, stage, '/goals', { as: ana, refusals: [404] })
  await page.getByRole('button', { name: 'New goal' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Save goal' }).click()
  await sheet.getByText('What is it for?').waitFor()
  await sheet.getByLabel('Name').fill('Half a thought')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'New goal' }).click()
  assert.equal(await sheet.getByLabel('Name').inputValue(), 'Half a thought')
  await sheet.getByText('This is from before.').waitFor()
  await sheet.getByRole('button', { name: 'Start anew' }).click()
  await sheet.getByText('This is from before.').waitFor({ state: 'detached' })
  assert.equal(await sheet.getByLabel('Name').inputValue(), '')
  await sheet.getByLabel('Name').fill('A bicycle')
  await sheet.getByLabel('To save').fill('900')
  await sheet.getByText('On whole accounts').click()
  await sheet.getByLabel('Giro').check()
  await sheet.getByRole('radio', { name: 'bike' }).check()
  await picture(page, 'goal-sheet')
  await sheet.getByRole('button', { name: 'Save goal' }).click()
  await page.getByRole('heading', { name: 'A bicycle', level: 1 }).waitFor()
  await page.getByRole('region', { name: 'Accounts' }).getByText('Giro').waitFor()
  const bicycle = async () => (await ana.call(listGoals, { query: { q: 'bicycle' } })).data[0]
  assert.deepEqual([(await bicycle())?.saved, (await bicycle())?.icon], [500, 'bike'])

  await page.getByRole('button', { name: 'Edit' }).click()
  await sheet.getByLabel('To save').fill('450')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.getByText('reached').first().waitFor()
  await page.getByRole('button', { name: 'Archive it' }).click()
  await page.getByRole('button', { name: 'Take up again' }).waitFor()
  assert.equal((await bicycle())?.is_active, false)
  await page.getByRole('button', { name: 'Edit' }).click()
  await sheet.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Goals', level: 1 }).waitFor()
  await page.goto(`${stage.address}/trash`)
  await page.getByText('A bicycle').first().waitFor()
  await page.goto(`${stage.address}/activity`)
  await page.getByText('A bicycle').first().waitFor()
  await page
    .getByText(/put into/)
    .first()
    .waitFor()
})

test('a plan fills an envelope every month, and Home has a card of goals when there is one', async (t) => {
  const { ana, japan, savings } = await saver()
  const page = await open(t, stage, `/goals/${japan.id}`, { as: ana })
  await page.getByRole('link', { name: 'Put something in every month' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('combobox', { name: 'Goal' }).waitFor() // the form begins with the kind Saved
  assert.equal(await sheet.getByLabel('Name').inputValue(), 'Japan in spring')
  await sheet.getByLabel('Name').fill('For Japan')
  await sheet.getByLabel('Amount').fill('240')
  await picture(page, 'goal-plan')
  await sheet.getByRole('button', { name: 'Add it' }).click()
  await page.getByRole('status').getByText('For Japan recurs from now on').waitFor()
  const [plan] = (await ana.call(listPlans)).data
  assert.deepEqual([plan?.kind, plan?.draft], ['goal', { goal_id: japan.id, amount: 240 }])
  // The forecast of the account has a line for what no envelope holds.
  await page.goto(`${stage.address}/plans?account_id=${savings.id}`)
  await page.getByText(/of it free/).waitFor()
  await page.getByRole('listitem').getByText('Free, not in envelopes').waitFor()
  const twin = page.getByRole('table', { name: 'Balance of Savings in the days ahead' })
  await twin.getByRole('columnheader', { name: 'Free, not in envelopes' }).waitFor()
  assert.match(
    await twin.getByRole('row').nth(1).innerText(),
    /31,500\.00[^€]*€22,110\.00/,
    'with the 240 of today',
  )
  await picture(page, 'goals-forecast')
  await page.goto(`${stage.address}/goals/${japan.id}`)
  await page.getByRole('link', { name: 'Recurring: For Japan' }).waitFor()

  await page.goto(`${stage.address}/`)
  const card = page.getByRole('region', { name: 'Goals' })
  await card.getByText('Japan in spring').waitFor()
  await picture(page, 'goals-home')
  const bob = await stage.person({ name: 'Bob' })
  const empty = await open(t, stage, '/', { as: bob })
  await empty.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await empty.getByRole('region', { name: 'Goals' }).count(), 0)
})
