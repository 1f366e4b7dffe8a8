import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { listAccounts } from '../../contract/accounts.ts'
import { getMe, updateMe } from '../../contract/auth.ts'
import { getBook } from '../../contract/books.ts'
import { listCategories } from '../../contract/categories.ts'
import { client } from '../../contract/client.ts'
import { type Language, languages, languageTags } from '../../words/languages.ts'
import { inLanguage, t as say } from '../../words/t.ts'
import { until } from '../until.ts'
import { through } from '../world.ts'
import {
  complete,
  contextOf,
  goInside,
  type Look,
  makeStage,
  open,
  picture,
  untilTrue,
  watch,
} from './browser.ts'

const stage = await makeStage()
/** How browsers name a language, where they do not name it with its digits. */
const browserLocales: Readonly<Partial<Record<Language, string>>> = { ar: 'ar', 'zh-Hans': 'zh-CN' }
const GERMAN = { locale: 'de-DE', language: null } as const

/** A text of the app in a language. */
const said = (language: Language, text: string, values = {}) =>
  inLanguage(language, () => say(text, values)).replace(/[\u2068\u2069]/g, '')

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 })
const direction = (page: Page) =>
  page.evaluate('[document.documentElement.lang, document.documentElement.dir].join(" ")')

/** The choice of a language, whatever it is called now. */
const choice = (page: Page) =>
  page.getByRole('combobox').filter({ has: page.locator('option[value="zh-Hans"]') })

/** Chooses a language on this page, and waits until the page has it. */
async function choose(page: Page, language: Language): Promise<void> {
  await choice(page).selectOption(language)
  await untilTrue(page, `document.documentElement.lang === ${JSON.stringify(language)}`)
}

/** The files of sentences that a page asks for from now on. */
function wordFiles(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/assets\/(words-.+?-(?:first|home|rest))-/.exec(request.url()) ?? []
    if (name) asked.push(name)
  })
  return asked
}

const byName = (a: string, b: string) => (a < b ? -1 : 1)

/** Another browser, with nothing in it. */
async function anotherBrowser(t: TestContext, path: string, look: Look) {
  const context = await contextOf(stage, look)
  const page = await context.newPage()
  const faults = watch(page, stage.address, look)
  const asked = wordFiles(page)
  t.after(async () => {
    await context.close()
    assert.deepEqual(faults, [], 'the page had faults')
  })
  await page.goto(stage.address + path)
  return { page, asked }
}

