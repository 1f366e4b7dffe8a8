import { readFileSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { sentencesOf } from './catalogue.ts'
import { compile, namesIn } from './compile.ts'
import type { Language } from './languages.ts'
import type { Message } from './message.ts'
import { scan } from './scan.ts'

const PROJECT = `${import.meta.dirname}/..`
const isSource = (path: string) => !/\.test\.tsx?$|\/node_modules\//.test(path)

/** Every sentence that Florin says, with the files that say it. */
export async function saidTexts(): Promise<Map<string, string[]>> {
  const files = await Array.fromAsync(glob('{web,contract,server,demo}/**/*.{ts,tsx}', { cwd: PROJECT }))
  const said = new Map<string, string[]>()
  for (const file of files.filter(isSource).sort())
    for (const { text } of scan(file, await readFile(`${PROJECT}/${file}`, 'utf8')).said)
      said.set(text, [...(said.get(text) ?? []), file])
  return said
}

/** How a language differs from what is said: sentences that it lacks, that nothing says any more, and that have other values. */
export function differences(language: Language, said: Iterable<string>) {
  const sentences = sentencesOf(language)
  const texts = new Set(said)
  const missing = [...texts].filter((text) => !Object.hasOwn(sentences, text))
  const stale = Object.keys(sentences).filter((text) => !texts.has(text))
  const wrong = Object.entries(sentences).flatMap(([text, sentence]) => {
    const why = texts.has(text) ? faultIn(text, sentence, language) : undefined
    return why === undefined ? [] : [`"${text}": ${why}`]
  })
  return { missing, stale, wrong }
}

/** Why a sentence cannot stand for another one, if it cannot. */
export function faultIn(text: string, sentence: string, language: Language): string | undefined {
  let ours: Message
  let theirs: Message
  try {
    ours = compile(text)
  } catch (error) {
    return `its English cannot be read: ${String(error)}`
  }
  try {
    theirs = compile(sentence)
  } catch (error) {
    return `it cannot be read: ${String(error)}`
  }
  const [here, there] = [namesIn(ours), namesIn(theirs)]
  const lacking = [...here.difference(there)]
  const strange = [...there.difference(here)]
  if (lacking.length > 0) return `it lacks ${lacking.join(', ')}`
  if (strange.length > 0) return `it has ${strange.join(', ')}, which the English has not`
  if (sentence.trim() !== sentence || sentence === '') return 'it is empty, or has a blank at an end'
  return pluralFault(theirs, language) ?? choiceFault(ours, theirs)
}

/** Counts that a screen may have. French and Spanish have a form for millions, which stand in no sentence. */
const COUNTS = Array.from({ length: 1_000 }, (_, count) => count)

type Forms = { readonly forms: readonly string[]; readonly needed: readonly string[] }
const known = new Map<string, Forms>()

/** The plural forms of a language, and those that a sentence needs: `other` also stands for parts of one. */
function formsOf(language: Language, type: 'cardinal' | 'ordinal'): Forms {
  const key = `${language} ${type}`
  let found = known.get(key)
  if (!found) {
    const rules = new Intl.PluralRules(language, { type })
    const needed = new Set(COUNTS.map((count) => rules.select(count)))
    found = { forms: rules.resolvedOptions().pluralCategories, needed: [...needed.add('other')] }
    known.set(key, found)
  }
  return found
}

function pluralFault(message: Message, language: Language): string | undefined {
  for (const part of typeof message === 'string' ? [] : message) {
    if (typeof part === 'string' || part.length === 1 || part[1] === 'number') continue
    if (part[1] === 'tag') {
      const inner = pluralFault(part[2], language)
      if (inner) return inner
      continue
    }
    const [name, kind, choices] = part
    if (kind !== 'select') {
      const type = kind === 'plural' ? 'cardinal' : 'ordinal'
      const { forms, needed } = formsOf(language, type)
      const lacking = needed.filter((form) => !(form in choices))
      const strange = Object.keys(choices).filter((form) => !/^=\d+$/.test(form) && !forms.includes(form))
      if (lacking.length > 0) return `the plural of ${name} lacks ${lacking.join(', ')}`
      if (strange.length > 0)
        return `the plural of ${name} has ${strange.join(', ')}, which the language has not`
    }
    for (const choice of Object.values(choices)) {
      const inner = pluralFault(choice, language)
      if (inner) return inner
    }
  }
  return undefined
}

/** The keys of each `select`, by its name: a translation has no others. */
function choicesIn(message: Message, found = new Map<string, Set<string>>()): Map<string, Set<string>> {
  for (const part of typeof message === 'string' ? [] : message) {
    if (typeof part === 'string' || part.length === 1 || part[1] === 'number') continue
    if (part[1] === 'tag') {
      choicesIn(part[2], found)
      continue
    }
    if (part[1] === 'select')
      found.set(part[0], new Set([...(found.get(part[0]) ?? []), ...Object.keys(part[2])]))
    for (const choice of Object.values(part[2])) choicesIn(choice, found)
  }
  return found
}

function choiceFault(ours: Message, theirs: Message): string | undefined {
  const here = choicesIn(ours)
  for (const [name, keys] of choicesIn(theirs)) {
    const strange = [...keys.difference(here.get(name) ?? new Set())]
    if (strange.length > 0)
      return `the choice of ${name} has ${strange.join(', ')}, which the English has not`
  }
  return undefined
}

/** Everything in an English sentence that is no word of it: values, tags, code, addresses, names of fields, and the meaning in brackets. */
const NO_WORDS =
  /\{\w+(?:, (?:number|plural|select|selectordinal),?)?|'\{.*?\}'|`[^`]*`|\/[\w/{}']+|\w+_\w+|<\/?\w+>|\[[^\]]*\]$/g

/**
 * Where a language has another word for a term of the books than `words/glossary/de.json` allows: by term, the beginnings of words of which one stands in each
 * translation of a sentence that has the term.
 */
export function strayWords(language: Language): string[] {
  const terms = Object.entries(glossaryOf(language)).map(([term, stems]) => {
    const word = term.replace(/ \(.*\)$/, '').replace(/y$/, '(?:y|ies)')
    return { term, stems, pattern: new RegExp(`\\b${word}(?:s|es)?\\b`) }
  })
  return Object.entries(sentencesOf(language)).flatMap(([text, sentence]) => {
    const words = text.replace(NO_WORDS, ' ').toLowerCase()
    const said = sentence.toLowerCase()
    return terms
      .filter(({ pattern, stems }) => pattern.test(words) && !stems.some((stem) => said.includes(stem)))
      .map(({ term }) => `"${text}" has no word for ${term}: "${sentence}"`)
  })
}

const glossaryOf = (language: Language): Record<string, string[]> =>
  JSON.parse(readFileSync(`${import.meta.dirname}/glossary/${language}.json`, 'utf8')) as Record<
    string,
    string[]
  > // a file of ours
