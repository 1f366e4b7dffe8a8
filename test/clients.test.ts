import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { openapi } from '../contract/openapi.ts'
import { listen } from './raw.ts'
import { makeWorld } from './world.ts'

/** Clients that know the service only by its OpenAPI document, generated as their developers would do it. */
const folder = await mkdtemp(join(tmpdir(), 'florin-clients-'))
after(() => rm(folder, { recursive: true, force: true }))
await writeFile(join(folder, 'openapi.json'), JSON.stringify(openapi()))
await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
await writeFile(join(folder, 'redocly.yaml'), 'extends: [recommended]\ntelemetry: off\n')
await symlink(resolve('node_modules'), join(folder, 'node_modules'))
for (const file of ['tsconfig.json', 'with-openapi-fetch.ts', 'with-hey-api.ts'])
  await cp(join('test/clients', file), join(folder, file))

/** Runs a tool of npm on the Node that runs this, and answers with its output. */
async function run(tool: string, ...args: string[]): Promise<string> {
  const child = promisify(execFile)(process.execPath, [resolve(tool), ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  const { stdout, stderr } = await child.catch((error) => error)
  return `${stdout}${stderr}`
}

const linted = run('node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi.json', '--format=json')
const compiled = Promise.all([
  run(
    'test/clients/node_modules/openapi-typescript/bin/cli.js',
    'openapi.json',
    '-o',
    'generated/openapi-typescript.ts',
  ),
  run(
    'test/clients/node_modules/@hey-api/openapi-ts/bin/run.js',
    '-i',
    'openapi.json',
    '-o',
    'generated/hey-api',
    '-c',
    '@hey-api/client-fetch',
  ),
]).then(() => run('node_modules/typescript/bin/tsc', '-p', '.'))

test('redocly lint finds nothing to say about the document', async () => {
  const said = await linted
  const { totals } = JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1))
  assert.deepEqual(totals, { errors: 0, warnings: 0, ignored: 0 }, said)
})

for (const name of ['with-openapi-fetch', 'with-hey-api'])
  test(`the README's walk, done ${name.replaceAll('-', ' ')}: it compiles, and does what it says`, async () => {
    assert.equal(await compiled, '', 'what the compiler says')
    const { app } = await makeWorld()
    const { port } = await listen(app)
    const { walk } = await import(pathToFileURL(join(folder, 'made', `${name}.js`)).href)
    assert.deepEqual(await walk(`http://127.0.0.1:${port}/api/v1`), {
      me: `ana-of-${name.slice(5)}@example.com`,
      phone: '+36 1 234',
      restored: null,
      expense: [0.00626, 7.51, 'own'],
      cash: [[{ currency_id: 'JPY', amount: -1200 }], -7.51],
      trial: 7.51,
      changes: [
        'contact created',
        'contact updated',
        'contact deleted',
        'contact restored',
        'account created',
        'category created',
        'exchange_rate created',
        'expense created',
      ],
      past: [[{ currency_id: 'JPY', amount: -1200 }], 'expense updated', 1200],
      back: [],
      renamed: ['Journeys', false],
      refused: ['Invalid request', 'invalid', ['name must not be empty.']],
      unchanged: 304,
    })
  })
