/** The ready-made set of categories and accounts that a new book can begin with. The welcome page shows it before it is added. */

/** A category of the set. Words of quick entry and of bank statements are sorted by these names. */
export type StarterCategory = {
  readonly name: string
  readonly kind: 'expense' | 'income'
  readonly position: number
}

/** A group of categories for expenses: a category itself, to which the set sorts nothing. `icon` is a name of lucide.dev. */
export type StarterGroup = StarterCategory & {
  readonly icon: string
  readonly members: readonly StarterCategory[]
}

const listed = (kind: StarterCategory['kind'], names: readonly string[], first = 1): StarterCategory[] =>
  names.map((name, index) => ({ name, kind, position: first + index }))

const group = (name: string, icon: string, members: readonly string[]) => ({ name, icon, members })

export const starterGroups: readonly StarterGroup[] = [
  group('Home', 'house', ['Rent', 'Utilities', 'Phone and internet', 'Household']),
  group('Food', 'shopping-basket', ['Groceries', 'Eating out']),
  group('Getting around', 'tram-front', ['Transport', 'Car']),
  group('Personal', 'heart-pulse', ['Health', 'Clothing', 'Education']),
  group('Family', 'baby', ['Children', 'Pets', 'Gifts']),
  group('Free time', 'ticket', ['Leisure', 'Subscriptions', 'Travel']),
  group('Finances', 'landmark', ['Insurance', 'Taxes', 'Bank fees']),
].map(({ name, icon, members }, index) => ({
  name,
  icon,
  kind: 'expense',
  position: index + 1,
  members: listed('expense', members),
}))

/** Behind the groups, with room for categories of one's own between them. */
export const AFTER_GROUPS = starterGroups.length + 1

/** The categories that stand in no group. */
export const starterSingles: readonly StarterCategory[] = [
  ...listed('expense', ['Other expenses'], AFTER_GROUPS + 1),
  ...listed('income', ['Salary', 'Interest', 'Gifts received', 'Other income']),
]

/** The categories that entries are sorted to, without their groups. */
export const starterCategories: readonly StarterCategory[] = [
  ...starterGroups.flatMap(({ members }) => members),
  ...starterSingles,
]

/** Beside the accounts that every book starts with, Cash and Bank among them. They are kept in the base currency, and so is Bank from then on. */
export const starterAccounts: readonly { name: string; type: 'asset' | 'liability' }[] = [
  { name: 'Savings', type: 'asset' },
  { name: 'Credit card', type: 'liability' },
]
