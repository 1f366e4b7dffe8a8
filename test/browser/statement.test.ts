import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { listAccounts } from '../../contract/accounts.ts'
import { createContact } from '../../contract/contacts.ts'
import { todayIn } from '../../contract/day.ts'
import { createObligation } from '../../contract/obligations.ts'
import { account } from '../books.ts'
import { axeFinds, makeStage, open, PHONE, picture, tooWideBy, untilTrue } from './browser.ts'

const stage = await makeStage()
const PAY_TO = 'Ana Kertész\nDE89 3704 0044 0532 0130 00'

/** Ana, whom Bela owes 45 euro, and who owes Carla 20. */
async function withDebts() {
  const ana = await stage.person({ name: 'Ana Kertész', base_currency_id: 'EUR' })
  const bela = await ana.call(createContact, { body: { name: 'Bela', email: 'bela@example.org' } })
  const carla = await ana.call(createContact, { body: { name: 'Carla' } })
  const [receivables, payables] = [await account(ana, 'Receivables'), await account(ana, 'Payables')]
  const owed = (contact_id: string, name: string, original_amount: number, account_id: string) =>
    ana.call(createObligation, {
      body: {
        contact_id,
        name,
        original_amount,
        outstanding_amount: original_amount,
        account_id,
        currency_id: 'EUR',
        opened_date: todayIn('UTC'),
      },
    })
  await owed(bela.id, 'Concert tickets', 45, receivables.id)
  await owed(carla.id, 'Flowers', 20, payables.id)
  return { ana, bela, carla }
}

for (const [name, look] of [
  ['wide', {}],
  ['phone', PHONE],
] as const)
  test(`a statement is shared, mailed and printed with a line that says where to pay to (${name})`, async (t) => {
    const { ana, bela, carla } = await withDebts()
    const page = await open(t, stage, `/contacts/${bela.id}`, { as: ana, ...look })
    const field = page.getByRole('textbox', { name: 'Please pay to' })
    await field.waitFor()
    assert.equal(await page.getByRole('button', { name: 'Share' }).count(), 0, 'this browser cannot share')
    await page.evaluate(`Object.assign(window, { shared: [], printed: 0, print: () => { printed++ } })
      Object.defineProperty(navigator, 'share', { value: async (data) => { shared.push(data) }, configurable: true })
      Object.defineProperty(navigator, 'canShare', { value: () => true, configurable: true })`)
    await field.fill(PAY_TO)
    const line = 'Please pay to: Ana Kertész, DE89 3704 0044 0532 0130 00.'
    await page.getByText(line).first().waitFor()
    await page.getByRole('button', { name: 'Share' }).click()
    await untilTrue(page, 'shared.length === 1')
    const [shared] = (await page.evaluate('shared')) as { title: string; text: string }[] // the stub keeps them
    assert.match(shared?.title ?? '', /^Where we stand, /)
    assert.equal(
      shared?.text,
      `Hi Bela, this is where we stand: €45.00 for “Concert tickets”. ${line} Thank you! Ana`,
    )
    const mail = new URL((await page.getByRole('link', { name: 'Mail' }).getAttribute('href')) ?? '')
    assert.equal(decodeURIComponent(mail.pathname), 'bela@example.org')
    assert.equal(mail.searchParams.get('subject'), shared?.title)
    assert.deepEqual(mail.searchParams.get('body')?.split('\r\n\r\n'), [
      'Hi Bela,',
      'this is where we stand: €45.00 for “Concert tickets”.',
      line,
      'Thank you!',
      'Ana',
    ])
    await page.getByRole('button', { name: 'Print or PDF' }).click()
    assert.equal(await page.evaluate('printed'), 1)
    await field.scrollIntoViewIfNeeded()
    await picture(page, `statement-1-${name}`)
    assert.deepEqual(await axeFinds(page), [])

    await page.reload()
    await field.waitFor()
    assert.equal(await field.inputValue(), PAY_TO, 'this browser remembers it')
    await page.emulateMedia({ media: 'print' })
    const paper = page.locator('article').filter({ hasText: 'Statement' })
    await paper.getByText('Please pay to').waitFor()
    await paper.getByText('DE89 3704 0044 0532 0130 00').waitFor()
    await picture(page, `statement-2-paper-${name}`)

    await page.emulateMedia({ media: 'screen' }) // a page that loads while paper is emulated sometimes shows as on a screen
    await page.goto(`${stage.address}/contacts/${carla.id}`)
    const owing = paper.getByText('Ana Kertész owes Carla')
    await owing.first().waitFor({ state: 'attached' })
    await page.emulateMedia({ media: 'print' })
    await owing.first().waitFor()
    assert.equal(await owing.count(), 2, 'at the top, and below the movements')
    assert.equal(await paper.getByText('Please pay to').count(), 0, 'nobody is asked for what I owe')
    await page.emulateMedia({ media: 'screen' })
    assert.equal(await field.count(), 0)
  })

for (const [name, look] of [
  ['wide', {}],
  ['phone', PHONE],
] as const)
  test(`with debts both ways each amount has its sign, and both are set off on the statement (${name})`, async (t) => {
    const { ana, bela } = await withDebts()
    const payables = (await ana.call(listAccounts)).data.find((one) => one.name === 'Payables')
    await ana.call(createObligation, {
      body: {
        contact_id: bela.id,
        name: 'Cinema',
        original_amount: 12.4,
        outstanding_amount: 12.4,
        account_id: payables?.id ?? '',
        currency_id: 'EUR',
        opened_date: todayIn('UTC'),
      },
    })
    const page = await open(t, stage, `/contacts/${bela.id}`, { as: ana, ...look })
    const card = page.getByRole('region', { name: 'Bela owes you' })
    assert.ok(await page.getByRole('radio', { name: 'Open' }).isChecked(), 'what is open comes first')
    const top = async (what: Locator) => (await what.boundingBox())?.y ?? assert.fail('not in sight')
    const isBelow =
      (await top(page.getByRole('button', { name: 'Got paid' }))) > (await top(card.getByRole('heading')))
    assert.equal(isBelow, name === 'phone', 'on a phone the amount comes before the buttons')
    if (name === 'phone')
      await card
        .getByText(/^balance/)
        .first()
        .waitFor()
    await card.getByText('−€12.40', { exact: true }).waitFor()
    await card.getByText('+€45.00', { exact: true }).waitFor()
    const ages = page.getByText('No due day', { exact: true })
    await ages.first().waitFor()
    assert.equal(await ages.count(), 2, 'one for each side')
    assert.equal(await page.getByText('Not due yet').count(), 0)
    for (const label of ['Print or PDF', 'Edit'])
      assert.ok(await page.getByRole('button', { name: label }).getByText(label).isVisible())
    assert.equal(await tooWideBy(page), 0)
    assert.deepEqual(await axeFinds(page), [])
    await picture(page, `statement-3-both-${name}`)
    await page.getByRole('button', { name: /Bela also owes you .* Set off\?/ }).click()
    await page.getByRole('status').getByText('Set off €12.40 with Bela').waitFor()
    await page.getByRole('button', { name: /Set off\?/ }).waitFor({ state: 'detached' })
  })