test('a browser whose language is German sees German at the door, and the files of no other language, each once', async (t) => {
  const ana = await stage.person()
  const { page, asked } = await anotherBrowser(t, '/sign-in', { ...GERMAN, refusals: [401] })
  await heading(page, 'Anmelden').waitFor()
  assert.equal(await direction(page), 'de ltr')
  assert.equal(await choice(page).inputValue(), '', 'nothing was chosen')
  await page
    .getByRole('option', { name: said('de', 'As the browser says: {language}', { language: 'Deutsch' }) })
    .waitFor({ state: 'attached' })
  await page.getByLabel(said('de', 'E-mail')).fill(ana.user.email)
  await page.getByLabel(said('de', 'Password'), { exact: true }).fill(ana.password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByRole('textbox', { name: said('de', 'Add a transaction') }).waitFor()
  await goInside(page, '/settings/look')
  await heading(page, said('de', 'Look [appearance]')).waitFor()
  assert.deepEqual(asked.toSorted(byName), ['words-de-first', 'words-de-home', 'words-de-rest'])
  assert.equal((await ana.call(getMe)).language, null, 'the browser alone says it')
})

test('another language at the door keeps the e-mail that was typed, and the focus', async (t) => {
  const { page } = await anotherBrowser(t, '/sign-in', { refusals: [401] })
  await page.getByLabel('E-mail').fill('ana@example.com')
  await choice(page).focus()
  await choose(page, 'ar')
  await heading(page, said('ar', 'Sign in')).waitFor()
  assert.equal(await page.getByLabel(said('ar', 'E-mail')).inputValue(), 'ana@example.com')
  await untilTrue(page, 'document.activeElement?.matches("select") === true')
})

test('another language is on the screen at once, without a reload and with all that was being written, and in every browser of the person', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const page = await open(t, stage, '/', { as: ana })
  const entry = page.getByRole('textbox')
  await page.getByRole('textbox', { name: 'Add a transaction' }).fill('12.50 noodles')
  await goInside(page, '/plans?edit=new')
  const plan = page.getByRole('dialog')
  await plan.getByLabel('Name', { exact: true }).fill('Rent of the flat')
  await goInside(page, '/settings/look')
  await page.evaluate('globalThis.marker = "still here"')
  const asked = wordFiles(page)
  await choose(page, 'fr')
  await heading(page, said('fr', 'Look [appearance]')).waitFor()
  await page
    .getByRole('link', { name: said('fr', 'Home'), exact: true })
    .first()
    .waitFor()
  assert.equal(await choice(page).inputValue(), 'fr')
  assert.equal(await direction(page), 'fr ltr')
  assert.equal(await page.title(), `${said('fr', 'Look [appearance]')} · Florin`)
  await picture(page, 'language-french')
  await until(async () => (await ana.call(getMe)).language === 'fr', 5_000)
  await goInside(page, '/plans?edit=new')
  assert.equal(await plan.getByLabel(said('fr', 'Name'), { exact: true }).inputValue(), 'Rent of the flat')
  await goInside(page, '/')
  await page.getByRole('textbox', { name: said('fr', 'Add a transaction') }).waitFor()
  assert.equal(await entry.first().inputValue(), '12.50 noodles')
  assert.equal(await page.evaluate('globalThis.marker'), 'still here', 'the page was not loaded again')
  assert.deepEqual(asked.toSorted(byName), ['words-fr-first', 'words-fr-home', 'words-fr-rest'])

  const { page: other, asked: there } = await anotherBrowser(t, '/', { as: ana })
  await other.getByRole('textbox', { name: said('fr', 'Add a transaction') }).waitFor()
  assert.equal(await direction(other), 'fr ltr')
  assert.deepEqual([...new Set(there)], there, 'no file twice')
  const again = wordFiles(other)
  await other.reload()
  await other.getByRole('textbox', { name: said('fr', 'Add a transaction') }).waitFor()
  assert.deepEqual(
    again.filter((name) => !name.startsWith('words-fr-')),
    [],
    'the next visit begins in French',
  )
  const { page: phone } = await anotherBrowser(t, '/add', { as: ana })
  await heading(phone, said('fr', 'Add a transaction')).waitFor()
  assert.equal(await direction(phone), 'fr ltr', 'also where it begins on a page without the frame')
})

test('Arabic is read from right to left, and English from left to right again', async (t) => {
  const ana = await stage.person()
  const page = await open(t, stage, '/settings/look', { as: ana })
  await complete(page)
  const sideOf = async () => {
    const link = page.getByRole('navigation').first()
    return ((await link.boundingBox())?.x ?? assert.fail('it has a place')) > 720 ? 'right' : 'left'
  }
  assert.equal(await sideOf(), 'left')
  await choose(page, 'ar')
  await heading(page, said('ar', 'Look [appearance]')).waitFor()
  assert.deepEqual([await direction(page), await sideOf()], ['ar rtl', 'right'])
  await choose(page, 'en')
  await heading(page, 'Look').waitFor()
  assert.deepEqual([await direction(page), await sideOf()], ['en ltr', 'left'])
})

test('whoever signs up in German gets a book with German names, which stay when they switch to English', async (t) => {
  await stage.person() // somebody is here already
  const page = await open(t, stage, '/sign-up', { ...GERMAN, refusals: [401] })
  await page.getByLabel(said('de', 'Your name')).fill('Gerda')
  await page.getByLabel(said('de', 'E-mail')).fill('gerda-of-languages@example.com')
  await page.getByLabel(said('de', 'Password'), { exact: true }).fill('four words are enough')
  await page.getByRole('button', { name: said('de', 'Create my account') }).click()
  await heading(page, said('de', 'Hello {name}. What do you have today?', { name: 'Gerda' })).waitFor()
  await picture(page, 'language-german-welcome')
  await page.getByRole('button', { name: said('de', 'Start [verb]'), exact: true }).click()
  await page.getByRole('textbox', { name: said('de', 'Add a transaction') }).waitFor()

  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'service-session')
  const { call } = client(through(stage.app), '/api/v1', cookie?.value)
  const namesIn = async () => ({
    book: (await call(getBook)).name,
    accounts: (await call(listAccounts, { query: { limit: 1000 } })).data.map(({ name }) => name).sort(),
    categories: (await call(listCategories, { query: { limit: 1000 } })).data.map(({ name }) => name).sort(),
  })
  assert.equal((await call(getMe)).language, 'de')
  const german = await namesIn()
  for (const name of ['Girokonto', 'Bargeld', 'Sparkonto', 'Kreditkarte', 'Forderungen'])
    assert(german.accounts.includes(name), `${name} is not among ${german.accounts}`)
  for (const name of ['Cash', 'Bank', 'Savings', 'Credit card', 'Receivables'])
    assert(!german.accounts.includes(name), `${name} is English`)
  for (const name of ['Lebensmittel', 'Auswärts essen', 'Gehalt'])
    assert(german.categories.includes(name), `${name} is not among ${german.categories}`)
  for (const name of ['Groceries', 'Eating out', 'Salary'])
    assert(!german.categories.includes(name), `${name} is English`)

  await goInside(page, '/settings/look')
  await choose(page, 'en')
  await heading(page, 'Look').waitFor()
  await page.getByRole('navigation', { name: 'Accounts' }).getByText('Girokonto').waitFor()
  assert.deepEqual(await namesIn(), german)
  assert.equal((await call(getMe)).language, 'en')
})

