import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount } from '../../contract/accounts.ts'
import { logout } from '../../contract/auth.ts'
import { createExpense, listExpenses } from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import { category } from '../books.ts'
import { until as waitUntil } from '../until.ts'
import type { Person } from '../world.ts'
import {
  axeFinds,
  colours,
  complete,
  makeStage,
  open,
  PHONE,
  picture,
  type Stage,
  tooWideBy,
} from './browser.ts'

const stage = await makeStage()
const until = (isTrue: () => Promise<boolean>) => waitUntil(isTrue, 20_000)
const phone = { ...PHONE, serviceWorker: true, errors: /cannot be reached|ERR_|Failed to fetch/ } as const

async function household(name = 'Ana', memo = 'Noodle bar'): Promise<Person> {
  const person = await stage.person({ name, base_currency_id: 'EUR' })
  const food = await category(person, 'Eating out')
  await category(person, 'Groceries')
  await person.call(createAccount, { body: { name: 'Purse', type: 'asset', is_default: true } })
  await person.call(createContact, { body: { name: 'Sam Okafor' } })
  await person.call(createExpense, { body: { amount: 9, category_id: food.id, memo } })
  return person
}

/** The copy of the book that is in the browser, as a text; null if there is none. */
const copyIn = (page: Page): Promise<string | null> =>
  page.evaluate(`indexedDB.databases().then((all) => !all.some(({ name }) => name === 'florin-book') ? null :
    new Promise((resolve) => {
      const opening = indexedDB.open('florin-book')
      opening.onsuccess = () => {
        const db = opening.result
        const done = (value) => { db.close(); resolve(value.length === 0 ? null : JSON.stringify(value)) }
        if (!db.objectStoreNames.contains('book')) return done([])
        const asked = db.transaction('book').objectStore('book').getAll()
        asked.onsuccess = () => done(asked.result)
      }
    }))`)

/** Waits until the copy has all that a cold start needs, although only one page was visited. */
async function kept(page: Page): Promise<string> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await until(async () => {
    const text = (await copyIn(page)) ?? ''
    return [
      '/auth/me',
      '/books/current',
      '/accounts',
      '/contacts',
      '/suggestions',
      '/overview',
      'limit=200',
    ].every((path) => text.includes(path))
  })
  return (await copyIn(page)) ?? assert.fail('there is no copy')
}

const banner = (page: Page, text: RegExp) => page.getByText(text).first()
const NOT_HERE = 'Not on this device: it needs a connection.'

async function add(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: key, exact: true }).click()
  await page.getByRole('button', { name: 'Eating out' }).click()
  await page.getByRole('button', { name: `Add €${key}.00` }).click()
  await banner(page, /kept on this device/).waitFor()
}
const amountsOf = async (person: Person) =>
  (await person.call(listExpenses)).data.map(({ amount }) => amount).sort((a, b) => a - b)

/** Looks at a screen as axe does, at its width and in both colours. */
async function look(page: Page, name: string): Promise<void> {
  await complete(page)
  assert.deepEqual(await axeFinds(page), [], name)
  assert.equal(await tooWideBy(page), 0, name)
  for (const colour of ['light', 'dark'] as const) {
    await colours(page, colour)
    await picture(page, `offline ${name} ${colour}`)
  }
  await colours(page, 'light')
}

test('a phone that opens without a network shows Home, the timeline and /add from the device, and says from when', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/', { as: ana, ...phone })
  await page.getByRole('region', { name: 'Latest' }).getByText('Noodle bar').waitFor()
  const copy = await kept(page)
  assert(!copy.includes(ana.token), 'a token is never kept')
  await page.context().setOffline(true)
  await page.goto(`${stage.address}/`)
  await banner(page, /No connection. As of today/).waitFor()
  await page.getByRole('region', { name: 'Latest' }).getByText('Noodle bar').waitFor()
  await look(page, 'home')
  await page.goto(`${stage.address}/transactions`)
  await page.getByText('Noodle bar').first().waitFor()
  await banner(page, /No connection. As of today/).waitFor()
  await look(page, 'timeline')
  for (const path of ['/reports/net-worth', '/activity', '/budgets']) {
    await page.goto(stage.address + path)
    await page.getByText(NOT_HERE).first().waitFor()
    assert.equal(await page.getByText('This did not load').count(), 0, path)
  }
  await look(page, 'not kept')
  await page.goto(`${stage.address}/add`)
  await add(page, '7')
  await look(page, 'add')
  assert.deepEqual(await amountsOf(ana), [9])
  await page.context().setOffline(false)
  await banner(page, /has been sent/).waitFor()
  assert.deepEqual(await amountsOf(ana), [7, 9])
})

test('budgets of a month that was opened are there without a network, and those of another month are not', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/budgets', { as: ana, ...phone })
  await page.getByText('Eating out').first().waitFor()
  await kept(page)
  await until(async () => (await copyIn(page))?.includes('kind=income') ?? false)
  await page.context().setOffline(true)
  await page.goto(`${stage.address}/budgets`)
  await banner(page, /No connection. As of today/).waitFor()
  await page.getByText('Eating out').first().waitFor()
  await look(page, 'budgets')
  await page.goto(`${stage.address}/budgets?month=2020-01`)
  await page.getByText(NOT_HERE).first().waitFor()
})

