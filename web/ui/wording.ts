import { countText } from './locale.ts'

/** Text with a capital at its beginning. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Sam, Mia and Bela */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** 1 day, 3 days, 1,428 days */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`

/** A sentence of the service, whose quotation marks are straight, with those of the app. */
export const typeset = (sentence: string): string => sentence.replace(/"([^"]*)"/g, '“$1”')
