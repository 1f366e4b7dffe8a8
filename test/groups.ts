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

const MAX_TOGETHER = 36
const FILE_MS = 900_000

/**
 * Writes files that each run several test files in one process, one after the other: the time to load the service and to warm up is paid
 * once. Answers with those, whose paths begin with `name`, and then with the files that have to be alone: those take less time each, and fill the
 * cores to the end. Files that start processes come first, in groups of their own: they leave the cores to others while they wait.
 */
export async function grouped(files: readonly string[], name: string, least = 3): Promise<string[]> {
  const read = files.map(async (file) => [file, await readFile(file, 'utf8')] as const)
  const kinds = Map.groupBy(await Promise.all(read), ([, source]) =>
    // The program of a group closes the browser: a file of pages would never end by itself.
    KEEPS_TO_ITSELF.test(source) && !source.includes('makeStage') && !source.includes('householdStage')
      ? 'alone'
      : STARTS_PROCESSES.test(source)
        ? 'starting'
        : 'together',
  )
  const of = (kind: 'alone' | 'starting' | 'together') => (kinds.get(kind) ?? []).map(([file]) => file)
  const groups = [...dealt(of('starting'), least), ...dealt(of('together'), least)]
  const written = groups.map(async (group, index) => {
    const path = `${name}-${index + 1}.test.mjs`
    await writeFile(path, programOf(group))
    return path
  })
  return [...(await Promise.all(written)), ...of('alone')]
}

/** Dealt out in turn, so that the files of one feature, which take about as long, are not all in the same group. */
function dealt(files: readonly string[], least: number): string[][] {
  const count = Math.max(Math.ceil(files.length / MAX_TOGETHER), Math.min(files.length, least))
  return Array.from({ length: count }, (_, group) => files.filter((_, index) => index % count === group))
}

const addressOf = (path: string) => pathToFileURL(resolve(path)).href

/**
 * Each file is a test, and its tests are parts of that: they are over, and its world is gone, when the next one is loaded. A hook that is
 * there before them is one of every test: `instance.ts` ends processes by one.
 */
const programOf = (files: readonly string[]): string => `import { test } from 'node:test'
import ${JSON.stringify(addressOf('test/instance.ts'))}
const files = ${JSON.stringify(files.map((file) => [file, addressOf(file)]))}
for (const [name, address] of files) {
  await test(name, { timeout: ${FILE_MS} }, () => import(address).then(() => undefined))
  globalThis.removeFolders?.()
}
await globalThis.closeStages?.()
await globalThis.closeSharedWorld?.()
`