/** Makes the kept answers of an address two hours older. */
const age = (page: Page, path: string) =>
  page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('florin-book')
    opening.onsuccess = () => {
      const db = opening.result
      const store = db.transaction('book', 'readwrite').objectStore('book')
      store.getAll().onsuccess = ({ target: { result: [copy] } }) => {
        const answers = copy.answers.map((one) =>
          one.key[0] === '${path}' ? { ...one, at: one.at - 7_200_000 } : one)
        store.put({ ...copy, answers }, copy.book_id).onsuccess = () => { db.close(); resolve() }
      }
    }
  })`)

test('the cards of Reports without a network say of when they are, and those that are not kept say so at once', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/reports', { as: ana, ...phone })
  await page.getByRole('link', { name: /^Trial balance/ }).waitFor()
  await kept(page)
  await until(async () => (await copyIn(page))?.includes('/reports/income-statement?') ?? false)
  await page.context().setOffline(true)
  await age(page, '/reports/income-statement')
  await page.route('**/api/**', () => {}) // a network that answers nothing, not even that it is away
  await page.goto(`${stage.address}/reports`)
  await banner(page, /No connection. As of /).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Trial balance' }).getByText(NOT_HERE).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Cash flow' }).getByText(NOT_HERE).waitFor()
  await page.getByRole('link', { name: /^Net worth.*, as of today, / }).waitFor()
  assert.equal(
    await page.getByRole('link', { name: /^Income and spending.*as of/ }).count(),
    0,
    'the page says it',
  )
  await look(page, 'reports')
})

test('a copy from before the book changed is renewed, although only Home is opened', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/', { as: ana, ...phone })
  await kept(page)
  const food = await category(ana, 'Books')
  await ana.call(createExpense, { body: { amount: 12, category_id: food.id, memo: 'Atlas' } })
  await page.goto(`${stage.address}/`)
  await until(async () => ((await copyIn(page)) ?? '').split('limit=200')[1]?.includes('Atlas') === true)
  await page.context().setOffline(true)
  await page.goto(`${stage.address}/transactions`)
  await page.getByText('Atlas').first().waitFor()
})

/** The service behind a door that can be shut, as if it had been stopped. */
async function withDoor(
  t: TestContext,
): Promise<{ stage: Stage; stop: () => Promise<void>; start: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  const { port: behind } = new URL(stage.address)
  const door = createServer((socket) => {
    const service = connect(Number(behind), '127.0.0.1')
    for (const one of [socket, service]) {
      sockets.add(one)
      one.on('error', () => undefined).on('close', () => sockets.delete(one))
    }
    socket.pipe(service).pipe(socket)
  })
  const listen = (port: number) => new Promise<void>((go) => door.listen(port, '127.0.0.1', go))
  await listen(0)
  const { port } = door.address() as AddressInfo // a port, not a pipe
  const stop = async () => {
    const isClosed = new Promise((go) => door.close(go))
    for (const socket of sockets) socket.destroy()
    await isClosed
  }
  t.after(() => (door.listening ? stop() : undefined))
  return { stage: { ...stage, address: `http://127.0.0.1:${port}` }, stop, start: () => listen(port) }
}

test('while the service is stopped the page opens from the device, takes entries, and goes on when it is back', async (t) => {
  const ana = await household()
  const { stage: behind, stop, start } = await withDoor(t)
  const page = await open(t, behind, '/', { as: ana, ...phone })
  await kept(page)
  await stop()
  await page.goto(`${behind.address}/add`)
  await banner(page, /No connection. As of today/).waitFor()
  await add(page, '6')
  await page.goto(`${behind.address}/`)
  await banner(page, /1 transaction is kept on this device/).waitFor()
  await look(page, 'stopped')
  await start()
  await banner(page, /has been sent/).waitFor({ timeout: 60_000 })
  await banner(page, /No connection. As of/).waitFor({ state: 'detached' })
  assert.deepEqual(await amountsOf(ana), [6, 9])
})

test('two devices that were without a network come together: every entry is there once, on both', async (t) => {
  const ana = await household()
  const pages = [
    await open(t, stage, '/', { as: ana, ...phone }),
    await open(t, stage, '/', { as: ana, ...phone }),
  ]
  for (const page of pages) {
    await kept(page)
    await page.context().setOffline(true)
  }
  await Promise.all(
    pages.map(async (page, index) => {
      await page.goto(`${stage.address}/add`)
      for (const key of index === 0 ? ['1', '2'] : ['3', '4']) {
        await add(page, key)
        await page.reload()
      }
    }),
  )
  for (const page of pages) await page.context().setOffline(false)
  await until(async () => (await amountsOf(ana)).length === 5)
  assert.deepEqual(await amountsOf(ana), [1, 2, 3, 4, 9])
  for (const page of pages) {
    await page.goto(`${stage.address}/transactions`)
    for (const amount of ['1', '2', '3', '4', '9'])
      await page.getByText(`−€${amount}.00`).filter({ visible: true }).first().waitFor()
    assert.equal(await page.getByText('kept on this device').count(), 0)
  }
})

