import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { makeWorld } from './world.ts'

const hasCurl = spawnSync('curl', ['--version']).status === 0

test('the walk of the README works as pasted', {
  skip: hasCurl ? false : 'curl is not installed here',
}, async () => {
  const { app } = await makeWorld()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // a port, not a pipe
  const readme = await readFile('README.md', 'utf8')
  const walk = [...readme.matchAll(/```sh walk\n(.*?)```/gs)].map(([, part]) => part).join('')
  const lines = (await shell(walk, `http://127.0.0.1:${port}/api/v1`)).trim().split('\n')
  const answers = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    answers.filter((answer) => answer.code !== undefined && answer.status >= 400),
    [],
  )
  const steps = (walk.match(/echo$/gm) ?? []).length
  assert.equal(answers.length, steps)
  assert.match(answers[0].email, /^ana-\d+@example\.com$/)
  assert.equal(answers[1].phone, '+36 1 234')
  assert.equal(answers[1].name, 'Bela')
  const boxes = answers.filter(({ data }) => data?.[0]?.name === 'Cash').map(({ data }) => data[0])
  assert.equal(boxes.length, 2, 'as it is, and as it was known before the change')
  for (const { balances, base_balance } of boxes)
    assert.deepEqual([balances, base_balance], [[{ currency_id: 'JPY', amount: -1200 }], -7.51])
  const [undone] = answers.find(({ data }) => data?.[0]?.undoes).data
  assert.deepEqual([undone.before.amount, undone.after.amount], [12_000, 1200])
  const history = answers.find(({ data }) => data?.[0]?.resource === 'expense' && data.length === 3).data
  assert.deepEqual(
    history.map(({ action, after }: { action: string; after: { amount: number } }) => [action, after.amount]),
    [
      ['created', 1200],
      ['updated', 12_000],
      ['updated', 1200],
    ],
  )
  assert.deepEqual(
    [history[0].after.fx_rate, history[0].after.base_amount, history[0].after.fx_source],
    [0.00626, 7.51, 'own'],
  )
  assert.equal(answers.find(({ total_debit_base }) => total_debit_base !== undefined).total_debit_base, 7.51)
  assert.equal(answers.find(({ month, totals }) => month === '2026-04' && totals).totals.left, 292.49)
  assert.deepEqual(
    answers.at(-2).data.map(({ verdict }: { verdict: string }) => verdict),
    ['new', 'new'],
  )
  assert.equal(answers.at(-1).import.status, 'committed')
  assert.deepEqual(answers.find(({ periods }) => periods).totals.expense.amounts, [0, 7.51, 0, 0])
})

test('a shell without comments on its command line, as zsh is, takes the walk of the README too', async () => {
  const readme = await readFile('README.md', 'utf8')
  const comments = [...readme.matchAll(/```sh[^\n]*\n(.*?)```/gs)].flatMap(
    ([, part]) => part?.match(/^#.*/gm) ?? [],
  )
  assert(comments.length > 15)
  // In zsh these open a quotation, a substitution or a pattern, and end or redirect a command.
  assert.deepEqual(
    comments.filter((comment) => /['"`$!?*()[\]{};&|<>\\]/.test(comment)),
    [],
  )
})

function shell(script: string, florin: string): Promise<string> {
  const child = spawn('bash', ['-eu'], {
    env: { ...process.env, FLORIN: florin },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(script)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  return new Promise((resolve, reject) =>
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`the walk ended with ${code}: ${output}`)),
    ),
  )
}
