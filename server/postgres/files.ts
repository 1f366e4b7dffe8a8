import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises'

/**
 * Files beside the built-in PostgreSQL, in folders that another account may be able to write: no link is followed, no
 * pipe is waited for, and nothing is written through a name that somebody else may have made.
 */
const { O_RDONLY, O_WRONLY, O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants
const MAX_BYTES = 65_536

const isCode = (error: unknown, ...codes: string[]) =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '')

/** The text of a plain file that belongs to one of these accounts; undefined if there is none. */
export async function readPlain(path: string, owners: (number | undefined)[]): Promise<string | undefined> {
  let file: FileHandle
  try {
    file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ELOOP', 'ENOTDIR')) return undefined
    throw error
  }
  try {
    const found = await file.stat()
    if (!found.isFile() || !owners.includes(found.uid)) return undefined
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Writes a whole file and moves it to its place, or, if `isFirst`, leaves the one that is there already. */
export async function writeWhole(path: string, text: string, mode: number, isFirst = false): Promise<void> {
  const draft = `${path}.new-${randomBytes(6).toString('hex')}`
  const file = await open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode)
  try {
    await file.chmod(mode) // whatever the umask is
    await file.writeFile(text)
    await file.sync()
    if (!isFirst) return await rename(draft, path)
    await link(draft, path).catch((error: unknown) => {
      if (!isCode(error, 'EEXIST')) throw error
    })
  } finally {
    await file.close()
    await rm(draft, { force: true })
  }
}

/** Opens a log of ours to append to; anything else in its place is removed. */
export async function openLog(path: string): Promise<FileHandle> {
  for (let attempt = 1; ; attempt++) {
    try {
      const file = await open(path, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK)
      const found = await file.stat()
      if (found.isFile() && found.uid === process.getuid?.() && found.nlink === 1) return file
      await file.close()
    } catch (error) {
      if (!isCode(error, 'ENOENT', 'ELOOP', 'ENXIO', 'EACCES')) throw error
    }
    await rm(path, { force: true })
    try {
      return await open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    } catch (error) {
      if (!isCode(error, 'EEXIST') || attempt === 3) throw error // another instance was faster
    }
  }
}

const MAX_LOG_BYTES = 1_000_000

/**
 * Keeps a log from growing without end: its last part goes to a second file, and it starts again from nothing. A process that has it open
 * appends, and so continues at its new end.
 */
export async function boundLog(path: string): Promise<void> {
  const file = await openLog(path)
  try {
    const { size } = await file.stat()
    if (size <= MAX_LOG_BYTES) return
    const { buffer } = await file.read(Buffer.alloc(MAX_LOG_BYTES), 0, MAX_LOG_BYTES, size - MAX_LOG_BYTES)
    await writeWhole(`${path}.1`, buffer.toString('utf8'), 0o600)
    await file.truncate(0)
  } finally {
    await file.close()
  }
}
