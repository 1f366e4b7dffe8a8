import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { listAccounts } from '../../contract/accounts.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { listContacts } from '../../contract/contacts.ts'
import { listObligations } from '../../contract/obligations.ts'
import { listPlans } from '../../contract/plans.ts'
import {
  axeFinds,
  colours,
  complete,
  contextOf,
  inBrowser,
  makeStage,
  PHONE,
  picture,
  tooWideBy,
  watch,
} from './browser.ts'
import { moveIn } from './household.ts'

const stage = await makeStage()
const ana = await moveIn(stage)
const first = <T extends { id: string }>({ data }: { data: T[] }) =>
  data[0]?.id ?? assert.fail('there is none')
const account = first(await ana.call(listAccounts, { query: { type: 'asset' } }))
const contact = first(await ana.call(listContacts))
const ids = {
  transaction: first(await ana.call(listTransactions)),
  obligation: first(await ana.call(listObligations)),
  plan: first(await ana.call(listPlans)),
  category: first(await ana.call(listCategories)),
}

type Place = { name: string; address: string; isSheet?: boolean; steps?: (page: Page) => Promise<void> }

/** All screens, as the app itself lists them. */
async function screens(): Promise<Place[]> {
  const text = await readFile('web/routes.tsx', 'utf8')
  const paths = [...text.matchAll(/(?:inFrame|inBareFrame)\(\s*'([^']+)'|\bpath: '([^']+)'/g)]
  return paths.map(([, framed, plain = '']) => {
    const name = framed ?? plain
    const id = name.startsWith('/accounts/') ? account : contact
    return { name, address: name.replace('$id', id) }
  })
}

/** What opens over a screen. */
const sheets: Place[] = [
  { name: 'a transaction', address: `/transactions?open=${ids.transaction}` },
  { name: 'a line of a register', address: `/accounts/${account}?open=${ids.transaction}` },
  { name: 'an account', address: `/accounts?open=${account}` },
  { name: 'a new account', address: '/accounts?open=new' },
  { name: 'a category', address: `/settings/categories?open=${ids.category}` },
  { name: 'a new contact', address: '/contacts?new=1' },
  { name: 'a contact that is edited', address: `/contacts/${contact}?edit=1` },
  { name: 'a debt', address: `/obligations?open=${ids.obligation}` },
  { name: 'a payment', address: `/obligations?paid=${contact}` },
  { name: 'a loan', address: '/obligations?lend=lent' },
  { name: 'a plan', address: `/plans?open=${ids.plan}` },
  { name: 'a plan that is edited', address: `/plans?edit=${ids.plan}` },
  { name: 'a new plan', address: '/plans?edit=new' },
  { name: 'a version', address: '/activity?version=2' },
  { name: 'a budget', address: `/budgets?open=${ids.category}` },
  { name: 'quick entry', address: '/budgets', steps: (page) => page.keyboard.press('n') },
  { name: 'the palette', address: '/', steps: (page) => page.keyboard.press('Control+k') },
  { name: 'the shortcuts', address: '/', steps: (page) => page.keyboard.press('?') },
]

/** Looks at a place in both colours, and lists what is wrong there. */
async function look(page: Page, { name, address, steps, isSheet }: Place, width: number): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(stage.address + address)
  await complete(page)
  await steps?.(page)
  if (isSheet) await page.getByRole('dialog').first().waitFor()
  await complete(page)
  const found: string[] = []
  const file = `${width}/${name === '/' ? 'home' : name.replaceAll(/\W+/g, '-').replace(/^-/, '')}`
  found.push(...(await axeFinds(page)))
  await picture(page, `${file}-light`)
  // Of all rules, only the one about colours can find something else in other colours.
  await colours(page, 'dark')
  found.push(...(await axeFinds(page, ['color-contrast'])).map((one) => `dark: ${one}`))
  await picture(page, `${file}-dark`)
  const wider = await tooWideBy(page)
  if (wider > 0) found.push(`${wider} px wider than the window`)
  return found.map((one) => `${name} at ${width}: ${one}`)
}

/** Looks at all places of a list, in two pages at once. */
async function lookAtAll(size: object, width: number, places: Place[]): Promise<string[]> {
  const found: string[] = []
  const rest = [...places]
  const worker = async () => {
    const as = { as: ana, reducedMotion: true, ...size }
    const context = await contextOf(stage, as)
    const page = await context.newPage()
    const faults = watch(page, stage.address, as)
    for (let place = rest.shift(); place; place = rest.shift()) {
      const { name } = place
      found.push(
        ...(await look(page, place, width).catch((error: Error) => [
          `${name} at ${width}: ${error.message}`,
        ])),
        ...faults.splice(0).map((fault) => `${name} at ${width}: ${fault}`),
      )
    }
    await context.close()
  }
  await Promise.all([worker(), worker()])
  return found
}

for (const [size, width] of [
  [{}, 1440],
  [PHONE, 360],
] as const) {
  test(`axe finds nothing on any screen, light and dark, ${width} px wide`, inBrowser, async () => {
    assert.deepEqual(await lookAtAll(size, width, await screens()), [])
  })

  test(
    `axe finds nothing in what opens over a screen, light and dark, ${width} px wide`,
    inBrowser,
    async () => {
      const all = sheets.map((sheet) => ({ ...sheet, isSheet: true }))
      assert.deepEqual(await lookAtAll(size, width, all), [])
    },
  )
}
