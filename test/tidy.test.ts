import assert from 'node:assert/strict'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { STATUS_CODES } from 'node:http'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { api } from '../contract/api.ts'
import { openapi } from '../contract/openapi.ts'
import { refusals } from '../contract/refusals.ts'
import { addressesOf } from '../server/serve.ts'
import { readSettings } from '../server/settings.ts'
import { pairsOf } from './tidy-pairs.ts'
import { makeWorld } from './world.ts'

/** The house style, executed. */
const ours = { exclude: ['**/node_modules/**'] }
const code = (
  await Array.fromAsync(glob('{contract,words,server,web,demo,test,bench}/**/*.{ts,tsx,sql}', ours))
).sort((a, b) => (a < b ? -1 : 1))
const docs = (await Array.fromAsync(glob('{*.md,docs/**/*.md}'))).sort((a, b) => (a < b ? -1 : 1))
const texts = new Map(
  await Promise.all([...code, ...docs].map(async (file) => [file, await readFile(file, 'utf8')] as const)),
)
const text = (file: string) => texts.get(file) ?? ''

const isTest = (file: string) =>
  file.startsWith('test/') || file.startsWith('bench/') || file.endsWith('.test.ts')
const commands = Object.values<string>(JSON.parse(await readFile('package.json', 'utf8')).scripts)
/** A command of package.json is at the top, wherever it lies: nothing knows it. */
const isCommand = (file: string) => commands.some((line) => line.endsWith(` ${file}`))
/** A folder with routes is a feature. */
const features = code.flatMap((file) => /^server\/([^/]+)\/[^/]+\.routes\.ts$/.exec(file)?.[1] ?? [])

const pairs = pairsOf(features)

type Arrow = { from: string; to: string }
const arrows: Arrow[] = code
  .filter((file) => !isTest(file))
  .flatMap((from) =>
    [...text(from).matchAll(/(?:from |\bimport\(|^import )'([^']+)'/gm)].map(([, to = '']) => ({
      from,
      to: to.startsWith('.') ? normalize(join(dirname(from), to)) : to,
    })),
  )
const wrong = (isWrong: (arrow: Arrow) => boolean) =>
  arrows.filter(isWrong).map(({ from, to }) => `${from} → ${to}`)
const partOf = (file: string) => file.split('/')[1] ?? ''
const isFeature = (file: string) => file.startsWith('server/') && features.includes(partOf(file))

test('the contract imports nothing but itself, the words and the schema library', () => {
  assert.deepEqual(
    wrong(
      ({ from, to }) => from.startsWith('contract/') && !/^(contract|words)\//.test(to) && to !== 'typebox',
    ),
    [],
  )
})

test('the demo household knows the contract, the words and how Florin is started, and only the book to look around in knows it', () => {
  const isKnown = (to: string) => /^(demo\/|contract\/|words\/|node:|server\/main\.ts$)/.test(to)
  assert.deepEqual(
    wrong(({ from, to }) => (from.startsWith('demo/') ? !isKnown(to) : to.startsWith('demo/'))),
    ['web/books/make-example.ts → demo/household.ts', 'web/books/make-example.ts → demo/play.ts'],
  )
})

/** The rooms below the features, and which other rooms each may know. */
const rooms: Record<string, readonly string[]> = {
  process: [],
  database: ['process'],
  postgres: ['database', 'process'],
  scale: ['database', 'process'],
  ledger: ['database', 'scale', 'process'],
  records: ['ledger', 'database', 'process'],
  lists: ['ledger', 'database', 'process'],
}
test('the rooms below the features know only those below them: no feature, no HTTP', () => {
  const strays = wrong(({ from, to }) => {
    const allowed = from.startsWith('server/') && !isCommand(from) ? rooms[partOf(from)] : undefined
    return Boolean(allowed && to.startsWith('server/') && ![partOf(from), ...allowed].includes(partOf(to)))
  })
  assert.deepEqual(strays, [])
  for (const room of Object.keys(rooms))
    assert(
      code.some((file) => file.startsWith(`server/${room}/`)),
      `there is no server/${room}`,
    )
})

