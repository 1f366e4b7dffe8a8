import { createHash } from 'node:crypto'
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, parse, resolve } from 'node:path'
import { StartError } from '../process/start-error.ts'
import { packageVersion, programs } from './binaries.ts'
import { canRun, closedTo, findOsUser, isRoot, type OsUser, ourselves } from './os-user.ts'

/** Where the built-in PostgreSQL is: the folder of its programs, the folder for its data, and whom it runs as. */
type ServerPlace = { readonly bin: string; readonly folder: string; readonly account: OsUser }

const DEFAULT_FOLDER = './data'
const SYSTEM_FOLDER = '/var/lib/florin'

/** Without a folder from the settings, the data goes to ./data. */
export async function findPlace(
  dataDir: string | undefined,
  say: (text: string) => void,
): Promise<ServerPlace> {
  const folder = resolve(dataDir ?? DEFAULT_FOLDER)
  const native = await programs()
  if (!isRoot) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return { bin: join(native, 'bin'), folder: await realpath(folder), account: ourselves }
  }
  const instead = systemFolder()
  const chosen =
    dataDir !== undefined || (await ownerOf(folder)) !== undefined
      ? folder
      : await defaultFolder(folder, join(instead, 'data'))
  if (chosen !== folder) {
    await rootsOwn([SYSTEM_FOLDER, instead])
    say(`The data is in ${chosen}, because PostgreSQL does not run as root and may not enter ${folder}.`)
  }
  // The account can pass through a root's folder; PostgreSQL's own folder in there is open to itself alone.
  await mkdir(chosen, { recursive: true, mode: 0o711 })
  const real = await realpath(chosen)
  const account = await accountFor(real)
  const closed = await closedTo(account, withParents(real))
  if (closed !== undefined)
    throw new StartError(
      `DATA_DIR ${chosen} cannot be used: PostgreSQL does not run as root, and its account may not enter ${closed}. ` +
        `Run chmod o+x on that folder, or move the data to another DATA_DIR, or start Florin as an ordinary user.`,
    )
  const isReached = await canRun(account, join(native, 'bin', 'postgres'))
  return { bin: join(isReached ? native : await copyOf(native, instead), 'bin'), folder: real, account }
}

/** Where root keeps data and programs that the account cannot reach in the folder that Florin is started in. */
const systemFolder = () =>
  join(SYSTEM_FOLDER, createHash('sha256').update(process.cwd()).digest('hex').slice(0, 16))

/** Whether Florin has run here before. */
export const hasBooks = async (dataDir: string | undefined): Promise<boolean> =>
  (await ownerOf(resolve(dataDir ?? DEFAULT_FOLDER))) !== undefined ||
  (isRoot && dataDir === undefined && (await ownerOf(join(systemFolder(), 'data'))) !== undefined)

/** Who owns the data in a folder, if there is any. */
async function ownerOf(folder: string): Promise<OsUser | undefined> {
  const found = await lstat(join(folder, 'postgres')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (found && !found.isDirectory())
    throw new StartError(`DATA_DIR ${folder} cannot be used: ${join(folder, 'postgres')} is not a folder.`)
  return found && { uid: found.uid, gid: found.gid }
}

/** Data that is there keeps its owner, so that nothing has to be handed over; root's own and new data gets one. */
async function accountFor(folder: string): Promise<OsUser> {
  const owner = await ownerOf(folder)
  return owner?.uid ? owner : findOsUser()
}

/** The folder beside the project, unless the account may not enter it, or the data has been elsewhere since then. */
async function defaultFolder(beside: string, instead: string): Promise<string> {
  if ((await ownerOf(instead)) !== undefined) return instead
  const parents = withParents(await realpath(dirname(beside)))
  return (await closedTo(await findOsUser(), parents)) === undefined ? beside : instead
}

/** A folder and all above it, from the top. */
function withParents(folder: string): string[] {
  const parents = [folder]
  for (let above = folder; above !== parse(above).root; parents.unshift(above)) above = dirname(above)
  return parents
}

/** Folders that the account can pass through, and that nobody but root can change. */
async function rootsOwn(folders: string[]): Promise<void> {
  for (const folder of folders) {
    await mkdir(folder, { mode: 0o711 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      throw new StartError(
        `PostgreSQL does not run as root, and its account may not enter the project's folder; ` +
          `${folder}, where its programs and data would go instead, cannot be made: ${error.message}. ` +
          'Start Florin as an ordinary user, or move it to a folder that others may enter, or set DATABASE_URL.',
      )
    })
    const { uid, mode } = await lstat(folder)
    if (uid !== 0 || mode & 0o022)
      throw new StartError(`${folder} can be written by others than root. Make it root's, with mode 0711.`)
  }
}

/** A copy of the programs that the account can run. It comes into being whole, and once for each version. */
async function copyOf(native: string, instead: string): Promise<string> {
  await rootsOwn([SYSTEM_FOLDER, instead])
  const copy = join(instead, `postgresql-${await packageVersion(native)}`)
  if ((await lstat(copy).catch(() => undefined))?.isDirectory()) return copy
  const draft = await mkdtemp(join(instead, 'draft-'))
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    for (const entry of await readdir(draft, { recursive: true, withFileTypes: true }))
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
    await chmod(draft, 0o755)
    await rename(draft, copy)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!(await lstat(copy).catch(() => undefined))) throw error // else another instance was faster
  }
  // Other versions and interrupted copies go. A PostgreSQL that still runs from one has its programs in memory.
  for (const name of await readdir(instead))
    if (/^(postgresql|draft)-/.test(name) && join(instead, name) !== copy)
      await rm(join(instead, name), { recursive: true, force: true })
  return copy
}
