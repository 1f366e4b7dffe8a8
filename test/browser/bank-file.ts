import type { Page } from 'playwright-core'
import { createAccount } from '../../contract/accounts.ts'
import { addStarter } from '../../contract/books.ts'
import { todayIn } from '../../contract/day.ts'
import type { Stage } from './browser.ts'

/** Files of a bank, for the tests of the import in the browser. */

const today = Temporal.PlainDate.from(todayIn('UTC'))
export const daysAgo = (days: number): string => today.subtract({ days }).toString()

/** Somebody with the ready-made categories, and an account that a bank's file is of. */
export async function customer(stage: Stage) {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  return { ana, erste: await ana.call(createAccount, { body: { name: 'Erste', type: 'asset' } }) }
}

/** Chooses a file of these rows, and waits until all of them, or some, are shown to be added. */
export async function choose(
  page: Page,
  rows: string[],
  name = 'bank.csv',
  added = rows.length,
): Promise<void> {
  const buffer = Buffer.from(['Date;Text;Amount', ...rows].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.getByText(`${added} will be added`).waitFor()
}

export const rowWith = (page: Page, text: string) => page.locator('[data-id]', { hasText: text }).first()
export const addAll = (page: Page, count: string) =>
  page.getByRole('button', { name: `Add ${count}` }).click()

/** Each row is a line of its own. */
export const byDay = (page: Page) => page.getByRole('group', { name: 'Sorted' }).getByText('by day').click()

/** Chooses a file on the page of imports, and records its rows. */
export async function importFile(page: Page, text: string, count: number): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByText(`${count} will be added`).waitFor()
  await page.getByRole('button', { name: `Add ${count} transaction` }).click()
  await page.getByRole('heading', { name: `${count} transaction` }).waitFor()
}