test('the ledger names no kind of record but the book and its transactions', () => {
  const kinds = code
    .filter((file) => file.startsWith('server/records/'))
    .flatMap((file) => [...text(file).matchAll(/= kind\('(\w+)'/g)].map(([, kind = '']) => kind))
  assert(kinds.length > 10, 'the kinds are found by their descriptions')
  const others = kinds.filter((kind) => kind !== 'book' && kind !== 'transaction')
  const isNamed = new RegExp(`'(${others.join('|')})'`)
  // The journal names the kinds of transactions, one of which is called as the record that it is of.
  const named = code.filter(
    (file) =>
      file.startsWith('server/ledger/') &&
      !isTest(file) &&
      file !== 'server/ledger/journal.ts' &&
      isNamed.test(text(file)),
  )
  assert.deepEqual(named, [])
})

/** The first way along arrows that ends where it began, if there is one. */
function circleIn(arrows: readonly Arrow[]): string[] {
  const next = Map.groupBy(arrows, ({ from }) => from)
  const done = new Set<string>()
  const way: string[] = []
  function visit(place: string): string[] {
    if (way.includes(place)) return [...way.slice(way.indexOf(place)), place]
    if (done.has(place)) return []
    way.push(place)
    for (const { to } of next.get(place) ?? []) {
      const circle = visit(to)
      if (circle.length > 0) return circle
    }
    way.pop()
    done.add(place)
    return []
  }
  for (const place of next.keys()) {
    const circle = visit(place)
    if (circle.length > 0) return circle
  }
  return []
}

test('no file leads back to itself, by a type either, and no folder of the server', () => {
  assert.deepEqual(circleIn(arrows), [])
  // A file that lies in no folder is one by itself; a command is at the top.
  const folderOf = (file: string) => file.split('/').slice(0, 2).join('/')
  const between = arrows
    .filter(({ from, to }) => from.startsWith('server/') && to.startsWith('server/') && !isCommand(from))
    .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
    .filter(({ from, to }) => from !== to)
  assert.deepEqual(circleIn(between), [])
})

test('no folder of the web app leads back to itself, and neither does a folder in one', () => {
  const folderOf = (file: string) => (dirname(file) === 'web' ? file : dirname(file))
  const between = arrows
    .filter(({ from, to }) => from.startsWith('web/') && to.startsWith('web/'))
    .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
    .filter(({ from, to }) => from !== to)
  assert.deepEqual(circleIn(between), [])
})

test('few files of the server lie in no folder', () => {
  const loose = code.filter((file) => /^server\/[^/]+$/.test(file) && !isTest(file))
  assert.deepEqual(
    loose,
    ['app', 'bundle', 'main', 'serve', 'settings'].map((name) => `server/${name}.ts`),
  )
})

test('a feature asks another only where the pair is written down', () => {
  const strays = wrong(
    ({ from, to }) =>
      isFeature(from) &&
      isFeature(to) &&
      partOf(from) !== partOf(to) &&
      !pairs.includes(`${partOf(from)} → ${partOf(to)}`),
  )
  assert.deepEqual(strays, [])
})

test('routes call verbs, verbs call SQL, and never the other way', () => {
  const asks = (file: string) => arrows.some(({ from, to }) => from === file && to.endsWith('.sql.ts'))
  assert.deepEqual(
    wrong(({ from, to }) => to.endsWith('.routes.ts') && from !== 'server/app.ts'),
    [],
  )
  // Modules that only compute, without asking the database, may be used by the statements too.
  assert.deepEqual(
    wrong(({ from, to }) => from.endsWith('.sql.ts') && isFeature(to) && !to.endsWith('.sql.ts') && asks(to)),
    [],
  )
})

test('only routes and the door know HTTP, only database and postgres the driver, only commands the environment', () => {
  const knowsHttp =
    /^server\/(app|serve)\.ts$|^server\/http\/|\.routes\.ts$|^server\/(auth\/session|web\/pages)\.ts$/
  assert.deepEqual(
    wrong(({ from, to }) => to === 'fastify' && !knowsHttp.test(from)),
    [],
  )
  assert.deepEqual(
    wrong(({ from, to }) => to === 'pg' && !/^server\/(database|postgres)\//.test(from)),
    [],
  )
  const readers = code.filter((file) => !isTest(file) && /process\.env/.test(text(file)))
  assert.deepEqual(
    readers.filter((file) => !isCommand(file)),
    [],
    'a command hands it to settings.ts, which reads and checks it',
  )
})

test('no file is too long to read', () => {
  const long = code.filter((file) => text(file).split('\n').length > 400)
  assert.deepEqual(long, [])
})

test('names say what a thing is', () => {
  const vague = /\b\w*(Manager|Helper|Util|Utils)\b/
  const files = code.filter((file) =>
    /(^|\/)(utils?|helpers?|common|services?|packages|src)(\/|\.ts)/.test(file),
  )
  assert.deepEqual(files, [])
  assert.deepEqual(
    code.filter((file) => file !== 'test/tidy.test.ts' && vague.test(text(file))),
    [],
  )
})

test('a name of a type of the server means one thing', () => {
  const declared = code
    .filter((file) => file.startsWith('server/') && !isTest(file))
    .flatMap((file) =>
      [...text(file).matchAll(/^(?:export )?(?:type|interface|class) (\w+)/gm)].map(([, name]) => ({
        name,
        file,
      })),
    )
  const several = [...Map.groupBy(declared, ({ name }) => name)].filter(([, places]) => places.length > 1)
  assert.deepEqual(
    several.map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`),
    [],
  )
})

test('nothing is left for later, nothing escapes the compiler, no test is left out', () => {
  const unfinished = /\b(TO[D]O|FIX[M]E|HAC[K]|XX[X])\b|@ts-ign[o]re|\bas an[y]\b/
  // A test may be skipped by a condition, where the machine lacks something; never always.
  // A budget has a field `only`, so that one counts in the options of a test alone.
  const leftOut =
    /\b(test|it)\.(skip|only|todo)\(|\b(skip|todo)(:| =) (true\b|['"`])|\bonly: true[^}]*\}, (async )?\(/
  const found = [...texts]
    .filter(([, text]) => unfinished.test(text.replaceAll("'XXX'", '')) || leftOut.test(text))
    .map(([file]) => file)
  assert.deepEqual(found, [])
})

