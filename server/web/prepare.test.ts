import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  appendFile,
  chmod,
  chown,
  cp,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { emptyFolder, isProcess, isRoot } from '../../test/instance.ts'
import { until } from '../../test/until.ts'
import type { Web } from './pages.ts'
import { BUILDING, nameOfBuild, PROJECT, placesOf, prepareWeb } from './prepare.ts'

const CONFIG = `import { appendFileSync } from 'node:fs'
appendFileSync('builds', process.pid + '\\n')
export default { root: import.meta.dirname, logLevel: 'warn' }
`

/** A project whose app is a page and a script, and which counts its builds in a file. */
async function tinyProject(): Promise<string> {
  const project = await emptyFolder()
  await mkdir(join(project, 'web'))
  await mkdir(join(project, 'contract'))
  for (const file of ['web/build.ts', 'web/service-worker.ts', 'runtime.mjs', 'package-lock.json'])
    await cp(join(PROJECT, file), join(project, file))
  await symlink(join(PROJECT, 'node_modules'), join(project, 'node_modules'))
  await writeFile(
    join(project, 'web/index.html'),
    '<!doctype html><title>x</title><script type="module" src="/main.ts"></script>',
  )
  await writeFile(join(project, 'web/main.ts'), 'document.title = "one"')
  await writeFile(join(project, 'web/vite.config.ts'), CONFIG)
  return project
}

/** A start of Florin, as far as its app is concerned. */
function start(project: string, dataDir?: string) {
  const web: Web = { site: undefined, previous: undefined, hasFailed: false }
  const said: string[] = []
  const note = (text: string) => said.push(text)
  const stop = prepareWeb(web, placesOf(dataDir, project), { info: note, error: note })
  return { web, said, stop }
}

/** A start that has come as far as it comes. */
async function started(project: string, dataDir?: string) {
  const { web, said, stop } = start(project, dataDir)
  await until(
    () => web.site !== undefined || web.hasFailed,
    30_000,
    () => said.join(),
  )
  await stop() // which waits for the rest of its work
  return { web, said }
}

const countBuilds = async (project: string) =>
  (await readFile(join(project, 'builds'), 'utf8')).trim().split('\n').length
const pageOf = (web: Web) => String(web.site?.get('/index.html')?.plain)

test('the app is built once, and again only when a source, the contract or a package has changed', async () => {
  const project = await tinyProject()
  const first = await started(project)
  assert.match(first.said.join(), /^The web app is being built\.,The web app was built in [\d.]+ s\.$/)
  assert.match(pageOf(first.web), new RegExp(await nameOfBuild(project)))
  const second = await started(project)
  assert.deepEqual(second.said, [])
  assert.equal(pageOf(second.web), pageOf(first.web))
  assert.equal(await countBuilds(project), 1)

  await appendFile(join(project, 'web/main.test.ts'), '// tests are not a part of the app')
  const names = [await nameOfBuild(project)]
  for (const file of ['web/main.ts', 'contract/more.ts', 'package-lock.json', 'web/public.svg']) {
    await appendFile(join(project, file), '\n')
    names.push(await nameOfBuild(project))
  }
  assert.equal(new Set(names).size, 5)
  assert.deepEqual(await readdir(join(project, 'dist')), [names[0]])
})

test('a new build replaces the one before last, and the last one is still at hand', async () => {
  const project = await tinyProject()
  const names: string[] = []
  for (const word of ['one', 'two', 'three']) {
    await writeFile(join(project, 'web/main.ts'), `document.title = ${JSON.stringify(word)}`)
    const { web } = await started(project)
    names.push(await nameOfBuild(project))
    const script = [...(web.previous?.keys() ?? [])].find((path) => /^\/assets\/.*\.js$/.test(path))
    assert.equal(script === undefined, word === 'one')
  }
  await until(async () => (await readdir(join(project, 'dist'))).length === 2, 5_000)
  assert.deepEqual((await readdir(join(project, 'dist'))).sort(), names.slice(1).sort())
})

test('two processes that build at once do not disturb each other', async () => {
  const project = await tinyProject()
  const both = await Promise.all([started(project), started(project)])
  assert.equal(await countBuilds(project), 2)
  for (const { web } of both) assert.match(pageOf(web), /main|assets/)
  assert.deepEqual(await readdir(join(project, 'dist')), [await nameOfBuild(project)])
})

test('a damaged build is not shown but made anew', async () => {
  const project = await tinyProject()
  const { web } = await started(project)
  const name = await nameOfBuild(project)
  await writeFile(join(project, 'dist', name, 'index.html'), '')
  const mended = await started(project)
  assert.equal(pageOf(mended.web), pageOf(web))
  assert.equal(await countBuilds(project), 2)
  assert.deepEqual(await readdir(join(project, 'dist')), [name])
})

test('a build that fails is named in one sentence, and leaves nothing behind', async () => {
  const project = await tinyProject()
  await writeFile(join(project, 'web/main.ts'), 'import "./nowhere.ts"')
  const { web, said } = await started(project)
  assert.equal(web.hasFailed, true)
  assert.equal(said.length, 2)
  assert.match(
    said[1] ?? '',
    /^The web app is not there: its build failed\. .*nowhere\.ts.* The next try is in 30 s\.$/,
  )
  assert.doesNotMatch(said[1] ?? '', /\n/)
  assert.deepEqual(await readdir(join(project, 'dist')), [])
})

