import type { ReactNode } from 'react'

/** A choice in a list that is searched by typing. */
export type NamedOption = {
  id: string
  name: string
  icon?: ReactNode
  /** Said at the right: its kind, how often it was used. */
  note?: string
  /** Shown only once somebody types. */
  isFoundOnly?: boolean
}

/** The most that are shown at a time; typing finds the others. */
const MAX_OPTIONS = 100

const plainText = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

export const isSameName = (a: string, b: string): boolean => plainText(a.trim()) === plainText(b.trim())

/** The options that a text finds: those that begin with it first, then those with a word that does, then the others. */
export function findOptions(options: readonly NamedOption[], text: string): NamedOption[] {
  const wanted = plainText(text.trim())
  if (wanted === '') return options.filter((option) => !option.isFoundOnly).slice(0, MAX_OPTIONS)
  const rank = ({ name }: NamedOption) => {
    const at = plainText(name).indexOf(wanted)
    return at < 0 ? 3 : at === 0 ? 0 : /[^\p{L}\p{N}]/u.test(plainText(name)[at - 1] ?? '') ? 1 : 2
  }
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((one) => one.rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
    .slice(0, MAX_OPTIONS)
}
