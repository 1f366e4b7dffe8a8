import { spawn } from 'node:child_process'
import { lchown, lstat, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../process/start-error.ts'

/**
 * Whom PostgreSQL runs as: ourselves, or, where we are root (which PostgreSQL refuses), an account without privileges.
 * SQL run as a superuser has this account's rights, so root trusts nothing that the account can write: in such a folder, files
 * are written and removed, and processes signalled, with the account's rights alone.
 */
export type OsUser = { readonly uid?: number; readonly gid?: number }

export const ourselves: OsUser = {}
export const isRoot = process.getuid?.() === 0

/** PostgreSQL gets only the part of our environment that it needs to find programs and to speak plain English. */
export const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

/** How a process is started as this account. macOS counts nobody as 4294967294 in a file and as -2 in a process. */
export const spawnOptions = ({ uid, gid }: OsUser) => ({
  ...(uid !== undefined && gid !== undefined && { uid: uid | 0, gid: gid | 0 }),
  cwd: '/',
  env: environment,
})

type CommandResult = { ok: boolean; output: string }

/** Runs a command to its end. */
export async function runAs(
  account: OsUser,
  program: string,
  args: string[],
  input?: string,
): Promise<CommandResult> {
  return new Promise<CommandResult>((resolve) => {
    const child = spawn(program, args, {
      ...spawnOptions(account),
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk
      })
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }))
    child.stdin?.on('error', () => undefined) // a program may end without reading it
    child.stdin?.end(input)
  }).catch((error: Error) => ({ ok: false, output: error.message })) // a root who may not change its account
}

const NAME = 'florin'

/** An account for root to run PostgreSQL as: one of its own where it can be made, else `nobody`. */
export async function findOsUser(): Promise<OsUser> {
  const account = (await known(NAME)) ?? (await create()) ?? (await known('nobody'))
  if (account && (await runAs(account, '/bin/sh', ['-c', 'true'])).ok) return account
  throw new StartError(
    'PostgreSQL does not run as root, and root cannot use another account here. ' +
      'Start Florin as an ordinary user, or set DATABASE_URL.',
  )
}

/** An account that exists and that nobody signs in to: `florin` may as well be a person. */
async function known(name: string): Promise<OsUser | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  const [, , uid, gid, , , shell = ''] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
  if (!Number(uid) || !Number(gid) || !/\/(nologin|false)$/.test(shell)) return undefined
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
}

/** Makes the account, with the tools of most Linux systems or with BusyBox's. */
async function create(): Promise<OsUser | undefined> {
  const ways = [
    `useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin ${NAME}`,
    `addgroup -S ${NAME} && adduser -S -D -H -h /nonexistent -s /sbin/nologin -G ${NAME} ${NAME}`,
  ]
  for (let attempt = 1; attempt <= 10; attempt++) {
    const { output } = await runAs(ourselves, '/bin/sh', ['-c', ways.join(' || ')])
    const account = await known(NAME)
    if (account || !output.includes('lock')) return account
    await sleep(100) // somebody else is changing the list of accounts
  }
  return undefined
}

/** The first of these folders that the account may not enter. */
export async function closedTo(account: OsUser, folders: string[]): Promise<string | undefined> {
  const script = 'for folder; do cd -- "$folder" || { printf %s "$folder"; exit 0; }; done 2>/dev/null'
  return (await runAs(account, '/bin/sh', ['-c', script, 'sh', ...folders])).output || undefined
}

/** Whether the account can run this program. */
export const canRun = async (account: OsUser, program: string): Promise<boolean> =>
  (await runAs(account, program, ['--version'])).ok

/**
 * Hands a folder of root's, and all below it, to the account. While the folder is root's and closed to everybody else,
 * no entry of it can be exchanged for a link; the folder itself comes last, so that an interrupted hand-over is repeated.
 */
export async function hand(folder: string, { uid, gid }: OsUser): Promise<void> {
  if (uid === undefined || gid === undefined) return
  const [above, top] = [await lstat(dirname(folder)), await lstat(folder)]
  if (top.uid === uid) return
  if (top.uid !== 0 || top.mode & 0o077 || above.uid !== 0 || above.mode & 0o022)
    throw new StartError(
      `${folder} cannot be handed to the account that PostgreSQL runs as, because others can write there. ` +
        `Make ${dirname(folder)} root's with mode 0711 and ${folder} root's with mode 0700.`,
    )
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), uid, gid)
  await lchown(folder, uid, gid)
}

/** Removes a folder and all below it with the rights of its owner, who must be the account or ourselves. */
export async function removeFolder(folder: string, account: OsUser): Promise<void> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found?.isDirectory()) return
  if (found.uid === process.getuid?.()) return rm(folder, { recursive: true, force: true })
  if (found.uid !== account.uid) return
  await runAs(account, 'rm', ['-rf', '--', folder])
  await rmdir(folder).catch(() => undefined) // the account may empty it, but not always remove it from where it is
}

/** Signals processes with the account's rights: the number may have passed to a process of another account. */
export async function signal(
  account: OsUser,
  pids: readonly number[],
  name: 'INT' | 'QUIT' | 'KILL',
): Promise<void> {
  // One shell for all of them: while a machine is busy, each takes long to start.
  const kill = 'name=$0; for pid in "$@"; do kill -s "$name" "$pid"; done'
  if (account.uid !== undefined) await runAs(account, '/bin/sh', ['-c', kill, name, ...pids.map(String)])
  else
    for (const pid of pids)
      try {
        process.kill(pid, `SIG${name}`)
      } catch {
        // It was just about to go.
      }
}
