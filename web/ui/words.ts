import { firstLanguage, type Language, languageOf } from '../../words/languages.ts'
import type { Message } from '../../words/message.ts'

/** The files of sentences of each language. */
export type WordFiles = Record<string, { first: string; rest: string }>

/**
 * The sentences of one language, by the keys that the build has put in the place of the English texts. Those of the first screen load beside the app, those
 * of all others with the first part of the app that is loaded later.
 */
let sentences: Readonly<Record<string, Message>> = {}
let rest: Promise<void> | undefined

export const LANGUAGE = 'florin.language'

const filesOf = (language: Language) => {
  const said = document.querySelector('meta[name="florin-words"]')?.getAttribute('content')
  const files = JSON.parse(said ?? '{}') as WordFiles // the build's own
  return files[language] ?? { first: '', rest: '' }
}

async function load(address: string): Promise<Record<string, Message>> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`)
  return (await answer.json()) as Record<string, Message> // the build's own
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

/** Loads what the first screen says. */
export async function loadFirst(): Promise<Language> {
  spoken = startLanguage()
  sentences = await load(filesOf(spoken).first)
  return spoken
}

/** Loads all sentences of another language, and only then takes them. */
export async function changeTo(language: Language): Promise<void> {
  const { first, rest: others } = filesOf(language)
  const [one, two] = await Promise.all([load(first), load(others)])
  spoken = language
  sentences = { ...one, ...two }
  rest = Promise.resolve()
}

function loadRest(): Promise<void> {
  const language = spoken
  rest ??= load(filesOf(language).rest).then(
    (more) => {
      if (language === spoken) sentences = { ...sentences, ...more }
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
