import type { Message } from './message.ts'
import type { TypedTable } from './typed.ts'

/** What is loaded together: with the app itself, with what Home shows after that, and with all other pages. */
export const wordParts = ['first', 'home', 'rest'] as const
export type WordPart = (typeof wordParts)[number]

/** The files of sentences of each language, by what they are loaded with. */
export type WordFiles = Record<string, Record<WordPart, string>>

/** One file: sentences by the keys that the build has put in the place of the English texts, and the words that are typed where an entry is. */
export type WordFile = { sentences: Record<string, Message>; typed?: readonly TypedTable[] }