test('a build that fails or takes too long is tried again, and says where it stands', async (t) => {
  const usual = { ...BUILDING }
  t.after(() => Object.assign(BUILDING, usual))
  Object.assign(BUILDING, { ms: 800, pausesMs: [500, 10], sayMs: 300 })
  const project = await tinyProject()
  await writeFile(
    join(project, 'web/vite.config.ts'),
    `import { existsSync } from 'node:fs'
${CONFIG}
while (!existsSync('fail')) await new Promise((resolve) => setTimeout(resolve, 9))
throw new Error('no room')`,
  )
  const { web, said, stop } = start(project)
  const failures = () => said.filter((text) => text.startsWith('The web app is not there'))
  const fail = (count: number) =>
    until(
      () => failures().length === count,
      30_000,
      () => said.join(),
    )
  await fail(1)
  BUILDING.ms = usual.ms
  await writeFile(join(project, 'fail'), '')
  await fail(3)
  await stop()
  assert.match(said.join(), /^The web app is being built\.,The web app is still being built, after \d s\./)
  const [late = '', second = '', third = ''] = failures()
  assert.match(late, /took longer than 0\.8 s\. The next try is in 0\.5 s\.$/)
  assert.match(second, /no room.* The next try is in 0\.01 s\.$/)
  assert.match(third, /no room/)
  assert.doesNotMatch(third, /next try/)
  assert.deepEqual([web.site, web.hasFailed], [undefined, true])
})

test('a stop in the middle of a build ends the build, and leaves nothing behind', async () => {
  const project = await tinyProject()
  await writeFile(
    join(project, 'web/vite.config.ts'),
    `${CONFIG}await new Promise(() => setInterval(() => {}, 9))`,
  )
  const { web, said, stop } = start(project)
  await until(() => countBuilds(project).then(Boolean, () => false), 10_000)
  const pidOf = async () =>
    Number((await readFile(join(project, 'builds'), 'utf8')).trim().split('\n').at(-1))
  await until(async () => isProcess(await pidOf(), 'web/build.ts'), 10_000)
  const pid = await pidOf()
  await stop()
  assert(!isProcess(pid, 'web/build.ts'))
  assert.deepEqual(await readdir(join(project, 'dist')), [])
  assert.deepEqual([web.site, said], [undefined, ['The web app is being built.']])
})

test('an installation that cannot be written is built with the data, or says what to do', async () => {
  const project = await tinyProject()
  await writeFile(join(project, 'dist'), 'a file where a folder should be')
  const lost = await started(project)
  assert.match(
    lost.said.join(),
    /^The web app is not there: it has to be built, and \S+dist cannot be written by this account/,
  )
  assert.match(lost.said.join(), /set DATA_DIR .*npm run build/)

  const dataDir = await emptyFolder()
  const found = await started(project, dataDir)
  assert.match(pageOf(found.web), /assets/)
  assert.deepEqual(await readdir(join(dataDir, 'web')), [await nameOfBuild(project)])
  await started(project, dataDir)
  assert.equal(await countBuilds(project), 1)
})

test('a build of an account that owns neither Florin nor its installation is not used', {
  skip: !isRoot,
}, async () => {
  const project = await tinyProject()
  await started(project)
  const built = join(project, 'dist', await nameOfBuild(project))
  await chown(built, 65_534, 65_534)
  await started(project)
  assert.equal(await countBuilds(project), 2)
  assert.equal((await stat(built)).uid, 0, 'ours has taken its place, and was not thrown away for it')
})

test('a folder that everybody can write is neither built into nor read from', async () => {
  const project = await tinyProject()
  await started(project)
  await chmod(join(project, 'dist'), 0o777)
  const { web, said } = await started(project)
  assert.equal(web.site, undefined)
  assert.match(said.join(), /can be by everybody/)
  const dataDir = await emptyFolder()
  const found = await started(project, dataDir)
  assert.match(pageOf(found.web), /assets/)
  assert.deepEqual(await readdir(join(dataDir, 'web')), [await nameOfBuild(project)])
})

test('npm ci builds the app at its end, and does not fail if there is nothing to build yet or the build fails', async () => {
  const { scripts } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'))
  assert(scripts.postinstall.includes(scripts.build.replace(/^exec /, '')))
  const folder = await emptyFolder()
  const install = () => {
    const { status, stdout } = spawnSync('sh', ['-c', scripts.postinstall], { cwd: folder, encoding: 'utf8' })
    return [status, stdout]
  }
  assert.deepEqual(install(), [0, ''], 'where only package.json has been copied so far')
  await mkdir(join(folder, 'server/web'), { recursive: true })
  await writeFile(join(folder, 'runtime.mjs'), '')
  await writeFile(join(folder, 'server/web/build.ts'), 'process.exit(1)')
  assert.deepEqual(install(), [0, 'The web app is not built yet: npm start builds it.\n'])
})

/** The imports of a script or a stylesheet, static and dynamic. */
const IMPORTS =
  /^(?:import|export|\})[^'\n]*from '([^'\n]+)'|^import '([^'\n]+)'|\bimport\('([^'\n]+)'\)|^@import "([^"\n]+)"/gm

test('everything that the build imports is installed without the tools of development', async () => {
  const { dependencies } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'))
  const files = (await readdir(join(PROJECT, 'web'), { recursive: true })).filter(
    (file) => /\.(tsx?|css)$/.test(file) && !file.endsWith('.test.ts'),
  )
  const missing = new Set<string>()
  for (const file of files) {
    const text = await readFile(join(PROJECT, 'web', file), 'utf8')
    for (const [, ...found] of text.matchAll(IMPORTS)) {
      const from = found.find((one) => one !== undefined) ?? ''
      const [, name = ''] = /^((?:@[^/]+\/)?[^/]+)/.exec(from) ?? []
      if (!from.startsWith('.') && !isBuiltin(from) && !(name in dependencies))
        missing.add(`${file} → ${from}`)
    }
  }
  assert.deepEqual([...missing], [])
})
