import assert from 'node:assert/strict'
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Web } from '../../server/web/pages.ts'
import { ensureBuild, placesOf } from '../../server/web/prepare.ts'
import { readSite } from '../../server/web/site.ts'
import { watchSlices } from '../long-slices.ts'
import { crowding, until } from '../until.ts'
import { openWorld, type Person, type World } from '../world.ts'
import { startChromium } from './chromium.ts'

/** A service with the app on a port of its own, and a browser with the pages that earlier tests have left, by how they look at the app. */
export type Stage = World & { address: string; browser: Browser; web: Web; left: Map<string, Page[]> }

/** How somebody looks at the app. Whoever is signed in came with their cookie; by default on a screen of 1440 × 900, in light colours. */
export type Look = {
  as?: Pick<Person, 'token'> | undefined
  width?: number
  height?: number
  dark?: boolean
  touch?: boolean
  locale?: string
  /** The language that was chosen in this browser; English where another locale writes the numbers, unless it is null: then none was chosen. */
  language?: string | null
  zone?: string
  reducedMotion?: boolean
  /** Whether the app may keep its files in the browser, which makes later loads come from there. */
  serviceWorker?: boolean
  /** The statuses of refusals that this test provokes. */
  refusals?: number[]
  /** Another origin that this test goes to. */
  elsewhere?: string
  /** The errors in the console that this test provokes. */
  errors?: RegExp
}

export const PHONE = { width: 360, height: 780, touch: true } as const
const pictures = join(import.meta.dirname, 'screenshots')
const areWanted = process.env.FLORIN_TEST_PICTURES !== undefined

let browser: Promise<Browser> | undefined
let shared: ReturnType<typeof openStage> | undefined

/**
 * The stage of all files of a process, which have people of their own; on a copy of a database if one is given, and then until the file is
 * done. A browser takes a second of processor time to start, and the app as long until its compiled code is there. The program of the group
 * closes both (`groups.ts`).
 */
export async function makeStage(template?: string): Promise<Stage> {
  watchSlices()
  Object.assign(globalThis, { closeStages })
  if (template === undefined) {
    shared ??= openStage()
    return (await shared).stage
  }
  const { stage, close } = await openStage(template)
  after(close)
  return stage
}

async function openStage(template?: string): Promise<{ stage: Stage; close: () => Promise<void> }> {
  const site = await readSite(await ensureBuild(placesOf(undefined)))
  const web: Web = { site, previous: undefined, hasFailed: false }
  const { world, close } = await openWorld({}, web, template)
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo // a port, not a pipe
  browser ??= startChromium()
  const address = `http://127.0.0.1:${port}`
  return { stage: { ...world, address, browser: await browser, web, left: new Map() }, close: () => close() }
}

async function closeStages(): Promise<void> {
  await (await browser)?.close()
  await (await shared)?.close()
}

/**
 * Opens a page of the app for a test. The test fails if anything goes wrong in it: an error in the console or of a script, a violation of the policy,
 * a request to another origin, or a refusal that the test does not expect.
 */
export async function open(t: TestContext, stage: Stage, path: string, look: Look = {}): Promise<Page> {
  const page = (await anotherTime(stage, look)) ?? (await (await contextOf(stage, look)).newPage())
  const faults = watch(page, stage.address, look)
  t.after(async () => {
    const isKept = t.passed && !look.serviceWorker && !page.isClosed()
    await (isKept ? leave(stage, page, look) : page.context().close())
    assert.deepEqual(faults, [], 'the page had faults')
  })
  await page.goto(stage.address + path)
  return page
}

/** The options that a browser cannot change once it runs. */
const kindOf = ({ touch, locale, language, zone, reducedMotion }: Look) =>
  JSON.stringify([touch ?? false, locale, language, zone, reducedMotion ?? false])

/** Keeps a page for a later test, with nothing of this one around it. */
async function leave({ left }: Stage, page: Page, look: Look): Promise<void> {
  const context = page.context()
  page.removeAllListeners()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  left.set(kindOf(look), [...(left.get(kindOf(look)) ?? []), page])
}

/**
 * A page that an earlier test has left, as empty as a new one but for the files of the app: to read and compile those again is half the
 * time of a visit.
 */
async function anotherTime(stage: Stage, look: Look): Promise<Page | undefined> {
  const page = look.serviceWorker ? undefined : stage.left.get(kindOf(look))?.pop()
  if (!page) return undefined
  const context = page.context()
  await page.goto(`${stage.address}/health`) // no script runs there that could store anything again
  await page.evaluate('sessionStorage.clear()')
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin: stage.address,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
  })
  await session.detach()
  await context.clearCookies()
  if (look.as) await context.addCookies([cookieOf(stage, look.as)])
  await page.setViewportSize(sizeOf(look))
  await page.emulateMedia({ colorScheme: look.dark ? 'dark' : 'light' })
  return page
}

const sizeOf = ({ width = 1440, height = 900 }: Look) => ({ width, height })
const cookieOf = ({ address }: Stage, { token }: Pick<Person, 'token'>) =>
  ({ name: 'service-session', value: token, url: address, httpOnly: true, sameSite: 'Lax' }) as const

