import { folded } from '../../contract/fold.ts'
import { starterCategories, starterGroups, starterName } from '../../contract/starter.ts'
import { type Language, languageTags } from '../../words/languages.ts'
import { inLanguage } from '../../words/t.ts'
import { namesInBooks } from '../lists/shops/known-shops.ts'

/** The default categories of rows, as the ready-made set has them in English. */
export const OTHER = { expense: 'Other expenses', income: 'Other income' } as const

/** The names of the default categories of a book. The commit creates those that the book does not have. */
export type DefaultNames = Readonly<Record<keyof typeof OTHER, string>>

type CategoryName = { readonly kind: keyof typeof OTHER; readonly name: string }

/** Whether a category is the default one of its kind, in any language. */
export const isDefault = ({ kind, name }: CategoryName): boolean =>
  namesInBooks(OTHER[kind]).includes(folded(name))

/** The default categories as a book calls them; one that it does not have is called as the ready-made set has it in the language of the book. */
export function defaultNames(categories: readonly CategoryName[]): DefaultNames {
  const language = languageOf(categories)
  const nameOf = (kind: keyof typeof OTHER) => {
    const ready = inLanguage(language, () => starterName(OTHER[kind]))
    const own = categories.filter((one) => one.kind === kind && isDefault(one))
    return (own.find(({ name }) => folded(name) === folded(ready)) ?? own[0])?.name ?? ready
  }
  return { expense: nameOf('expense'), income: nameOf('income') }
}

const readyNames = new Map<Language, ReadonlySet<string>>()

/** The folded names of the ready-made categories in a language. */
function readyNamesIn(language: Language): ReadonlySet<string> {
  const known = readyNames.get(language)
  if (known) return known
  const names = inLanguage(language, () =>
    [...starterGroups, ...starterCategories].map(({ name }) => folded(starterName(name))),
  )
  const made = new Set(names)
  readyNames.set(language, made)
  return made
}

/** The language that most ready-made names of a book are in; English where it has none. */
function languageOf(categories: readonly CategoryName[]): Language {
  const names = categories.map(({ name }) => folded(name))
  let most: { language: Language; count: number } = { language: 'en', count: 0 }
  for (const language of languageTags) {
    const ready = readyNamesIn(language)
    const count = names.filter((name) => ready.has(name)).length
    if (count > most.count) most = { language, count }
  }
  return most.language
}
