import { readFileSync } from 'node:fs'
import { compile } from './compile.ts'
import type { Language } from './languages.ts'
import type { Message } from './message.ts'
import type { TypedTable } from './typed.ts'

/** The sentences of each language, made ready when they are first said. In the browser `web/ui/words.ts` stands in this file's place. */
const read = new Map<Language, Readonly<Record<string, string>>>()
const ready = new Map<string, Message>()

/** The sentences of a language, by the English ones. */
export function sentencesOf(language: Language): Readonly<Record<string, string>> {
  if (language === 'en') return {}
  let sentences = read.get(language)
  if (!sentences) {
    sentences = JSON.parse(readFileSync(`${import.meta.dirname}/${language}.json`, 'utf8')) as Record<
      string,
      string
    > // a file of ours
    read.set(language, sentences)
  }
  return sentences
}

/** The words that are typed in a language, and the English ones. */
export const typedTables = (language: Language): TypedTable[] =>
  [...new Set<Language>([language, 'en'])].map(
    (one) => JSON.parse(readFileSync(`${import.meta.dirname}/typed/${one}.json`, 'utf8')) as TypedTable, // a file of ours
  )

const pretended = new Map<Language, (message: Message) => Message>()

/** For tests: every sentence of a language is said as `make` changes it, until the returned function is called. */
export function pretend(language: Language, make: (message: Message) => Message): () => void {
  ready.clear()
  pretended.set(language, make)
  return () => {
    ready.clear()
    pretended.delete(language)
  }
}

/** A sentence in a language; in English where it has none. */
export function messageOf(text: string, language: Language): Message {
  const key = `${language} ${text}`
  let message = ready.get(key)
  if (message === undefined) {
    message = compile(sentencesOf(language)[text] ?? text)
    message = pretended.get(language)?.(message) ?? message
    ready.set(key, message)
  }
  return message
}
