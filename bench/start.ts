import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Figure, median } from './figures.ts'
import { load } from './load.ts'
import { createText, newPeople } from './people.ts'
import { memoryOf, newFolder, type Service, startIn } from './processes.ts'

const LATER = 3
const CLIENTS = 16
const SECONDS = 5

/** The time of a start until the port is open, the first and later ones; the memory without and with work; the size on the disk. */
export async function starting(): Promise<Figure[]> {
  const folder = await newFolder()
  const timed = async () => {
    const since = performance.now()
    const service = await startIn(folder)
    return { service, seconds: (performance.now() - since) / 1000 }
  }
  try {
    const first = await timed()
    await first.service.stop(true)
    const later: number[] = []
    for (let n = 0; n < LATER; n++) {
      const { service, seconds } = await timed()
      later.push(seconds)
      await service.stop(true)
    }
    const { service } = await timed()
    await untilBuilt(service)
    await sleep(2_000)
    const idle = await memoryOf(service.pid)
    const people = await newPeople(service, CLIENTS)
    const crowd = { clients: people.map((person) => [createText(person)]), pauseMs: 0 }
    const working = load(service.port, SECONDS, { crowd })
    let busy = 0
    for (let isOver = false; !isOver; ) {
      busy = Math.max(busy, await memoryOf(service.pid))
      isOver = await Promise.race([working.then(() => true), sleep(100, false)])
    }
    await service.stop(true)
    return [
      { name: 'first start, with an empty folder', value: first.seconds, unit: 's', atMost: 10, from: {} },
      { name: 'later start', value: median(later), unit: 's', atMost: 3, from: {} },
      { name: 'memory without work', value: idle, unit: 'MiB', atMost: 600, from: {} },
      { name: 'memory, 16 clients that create', value: busy, unit: 'MiB', atMost: 1_200, from: {} },
      { name: 'installed size', ...(await installed()) },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Waits until the web app is there: the first start on a machine builds it, and that takes memory for a while. */
async function untilBuilt({ port }: Service): Promise<void> {
  const until = performance.now() + 120_000
  while ((await fetch(`http://127.0.0.1:${port}/`)).status === 503) {
    if (performance.now() > until) throw new Error('the web app was not built within two minutes')
    await sleep(250)
  }
}

/** The packages that `npm ci --omit=dev` installs on this machine. */
async function installed(): Promise<Omit<Figure, 'name'>> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>
  } // as npm writes it
  let [bytes, count] = [0, 0]
  for (const [path, { dev, link }] of Object.entries(packages)) {
    if (!path.startsWith('node_modules/') || dev || link) continue
    const size = await sizeOf(join(root, path))
    bytes += size
    if (size > 0) count++
  }
  return { value: bytes / 2 ** 20, unit: 'MiB', atMost: 700, from: { packages: count } }
}

/** The bytes of a package without those that it brings along, which the lock file lists too. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') bytes += await sizeOf(path)
    else if (entry.isFile()) bytes += (await stat(path)).size
  }
  return bytes
}