test('the appearance opens in browsers of every language, and Arabic ones may write as other countries do', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'USD' })
  const formats = (page: Page) => page.getByRole('combobox').filter({ has: page.locator('[value=uk-UA]') })
  for (const language of languageTags) {
    const look = { as: ana, locale: browserLocales[language] ?? languages[language].numbers, language: null }
    const { page } = await anotherBrowser(t, '/settings/look', look)
    await heading(page, said(language, 'Look [appearance]')).waitFor()
    const names = await formats(page).getByRole('option').allTextContents()
    assert.deepEqual(new Set(names).size, names.length, 'every name is there once')
    if (language !== 'ar') continue
    assert.equal(await formats(page).inputValue(), '')
    await formats(page).selectOption({ label: 'العربية (مصر)' })
    await page.getByText('−1,234.56').waitFor()
    await picture(page, 'language-arabic-look')
  }
})

test('of two languages that are chosen one after the other the last one stays, whichever arrives first', async (t) => {
  const page = await open(t, stage, '/sign-in', { refusals: [401] })
  await heading(page, 'Sign in').waitFor()
  let goOn = () => {}
  const isHeld = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/assets/words-fr-*', async (route) => {
    await isHeld
    await route.continue()
  })
  await choice(page).selectOption('fr')
  await choose(page, 'de')
  const arrived = page.waitForResponse(/words-fr-rest/)
  goOn()
  await arrived
  await page.waitForLoadState('networkidle')
  assert.deepEqual([await direction(page), await choice(page).inputValue()], ['de ltr', 'de'])
  await heading(page, 'Anmelden').waitFor()
})

test('a language whose words do not arrive leaves the one before, and can be chosen again', async (t) => {
  const ana = await stage.person()
  const page = await open(t, stage, '/settings/look', { as: ana, refusals: [503], errors: /ERR_/ })
  await page.route('**/assets/words-pl-*', (route) => route.fulfill({ status: 503 }))
  await choice(page).selectOption('pl')
  await page.getByText('The words of this language could not be loaded. Try again.').waitFor()
  assert.equal(await direction(page), 'en ltr')
  await page.unrouteAll()
  await choose(page, 'pl')
  await heading(page, said('pl', 'Look [appearance]')).waitFor()
  await ana.call(updateMe, { body: { language: null } })
  await page.reload()
  await heading(page, said('pl', 'Look [appearance]')).waitFor()
  assert.equal(await choice(page).inputValue(), 'pl', 'where the profile has none, that of the browser stays')
})

test('without a network the app opens in the language that was chosen a moment ago', async (t) => {
  const look = { as: await stage.person(), serviceWorker: true, errors: /ERR_|Failed to fetch/ }
  const page = await open(t, stage, '/settings/look', look)
  const untilKept = (language: Language) =>
    untilTrue(
      page,
      `caches.keys().then(async ([name]) => {
        const kept = name ? await (await caches.open(name)).keys() : []
        return ['/', 'words-${language}-first', 'words-${language}-rest'].every((part) =>
          kept.some(({ url }) => (part === '/' ? url.endsWith('/') : url.includes(part))))
      })`,
    )
  await untilKept('en')
  await choose(page, 'fr')
  await untilKept('fr')
  await page.context().setOffline(true)
  await page.reload()
  await page
    .getByRole('link', { name: said('fr', 'Home'), exact: true })
    .first()
    .waitFor()
  assert.equal(await direction(page), 'fr ltr')
})
