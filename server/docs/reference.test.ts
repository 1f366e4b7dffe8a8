import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { Type } from 'typebox'
import { createAccount } from '../../contract/accounts.ts'
import { api } from '../../contract/api.ts'
import { bulkTransactions } from '../../contract/batches.ts'
import { createExpense } from '../../contract/budgeting.ts'
import { copyBudgets, putBudget } from '../../contract/budgets.ts'
import { createCategory } from '../../contract/categories.ts'
import { undoChange } from '../../contract/changes.ts'
import { addExchangeRates } from '../../contract/currencies.ts'
import { isDay } from '../../contract/day.ts'
import { isEmail } from '../../contract/email.ts'
import { examplesOfRefusals } from '../../contract/examples/refusals.ts'
import { createGoal, createGoalMove } from '../../contract/goals.ts'
import { createImport, listImports } from '../../contract/imports.ts'
import { createPlan } from '../../contract/plans.ts'
import { refusals } from '../../contract/refusals.ts'
import { Nullable, named, type Route, route } from '../../contract/route.ts'
import { refusalsOf } from '../../contract/route-refusals.ts'
import { deleteValue, getValue, listValues, putValue } from '../../contract/values.ts'
import { bank } from '../../test/books.ts'
import { makeWorld } from '../../test/world.ts'
import { curlOf, exampleBody } from './example.ts'
import { escaped } from './html.ts'
import { referencePage } from './reference.ts'

const { app, person } = await makeWorld()
const html = (await app.inject('/docs')).payload

const tagsOf = (referencePage: string) => referencePage.match(/<[a-z][^>]*>/g) ?? []
const idsOf = (referencePage: string) =>
  [...referencePage.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)
const pageOf = (route: Route) => referencePage([{ name: 'example', part: 'examples', route }])
const sectionOf = (referencePage: string, id: string) =>
  referencePage.split(`id="${id}"`)[1]?.split('</section>')[0] ?? ''
const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')

test('the front door leads to the reference, which is a page with a stylesheet', async () => {
  const door = await app.inject('/')
  assert.equal(door.statusCode, 302)
  assert.equal(door.headers.location, '/docs')
  const answer = await app.inject('/docs')
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
  const [, sheet = ''] = html.match(/<link rel="stylesheet" href="([^"]*)">/) ?? []
  const style = await app.inject(sheet)
  assert.equal(style.statusCode, 200)
  assert.equal(style.headers['content-type'], 'text/css; charset=utf-8')
  assert.match(style.payload, /prefers-color-scheme: dark/)
})

test('the page needs nothing that its own content security policy forbids', async () => {
  const policy = String((await app.inject('/docs')).headers['content-security-policy'])
  assert.match(policy, /default-src 'self'; script-src 'self'; style-src 'self'/)
  for (const tag of tagsOf(html)) {
    assert.doesNotMatch(tag, /^<(script|style|iframe|base|img)\b/)
    assert.doesNotMatch(tag, / (style|on\w+)=/)
    for (const [, address = ''] of tag.matchAll(/ (?:href|src)="([^"]*)"/g))
      assert.match(address, /^(#|\/\w)/)
  }
})

test('every address on the page leads somewhere, and to one place only', async () => {
  const ids = idsOf(html)
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  )
  for (const [, address = ''] of html.matchAll(/ href="([^"]*)"/g)) {
    if (address.startsWith('#')) assert(ids.includes(address.slice(1)), address)
    else assert.equal((await app.inject(address)).statusCode, 200, address)
  }
})

test('every route is on the page, with its summary, its example and all it can refuse', () => {
  for (const { name, route } of api) {
    const section = sectionOf(html, `route-${name}`)
    assert(textOf(section).includes(`${route.method} ${route.path}`), name)
    assert(section.includes(escaped(route.summary)), name)
    assert(section.includes(escaped(curlOf(route))), name)
    for (const code of refusalsOf(route)) assert(section.includes(`href="#${code}"`), `${name} ${code}`)
    const fields = { ...route.query?.properties, ...route.body?.properties }
    for (const field of Object.keys(fields))
      assert(section.includes(`<code>${field}</code>`), `${name} ${field}`)
  }
})

