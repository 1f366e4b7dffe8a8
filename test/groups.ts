import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * A file that starts processes, measures its own one, or changes state of the process for good. A test that changes such state for
 * itself puts it back: by its context (`t.mock`, `t.after`), or because it is in a page and not here.
 */
const KEEPS_TO_ITSELF =
  /instance\.ts'|node:child_process|node:perf_hooks|import .*\bmock\b.* from 'node:test'|threadCpuUsage|memoryUsage|\(globalThis,|process\.env\.\w+ =|process\.on/

const MAX_TOGETHER = 24
const FILE_MS = 900_000

/**
 * Writes files that each run several test files in one process, one after the other: the time to load the service and to warm up is paid
 * once. Answers with those, whose paths begin with `name`, and then with the files that have to be alone: those take less time each, and fill the
 * cores to the end.
 */
export async function grouped(files: readonly string[], name: string): Promise<string[]> {
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const isAlone = (_: string, index: number) => KEEPS_TO_ITSELF.test(sources[index] ?? '')
  const alone = files.filter(isAlone)
  const together = files.filter((...each) => !isAlone(each[0], each[1]))
  const count = Math.max(Math.ceil(together.length / MAX_TOGETHER), Math.min(together.length, 3))
  // Dealt out in turn, so that the files of one feature, which take about as long, are not all in the same group.
  const groups = Array.from({ length: count }, (_, group) =>
    together.filter((_, index) => index % count === group),
  )
  const written = groups.map(async (group, index) => {
    const path = `${name}-${index + 1}.test.mjs`
    await writeFile(path, programOf(group))
    return path
  })
  return [...(await Promise.all(written)), ...alone]
}

/** Each file is a test, and its tests are parts of that: they are over, and its world is gone, when the next one is loaded. */
const programOf = (files: readonly string[]): string => `import { test } from 'node:test'
const files = ${JSON.stringify(files.map((file) => [file, pathToFileURL(resolve(file)).href]))}
for (const [name, address] of files) await test(name, { timeout: ${FILE_MS} }, () => import(address).then(() => undefined))
await globalThis.closeSharedWorld?.()
`
