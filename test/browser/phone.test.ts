import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount } from '../../contract/accounts.ts'
import { createTransactions } from '../../contract/batches.ts'
import { addStarter, getBook } from '../../contract/books.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import { todayIn } from '../../contract/day.ts'
import { until } from '../until.ts'
import { axeFinds, complete, makeStage, open, PHONE, picture, tooWideBy, untilTrue } from './browser.ts'

const stage = await makeStage()
const today = todayIn('UTC')

/** Somebody with this many expenses today, and a friend. */
async function withExpenses(count: number) {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const { categories } = await ana.call(addStarter)
  const category_id = categories.find(({ name }) => name === 'Groceries')?.id ?? ''
  const draft = { kind: 'expense' as const, amount: 1, category_id, date: today }
  const transactions = Array.from({ length: count }, (_, index) => ({
    ...draft,
    memo: `Number ${index + 1}`,
  }))
  await ana.call(createTransactions, { body: { transactions } })
  const sam = await ana.call(createContact, { body: { name: 'Sam' } })
  return { ana, sam }
}

type Rect = { name: string; top: number; bottom: number; left: number; right: number }

/** The message, and the parts of the screen that it must not lie on: tabs, bars, ways out and what is typed. */
async function overlapping(page: Page): Promise<string[]> {
  const { toast, parts } = (await page.evaluate(`(() => {
    const rect = (element, name) => {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      return { name, top, bottom, left, right }
    }
    const selector = 'nav[aria-label=Main], [role=toolbar], [data-amount], input:not([type=checkbox]), button[aria-label=Close], button[aria-label="End the selection"]'
    const isShown = (element) => element.checkVisibility() && !element.closest('[data-toast]')
    const toast = document.querySelector('[data-toast]')
    return {
      toast: toast && rect(toast, 'toast'),
      parts: [...document.querySelectorAll(selector)].filter(isShown).map((one) => rect(one, one.getAttribute('aria-label') ?? one.outerHTML.slice(0, 80))),
    }
  })()`)) as { toast: Rect | null; parts: Rect[] } // as the script makes them
  if (!toast) return ['there is no message']
  const isOver = (part: Rect) =>
    part.top < toast.bottom && part.bottom > toast.top && part.left < toast.right && part.right > toast.left
  return parts.filter(isOver).map(({ name }) => name)
}

/** How far the page goes on below the upper edge of the message, scrolled to its end. */
const hiddenAtEnd = (page: Page) =>
  page.evaluate(`(() => {
    scrollTo(0, document.documentElement.scrollHeight)
    const content = document.querySelector('#content > div').getBoundingClientRect()
    return Math.max(0, content.bottom - document.querySelector('[data-toast]').getBoundingClientRect().top)
  })()`)

/** Deletes the first row by its menu, which says so. */
async function sayDeleted(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for Number/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('is in the trash').waitFor()
}