test('a route shows what only it refuses, and folds away what any such route does', () => {
  const [own = '', general = ''] =
    sectionOf(html, 'route-register').split('<h4>Refusals</h4>')[1]?.split('<details>') ?? []
  assert(own.includes('email_taken') && !own.includes('rate_limited'))
  assert(general.includes('rate_limited') && !general.includes('email_taken'))
})

test('the page says in which order a request is checked, and that a status is computed', () => {
  assert.match(
    textOf(sectionOf(html, 'about-order')),
    /who is asking \(401, 403\).*in the path exists \(404\).*\(412\)/,
  )
  assert.match(
    textOf(sectionOf(html, 'about-changes')),
    /status of an obligation follows from its outstanding amount/,
  )
  assert.match(textOf(sectionOf(html, 'about-errors')), /&quot;params&quot;: \{/)
})

test('the page says how plans are posted, how to name the last working day, and how to take back a skip', () => {
  const text = textOf(sectionOf(html, 'about-plans'))
  assert.match(text, /auto: true.*waits.*scheduled day.*last working day/)
  assert.match(text, /&quot;on&quot;: &quot;last&quot;, *&quot;working_days&quot;: &quot;before&quot;/)
  assert.match(text, /Public holidays are working days.*POST \/changes\/\$VERSION\/undo/)
})

test('the type of every error leads to its place on the page', async () => {
  for (const [code, { status, title }] of [
    ...Object.entries(refusals),
    ['internal', { status: 500, title: 'Internal error' }] as const,
  ]) {
    assert(textOf(sectionOf(html, code)).includes(`${status} ${code} ${title}`), code)
  }
  for (const { code, message } of Object.values(examplesOfRefusals))
    assert(sectionOf(html, code).includes(escaped(message)), code)
  const { type } = (await app.inject('/api/v1/auth/me')).json()
  assert.equal(type, '/docs#unauthenticated')
  assert(sectionOf(html, 'unauthenticated').includes(escaped(refusals.unauthenticated.sentence())))
})

test('the example body of every route is one that the route accepts', () => {
  const ajv = new Ajv({
    strict: false,
    formats: { date: isDay, email: isEmail, 'date-time': true, uuid: true, currency: true },
  })
  for (const { name, route } of api) {
    if (!route.body) continue
    const body = exampleBody(route)
    assert(
      ajv.validate(route.body, body) === true,
      `${name}: ${ajv.errorsText()} in ${JSON.stringify(body)}; give the field \`examples\` in the contract`,
    )
  }
})

test('printed bodies whose parts depend on each other are accepted: a plan, a bulk change, a copy of budgets', async () => {
  const ana = await person()
  const category = await ana.call(createCategory, { body: { name: 'Food' } })
  const expense = await ana.call(createExpense, {
    body: { amount: 5, date: '2026-10-05', category_id: category.id },
  })
  await ana.call(putBudget, {
    params: { category_id: category.id, month: '2026-10' },
    body: { amount: 100 },
  })
  const ids: Record<string, string> = { $CATEGORY_ID: category.id, $ID: expense.id }
  for (const route of [createPlan, bulkTransactions, copyBudgets]) {
    const printed = JSON.stringify(exampleBody(route)).replace(/\$[A-Z_]+/g, (name) => ids[name] ?? name)
    const url = route.path.replace('{month}', '2026-11')
    const { status, text } = await ana.send({ method: route.method, url, payload: JSON.parse(printed) })
    assert.equal(status, 200, `${printed} ${text}`)
  }
})

test('the printed requests about categories, goals and values run in the order of the page', async () => {
  const ana = await person({ base_currency_id: 'EUR' })
  const ids: Record<string, string> = {}
  const printed = (text: string) => text.replace(/\$[A-Z_]+/g, (name) => ids[name] ?? name)
  const send = async (route: Route) => {
    const [, address = ''] = curlOf(route).match(/"\$FLORIN([^"]*)"/) ?? []
    const body = exampleBody(route)
    const { status, text } = await ana.send({
      method: route.method,
      url: printed(address),
      ...(body && { payload: JSON.parse(printed(JSON.stringify(body))) }),
    })
    assert.equal(status, 200, `${route.method} ${printed(address)} ${text}`)
    return JSON.parse(text) as { id: string }
  }
  ids.$INTO = (await send(createCategory)).id
  ids.$ACCOUNT_ID = (await send(createAccount)).id
  for (const { route } of api.filter(({ part }) => part === 'categories' || part === 'goals')) {
    const { id } = await send(route)
    if (route === createCategory || route === createGoal) ids.$ID = id
    if (route === createGoalMove) ids.$MOVE_ID = id
  }
  ids.$ID = (await bank(ana, 'Car', 'EUR')).id
  for (const route of [putValue, getValue, listValues, deleteValue]) await send(route)
})