/** A first visit, for measurements: nothing is in the browser yet, and files arrive while it is measured. */
export async function firstVisit<T>(
  stage: Stage,
  path: string,
  look: Look,
  measure: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await contextOf(stage, look)
  try {
    const page = await context.newPage()
    await page.goto(stage.address + path, { waitUntil: 'commit' })
    return await measure(page)
  } finally {
    await context.close()
  }
}

/** A browser of its own, with nothing in it but the cookie of whoever is signed in. */
export async function contextOf(stage: Stage, look: Look): Promise<BrowserContext> {
  const context = await stage.browser.newContext({
    viewport: sizeOf(look),
    colorScheme: look.dark ? 'dark' : 'light',
    hasTouch: look.touch ?? false,
    isMobile: look.touch ?? false,
    locale: look.locale ?? 'en-GB',
    timezoneId: look.zone ?? 'UTC',
    reducedMotion: look.reducedMotion ? 'reduce' : 'no-preference',
    serviceWorkers: look.serviceWorker ? 'allow' : 'block',
  })
  context.setDefaultTimeout(30_000 * crowding()) // a fact that never comes is rare
  const { locale = 'en', language = locale.startsWith('en') ? undefined : 'en' } = look
  if (language) await context.addInitScript(`localStorage['florin.language'] ??= ${JSON.stringify(language)}`)
  if (look.as) await context.addCookies([cookieOf(stage, look.as)])
  return context
}

/** Records everything that goes wrong in a page. */
export function watch(page: Page, address: string, look: Look): string[] {
  const { refusals = look.as ? [] : [401], errors } = look
  const faults: string[] = []
  page.on('console', (message) => {
    // Chromium says this of every refusal and of every request without a network; the statuses are looked at below.
    const text = message.text()
    const isExpected = text.startsWith('Failed to load resource') || errors?.test(text)
    if (message.type() === 'error' && !isExpected) faults.push(`console: ${text}`)
  })
  page.on('pageerror', (error) => faults.push(`script: ${error.stack}`))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== address && origin !== look.elsewhere)
      faults.push(`another origin: ${request.url()}`)
  })
  page.on('response', (response) => {
    const status = response.status()
    if (status >= 400 && !refusals.includes(status))
      faults.push(`${status}: ${response.request().method()} ${response.url().slice(address.length)}`)
  })
  return faults
}

/** Waits until a screen has all it shows: its heading, and nothing that is still loading. */
export async function complete(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.locator('[role=status][data-loading]').first().waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready.then(() => true)')
}

/** Goes to a place as a link in the app does, so that the app is loaded once for many places, and waits until it has all it shows. */
export async function goInside(page: Page, address: string): Promise<void> {
  await page.evaluate(`(async () => {
    const { __TSR_ROUTER__: router } = globalThis
    await router.navigate({ href: ${JSON.stringify(address)} })
    const { location, resolvedLocation } = router.stores
    while (resolvedLocation.get()?.href !== location.get().href) await new Promise(requestAnimationFrame)
  })()`)
  await complete(page)
}

/** Keeps a picture of the page, in a run of chosen tests, where people look at it. */
export async function picture(page: Page, name: string, isWanted = areWanted): Promise<void> {
  if (!isWanted) return
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`) })
}

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The parts that are open over a screen or beside it; the screen is checked by itself. */
export const DIALOG = '[role=dialog], dialog[open]'

/**
 * The violations that axe finds in the page, or in a part of it: a line for each rule, with the first place; by all rules, or only some. The
 * page's policy does not bind the debugger, which loads axe.
 */
export async function axeFinds(page: Page, only?: string[], within = 'html'): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe)
  // Nothing is loaded ahead: only the rules about sound and about a locked orientation need that, and the app has neither.
  const options = JSON.stringify({
    resultTypes: ['violations'],
    preload: false,
    ...(only && { runOnly: only }),
  })
  const run = `axe.run(${JSON.stringify(within)}, ${options})`
  const { violations } = await atRest(page, () => page.evaluate(run) as Promise<AxeResults>)
  return violations.map(({ id, nodes }) => {
    const { target, html, failureSummary = '' } = nodes[0] ?? assert.fail(`axe names no place for ${id}`)
    const why = failureSummary.split('\n').at(-1)?.trim()
    return `${id}, ${nodes.length} times, first ${target}: ${html.slice(0, 160)} ${why}`
  })
}

/**
 * Looks at a page at rest: no element is pale because an answer is awaited, and no colour is in transition, which would be measured in
 * its middle. Somebody who asks for no motion gets none at all.
 */
async function atRest<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const moves = await page.evaluate('!matchMedia("(prefers-reduced-motion: reduce)").matches')
  if (moves) await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await nextFrames(page)
  const seen = await look()
  if (moves) await page.emulateMedia({ reducedMotion: 'no-preference' })
  return seen
}

/** Shows the page in light or dark colours. */
export async function colours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await nextFrames(page)
}

/** Styles are worked out with the next frame; the one after it shows them. */
const nextFrames = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))')

/** How far the page is wider than its window: a page that has to be moved sideways. */
export const tooWideBy = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Waits until an expression is true in the page. Playwright's own `waitForFunction` evaluates a string inside the page
 *  from its second look on, which our Content-Security-Policy refuses. */
export const untilTrue = (page: Page, expression: string): Promise<void> =>
  until(
    async () => (await page.evaluate(expression)) === true,
    10_000,
    () => expression,
  )
