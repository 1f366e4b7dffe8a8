import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { listAccounts } from '../../contract/accounts.ts'
import { createExpense, deleteExpense, listTransactions } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { listContacts } from '../../contract/contacts.ts'
import { listGoals } from '../../contract/goals.ts'
import { commitImport, createImport, getImport } from '../../contract/imports.ts'
import { listObligations } from '../../contract/obligations.ts'
import { listPlans } from '../../contract/plans.ts'
import type { Person } from '../world.ts'
import { complete, goInside, type Stage } from './browser.ts'

export type Place = {
  name: string
  address: string
  isSheet?: boolean
  steps?: (page: Page) => Promise<void>
}

const first = <T extends { id: string }>({ data }: { data: T[] }) =>
  data[0]?.id ?? assert.fail('there is none')

const bankFile =
  'Date;Text;Amount\n2026-11-02;BAKERY;-4.10\n2026-11-03;SALARY;3000.00\n2026-11-04;MARKET;-20.00\n2026-11-05;TRAM;-3.00\nnonsense;X;1\n'

/** All screens of the demo household, as the app itself lists them, and then what opens over one. */
export async function placesOf({ call }: Person): Promise<Place[]> {
  const account = first(await call(listAccounts, { query: { type: 'asset' } }))
  const contact = first(await call(listContacts))
  const transaction = first(await call(listTransactions))
  const obligation = first(await call(listObligations))
  const plan = first(await call(listPlans))
  const category = first(await call(listCategories, { query: { kind: 'expense' } }))
  // The goal with an envelope, for its page and its sheets.
  const goal = first(await call(listGoals, { query: { q: 'Japan' } }))

  // So that the trash has something to show.
  const thrownAway = await call(createExpense, { body: { amount: 5, category_id: category, memo: 'Kiosk' } })
  await call(deleteExpense, { params: { id: thrownAway.id } })

  /** A file that was read: on a busy machine that takes longer than an answer waits. */
  async function importOf(filename: string): Promise<string> {
    let read = await call(createImport, { query: { account_id: account, filename }, body: bankFile })
    while (read.status === 'reading') read = await call(getImport, { params: { id: read.id } })
    return read.id
  }
  const [file, doneFile] = [await importOf('bank.csv'), await importOf('done.csv')]
  await call(commitImport, { params: { id: doneFile } })

  const text = await readFile('web/routes.tsx', 'utf8')
  const paths = [...text.matchAll(/(?:inFrame|inBareFrame)\(\s*'([^']+)'|\bpath: '([^']+)'/g)]
  const routes = paths.map(([, framed, plain = '']) => {
    const name = framed ?? plain
    const [, part = ''] = name.split('/')
    const id = { accounts: account, imports: file, goals: goal }[part] ?? contact
    return { name, address: name.replace('$id', id) }
  })
  const sheets: Place[] = [
    { name: 'a transaction', address: `/transactions?open=${transaction}` },
    { name: 'a line of a register', address: `/accounts/${account}?open=${transaction}` },
    { name: 'an account', address: `/accounts?open=${account}` },
    { name: 'a new account', address: '/accounts?open=new' },
    { name: 'a category', address: `/settings/categories?open=${category}` },
    { name: 'a new contact', address: '/contacts?new=1' },
    { name: 'a contact that is edited', address: `/contacts/${contact}?edit=1` },
    { name: 'a debt', address: `/obligations?open=${obligation}` },
    { name: 'a payment', address: `/obligations?paid=${contact}` },
    { name: 'a loan', address: '/obligations?lend=lent' },
    { name: 'a plan', address: `/plans?open=${plan}` },
    { name: 'a plan that is edited', address: `/plans?edit=${plan}` },
    { name: 'a new plan', address: '/plans?edit=new' },
    { name: 'a new goal', address: '/goals?edit=new' },
    { name: 'a goal that is edited', address: `/goals/${goal}?edit=yes` },
    { name: 'a goal that is filled', address: `/goals/${goal}?move=in` },
    { name: 'a version', address: '/activity?version=2' },
    { name: 'a budget', address: `/budgets?open=${category}` },
    { name: 'quick entry', address: '/budgets', steps: (page) => page.keyboard.press('n') },
    { name: 'the palette', address: '/', steps: (page) => page.keyboard.press('Control+k') },
    { name: 'the shortcuts', address: '/', steps: (page) => page.keyboard.press('?') },
  ]
  return [
    ...routes,
    { name: 'the file of an import', address: `/imports/${file}?step=file` },
    { name: 'the columns of an import', address: `/imports/${file}?step=columns` },
    { name: 'the end of an import', address: `/imports/${doneFile}` },
    ...sheets.map((sheet) => ({ ...sheet, isSheet: true })),
  ]
}

/**
 * Goes to a place as a link in the app does, so that the app is loaded once for many places. Keys leave something open, and on the
 * sign-in pages nobody is signed in: there the app is loaded anew.
 */
export async function goTo(page: Page, stage: Stage, { address, steps, isSheet }: Place): Promise<void> {
  const isFresh = steps !== undefined || address.startsWith('/sign-')
  const isInside = page.url().startsWith(stage.address) && !page.url().includes('/sign-')
  if (isFresh || !isInside) {
    await page.goto(stage.address + address)
    await complete(page)
  } else await goInside(page, address)
  await steps?.(page)
  if (isSheet) await page.getByRole('dialog').first().waitFor()
  await complete(page)
}