test('every route of the contract is served, and the document says so', async () => {
  const { app } = await makeWorld()
  await app.ready()
  for (const { route } of api)
    for (const path of addressesOf(route)) {
      const url = `/api/v1${path.replace(/\{(\w+)\}/g, ':$1')}`
      assert(app.hasRoute({ method: route.method, url }), `${route.method} ${url}`)
    }
  assert.equal(new Set(api.map(({ route }) => `${route.method} ${route.path}`)).size, api.length)
  const served = await app.inject('/api/v1/openapi.json')
  assert.deepEqual(served.json(), JSON.parse(JSON.stringify(openapi())))
})

test('docs/openapi.json is current', async () => {
  const current = `${JSON.stringify(openapi(), null, 2)}\n`
  const committed = await readFile('docs/openapi.json', 'utf8').catch(() => '')
  if (committed !== current) await writeFile('docs/openapi.json', current)
  assert(
    committed === current,
    'docs/openapi.json was out of date. It has been written anew: look at what changed, and commit it.',
  )
})

test('a refusal is in one of the tables only, and its code, its status and its title are well-formed', async () => {
  const files = code.filter((file) => file.startsWith('contract/refusals-of-'))
  const tables = await Promise.all(files.map((file) => import(`../${file}`)))
  const codes = tables.flatMap((module) =>
    Object.values(module).flatMap((table) => Object.keys(Object(table))),
  )
  assert.equal(codes.length, Object.keys(refusals).length)
  for (const [code, { status, title }] of Object.entries(refusals)) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/)
    assert(STATUS_CODES[status] !== undefined && status >= 400, `${code} has the status ${status}`)
    assert.match(title, /^[A-Z].*[^.]$/, code)
  }
})

