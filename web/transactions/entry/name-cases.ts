import type { Named } from './book.ts'

type Find = <T extends Named>(list: readonly T[], phrase: string) => T | undefined

/** The names of a list without their endings, and every word of them: most phrases have another one, so that no name is looked at. */
type Cut = {
  readonly names: readonly (Named & { readonly whole: Named })[]
  readonly words: ReadonlySet<string>
}

const patterns = new Map<readonly string[], RegExp>()
const cutLists = new WeakMap<readonly Named[], Cut>()

/** A text without the endings of its words; at least two letters of each are left. */
function withoutEndings(text: string, endings: readonly string[]): string {
  let pattern = patterns.get(endings)
  if (!pattern) {
    pattern = new RegExp(`(?<!\\S)(\\S{2,}?)(?:${endings.join('|')})(?!\\S)`, 'gu')
    patterns.set(endings, pattern)
  }
  return text.replace(pattern, '$1')
}

function cutOf(list: readonly Named[], endings: readonly string[]): Cut {
  const known = cutLists.get(list)
  if (known) return known
  const names = list.map((whole) => ({ ...whole, folded: withoutEndings(whole.folded, endings), whole }))
  const words = new Set([...list, ...names].flatMap(({ folded }) => folded.split(' ')))
  const cut = { names, words }
  cutLists.set(list, cut)
  return cut
}

/**
 * A name as it is, else in another case of a language that has them: "samowi" is Sam, and "oli" is Ola. Both are compared without their endings, by whole
 * words.
 */
export function inAnyCase<T extends Named>(
  find: Find,
  list: readonly T[],
  phrase: string,
  endings: readonly string[],
): T | undefined {
  const found = find(list, phrase)
  if (found || endings.length === 0) return found
  const { names, words } = cutOf(list, endings)
  const bare = withoutEndings(phrase, endings)
  if (!bare.split(' ').every((word) => words.has(word))) return undefined
  return find(list, bare) ?? (find(names, bare)?.whole as T | undefined) // made of this list
}
