import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openapi } from '../contract/openapi.ts'

/** Linters and generators that are installed for this file alone, once for each lockfile: the project's `npm ci` does not install them. */
const SOURCE = 'test/generators'
const tools = async (): Promise<string> => {
  const lock = await readFile(join(SOURCE, 'package-lock.json'))
  const name = createHash('sha256').update(lock).digest('hex').slice(0, 16)
  const folder = resolve('node_modules/.cache/generators', name)
  if (
    await access(folder).then(
      () => true,
      () => false,
    )
  )
    return folder
  const draft = `${folder}.${process.pid}`
  await mkdir(draft, { recursive: true })
  for (const file of ['package.json', 'package-lock.json'])
    await copyFile(join(SOURCE, file), join(draft, file))
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], draft)
  await rename(draft, folder)
  return folder
}

const run = async (program: string, args: string[], cwd: string): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(program, args, {
    cwd,
    maxBuffer: 64 * 1024 ** 2,
    env: { ...process.env, NO_COLOR: '1' },
  })
  return `${stdout}${stderr}`
}

const folder = await tools().catch((error: Error & { stderr?: string }) => {
  const isOffline = /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH/.test(error.stderr ?? '')
  if (isOffline && !process.env.CI) return undefined
  throw error
})
const skip = folder === undefined && 'the linters and generators cannot be installed without a network'
const work = join(folder ?? '', `work-${process.pid}`)
if (folder) {
  await rm(work, { recursive: true, force: true })
  await mkdir(work)
  await writeFile(join(work, 'openapi.json'), JSON.stringify(openapi()))
}
const tool = (path: string, ...args: string[]) =>
  run(process.execPath, [join(folder ?? '', 'node_modules', path), ...args], work)

test('spectral and swagger-parser find nothing to say about the document', { skip }, async () => {
  // Two thirds of its time went into examples of bodies, which test/openapi.test.ts holds against their shapes, too.
  // The second server is relative, which the standard allows; the rule about its variable takes whole addresses only.
  const rules = 'rules:\n  oas3-valid-media-example: off\n  oas3-server-variables: off\n'
  await writeFile(join(work, '.spectral.yaml'), `extends: ["spectral:oas"]\n${rules}`)
  const said = await tool('@stoplight/spectral-cli/dist/index.js', 'lint', 'openapi.json').catch(
    ({ stdout }) => stdout,
  )
  assert.match(said, /No results/)
  const parser = join(folder ?? '', 'node_modules/@apidevtools/swagger-parser/lib/index.js')
  const { default: Parser } = await import(parser)
  await Parser.validate(join(work, 'openapi.json'))
})

test('what oazapfts and orval make of it compiles under --strict', {
  skip,
}, async () => {
  await mkdir(join(work, 'made'))
  await Promise.all([
    tool('oazapfts/dist/cli.js', 'openapi.json', 'made/oazapfts.ts'),
    tool(
      'orval/dist/bin/orval.js',
      '--input',
      'openapi.json',
      '--output',
      'made/orval.ts',
      '--client',
      'fetch',
    ),
  ])
  const compilerOptions = {
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    lib: ['esnext', 'dom', 'dom.iterable'],
  }
  await writeFile(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['made'] }))
  const files = ['oazapfts.ts', 'orval.ts']
  for (const file of files)
    assert.match(await readFile(join(work, 'made', file), 'utf8'), /[cC]reateExpense/, file)
  const said = await run(
    process.execPath,
    [resolve('node_modules/typescript/bin/tsc'), '-p', '.'],
    work,
  ).catch(({ stdout }) => stdout)
  assert.equal(said, '')
  await rm(work, { recursive: true, force: true })
})