test('the README knows every script and every setting, and .ci/run calls its test command', async () => {
  const readme = text('README.md')
  const { scripts, version } = JSON.parse(await readFile('package.json', 'utf8'))
  for (const script of Object.keys(scripts).filter((name) => name !== 'postinstall')) // npm ci runs that one
    assert.match(readme, new RegExp(`npm (run )?${script}\\b`), script)
  const settings = [...text('server/settings.ts').matchAll(/env,\s*'([A-Z_]+)'/g)].map(([, name]) => name)
  assert.equal(settings.length, Object.keys(readSettings({})).length)
  for (const name of settings) assert(readme.includes(`\`${name}\``), `${name} is not in the README`)
  assert.match(readme, /npm ci && npm test/)
  assert.match(await readFile('.ci/run', 'utf8'), /^npm ci && npm test$/m)
  assert.match(text('CHANGELOG.md'), new RegExp(`^## ${version}`, 'm'))
  assert.equal((openapi().info as { version: string }).version, version)
})

test('the documents start the service with the options of npm start', async () => {
  const [, options] =
    /exec node (.*) server\/main\.ts/.exec(
      JSON.parse(await readFile('package.json', 'utf8')).scripts.start,
    ) ?? []
  assert(options)
  const commands = ['docs/operating.md', 'docs/speed.md'].flatMap((file) =>
    text(file)
      .split('\n')
      .filter((line) => /bin\/node .* server\/main\.ts/.test(line)),
  )
  assert.equal(commands.length, 3)
  for (const command of commands) assert(command.includes(` ${options} `), command)
})

test('docs/operating.md knows how long each thing may take', () => {
  const rows = [...text('docs/operating.md').matchAll(/^\| .* \| ([\d.]+) s \| `(\S+)` \|$/gm)]
  assert(rows.length > 20)
  for (const [row, seconds, file = ''] of rows) {
    const ms = String(Number(seconds) * 1_000).replace(/\B\d{3}$/, '_$&')
    assert(new RegExp(`\\b(${ms}|${seconds}s)\\b`).test(text(file)), row)
  }
})

test('each limit of a stop is shorter than the one around it', () => {
  const ms = (file: string, name: string) =>
    Number(new RegExp(`const ${name} = ([\\d_]+)`).exec(text(file))?.[1]?.replaceAll('_', ''))
  const served = ms('server/workers/serving.ts', 'GRACE_MS') + ms('server/workers/serving.ts', 'CLOSE_MS')
  const worker = ms('server/workers/member.ts', 'STOP_MS')
  const database = ms('server/main.ts', 'DATABASE_MS')
  const before = ms('server/main.ts', 'STOP_MS') - database
  assert(ms('server/workers/serving.ts', 'WORKER_ACCEPT_MS') + served < worker)
  assert(ms('server/workers/leader.ts', 'HAND_OVER_MS') + worker < before)
  assert(ms('server/workers/serving.ts', 'ACCEPT_MS') + served < before)
  assert(database - 500 > 1_500, 'PostgreSQL can be ended by force')
})

test('the index of the decisions has each of them once, with its title and what was decided in a few words', () => {
  const index = text('docs/decisions/README.md')
  const lines = [...index.matchAll(/^- \[(.*)\]\((\S+\.md)\): (.+)\.$/gm)]
  const files = docs.filter((file) => /^docs\/decisions\/\d/.test(file))
  assert.deepEqual(
    lines.map(([, title, file]) => `docs/decisions/${file} # ${title}`).sort((a, b) => (a < b ? -1 : 1)),
    files.map((file) => `${file} ${text(file).split('\n', 1)}`),
  )
  for (const [line, , , decided = ''] of lines) assert(decided.split(' ').length < 15, line)
})

test('links between the documents lead somewhere', async () => {
  for (const file of docs) {
    for (const [, target = ''] of text(file).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
      const path = normalize(join(dirname(file), target))
      await readFile(path).catch((error) => assert(error.code === 'EISDIR', `${file} → ${target}`))
    }
  }
})

test('the documents that explain the code name files that are there', () => {
  const explaining = ['ARCHITECTURE.md', 'docs/invariants.md', 'docs/books.md', 'docs/scale.md']
  const named = explaining.flatMap((file) =>
    [...text(file).matchAll(/`([\w*./-]+\/[\w*.-]+\.(?:tsx?|sql))`/g)].map(([, path = '']) => path),
  )
  assert(named.length > 200)
  const isThere = (path: string) => {
    const pattern = new RegExp(`^(server/)?${path.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`)
    return code.some((file) => pattern.test(file))
  }
  const missing = named.filter((path) => !isThere(path))
  assert.deepEqual(missing, [])
})
