import { t } from '../words/t.ts'

/**
 * The ready-made set of categories and accounts that a new book can begin with. The welcome page shows it before it is added. Code knows each by its
 * English name; a book gets the name in the language of the request that adds the set.
 */
export const starterNames = {
  Home: () => t('Home [category]'),
  Rent: () => t('Rent [category]'),
  Utilities: () => t('Utilities [category]'),
  'Phone and internet': () => t('Phone and internet [category]'),
  Household: () => t('Household [category]'),
  Food: () => t('Food [category]'),
  Groceries: () => t('Groceries [category]'),
  'Eating out': () => t('Eating out [category]'),
  'Getting around': () => t('Getting around [category]'),
  Transport: () => t('Transport [category]'),
  Car: () => t('Car [category]'),
  Personal: () => t('Personal [category]'),
  Health: () => t('Health [category]'),
  Clothing: () => t('Clothing [category]'),
  Education: () => t('Education [category]'),
  Family: () => t('Family [category]'),
  Children: () => t('Children [category]'),
  Pets: () => t('Pets [category]'),
  Gifts: () => t('Gifts [category]'),
  'Free time': () => t('Free time [category]'),
  Leisure: () => t('Leisure [category]'),
  Subscriptions: () => t('Subscriptions [category]'),
  Travel: () => t('Travel [category]'),
  Finances: () => t('Finances [category]'),
  Insurance: () => t('Insurance [category]'),
  Taxes: () => t('Taxes [category]'),
  'Bank fees': () => t('Bank fees [category]'),
  'Other expenses': () => t('Other expenses [category]'),
  Salary: () => t('Salary [category]'),
  Interest: () => t('Interest [category]'),
  'Gifts received': () => t('Gifts received [category]'),
  'Other income': () => t('Other income [category]'),
  Cash: () => t('Cash [account]'),
  Bank: () => t('Bank [account]'),
  Savings: () => t('Savings [account]'),
  'Credit card': () => t('Credit card [account]'),
} as const satisfies Record<string, () => string>

export type StarterName = keyof typeof starterNames

export const isStarterName = (name: string): name is StarterName => Object.hasOwn(starterNames, name)

/** A name of the set in the language that is spoken; a name of one's own as it is. */
export const starterName = (name: string): string => (isStarterName(name) ? starterNames[name]() : name)

/** A category of the set. Words of quick entry and of bank statements are sorted by these names. */
export type StarterCategory = {
  readonly name: StarterName
  readonly kind: 'expense' | 'income'
  readonly position: number
}

/** A group of categories for expenses: a category itself, to which the set sorts nothing. `icon` is a name of lucide.dev. */
export type StarterGroup = StarterCategory & {
  readonly icon: string
  readonly members: readonly StarterCategory[]
}

const listed = (kind: StarterCategory['kind'], names: readonly StarterName[], first = 1): StarterCategory[] =>
  names.map((name, index) => ({ name, kind, position: first + index }))

const group = (name: StarterName, icon: string, members: readonly StarterName[]) => ({ name, icon, members })

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
export const starterAccounts: readonly { name: StarterName; type: 'asset' | 'liability' }[] = [
  { name: 'Savings', type: 'asset' },
  { name: 'Credit card', type: 'liability' },
]

/** The icons of the set's categories, by lucide.dev: chosen for a book in another language, where no name says it in English. */
export const starterIcons: Readonly<Partial<Record<StarterName, string>>> = {
  Rent: 'house',
  Utilities: 'lightbulb',
  'Phone and internet': 'smartphone',
  Household: 'lamp',
  Groceries: 'shopping-basket',
  'Eating out': 'utensils',
  Transport: 'tram-front',
  Car: 'car',
  Health: 'heart-pulse',
  Clothing: 'shirt',
  Education: 'graduation-cap',
  Children: 'baby',
  Pets: 'paw-print',
  Gifts: 'gift',
  Leisure: 'ticket',
  Subscriptions: 'repeat',
  Travel: 'plane',
  Insurance: 'shield',
  Taxes: 'landmark',
  'Bank fees': 'receipt-text',
  Salary: 'banknote',
  Interest: 'percent',
  'Gifts received': 'gift',
  'Other income': 'banknote',
}
