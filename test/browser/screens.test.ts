import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { listTransactions } from '../../contract/budgeting.ts'
import {
  axeFinds,
  colours,
  complete,
  contextOf,
  DIALOG,
  firstVisit,
  open,
  PHONE,
  picture,
  tooWideBy,
  watch,
} from './browser.ts'
import { layoutShift } from './figures.ts'
import { householdStage } from './household.ts'
import { goTo, type Place, placesOf } from './places.ts'

const { stage, ana } = await householdStage()
const places = await placesOf(ana)

/** Looks at a place, on a wide screen in both colours, and lists its faults. */
async function look(page: Page, place: Place, width: number): Promise<string[]> {
  const { name, isSheet } = place
  await page.emulateMedia({ colorScheme: 'light' })
  await goTo(page, stage, place)
  const found: string[] = []
  const file = `${width}/${name === '/' ? 'home' : name.replaceAll(/\W+/g, '-').replace(/^-/, '')}`
  const within = isSheet ? DIALOG : undefined
  found.push(...(await axeFinds(page, undefined, within)))
  await picture(page, `${file}-light`)
  // Only the rule about colours can find more in other colours, and those are the same at any width.
  if (width > 1_000) {
    await colours(page, 'dark')
    found.push(...(await axeFinds(page, ['color-contrast'], within)).map((one) => `dark: ${one}`))
    await picture(page, `${file}-dark`)
  }
  const wider = await tooWideBy(page)
  if (wider > 0) found.push(`${wider} px wider than the window`)
  return found
}

/** Looks at all places of a list, in one page. */
async function lookAtAll(size: object, width: number, all: Place[]): Promise<string[]> {
  const found: string[] = []
  const as = { as: ana, reducedMotion: true, ...size }
  const context = await contextOf(stage, as)
  const page = await context.newPage()
  const faults = watch(page, stage.address, as)
  for (const place of all) {
    const seen = await look(page, place, width).catch(({ message }: Error) => [message])
    found.push(...[...seen, ...faults.splice(0)].map((fault) => `${place.name} at ${width}: ${fault}`))
  }
  await context.close()
  return found
}

for (const [size, width] of [
  [{}, 1440],
  [PHONE, 360],
] as const)
  test(`axe finds nothing on any screen, or in what opens over one, ${width} px wide`, async () => {
    assert.deepEqual(await lookAtAll(size, width, places), [])
  })

// The first screen itself has 200 kB (size.test.ts); the line of quick entry comes after it. Several books and roles took 3 kB, eight languages 9.
test('the home screen has loaded at most 247 kB when it is complete: page, styles, script and font', async () => {
  const names = await firstVisit(stage, '/', { as: ana }, async (page) => {
    await complete(page)
    const script = `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`
    return (await page.evaluate(script)) as string[] // the script makes a list of texts
  })
  const files = [...new Set(['/index.html', ...names])].filter((name) => stage.web.site?.has(name))
  const sizes = files.map((name) => {
    const { br, plain } = stage.web.site?.get(name) ?? assert.fail(name)
    return [name, (br ?? plain).length] as const
  })
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0)
  const list = sizes.map((size) => size.join(' ')).join('\n')
  for (const kind of ['.css', '.js', '.woff2'])
    assert(
      files.some((name) => name.endsWith(kind)),
      list,
    )
  assert(total <= 247_000, `${total} bytes:\n${list}`)
})

test('nothing moves by itself once a screen shows', async () => {
  const paths = [
    '/',
    '/transactions',
    '/accounts',
    '/obligations',
    '/budgets',
    '/reports',
    '/plans',
    '/activity',
  ]
  const found: string[] = []
  for (const look of [{}, PHONE])
    for (const path of paths) {
      const { sum, moved } = await firstVisit(stage, path, { as: ana, ...look }, async (page) => {
        await complete(page)
        return layoutShift(page)
      })
      if (sum > 0.05)
        found.push(`${path} at ${look === PHONE ? 360 : 1440}: ${sum.toFixed(3)} (${moved.join(' · ')})`)
    }
  assert.deepEqual(found, [])
})

const MAX_PICTURE_BYTES = 200_000
const SIZE = { width: 1280, height: 800 }

test('the pictures of the README are of the demo household, and small', async (t) => {
  const home = await open(t, stage, '/', { as: ana, ...SIZE })
  await complete(home)
  await picture(home, 'readme-home', true)

  const { data } = await ana.call(listTransactions, { query: { kind: 'expense', limit: 100 } })
  const split = data.find(({ splits }) => splits.length > 1) ?? assert.fail('no bill is split')
  const list = await open(t, stage, `/transactions?open=${split.id}`, { as: ana, ...SIZE, dark: true })
  await complete(list)
  await picture(list, 'readme-transactions', true)

  const readme = await readFile('README.md', 'utf8')
  for (const name of ['home', 'transactions']) {
    assert(readme.includes(`(docs/pictures/${name}.png)`), name)
    for (const file of [`test/browser/screenshots/readme-${name}.png`, `docs/pictures/${name}.png`]) {
      const { size } = await stat(file)
      assert(size <= MAX_PICTURE_BYTES, `${file} has ${size} bytes`)
    }
  }
})
