import { spawn } from 'node:child_process'
import { lchown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/** How PostgreSQL is run: as ourselves, or, where we are root (which it refuses), as somebody without privileges. */
export type Account = {
  /** Puts a command into this account's hands. */
  readonly command: (program: string, args: string[]) => [string, string[]]
  readonly options: { uid?: number; gid?: number }
  /** Who has to own the files. */
  readonly owner?: { uid: number; gid: number }
}

/** Runs a command to its end. */
export async function run(
  account: Account,
  program: string,
  args: string[],
): Promise<{ ok: boolean; output: string }> {
  const [command, all] = account.command(program, args)
  return new Promise<{ ok: boolean; output: string }>((resolve) => {
    const child = spawn(command, all, {
      ...account.options,
      cwd: '/',
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk))
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }))
  }).catch((error: Error) => ({ ok: false, output: error.message })) // a root who may not change its account
}

/** PostgreSQL gets nothing of our environment but what it needs to find programs and to speak plain English. */
export const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export const ourselves: Account = { command: (program, args) => [program, args], options: {} }

/** PostgreSQL refuses to run as root, so a root has to find somebody else for it. */
export const isRoot = process.getuid?.() === 0

/** The account to run PostgreSQL as, given where its programs are and the folder its data goes into. */
export async function chooseAccount(bin: string, dataFolder: string): Promise<Account> {
  if (!isRoot) return ourselves

  const ids = await Promise.all(['-u', '-g'].map((flag) => run(ourselves, 'id', [flag, 'nobody'])))
  const [uid, gid] = ids.map(({ output }) => Number(output))
  if (ids.every(({ ok }) => ok) && uid && gid) {
    // macOS counts nobody as 4294967294, which a process is told as -2 and a file as it is.
    const nobody: Account = { ...ourselves, options: { uid: uid | 0, gid: gid | 0 }, owner: { uid, gid } }
    if (await reaches(nobody, bin, dataFolder)) return nobody
    // Below a folder that only root may enter, `nobody` exists all the same in a user namespace of our own.
    const namespace: Account = {
      command: (program, args) => [
        'unshare',
        ['--user', `--map-user=${uid}`, `--map-group=${gid}`, program, ...args],
      ],
      options: {},
      owner: { uid: 0, gid: 0 },
    }
    if (await reaches(namespace, bin, dataFolder)) return namespace
  }
  throw new StartError(
    `PostgreSQL does not run as root, and no other account can reach both ${bin} and ${dataFolder}. ` +
      'Start Florin as an ordinary user, or move it out of folders that only root may enter, or set DATABASE_URL.',
  )
}

const reaches = async (account: Account, bin: string, dataFolder: string) =>
  (await run(account, '/bin/sh', ['-c', '"$0" --version && cd -- "$1"', join(bin, 'postgres'), dataFolder]))
    .ok

/** Hands a folder and all below it to the account, if it is not its own already. */
export async function hand(folder: string, account: Account): Promise<void> {
  if (!account.owner) return
  const { uid, gid } = account.owner
  if ((await lstat(folder)).uid === uid) return
  // The link and never what it points to: a link made by somebody else may point to anything of root's.
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), uid, gid)
  await lchown(folder, uid, gid) // last, so that an interrupted hand-over is done again
}
