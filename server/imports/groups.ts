/** A category as programs name it with its group: `Food:Groceries` in journals, `Food: Groceries` in registers of budgets. */
type Path = {
  readonly group: string
  readonly name: string
  /** A register of budgets: the name alone says which category it is, if the group is another one in the book. */
  readonly isLoose: boolean
}

/** The group and the name in a category's name; undefined if it names no group. A third level is part of the name. */
export function pathOf(text: string): Path | undefined {
  const [, group = '', blank = '', name = ''] = /^([^:]*):(\s*)(.*)$/s.exec(text) ?? []
  if (group.trim() === '' || name.trim() === '') return undefined
  return { group: group.trim(), name: name.trim(), isLoose: blank !== '' }
}
