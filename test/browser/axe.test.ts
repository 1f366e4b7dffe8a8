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

/** The addresses of all screens, as the app itself lists them. */
async function screens(): Promise<string[]> {
  const text = await readFile('web/routes.tsx', 'utf8')
  const paths = [...text.matchAll(/(?:inFrame|inBareFrame)\(\s*'([^']+)'|\bpath: '([^']+)'/g)]
  return paths.map(([, framed, plain]) =>
    (framed ?? plain ?? '')
      .replace('/accounts/$id', `/accounts/${account}`)
      .replace('/contacts/$id', `/contacts/${contact}`),
  )
}

type Place = { name: string; address: string; steps?: (page: Page) => Promise<void> }

/** What opens over a screen. */
const sheets: Place[] = [
  { name: 'a transaction', address: `/transactions?open=${ids.transaction}` },
  { name: 'a debt', address: `/obligations?open=${ids.obligation}` },
  { name: 'a plan', address: `/plans?open=${ids.plan}` },
  { name: 'a budget', address: `/budgets?open=${ids.category}` },
  { name: 'the palette', address: '/', steps: (page) => page.keyboard.press('Control+k') },
  { name: 'the shortcuts', address: '/', steps: (page) => page.keyboard.press('?') },
]

/** Looks at a place in both colours, and lists what is wrong there. */
async function look(page: Page, { name, address, steps }: Place, width: number): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(stage.address + address)
  await complete(page)
  if (steps) {
    await steps(page)
    await page.getByRole('dialog').waitFor()
  }
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await colours(page, colorScheme)
    found.push(...(await axeFinds(page)).map((one) => `${colorScheme}: ${one}`))
    await picture(page, `${width}/${name.replaceAll(/\W+/g, '-')}-${colorScheme}`)
  }
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
] as const)
  test(`axe finds nothing on any screen or sheet, light and dark, ${width} px wide`, inBrowser, async () => {
    const all = (await screens()).map((address) => ({ name: address, address }))
    const found = await lookAtAll(size, width, [...all, ...sheets])
    assert.deepEqual(found, [])
  })
