import { glob, readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { sentencesOf, typedTables } from '../words/catalogue.ts'
import { compile } from '../words/compile.ts'
import { type Language, languageTags } from '../words/languages.ts'
import type { Message } from '../words/message.ts'
import { type Scanned, scan } from '../words/scan.ts'
import type { Rest, WordFiles } from './ui/words.ts'

const PROJECT = import.meta.dirname.replace(/web$/, '')
const isScanned = (id: string) => /^(web|contract)\/.*\.tsx?$/.test(id.replace(PROJECT, ''))

/**
 * Puts a short key in the place of each sentence, and writes the sentences of each language, made ready, into two files of their own, whose addresses are in
 * the page. So the app has no English beside a translation, and no parser; and what is loaded by `import()` waits for its sentences.
 */
export function words(): Plugin {
  const keys = new Map<string, string>()
  const said = new Map<string, string[]>()
  let files: WordFiles = {}
  return {
    name: 'words',
    enforce: 'pre',
    async buildStart() {
      // In the order of the sources, so that sentences that load together have keys that look alike.
      const sources = await Array.fromAsync(glob('{web,contract}/**/*.{ts,tsx}', { cwd: PROJECT }))
      for (const source of sources.filter((path) => !/\.test\.tsx?$|^web\/service-worker/.test(path)).sort())
        for (const { text } of scan(source, await readFile(PROJECT + source, 'utf8')).said)
          if (!keys.has(text)) keys.set(text, keys.size.toString(36))
    },
    resolveId: (source) => (source.endsWith('/catalogue.ts') ? `${PROJECT}web/ui/words.ts` : null),
    transform(code, id) {
      if (!isScanned(id)) return null
      const scanned = scan(id, code)
      said.set(
        id,
        scanned.said.map(({ text }) => text),
      )
      return { code: withKeys(code, scanned, keys, id.endsWith('/web/main.tsx')), map: null }
    },
    generateBundle(_, bundle) {
      const used = (chunks: ReadonlySet<string>) =>
        Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' && chunks.has(file.fileName)
            ? file.moduleIds.flatMap((id) => said.get(id) ?? [])
            : [],
        )
      const app = firstFiles(bundle)
      const first = new Set(used(app))
      const rest = new Set(used(new Set(Object.keys(bundle)))).difference(first)
      const emit = (language: Language, part: string, content: object) => {
        const source = JSON.stringify(content)
        return `/${this.getFileName(this.emitFile({ type: 'asset', name: `words-${language}-${part}.json`, source }))}`
      }
      files = Object.fromEntries(
        languageTags.map((one) => {
          const others: Rest = { sentences: table(one, rest, keys), typed: typedTables(one) }
          return [
            one,
            { first: emit(one, 'first', table(one, first, keys)), rest: emit(one, 'rest', others) },
          ]
        }),
      )
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'meta', attrs: { name: 'florin-words', content: JSON.stringify(files) }, injectTo: 'head' },
      ],
    },
  }
}

/** Code with keys in the place of sentences, and each `import()` behind the sentences that it needs. */
function withKeys(
  code: string,
  { said, loads }: Scanned,
  keys: Map<string, string>,
  isEntry: boolean,
): string {
  const changes = said.map(({ text, start, end }) => ({ start, end, by: JSON.stringify(keys.get(text)) }))
  const waits = isEntry ? [] : loads
  changes.push(
    ...waits.flatMap(([start, end]) => [
      { start, end: start, by: 'withWords(' },
      { start: end, end, by: ')' },
    ]),
  )
  let changed = code
  for (const { start, end, by } of changes.sort((a, b) => b.start - a.start))
    changed = changed.slice(0, start) + by + changed.slice(end)
  return waits.length > 0
    ? `import { withWords } from ${JSON.stringify(`${PROJECT}web/ui/words.ts`)};${changed}`
    : changed
}

type Bundle = Record<string, { type: string; fileName: string; imports?: string[] }>

/** The file of app.tsx, and all that it imports before it runs. */
export function firstFiles(bundle: Bundle): Set<string> {
  const files = new Set(
    Object.keys(bundle).filter((file) => /^assets\/(app|index|main)-[^/]+\.js$/.test(file)),
  )
  for (const file of files) for (const next of bundle[file]?.imports ?? []) files.add(next)
  return files
}

/** Sentences in a language by their keys; those that it lacks are in English. */
function table(
  language: Language,
  texts: ReadonlySet<string>,
  keys: Map<string, string>,
): Record<string, Message> {
  const sentences = sentencesOf(language)
  return Object.fromEntries([...texts].map((text) => [keys.get(text), compile(sentences[text] ?? text)]))
}
