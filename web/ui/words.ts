import { type WordFile, type WordFiles, type WordPart, wordParts } from '../../words/files.ts'
import { firstLanguage, type Language, languageOf } from '../../words/languages.ts'
import type { Message } from '../../words/message.ts'
import type { TypedTable } from '../../words/typed.ts'

let sentences: Readonly<Record<string, Message>> = {}
let typed: readonly TypedTable[] = []

export const LANGUAGE = 'florin.language'

const filesOf = (language: Language): Record<WordPart, string> => {
  const said = document.querySelector('meta[name="florin-words"]')?.getAttribute('content')
  const files = JSON.parse(said ?? '{}') as WordFiles // the build's own
  return files[language] ?? { first: '', home: '', rest: '' }
}

async function read(language: Language, part: WordPart): Promise<WordFile> {
  const address = filesOf(language)[part]
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`)
  return (await answer.json()) as WordFile // the build's own
}

function take(file: WordFile): void {
  sentences = { ...sentences, ...file.sentences }
  typed = file.typed ?? typed
}

/** The language chosen in this browser, or the first that the browser asks for and Florin speaks. */
export function startLanguage(): Language {
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem(LANGUAGE)
  } catch {
    // Without storage, the browser's.
  }
  return languageOf(chosen ?? '') ?? browserLanguage()
}

/** The first language that the browser asks for and Florin speaks. */
export const browserLanguage = (): Language => firstLanguage(navigator.languages)

let spoken: Language = 'en'
const loading = new Map<WordPart, Promise<void>>()

function load(part: WordPart): Promise<void> {
  const language = spoken
  const before = loading.get(part)
  if (before !== undefined) return before
  const now = read(language, part).then(
    (file) => {
      if (language === spoken) take(file)
    },
    (error: unknown) => {
      loading.delete(part) // whatever needs it next tries again
      throw error
    },
  )
  loading.set(part, now)
  return now
}

/** Loads what the first screen says. */
export async function loadFirst(): Promise<Language> {
  spoken = startLanguage()
  await load('first')
  return spoken
}

/** Loads all sentences of another language, and only then takes them, if it is still wanted. */
export async function changeTo(language: Language, isWanted: () => boolean): Promise<void> {
  const files = await Promise.all(wordParts.map((part) => read(language, part)))
  if (!isWanted()) return
  spoken = language
  for (const part of wordParts) loading.set(part, Promise.resolve())
  for (const file of files) take(file)
}

/** A part of the app that Home loads after itself, once it can be said too. */
export async function withHomeWords<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, load('home')])
  return loaded
}

/** Any other part of the app that is loaded later, once it can be said too. */
export async function withWords<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, load('home'), load('rest')])
  return loaded
}

/** Keeps the sentences of this language in the browser, beside the files of the app that the service worker keeps. */
export async function keepWords(): Promise<void> {
  const build = document.querySelector('meta[name="florin-build"]')?.getAttribute('content')
  await (await caches.open(`florin-${build}`)).addAll(Object.values(filesOf(spoken)))
}

export const messageOf = (key: string): Message => sentences[key] ?? key
export const typedTables = (): readonly TypedTable[] => typed
