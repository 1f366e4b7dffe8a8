import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Everything that a build is made of: the app, the contract it speaks, the versions of the packages, and how TypeScript is read. */
const SOURCES = ['web/**', 'contract/**', 'package-lock.json', 'tsconfig.json']

/** The name of the build that these sources give: another one as soon as a byte of them differs. */
export async function nameOfBuild(project: string): Promise<string> {
  const entries = await Array.fromAsync(glob(SOURCES, { cwd: project, withFileTypes: true }))
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const hash = createHash('sha256')
  for (const file of files) {
    const bytes = await readFile(file)
    hash.update(`${file.slice(project.length)}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex').slice(0, 20)
}
