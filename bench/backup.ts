import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Figure } from './figures.ts'
import { timeMs } from './figures.ts'
import { demoHousehold } from './household.ts'
import { manyBooks } from './instance.ts'
import { startService } from './processes.ts'

/** Runs a command of Florin as npm does. */
async function command(file: string, args: string[], dataDir: string): Promise<void> {
  const child = spawn(process.execPath, ['--import', './runtime.mjs', file, ...args], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
}

/**
 * A backup of an instance with this many transactions, in copies of the demo household, made beside the running service; its restore
 * into an empty folder, and a verify of the restored data.
 */
export async function backups(transactions: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-bench-'))
  await chmod(folder, 0o711)
  const [file, restored] = [join(folder, 'florin.backup'), join(folder, 'restored')]
  const service = await startService()
  try {
    await demoHousehold(service)
    let count = 0
    const making = await timeMs(async () => {
      count = await manyBooks(service, transactions)
    })
    console.log(
      `${count} transactions were made in ${Math.round(making / 1000)} s; the load is ${loadavg()[0]?.toFixed(1)}`,
    )
    const backup = await timeMs(() => command('server/backup/main.ts', [file], service.dataDir))
    const megabytes = (await stat(file)).size / 1e6
    const restore = await timeMs(() => command('server/backup/restore-main.ts', [file], restored))
    const verify = await timeMs(() => command('server/verify/main.ts', [], restored))
    const from = { transactions: count, megabytes, load: loadavg()[0] ?? 0 }
    const seconds = (ms: number) => ({ value: ms / 1000, unit: 's' as const })
    return [
      { name: 'backup of 1,000,000 transactions', ...seconds(backup), atMost: 120, from },
      { name: 'its restore', ...seconds(restore), atMost: 120, from },
      { name: 'verify of what was restored', ...seconds(verify), from },
    ]
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
