import { glob, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { scan } from './scan.ts'

/** `npm run words`: says what is missing, stale or has other placeholders in each language. `--faults FOLDER` lists texts of a folder that are in no catalogue. */
const { values } = parseArgs({ options: { faults: { type: 'string' } } })
if (values.faults !== undefined) {
  const files = await Array.fromAsync(glob(`${values.faults}/**/*.{ts,tsx}`))
  for (const file of files.filter((path) => !path.includes('.test.')).sort()) {
    const code = await readFile(file, 'utf8')
    for (const { start, sentence } of scan(file, code).faults)
      console.log(`${file}:${code.slice(0, start).split('\n').length}: ${sentence}`)
  }
}
