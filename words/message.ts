import { isRightToLeft, type Language } from './languages.ts'

/**
 * A sentence as it is kept ready: a text, or a list of texts, of values that are put in, and of choices between sentences. It is JSON, and read by
 * `say` without a parser: the service and the build make it out of ICU message syntax (`compile.ts`).
 */
export type Message = string | readonly Part[]
export type Choices = Readonly<Record<string, Message>>
export type Part =
  | string
  /** A value as it is. */
  | readonly [name: string]
  /** A number as the reader writes numbers; without a name, the count of the plural around it. */
  | readonly [name: string, kind: 'number']
  | readonly [name: string, kind: 'plural' | 'ordinal' | 'select', choices: Choices]
  /** Words that are shown in a way of their own, such as a link. */
  | readonly [name: string, kind: 'tag', inner: Message]

export type Speaker = { language: Language; number: (value: number) => string }

/** Everything that a sentence is made of, in its order: texts, and the values that are no text. */
export function say(
  message: Message,
  values: Readonly<Record<string, unknown>>,
  speaker: Speaker,
  count?: number,
): unknown[] {
  if (typeof message === 'string') return [message]
  return message.flatMap((part, index) => {
    if (typeof part === 'string') return [part]
    if (part.length === 1) {
      const before = message[index - 1]
      const isInAddress = typeof before === 'string' && before.endsWith('/')
      return [isInAddress ? values[part[0]] : setApart(values[part[0]], speaker.language)]
    }
    const value = values[part[0]]
    if (part[1] === 'number') return [speaker.number(part[0] === '' ? (count ?? 0) : Number(value))]
    if (part[1] === 'tag') {
      const inner = say(part[2], values, speaker, count)
      return typeof value === 'function' ? [value(joined(inner))] : inner
    }
    if (part[1] === 'select') return say(choiceOf(part[2], String(value)), values, speaker, count)
    return say(pluralOf(part[2], Number(value), part[1], speaker), values, speaker, Number(value))
  })
}

/**
 * Where lines are read from right to left, a name in other letters must not pull the words beside it along: it stands between two signs that are not seen,
 * U+2068 and U+2069.
 */
const setApart = (value: unknown, language: Language): unknown =>
  typeof value === 'string' && isRightToLeft(language)
    ? `\u2068${value.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`
    : value

/** One text where all pieces are texts, and else the pieces. */
export const joined = (pieces: readonly unknown[]): unknown =>
  pieces.every((piece) => typeof piece !== 'object' && typeof piece !== 'function') ? pieces.join('') : pieces

const choiceOf = (choices: Choices, key: string): Message =>
  (Object.hasOwn(choices, key) ? choices[key] : choices.other) ?? ''

const rules = new Map<string, Intl.PluralRules>()

function pluralOf(
  choices: Choices,
  value: number,
  kind: 'plural' | 'ordinal',
  { language }: Speaker,
): Message {
  const exact = choices[`=${value}`]
  if (exact !== undefined) return exact
  const key = `${language} ${kind}`
  let rule = rules.get(key)
  if (!rule) {
    rule = new Intl.PluralRules(language, { type: kind === 'plural' ? 'cardinal' : 'ordinal' })
    rules.set(key, rule)
  }
  return choiceOf(choices, rule.select(value))
}
