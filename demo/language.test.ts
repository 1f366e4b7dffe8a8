import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../contract/accounts.ts'
import { getMe, login } from '../contract/auth.ts'
import { getBook } from '../contract/books.ts'
import { listTransactions } from '../contract/budgeting.ts'
import { listCategories } from '../contract/categories.ts'
import { client } from '../contract/client.ts'
import { listContacts } from '../contract/contacts.ts'
import { todayIn } from '../contract/day.ts'
import { listGoals } from '../contract/goals.ts'
import { listObligations } from '../contract/obligations.ts'
import { listPlans } from '../contract/plans.ts'
import { makeWorld } from '../test/world.ts'
import { pretend } from '../words/catalogue.ts'
import { type Language, languageTags } from '../words/languages.ts'
import { inLanguage } from '../words/t.ts'
import { fill } from './fill.ts'
import { ANA, household } from './household.ts'
import { ownBookOf } from './own-book.ts'
import type { Step } from './play.ts'
import { allTexts, say } from './say.ts'

const today = Temporal.PlainDate.from('2026-11-15')
const stepsIn = (language: Language): Step[] =>
  inLanguage(language, () => [...household({ today, years: 3 }), ...ownBookOf({ today })])

const READ = new Set(['name', 'memo', 'notes', 'tags', 'filename', 'q'])

/** Every text of the calls that somebody reads afterwards, and every one that is searched for. */
function textsOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return READ.has(key) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(one, key))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => textsOf(one, name))
}

test('in English every name and memo is the one that the code knows', () => {
  assert.deepEqual(allTexts.map(say), allTexts)
  const known = new Set<string>(allTexts)
  const strange = stepsIn('en').flatMap(({ input }) => textsOf(input).filter((text) => !known.has(text)))
  assert.deepEqual(strange, [])
})

test('in another language every one of them is said in it, but for names of people and shops', () => {
  const stop = pretend('de', (message) => `‹${String(message)}›`)
  try {
    const proper = new Set<string>(inLanguage('de', () => allTexts.filter((text) => say(text) === text)))
    assert(proper.has('Bela') && proper.has('Alpina Insurance') && proper.size < 30)
    const said = stepsIn('de').flatMap(({ input }) => textsOf(input))
    const english = said.filter((text) => !/^‹.*›$/.test(text) && !proper.has(text))
    assert.deepEqual([...new Set(english)], [])
    assert(said.length > 5_000 && said.includes('‹Girokonto›') && said.includes('‹Miete›'))
  } finally {
    stop()
  }
})

test('in every language the calls are the same but for their words, and no two records of a kind have one name', () => {
  const shapeOf = (steps: readonly Step[]) => steps.map(({ route, names, by }) => ({ route, names, by }))
  const stepsOf = (language: Language) => inLanguage(language, () => household({ today, years: 1 }))
  const english = shapeOf(stepsOf('en'))
  for (const language of languageTags) {
    const steps = stepsOf(language)
    assert.deepEqual(shapeOf(steps), english, language)
    const made = steps.flatMap(({ route: { method, path }, input }) =>
      method === 'POST' && 'body' in input ? `${path} ${Object(input.body).name}` : [],
    )
    const named = made.filter((one) => /^\/(accounts|contacts|goals|plans|budgeting\/categories) /.test(one))
    const twice = named.filter((one, place) => named.indexOf(one) < place)
    assert.deepEqual(twice, [], language)
  }
})

test('a household in German: its accounts, categories, debts, memos and its book', async () => {
  const world = await makeWorld()
  const base = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1`
  const now = Temporal.PlainDate.from(todayIn('UTC'))
  assert(await fill(base, { today: now, years: 1, language: 'de' }))
  const { token } = await client(fetch, base).call(login, { body: ANA })
  const { call } = client(fetch, base, token)
  const named = (list: { data: { name: string }[] }) => list.data.map(({ name }) => name)
  assert.equal((await call(getMe)).language, 'de')
  assert.equal((await call(getBook)).name, 'Demo-Haushalt')
  const accounts = named(await call(listAccounts, { query: { limit: 1000 } }))
  for (const name of [
    'Bargeld',
    'Gemeinschaftskonto',
    'Sparkonto',
    'Autokredit',
    'Familienauto',
    'Forderungen',
  ])
    assert(accounts.includes(name), name)
  assert(!accounts.includes('Girokonto'), 'the account of the bank is the joint one')
  const { data: categories } = await call(listCategories, { query: { limit: 1000 } })
  const icons = new Map(categories.map(({ name, icon }) => [name, icon]))
  assert.deepEqual(
    [icons.get('Lebensmittel'), icons.get('Nebenjobs'), icons.get('Für uns')],
    ['shopping-basket', 'banknote', null],
  )
  assert(named(await call(listContacts, { query: { limit: 1000 } })).includes('Zahnarztpraxis am Park'))
  assert(named(await call(listGoals)).includes('Japan im Frühling'))
  assert(named(await call(listPlans, { query: { limit: 1000 } })).includes('Fensterputzen'))
  assert(named(await call(listObligations, { query: { limit: 1000 } })).includes('Geld fürs Fahrrad'))
  const { data: rent } = await call(listTransactions, { query: { q: 'Miete', limit: 1000 } })
  assert(rent.some(({ memo }) => memo === 'Miete'))
  const { data: japan } = await call(listTransactions, { query: { q: 'U-Bahn', limit: 1000 } })
  assert(japan.some(({ tags }) => tags.includes('urlaub')))
})
