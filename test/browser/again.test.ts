import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeStage, open } from './browser.ts'

/** A page that one test leaves and the next one reuses: two tests that belong together. */
const stage = await makeStage()
let left: Page | undefined

const keepsSomething = `(async () => {
  localStorage.setItem('left', '1')
  sessionStorage.setItem('left', '1')
  document.cookie = 'left=1'
  await new Promise((done) => { indexedDB.open('left').onsuccess = done })
})()`
const whatIsKept = `(async () => [
  localStorage.getItem('left'),
  sessionStorage.getItem('left'),
  document.cookie,
  (await indexedDB.databases()).some(({ name }) => name === 'left'),
  innerWidth,
])()`

test('a test leaves its page with another tab, routes, stored data, and without a network', async (t) => {
  const page = await open(t, stage, '/health', { as: await stage.person(), width: 800 })
  await page.evaluate(keepsSomething)
  assert.deepEqual(await page.evaluate(whatIsKept), ['1', '1', 'left=1', true, 800])
  await page.context().newPage()
  await page.route('**/*', (route) => route.abort())
  await page.context().setOffline(true)
  left = page
})

test('the next one goes on in that page, and nothing of it is there', async (t) => {
  const page = await open(t, stage, '/health')
  assert.equal(page, left)
  assert.deepEqual(await page.evaluate(whatIsKept), [null, null, '', false, 1440])
  assert.equal(page.context().pages().length, 1)
  assert.deepEqual(await page.context().cookies(), [])
})