test('signing out takes the copy off the device', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/', { as: ana, ...phone, refusals: [401] })
  await kept(page)
  await page.goto(`${stage.address}/settings/profile`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/sign-in/)
  assert.equal(await copyIn(page), null)
  await page.context().setOffline(true)
  await page.goto(`${stage.address}/`)
  await page.getByText(NOT_HERE).waitFor()
  assert.equal(await page.getByText('Noodle bar').count(), 0)
  await look(page, 'nothing here')
})

test('the first answer that nobody is signed in takes the copy off the device, and leaves entries that wait', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/', { as: ana, ...phone, refusals: [401] })
  await kept(page)
  await page.context().setOffline(true)
  await page.goto(`${stage.address}/add`)
  await add(page, '5')
  await ana.call(logout) // from another device
  await page.context().setOffline(false)
  const over = page.getByRole('dialog', { name: 'Your session has ended' })
  await over.getByText('1 transaction waits on this device.').waitFor()
  await until(async () => (await copyIn(page)) === null)
  await page.goto(`${stage.address}/`)
  await page.waitForURL(/\/sign-in/)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ana.user.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(ana.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await banner(page, /has been sent/).waitFor()
  await page.goto(`${stage.address}/transactions`)
  await page.getByText('−€5.00').filter({ visible: true }).first().waitFor()
})

test('somebody else who signs in on the device finds nothing of the first person', async (t) => {
  const ana = await household()
  const bob = await household('Bob', 'Bicycle shop')
  const page = await open(t, stage, '/', { as: ana, ...phone, refusals: [401, 409] })
  assert((await kept(page)).includes('Noodle bar'))
  await page.goto(`${stage.address}/sign-in`)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(bob.user.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(bob.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Bicycle shop').first().waitFor()
  const copy = await kept(page)
  assert(copy.includes('Bicycle shop') && copy.includes(bob.user.id))
  for (const own of ['Noodle bar', ana.user.id, ana.user.email]) assert(!copy.includes(own), own)
  await page.context().setOffline(true)
  await page.goto(`${stage.address}/transactions`)
  await page.getByText('Bicycle shop').first().waitFor()
  assert.equal(await page.getByText('Noodle bar').count(), 0)
})

test('a service that answers too late does not show the book of one person under the name of another', async (t) => {
  const ana = await household()
  const bob = await household('Bob', 'Bicycle shop')
  const page = await open(t, stage, '/', { ...phone, as: ana, width: 1440, touch: false, refusals: [409] })
  await kept(page)
  await page.goto(`${stage.address}/health`)
  // As in a browser whose tabs cannot tell each other who signs in.
  await page
    .context()
    .addCookies([
      { name: 'service-session', value: bob.token, url: stage.address, httpOnly: true, sameSite: 'Lax' },
    ])
  await page.route('**/api/v1/**', async (route) => {
    await new Promise((go) => setTimeout(go, 6_000))
    await route.continue()
  })
  await page.goto(`${stage.address}/`)
  await banner(page, /No connection. As of/).waitFor()
  await page.getByRole('dialog', { name: 'Somebody else signed in here' }).waitFor()
  assert.equal(await page.getByText('Ana', { exact: true }).count(), 1)
  assert.equal(await page.getByText('Bob', { exact: true }).count(), 0)
  await page.goto(`${stage.address}/health`)
  assert(!((await copyIn(page)) ?? '').includes('Bicycle shop'), 'nothing of Bob is in the copy of Ana')
})

test('the switch removes the copy at once, and this browser remembers it', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/', { as: ana, ...phone })
  await kept(page)
  await page.goto(`${stage.address}/settings/devices`)
  const off = page.getByRole('switch', { name: 'Keep nothing on this device' })
  await off.click()
  await until(async () => (await copyIn(page)) === null)
  await look(page, 'switch')
  await page.goto(`${stage.address}/`)
  await page.getByRole('region', { name: 'Latest' }).getByText('Noodle bar').waitFor()
  await page.waitForTimeout(2_500) // longer than a write would take
  assert.equal(await copyIn(page), null)
  await page.context().setOffline(true)
  await page.goto(`${stage.address}/`)
  await page.getByText(NOT_HERE).waitFor()
  await page.context().setOffline(false)
  await page.goto(`${stage.address}/settings/devices`)
  assert.equal(await off.isChecked(), true)
  await off.click()
  await page.goto(`${stage.address}/`)
  await kept(page)
})

test('a copy of another shape is thrown away, not read', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/', { as: ana, ...phone })
  await kept(page)
  await page.goto(`${stage.address}/health`)
  await page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('florin-book', 9999)
    opening.onsuccess = () => { opening.result.close(); resolve() }
  })`)
  await page.context().setOffline(true)
  await page.goto(`${stage.address}/`)
  await page.getByText(NOT_HERE).waitFor()
  await page.context().setOffline(false)
  await page.goto(`${stage.address}/`)
  await kept(page)
})
