import { firstLanguage, type Language, languageOf } from '../../words/languages.ts'
import type { Message } from '../../words/message.ts'
import type { TypedTable } from '../../words/typed.ts'

/** The files of sentences of each language. */
export type WordFiles = Record<string, { first: string; rest: string }>

/**
 * The sentences of one language, by the keys that the build has put in the place of the English texts. Those of the first screen load beside the app, those
 * of all others with the first part of the app that is loaded later.
 */
let sentences: Readonly<Record<string, Message>> = {}
let typed: readonly TypedTable[] = []
let rest: Promise<void> | undefined

export const LANGUAGE = 'florin.language'

const filesOf = (language: Language) => {
  const said = document.querySelector('meta[name="florin-words"]')?.getAttribute('content')
  const files = JSON.parse(said ?? '{}') as WordFiles // the build's own
  return files[language] ?? { first: '', rest: '' }
}

async function read(address: string): Promise<unknown> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`)
  return answer.json()
}

/** What the first screen says. */
const readFirst = async (language: Language) =>
  (await read(filesOf(language).first)) as Record<string, Message> // the build's own

/** What all other screens say, and the words that are typed there. */
export type Rest = { sentences: Record<string, Message>; typed: readonly TypedTable[] }
const readRest = async (language: Language) => (await read(filesOf(language).rest)) as Rest // the build's own

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

/** Loads what the first screen says. */
export async function loadFirst(): Promise<Language> {
  spoken = startLanguage()
  sentences = await readFirst(spoken)
  return spoken
}

/** Loads all sentences of another language, and only then takes them. */
export async function changeTo(language: Language): Promise<void> {
  const [first, others] = await Promise.all([readFirst(language), readRest(language)])
  spoken = language
  sentences = { ...first, ...others.sentences }
  typed = others.typed
  rest = Promise.resolve()
}

function loadRest(): Promise<void> {
  const language = spoken
  rest ??= readRest(language).then(
    (more) => {
      if (language !== spoken) return
      sentences = { ...sentences, ...more.sentences }
      typed = more.typed
    },
    (error: unknown) => {
      rest = undefined // the next part that is opened tries again
      throw error
    },
  )
  return rest
}

/** A part of the app that is loaded later, once it can be said too. */
export async function withWords<T>(loading: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([loading, loadRest()])
  return loaded
}

/** Keeps the sentences of this language in the browser, beside the files of the app that the service worker keeps. */
export async function keepWords(): Promise<void> {
  const build = document.querySelector('meta[name="florin-build"]')?.getAttribute('content')
  const { first, rest: others } = filesOf(spoken)
  await (await caches.open(`florin-${build}`)).addAll([first, others])
}

export const messageOf = (key: string): Message => sentences[key] ?? key
export const typedTables = (): readonly TypedTable[] => typed
