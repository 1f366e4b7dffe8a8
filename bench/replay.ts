import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serialize } from 'node:v8'
import { SERVICE_ROLE } from '../server/database/privileges.ts'
import { forWriters, optionsOf, sessionSettings } from '../server/database/session.ts'
import { inOwnProcess, type Owner } from './processes.ts'
import type { Statement } from './record.ts'
import { findPgbench } from './tpcb.ts'

/** A session of the service has planned a statement long ago; one of pgbench lives for seconds, and would plan each five times first. */
const GENERIC = ' -c plan_cache_mode=force_generic_plan'
/** The settings of the service's sessions, without which the same statements would have other plans. */
const OPTIONS = {
  reads: optionsOf({ ...sessionSettings, role: SERVICE_ROLE }),
  writes: optionsOf({ ...sessionSettings, ...forWriters(false), role: SERVICE_ROLE }),
}

export type ReplayTask = {
  connection: Owner & { options: string }
  /** A file with a list of statements for each client. */
  file: string
  /** How long each client begins again; without it, each sends its list once. */
  seconds?: number
}
/** How often lists were sent to their end, and in how many seconds. */
export type Replayed = { lists: number; seconds: number }

/** Sends lists of statements again and again, by pgbench where it is there: how many lists a second. */
export async function perSecond(
  owner: Owner,
  lists: Statement[][],
  clients: number,
  seconds: number,
): Promise<number> {
  const pgbench = await findPgbench()
  if (pgbench) return byPgbench(pgbench, owner, lists, clients, seconds)
  const all = Array.from({ length: clients }, (_, index) => lists[index % lists.length] ?? [])
  const { lists: count, seconds: took } = await byNode(owner, OPTIONS.reads, all, seconds)
  return count / took
}

/** Sends each list once, each by a client of its own, through the driver that the service uses: how long that takes. */
export const once = async (owner: Owner, lists: Statement[][]): Promise<number> =>
  (await byNode(owner, OPTIONS.writes, lists)).seconds

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-bench-'))
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

const byNode = (owner: Owner, options: string, lists: Statement[][], seconds?: number): Promise<Replayed> =>
  inFolder(async (folder) => {
    const file = join(folder, 'statements')
    await writeFile(file, serialize(lists))
    return inOwnProcess<ReplayTask, Replayed>('replay-process.ts', {
      connection: { ...owner, options },
      file,
      ...(seconds !== undefined && { seconds }),
    })
  })

/** One script for each list. Values are variables, which pgbench binds as parameters; null cannot be one, and is written out. */
const byPgbench = (
  program: string,
  { host, user, password, database }: Owner,
  lists: Statement[][],
  clients: number,
  seconds: number,
): Promise<number> =>
  inFolder(async (folder) => {
    const variables: string[] = []
    const files: string[] = []
    for (const [index, list] of lists.entries()) {
      const script = list.map(({ text, values }, place) =>
        text.replace(/\$(\d+)/g, (_, number) => {
          const value = values[Number(number) - 1]
          if (value === null || value === undefined) return 'null'
          const name = `p_${index}_${place}_${number}`
          variables.push(`--define=${name}=${asText(value)}`)
          return `:${name}`
        }),
      )
      files.push(join(folder, `${index}.sql`))
      await writeFile(files.at(-1) ?? '', `${script.join(';\n')};\n`)
    }
    // PostgreSQL plans a statement without a name each time.
    const isPlanned = lists.flat().every(({ name, values }) => name !== undefined || values.length === 0)
    const { stdout } = await promisify(execFile)(
      program,
      [
        '--no-vacuum',
        `--client=${clients}`,
        `--jobs=${Math.min(2, clients)}`,
        `--time=${seconds}`,
        `--protocol=${isPlanned ? 'prepared' : 'extended'}`,
        ...new Set(variables),
        ...files.map((file) => `--file=${file}`),
        '-h',
        host,
        '-U',
        user,
        database,
      ],
      {
        env: {
          ...process.env,
          PGPASSWORD: password,
          PGOPTIONS: `${OPTIONS.reads}${isPlanned ? GENERIC : ''}`,
        },
      },
    )
    return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  })

/** A value as the driver writes it. */
function asText(value: unknown): string {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (!Array.isArray(value)) return String(value)
  const items = value.map((one) => (one === null ? 'NULL' : `"${asText(one).replace(/["\\]/g, '\\$&')}"`))
  return `{${items.join(',')}}`
}
