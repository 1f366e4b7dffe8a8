import { glob, readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { sentencesOf } from './catalogue.ts'
import { differences, saidTexts } from './check.ts'
import { type Language, languageOf, languageTags } from './languages.ts'
import { scan } from './scan.ts'

/**
 * `npm run words` says of each language how many sentences are missing, stale, or have other values than the English ones. `--missing de` prints those that
 * German lacks, as JSON, each with the file that says it; `--add de FILE` takes translations from such a file, and `--tidy` takes stale ones out.
 * `--faults FOLDER` lists texts of a folder that are in no catalogue.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    missing: { type: 'string' },
    add: { type: 'string' },
    tidy: { type: 'boolean' },
    faults: { type: 'string' },
  },
})

const known = (tag: string): Language => {
  const language = languageOf(tag)
  if (language === undefined) throw new Error(`Florin does not speak ${tag}: see words/languages.ts.`)
  return language
}

if (values.faults !== undefined) await listFaults(values.faults)
else {
  const said = await saidTexts()
  if (values.missing !== undefined) {
    const { missing } = differences(known(values.missing), said.keys())
    console.log(
      JSON.stringify(Object.fromEntries(missing.map((text) => [text, said.get(text)?.[0] ?? ''])), null, 1),
    )
  } else {
    if (values.add !== undefined) {
      const language = known(values.add)
      const more: Record<string, string> = {}
      for (const file of positionals) Object.assign(more, JSON.parse(await readFile(file, 'utf8')))
      const unknown = Object.keys(more).filter((text) => !said.has(text))
      // As --missing prints them: with the file that says them, and not translated yet.
      const untouched = Object.keys(more).filter((text) => said.get(text)?.includes(more[text] ?? ''))
      for (const text of [...unknown, ...untouched]) delete more[text]
      for (const text of unknown) console.log(`  nothing says: ${text}`)
      if (untouched.length > 0) console.log(`  not translated: ${untouched.length}`)
      if (unknown.length + untouched.length > 0) process.exitCode = 1
      await write(language, { ...sentencesOf(language), ...more }, said)
    } else if (values.tidy)
      for (const language of others()) await write(language, sentencesOf(language), said)
    else for (const language of others()) tell(language, said)
  }
}

function others(): Language[] {
  return languageTags.filter((language) => language !== 'en')
}

function tell(language: Language, said: Map<string, string[]>): void {
  const { missing, stale, wrong } = differences(language, said.keys())
  console.log(
    `${language}: ${said.size - missing.length} of ${said.size} sentences, ${stale.length} stale, ${wrong.length} wrong`,
  )
  for (const text of missing.slice(0, 5)) console.log(`  missing: ${text}`)
  for (const fault of wrong) console.log(`  wrong: ${fault}`)
}

/** Writes the sentences of a language in the order of the English ones, without stale ones. */
async function write(
  language: Language,
  sentences: Record<string, string>,
  said: Map<string, string[]>,
): Promise<void> {
  const kept = Object.entries(sentences).filter(([text]) => said.has(text))
  kept.sort(([a], [b]) => (a < b ? -1 : 1))
  await writeFile(
    `${import.meta.dirname}/${language}.json`,
    `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`,
  )
}

async function listFaults(folder: string): Promise<void> {
  const files = await Array.fromAsync(glob(`${folder}/**/*.{ts,tsx}`))
  for (const file of files.filter((path) => !path.includes('.test.')).sort()) {
    const code = await readFile(file, 'utf8')
    for (const { start, sentence } of scan(file, code).faults)
      console.log(`${file}:${code.slice(0, start).split('\n').length}: ${sentence}`)
  }
}
