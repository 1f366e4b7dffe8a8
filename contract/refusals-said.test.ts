import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pretend } from '../words/catalogue.ts'
import type { Message, Part } from '../words/message.ts'
import { inLanguage, Later } from '../words/t.ts'
import { detailsOfRefusals } from './examples/refusals.ts'
import { faults, sentenceOfFault } from './faults.ts'
import { problemOf } from './problem.ts'
import { type Code, Refusal, refusals } from './refusals.ts'

/**
 * Refusals in a language that nobody speaks: every text of a sentence stands in ⟦…⟧, so that a word outside of them was put in as a value, and would stay
 * English in all languages.
 */
const bracketed = (message: Message): Message =>
  typeof message === 'string' ? `⟦${message}⟧` : message.map(bracketedPart)

function bracketedPart(part: Part): Part {
  if (typeof part === 'string') return `⟦${part}⟧`
  if (part.length === 1 || part[1] === 'number') return part
  if (part[1] === 'tag') return [part[0], 'tag', bracketed(part[2])]
  const choices = Object.entries(part[2]).map(([name, inner]) => [name, bracketed(inner)])
  return [part[0], part[1], Object.fromEntries(choices)]
}

let stop = () => {}
before(() => {
  stop = pretend('de', bracketed)
})
after(() => stop())

/** Params that are names people gave, ids, codes of the API, days, and names of its fields: the same in every language. */
const VALUES = new Set(
  `field fields path at expected sent_as from to origin method allow first name names children
   contact goals filename again account_name category_name ability type key kind unit value values
   format by wide time_zone base_currency_id currency_id bound base said used skipped external_id
   amount parts receivable payable held after statement cleared difference parent child wanted
   goal_currency_id whole part sum balance opening starts_with too_large id line_id account_id
   reconciliation_id`.split(/\s+/),
)
const isOfTime = (name: string): boolean =>
  /date|day|^(since|until|now|last|end|start|as_of|known_at)$|_at$/.test(name)

/** Of imports: their faults are said in the language of the file that was read. */
const OF_IMPORTS = new Set<Code>(['import_failed', 'import_undecided', 'import_brings_changed'])

/** The texts in a detail, each under the name that it has there. */
function* textsIn(detail: unknown, name = ''): Generator<[name: string, text: string]> {
  if (typeof detail === 'string') yield [name, detail]
  else if (detail instanceof Later)
    for (const [inner, value] of Object.entries(detail.values)) yield* textsIn(value, inner)
  else if (Array.isArray(detail)) for (const one of detail) yield* textsIn(one, name)
  else if (typeof detail === 'object' && detail !== null)
    for (const [inner, value] of Object.entries(detail)) yield* textsIn(value, inner)
}

/** Names of the API that sentences put in without their standing in a detail: a header, a field, and the part of an ability for all areas. */
const NAMES = ['If-Match', 'fx_rate', 'read', 'write', 'own', '/books/current', '/exchange-rates/']

/** What stands outside of the brackets, without the values of the request, and the word before the last of a list. */
function leftOver(sentence: string, detail: unknown): string {
  const values = [...textsIn(detail)]
    .filter(([name]) => VALUES.has(name) || isOfTime(name))
    .map(([, text]) => text)
  return [...values, ...NAMES]
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, value) => text.replaceAll(value, ''), sentence.replaceAll(/⟦[^⟦⟧]*⟧/g, ' '))
    .replaceAll(/\b(und|oder)\b/g, '')
}

test('no refusal has an English word in another language, except names, ids and codes', () => {
  const found: string[] = []
  for (const code of Object.keys(refusals) as Code[]) {
    if (OF_IMPORTS.has(code)) continue
    const detail = detailsOfRefusals[code] ?? {}
    const {
      message,
      detail: same,
      errors = {},
    } = problemOf(new Refusal(code, { ...detail }), 'request', 'de')
    assert.match(message, /⟦/, code)
    assert.equal(same, message)
    for (const sentence of [message, ...Object.values(errors).flat()]) {
      const words = leftOver(sentence, detail).match(/\p{L}+/gu) ?? []
      if (words.length > 0) found.push(`${code}: ${words.join(' ')}: ${sentence}`)
    }
  }
  assert.deepEqual(found, [])
})

test('no fault of a field has an English word in another language', () => {
  const found: string[] = []
  const params = new Proxy({ form: 'email' } as Record<string, unknown>, {
    get: (known, name) => known[String(name)] ?? '1',
    ownKeys: () => ['form'],
  })
  for (const code of Object.keys(faults)) {
    const sentence = inLanguage('de', () =>
      (faults[code as keyof typeof faults] as (d: object) => string)(params),
    )
    const words = sentence.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ').match(/\p{L}+/gu) ?? []
    if (words.length > 0) found.push(`${code}: ${words.join(' ')}: ${sentence}`)
  }
  assert.deepEqual(found, [])
  assert.match(
    inLanguage('de', () => sentenceOfFault({ field: 'amount', code: 'required', params: {} })),
    /^(⟦⟧)?amount⟦/,
  )
})

test('the params of a refusal are English in every language', () => {
  for (const [code, detail] of Object.entries(detailsOfRefusals)) {
    const refusal = new Refusal(code as Code, { ...detail })
    const [german, english] = [problemOf(refusal, 'request', 'de'), problemOf(refusal, 'request')]
    assert.deepEqual(
      inLanguage('de', () => JSON.stringify(german.params)),
      JSON.stringify(english.params),
    )
    assert.doesNotMatch(JSON.stringify(german.params), /⟦/, code)
  }
})