test('a body that is a file is sent from one', () => {
  assert.match(curlOf(createImport), /"\$FLORIN\/imports" \\\n.* \\\n {2}--data-binary "@\$FILE"$/)
  assert.match(curlOf(addExchangeRates), /--data-binary "@\$FILE"$/)
})

test('only a reply with a cursor is said to come in pages', () => {
  const gistOf = (route: Route) =>
    textOf(sectionOf(pageOf(route), 'route-example')).match(/Reply 200, ([\w ,]*)/)?.[1]
  assert.match(gistOf(listImports) ?? '', /^array of Import, in pages/)
  assert.match(gistOf(copyBudgets) ?? '', /^CopiedBudgets/)
  assert.match(gistOf(undoChange) ?? '', /^Undo/)
})

test('fields are told in words, with what is inside them', () => {
  const Line = named('Line', Type.Object({ memo: Type.String() }))
  const shown = pageOf(
    route({
      method: 'PUT',
      path: '/things/{id}',
      needs: 'write',
      summary: 'Change a thing.',
      body: Type.Object({
        date: Type.Optional(Nullable(Type.String({ format: 'date' }))),
        splits: Type.Array(Type.Object({ amount: Type.Number({ exclusiveMinimum: 0 }) }), { maxItems: 1000 }),
        kind: Type.Unsafe<string>({ type: 'string', enum: ['expense', 'income'], default: 'expense' }),
        tags: Type.Array(Type.String({ minLength: 1, maxLength: 50, description: 'A word.' })),
      }),
      reply: Type.Object({ lines: Type.Array(Line), total: Type.Optional(Type.Integer({ minimum: 0 })) }),
    }),
  )
  const text = textOf(sectionOf(shown, 'route-example'))
  assert.match(text, /id string \(uuid\) required The id of the record/)
  assert.match(text, /date string \(date\) or null optional/)
  assert.match(text, /splits array of object required at most 1,000 entries/)
  assert.match(text, /splits\[\]\.amount number required greater than 0/)
  assert.match(text, /kind string required one of expense, income; default expense/)
  assert.match(text, /tags array of string required A word\. each 1 to 50 characters/)
  assert.match(text, /total integer Not always there\. at least 0/)
  assert(shown.includes('array of <a href="#shape-Line">Line</a>'))
  assert.match(textOf(sectionOf(shown, 'shape-Line')), /memo string/)
  assert.match(sectionOf(shown, 'route-example'), /curl -X PUT &quot;\$FLORIN\/things\/\$ID&quot;/)
})

test('no text of the contract breaks out of its place, on the page or in the shell', () => {
  const saying = (text: string) => {
    const field = Type.String({
      description: text,
      format: text,
      pattern: text,
      default: text,
      examples: [text],
    })
    const body = named(
      text,
      Type.Object({ [text]: field, choice: Type.Unsafe({ enum: [text], type: text }) }),
    )
    return route({
      method: 'POST',
      path: `/${text}`,
      needs: 'write',
      summary: text,
      query: body,
      body,
      reply: body,
    })
  }
  const hostile = `" onerror=alert(1) '<img src=x onerror=alert(1)>&\`$(reboot)`
  const shown = pageOf(saying(hostile))
  assert(!shown.includes('<img'))
  assert.deepEqual(
    shown.match(/<[a-z!]+/g),
    pageOf(saying('Harmless')).match(/<[a-z!]+/g),
    'the same tags, whatever the text',
  )
  for (const tag of tagsOf(shown)) assert.doesNotMatch(tag.replace(/"[^"]*"/g, ''), /onerror/)
  const [, json = ''] = curlOf(saying(hostile)).split('<<JSON')
  assert.doesNotMatch(json, /(?<!\\)(`|\$\()/)
})