/** Goes to another page as a link does; the message stays, and is held by the focus. */
async function goHolding(page: Page, href: string): Promise<void> {
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(href)} })`)
  await page.waitForURL(`**${href}`)
  await complete(page)
  await page.getByRole('button', { name: 'Undo', exact: true }).focus()
}

test('a message on a phone lies on no tab, bar, field, amount or Close button, and the end of the page is above it', async (t) => {
  const { ana, sam } = await withExpenses(30)
  const page = await open(t, stage, '/transactions', { as: ana, ...PHONE })
  await sayDeleted(page)
  const found: string[] = []
  for (const path of [
    '/transactions',
    '/',
    '/obligations',
    `/contacts/${sam.id}`,
    '/more',
    '/accounts',
    '/plans',
    '/activity',
    '/settings/book',
    '/reports/spending',
  ]) {
    await goHolding(page, path)
    // A field of a long form may lie below the message, as below the edge of the window; it is scrolled from there.
    const over = (await overlapping(page)).filter(
      (name) => path !== '/settings/book' || !name.startsWith('<'),
    )
    found.push(...over.map((name) => `${path}: ${name}`))
    if (((await hiddenAtEnd(page)) as number) > 0) found.push(`${path}: the end of the page`)
  }
  assert.deepEqual(found, [])

  await page.goto(`${stage.address}/transactions`)
  await page
    .getByRole('button', { name: /^Actions for Number/ })
    .first()
    .tap()
  await page.getByRole('button', { name: 'Select', exact: true }).tap()
  const bar = page.getByRole('toolbar', { name: 'Selected transactions' })
  await bar.getByRole('button', { name: 'Tag' }).tap()
  await page.getByRole('combobox', { name: 'Add a tag' }).fill('work')
  await page.keyboard.press('Enter')
  await page.getByText('now with #work').waitFor()
  await picture(page, 'phone-1-message-over-bar')
  const height = (await bar.boundingBox())?.height ?? 0
  assert(height <= 120, `${height} px are more than two rows`)
  assert.deepEqual(await overlapping(page), [])

  await page.goto(`${stage.address}/budgets`)
  await page.goto(`${stage.address}/add`)
  for (const key of ['1', '2']) await page.getByRole('button', { name: key, exact: true }).tap()
  await page.getByRole('button', { name: 'Groceries' }).first().tap()
  await page.getByRole('button', { name: /^Add/ }).last().tap()
  await page.locator('[data-toast]').waitFor()
  await picture(page, 'phone-2-message-add')
  assert.deepEqual(await overlapping(page), [])
})

test('the tools of the list are one row on a phone: search, filters with their number, and a menu', async (t) => {
  const { ana } = await withExpenses(3)
  const page = await open(t, stage, '/transactions', { as: ana, ...PHONE })
  const tools = page.getByRole('toolbar', { name: 'Tools of the list' })
  await tools.getByRole('button', { name: 'Filters' }).tap()
  await page.getByRole('option', { name: 'Amount' }).tap()
  await page.getByRole('textbox', { name: 'At most' }).fill('5')
  await page.getByRole('button', { name: 'Show' }).tap()
  await page.goto(`${page.url()}&date_from=${today}`)
  await tools.getByRole('button', { name: 'Filters 2' }).waitFor()
  await page.locator('[data-id]').nth(2).waitFor()
  const box = await tools.boundingBox()
  assert((box?.height ?? 99) <= 48, `${box?.height} px are more than one row`)
  assert.equal(await tooWideBy(page), 0)
  await picture(page, 'phone-3-tools')
  await tools.getByRole('button', { name: 'Filters 2' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Filter by' })
  await dialog.getByRole('button', { name: 'Up to 5', exact: true }).waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'phone-4-filters')
  await dialog.getByRole('button', { name: 'Remove the filter Up to 5' }).tap()
  await page.waitForURL((url) => !url.search.includes('amount_max'))
  await dialog.getByRole('button', { name: 'Clear' }).tap()
  await page.keyboard.press('Escape')
  await tools.getByRole('button', { name: 'More tools' }).tap()
  await picture(page, 'phone-5-menu')
  assert.deepEqual(await axeFinds(page), [])
  await page.getByRole('button', { name: 'Largest first' }).tap()
  await page.waitForURL(/sort=-amount/)
  await tools.getByRole('button', { name: 'More tools' }).tap()
  await page.locator('button[aria-pressed=true]', { hasText: 'Largest first' }).waitFor()
  assert.match(
    (await page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')) ?? '',
    /sort=-amount/,
  )
})

/**
 * A finger that goes by some steps from the middle of a row, a frame each, and stays there until it is lifted. Steps that take no time
 * are a fling to the browser, and a tap while it lasts is none.
 */
async function finger(page: Page, row: number) {
  const session = await page.context().newCDPSession(page)
  const box =
    (await page.locator('[data-id]').nth(row).boundingBox()) ?? assert.fail('the row is not in sight')
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await send('touchStart', [from])
  return {
    async move(dx: number, dy: number) {
      for (let step = 1; step <= 10; step++) {
        await send('touchMove', [{ x: from.x + (dx * step) / 10, y: from.y + (dy * step) / 10 }])
        await page.evaluate('new Promise(requestAnimationFrame)')
      }
    },
    async lift() {
      await send('touchEnd', [])
      await session.detach()
    },
  }
}

test('a row that is drawn towards the end of the line gets a category, towards its start the trash, with undo', async (t) => {
  const { ana } = await withExpenses(30)
  const { version } = await ana.call(getBook)
  const page = await open(t, stage, '/transactions', { as: ana, ...PHONE })
  await page.getByText('Number 29').waitFor()

  const near = await finger(page, 1)
  await near.move(40, 0)
  await page.locator('li', { hasText: 'Number 29' }).getByText('Category').waitFor()
  await near.lift()
  await page.locator('li', { hasText: 'Number 29' }).getByText('Category').waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('dialog').count(), 0, 'not far enough, and no sheet is opened either')

  const right = await finger(page, 1)
  await right.move(140, 6)
  await picture(page, 'phone-6-swipe-category')
  await right.lift()
  await page.getByRole('combobox', { name: 'Category' }).fill('Household')
  await page.keyboard.press('Enter')
  await page.getByText('Number 29: now Household').waitFor()

  const left = await finger(page, 1)
  await left.move(-140, 6)
  await page.locator('li', { hasText: 'Number 29' }).getByText('Delete').waitFor()
  await picture(page, 'phone-7-swipe-delete')
  await left.lift()
  await page.getByText('Number 29, €1.00 is in the trash').waitFor()
  assert.equal((await ana.call(getBook)).version, version + 2)
  await page.getByRole('button', { name: 'Undo' }).tap()
  await page.locator('li', { hasText: 'Number 29' }).waitFor()

  const down = await finger(page, 3)
  await down.move(20, -300)
  await down.lift()
  await untilTrue(page, 'scrollY > 100')
  assert.equal(await page.getByText('Undone').count(), 1, 'nothing but scrolling')
  assert.equal((await ana.call(getBook)).version, version + 3)
})

test('the swipe follows the reading direction, moves without animation for those who ask for none, and has its equal in a menu', async (t) => {
  const { ana } = await withExpenses(3)
  const page = await open(t, stage, '/transactions', { as: ana, ...PHONE, reducedMotion: true })
  await page.getByText('Number 3').waitFor()
  await page.evaluate("document.documentElement.dir = 'rtl'")
  const right = await finger(page, 0)
  await right.move(140, 0)
  await page.locator('li', { hasText: 'Number 3' }).getByText('Delete').waitFor()
  await right.move(-140, 0)
  await page.locator('li', { hasText: 'Number 3' }).getByText('Category').waitFor()
  await right.move(0, 0)
  await right.lift()
  assert.equal(await page.getByRole('dialog').count(), 0, 'a finger that comes back does nothing')
  const transition = "getComputedStyle(document.querySelector('[data-id]')).transitionProperty"
  assert.equal(await page.evaluate(transition), 'none')
  await page.evaluate("document.documentElement.dir = 'ltr'")

  // The browser makes no click of the first tap after such a movement.
  await page.getByRole('button', { name: 'Actions for Number 3' }).click()
  await picture(page, 'phone-8-row-menu')
  assert.deepEqual(await axeFinds(page), [])
  await page.getByRole('button', { name: 'Change the category' }).click()
  await page.getByRole('combobox', { name: 'Category' }).fill('Household')
  await page.keyboard.press('Enter')
  await page.getByText('Number 3: now Household').waitFor()
  await sayDeleted(page)
  assert.equal((await ana.call(listTransactions)).data.length, 2)
})

test('a figure on a phone is typed in sight, over the one before, and the next field is one key away', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const page = await open(t, stage, '/welcome', { as: ana, ...PHONE })
  await complete(page)
  const amounts = page.getByRole('list', { name: 'What you have today' }).getByRole('textbox', { name: /,/ })
  const keypad = page.getByRole('group', { name: 'Keypad' })
  const isInSight = async () => {
    const field = (await page.locator('input:focus').boundingBox()) ?? assert.fail('a field has the focus')
    const keys = (await keypad.boundingBox()) ?? assert.fail('the keypad is shown')
    return field.y > 0 && field.y + field.height <= keys.y
  }
  await amounts.first().tap()
  for (const figure of ['200', '30', '4', '5']) {
    await until(isInSight, 10_000)
    for (const key of figure) await keypad.getByRole('button', { name: key, exact: true }).tap()
    const next = keypad.getByRole('button', { name: 'Next' })
    if (await next.count()) await next.tap()
  }
  await picture(page, 'phone-welcome-keypad')
  assert.equal(
    await keypad.getByRole('button', { name: 'Next' }).count(),
    0,
    'the last field has no next one',
  )
  await keypad.getByRole('button', { name: 'Done' }).tap()
  await amounts.first().tap()
  for (const key of ['1', '5']) await keypad.getByRole('button', { name: key, exact: true }).tap()
  assert.equal(await amounts.first().inputValue(), '15')
  await keypad.getByRole('button', { name: 'Done' }).tap()
  const together = await page.getByText('Together').boundingBox()
  const start = await page.getByRole('button', { name: 'Start', exact: true }).boundingBox()
  await page.evaluate('scrollTo(0, 0)')
  assert.ok(together && start && together.y + together.height <= start.y, 'the sum is in sight above Start')
})

test('an amount of millions is in sight in the first questions of a phone', async (t) => {
  const page = await open(t, stage, '/welcome', { as: await stage.person({ name: 'Ana' }), ...PHONE })
  const amount = page.getByRole('textbox', { name: /^Bank, / })
  await amount.fill('12,345,678.90')
  const room = await amount.evaluate((input) => [input.scrollWidth <= input.clientWidth, input.clientWidth])
  assert.deepEqual(room.at(0), true, `it has ${room.at(1)} px`)
})

test('each row has its menu, also a balance at the start, which is only opened', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(createAccount, { body: { name: 'Giro', type: 'asset', opening_balance: 100 } })
  const page = await open(t, stage, '/transactions', { as: ana, ...PHONE })
  await page.getByRole('button', { name: 'Actions for Balance at the start' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Open' }).waitFor()
  assert.equal(await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).count(), 0)
})

test('while words are typed on a phone, Add stays in sight and takes them; a refund says that it is one', async (t) => {
  const { ana } = await withExpenses(1)
  const page = await open(t, stage, '/add', { as: ana, ...PHONE })
  const words = page.getByRole('textbox', { name: 'For what, or where' })
  await words.tap()
  await words.pressSequentially('refund 20 number 1')
  const add = page.getByRole('button', { name: 'Add €20.00' })
  await add.waitFor()
  assert.equal(await page.getByRole('button', { name: '7', exact: true }).isVisible(), false, 'no keypad')
  assert.equal(await page.getByRole('radio', { name: 'Refund' }).isChecked(), true)
  await picture(page, 'phone-add-words')
  await add.tap()
  await until(async () => {
    const { data } = await ana.call(listTransactions, {})
    return data.some(({ amount, is_refund }) => amount === 20 && is_refund)
  }, 10_000)
})
