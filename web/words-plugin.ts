import { glob, readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { sentencesOf, typedTables } from '../words/catalogue.ts'
import { compile } from '../words/compile.ts'
import { type WordFile, type WordFiles, type WordPart, wordParts } from '../words/files.ts'
import { type Language, languageTags } from '../words/languages.ts'
import type { Message } from '../words/message.ts'
import { type Scanned, scan } from '../words/scan.ts'

const PROJECT = import.meta.dirname.replace(/web$/, '')
/** The modules whose `import()` is a part of Home: what it loads after itself has its sentences in a file of its own. */
const isOfHome = (id: string) =>
  /^web\/(?:home|page)\/|^web\/transactions\/entry\/QuickEntry\.tsx$/.test(id.replace(PROJECT, ''))
const isScanned = (id: string) => /^(web|contract|demo)\/.*\.tsx?$/.test(id.replace(PROJECT, ''))

/**
 * Puts a short key in the place of each sentence, and writes the sentences of each language, made ready, into three files of their own, whose addresses are
 * in the page. So the app has no English beside a translation, and no parser; and what is loaded by `import()` waits for its sentences.
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
      const sources = await Array.fromAsync(glob('{web,contract,demo}/**/*.{ts,tsx}', { cwd: PROJECT }))
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
      const waiting = id.endsWith('/web/main.tsx') ? undefined : isOfHome(id) ? 'withHomeWords' : 'withWords'
      return { code: withKeys(code, scanned, keys, waiting), map: null }
    },
    generateBundle(_, bundle) {
      const saidIn = (files: ReadonlySet<string>) =>
        new Set(
          Object.values(bundle).flatMap((file) =>
            file.type === 'chunk' && files.has(file.fileName)
              ? file.moduleIds.flatMap((id) => said.get(id) ?? [])
              : [],
          ),
        )
      const afterHome = [...said.keys()]
        .filter(isOfHome)
        .flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
      const first = saidIn(firstFiles(bundle))
      const home = saidIn(filesWith(bundle, afterHome)).difference(first)
      const rest = saidIn(new Set(Object.keys(bundle)))
        .difference(first)
        .difference(home)
      const texts: Record<WordPart, ReadonlySet<string>> = { first, home, rest }
      const emit = (language: Language, part: WordPart) => {
        const file: WordFile = {
          sentences: table(language, texts[part], keys),
          ...(part === 'home' && { typed: typedTables(language) }),
        }
        const source = JSON.stringify(file)
        return `/${this.getFileName(this.emitFile({ type: 'asset', name: `words-${language}-${part}.json`, source }))}`
      }
      files = Object.fromEntries(
        languageTags.map((one) => [
          one,
          Object.fromEntries(wordParts.map((part) => [part, emit(one, part)])) as WordFiles[string], // each part
        ]),
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
  waiting: string | undefined,
): string {
  const changes = said.map(({ text, start, end }) => ({ start, end, by: JSON.stringify(keys.get(text)) }))
  const waits = waiting === undefined ? [] : loads
  changes.push(
    ...waits.flatMap(([start, end]) => [
      { start, end: start, by: `${waiting}(` },
      { start: end, end, by: ')' },
    ]),
  )
  let changed = code
  for (const { start, end, by } of changes.sort((a, b) => b.start - a.start))
    changed = changed.slice(0, start) + by + changed.slice(end)
  return waits.length > 0
    ? `import { ${waiting} } from ${JSON.stringify(`${PROJECT}web/ui/words.ts`)};${changed}`
    : changed
}

type Bundle = Record<string, { type: string; fileName: string; imports?: string[]; moduleIds?: string[] }>

/** The file of app.tsx, and all that it imports before it runs. */
export function firstFiles(bundle: Bundle): Set<string> {
  const files = new Set(
    Object.keys(bundle).filter((file) => /^assets\/(app|index|main)-[^/]+\.js$/.test(file)),
  )
  return withImports(bundle, files)
}

/** The files of some modules, and all that those import before they run. */
const filesWith = (bundle: Bundle, modules: readonly string[]): Set<string> =>
  withImports(
    bundle,
    new Set(
      Object.values(bundle)
        .filter(({ moduleIds = [] }) => modules.some((id) => moduleIds.includes(id)))
        .map(({ fileName }) => fileName),
    ),
  )

function withImports(bundle: Bundle, files: Set<string>): Set<string> {
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
