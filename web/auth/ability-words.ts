import type { Ability, Area } from '../../contract/programs.ts'
import type { Needs } from '../../contract/refusal.ts'
import { t } from '../../words/t.ts'
import { listed } from '../ui/wording.ts'

/** An area of the book, in plain words: a row of the table in which a person ticks what a program may do. */
type AreaWords = {
  readonly label: string
  readonly words: string
  /** As the object of "reads" and "records". */
  readonly noun: string
  /** The rights that some request of the area needs: the others have no box. */
  readonly rights: readonly Needs[]
  /** The words of a right whose verb does not fit. */
  readonly instead?: Partial<Record<Needs, string>>
}

/** The areas by their names in abilities, the most used first. */
export const areaWords: Readonly<Record<Area, AreaWords>> = {
  budgeting: {
    label: 'Entries',
    words: 'expenses, incomes, transfers',
    noun: 'entries',
    rights: ['read', 'write'],
  },
  accounts: { label: 'Accounts', words: 'balances, registers', noun: 'accounts', rights: ['read', 'write'] },
  categories: { label: 'Categories', words: 'of entries', noun: 'categories', rights: ['read', 'write'] },
  budgets: { label: 'Budgets', words: 'planned and left', noun: 'budgets', rights: ['read', 'write'] },
  contacts: { label: 'People', words: 'names and notes', noun: 'people', rights: ['read', 'write'] },
  obligations: { label: 'Debts', words: 'both ways, and payments', noun: 'debts', rights: ['read', 'write'] },
  plans: {
    label: 'Recurring',
    words: 'bills, salaries, the forecast',
    noun: 'recurring entries',
    rights: ['read', 'write'],
  },
  goals: { label: 'Goals', words: 'saving, and envelopes', noun: 'goals', rights: ['read', 'write'] },
  values: {
    label: 'Values',
    words: 'of a house, a car, a loan',
    noun: 'values',
    rights: ['read', 'write'],
  },
  imports: {
    label: 'Imports',
    words: 'files of banks, and rules',
    noun: 'imports',
    rights: ['read', 'write'],
  },
  reconciliations: {
    label: 'Reconciling',
    words: 'statements of banks',
    noun: 'reconciliations',
    rights: ['read', 'write'],
  },
  currencies: {
    label: 'Exchange rates',
    words: 'yours and published ones',
    noun: 'exchange rates',
    rights: ['read', 'write'],
  },
  reports: { label: 'Reports', words: 'net worth, spending, flows', noun: 'reports', rights: ['read'] },
  changes: {
    label: 'Activity',
    words: 'every change of the book; record: undo one',
    noun: 'every change',
    rights: ['read', 'write'],
    instead: { write: 'undoes changes' },
  },
  books: {
    label: 'The book itself',
    words: 'name, months, closing; read: its file, with everything',
    noun: 'the whole book as a file',
    rights: ['read', 'write', 'own'],
    instead: { write: 'adds the first categories', own: 'manages the book' },
  },
}

export const areaNames = Object.keys(areaWords) as Area[] // exactly these

/** The rights, in the order of the columns, and their verbs. */
export const rightWords: readonly { right: Needs; label: string; verb: string }[] = [
  { right: 'read', label: 'read', verb: 'reads' },
  { right: 'write', label: 'record', verb: 'records' },
  { right: 'own', label: 'manage', verb: 'manages' },
]

function wordsOf(abilities: readonly string[], right: Needs, verb: string): string[] {
  if (abilities.includes(right)) return [right === 'own' ? t('manages the book') : `${verb} everything`]
  const areas = areaNames
    .filter((area) => abilities.includes(`${right}:${area}`))
    .map((area) => areaWords[area])
  const phrases = areas.flatMap(({ instead }) => instead?.[right] ?? [])
  const nouns = areas.flatMap(({ instead, noun }) => (instead?.[right] === undefined ? noun : []))
  return [...(nouns.length > 0 ? [`${verb} ${listed(nouns)}`] : []), ...phrases]
}

/** Abilities read back: "reads accounts and reports, and records entries", and what such a key does not do. */
export function abilityWords(abilities: readonly string[]): { does: string; not: string | undefined } {
  const phrases = rightWords.flatMap(({ right, verb }) => wordsOf(abilities, right, verb))
  const does =
    phrases.length < 2 ? phrases.join('') : `${phrases.slice(0, -1).join(', ')}, and ${phrases.at(-1)}`
  const rights = new Set(abilities.map((ability) => ability.split(':')[0]))
  if (rights.size === 0) return { does, not: undefined }
  if (!rights.has('read')) return { does, not: t('reads no list') }
  return { does, not: rights.size === 1 ? t('changes nothing') : undefined }
}

/** Whether a box is ticked: by itself, or since everything is. */
export const isTicked = (abilities: readonly string[], ability: string): boolean =>
  abilities.includes(ability) || abilities.includes(ability.split(':')[0] ?? '')

/** The abilities with one more or one less. A right for all areas takes the place of those for one. */
export function toggled(abilities: readonly Ability[], ability: Ability): Ability[] {
  if (abilities.includes(ability)) return abilities.filter((one) => one !== ability)
  return [...abilities.filter((one) => !one.startsWith(`${ability}:`)), ability]
}
