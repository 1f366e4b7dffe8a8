import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * A file that measures its own process, or changes state of it for good. A test that changes such state for itself puts it back: by its
 * context (`t.mock`, `t.after`), or because it is in a page and not here.
 */
const KEEPS_TO_ITSELF =
  /node:perf_hooks|import .*\bmock\b.* from 'node:test'|threadCpuUsage|memoryUsage|\(globalThis,|process\.env\.\w+ = |process\.on/

/** A file that starts processes, and waits for them most of the time. */
const STARTS_PROCESSES = /instance\.ts'|node:child_process/

/** A process that has run this many files makes room for a new one. */
const MAX_TOGETHER = 36
const FILE_MS = 900_000

/**
 * Writes programs that each run test files in one process, one after the other: the time to load the service and to warm up is paid once.
 * Programs of a kind, of which there are at least `least`, take their files from one list, so that none waits while another has files left; the longest
 * texts come first, since a long file that begins last would keep one core busy alone. Answers with the programs, whose paths begin with `name`, and then with the
 * files that have to be alone: those take less time each, and fill the cores to the end. Files that start processes come first: they leave the cores to others while they wait.
 */
export async function grouped(files: readonly string[], name: string, least = 3): Promise<string[]> {
  const read = files.map(async (file) => [file, await readFile(file, 'utf8')] as const)
  const texts = (await Promise.all(read)).toSorted(([, a], [, b]) => b.length - a.length)
  const kinds = Map.groupBy(texts, ([, source]) =>
    // The program of a group closes the browser: a file of pages would never end by itself.
    KEEPS_TO_ITSELF.test(source) && !source.includes('makeStage') && !source.includes('householdStage')
      ? 'alone'
      : STARTS_PROCESSES.test(source)
        ? 'starting'
        : 'together',
  )
  const of = (kind: 'alone' | 'starting' | 'together') => (kinds.get(kind) ?? []).map(([file]) => file)
  const starting = await programs(of('starting'), `${name}-starting`, least)
  return [...starting, ...(await programs(of('together'), name, least)), ...of('alone')]
}

async function programs(files: readonly string[], name: string, least: number): Promise<string[]> {
  const count = Math.max(Math.ceil(files.length / MAX_TOGETHER), Math.min(files.length, least))
  const most = Math.ceil(files.length / count) === 1 ? 1 : MAX_TOGETHER
  const paths = Array.from({ length: count }, (_, index) => `${name}-${index + 1}.test.mjs`)
  for (const path of paths) await writeFile(path, programOf(files, name, most))
  return paths
}

const addressOf = (path: string) => pathToFileURL(resolve(path)).href

/**
 * Each file is a test, and its tests are parts of that: they are over, and its world is gone, when the next one is loaded. A hook that is
 * there before them is one of every test: `instance.ts` ends processes by one. Whoever makes the file that stands for a file has taken it.
 */
const programOf = (
  files: readonly string[],
  name: string,
  most: number,
): string => `import { test } from 'node:test'
import { writeFileSync } from 'node:fs'
import ${JSON.stringify(addressOf('test/instance.ts'))}
const files = ${JSON.stringify(files.map((file) => [file, addressOf(file)]))}
let left = ${most}
const take = (index) => {
  try {
    writeFileSync(${JSON.stringify(name)} + '-taken-' + index, '', { flag: 'wx' })
    return true
  } catch ({ code, message }) {
    if (code !== 'EEXIST') throw new Error(message)
    return false
  }
}
for (const [index, [name, address]] of files.entries()) {
  if (left === 0 || !take(index)) continue
  left--
  await test(name, { timeout: ${FILE_MS} }, () => import(address).then(() => undefined))
  globalThis.removeFolders?.()
}
await globalThis.closeStages?.()
await globalThis.closeSharedWorld?.()
`
