import type { Ability, Area } from '../../contract/programs.ts'
import type { Needs } from '../../contract/refusal.ts'
import { comma, listed, t } from '../../words/t.ts'

/** An area of the book, in plain words: a row of the table in which a person ticks what a program may do. */
type AreaWords = {
  readonly label: () => string
  readonly words: () => string
  /** As the object of "reads" and "records". */
  readonly noun: () => string
  /** The rights that some request of the area needs: the others have no box. */
  readonly rights: readonly Needs[]
  /** The words of a right whose verb does not fit. */
  readonly instead?: Partial<Record<Needs, () => string>>
}

type RightWords = {
  readonly right: Needs
  readonly label: () => string
  readonly everything: () => string
  readonly some: (things: string) => string
}

/** The areas by their names in abilities, the most used first. */
export const areaWords: Readonly<Record<Area, AreaWords>> = {
  budgeting: {
    label: () => t('Entries'),
    words: () => t('expenses, incomes, transfers'),
    noun: () => t('entries [that a key reads or records]'),
    rights: ['read', 'write'],
  },
  accounts: {
    label: () => t('Accounts'),
    words: () => t('balances, registers'),
    noun: () => t('accounts [that a key reads or records]'),
    rights: ['read', 'write'],
  },
  categories: {
    label: () => t('Categories'),
    words: () => t('of entries'),
    noun: () => t('categories [that a key reads or records]'),
    rights: ['read', 'write'],
  },
  budgets: {
    label: () => t('Budgets'),
    words: () => t('planned and left'),
    noun: () => t('budgets [that a key reads or records]'),
    rights: ['read', 'write'],
  },
  contacts: {
    label: () => t('People'),
    words: () => t('names and notes'),
    noun: () => t('people [that a key reads or records]'),
    rights: ['read', 'write'],
  },
  obligations: {
    label: () => t('Debts'),
    words: () => t('both ways, and payments'),
    noun: () => t('debts [that a key reads or records]'),
    rights: ['read', 'write'],
  },
  plans: {
    label: () => t('Recurring'),
    words: () => t('bills, salaries, the forecast'),
    noun: () => t('recurring entries [that a key reads or records]'),
    rights: ['read', 'write'],
  },
  goals: {
    label: () => t('Goals'),
    words: () => t('saving, and envelopes'),
    noun: () => t('goals [that a key reads or records]'),
    rights: ['read', 'write'],
  },
  values: {
    label: () => t('Values'),
    words: () => t('of a house, a car, a loan'),
    noun: () => t('values [that a key reads or records]'),
    rights: ['read', 'write'],
  },
  imports: {
    label: () => t('Imports'),
    words: () => t('files of banks, and rules'),
    noun: () => t('imports [that a key reads or records]'),
    rights: ['read', 'write'],
  },
  reconciliations: {
    label: () => t('Reconciling'),
    words: () => t('statements of banks'),
    noun: () => t('reconciliations [that a key reads or records]'),
    rights: ['read', 'write'],
  },
  currencies: {
    label: () => t('Exchange rates'),
    words: () => t('yours and published ones'),
    noun: () => t('exchange rates [that a key reads or records]'),
    rights: ['read', 'write'],
  },
  reports: {
    label: () => t('Reports'),
    words: () => t('net worth, spending, flows'),
    noun: () => t('reports [that a key reads or records]'),
    rights: ['read'],
  },
  changes: {
    label: () => t('Activity'),
    words: () => t('every change of the book; record: undo one'),
    noun: () => t('every change [that a key reads or records]'),
    rights: ['read', 'write'],
    instead: { write: () => t('undoes changes [a key does]') },
  },
  books: {
    label: () => t('The book itself'),
    words: () => t('name, months, closing; read: its file, with everything'),
    noun: () => t('the whole book as a file [that a key reads or records]'),
    rights: ['read', 'write', 'own'],
    instead: {
      write: () => t('adds the first categories [a key does]'),
      own: () => t('manages the book [a key does]'),
    },
  },
}

export const areaNames = Object.keys(areaWords) as Area[] // exactly these

/** The rights, in the order of the columns, with the sentences that say what a key does by one. */
export const rightWords: readonly RightWords[] = [
  {
    right: 'read',
    label: () => t('read [verb]'),
    everything: () => t('reads everything [a key does]'),
    some: (things) => t('reads {things} [a key does]', { things }),
  },
  {
    right: 'write',
    label: () => t('record [verb]'),
    everything: () => t('records everything [a key does]'),
    some: (things) => t('records {things} [a key does]', { things }),
  },
  {
    right: 'own',
    label: () => t('manage [verb]'),
    everything: () => t('manages the book [a key does]'),
    some: (things) => t('manages {things} [a key does]', { things }),
  },
]

function wordsOf(abilities: readonly string[], { right, everything, some }: RightWords): string[] {
  if (abilities.includes(right)) return [everything()]
  const areas = areaNames
    .filter((area) => abilities.includes(`${right}:${area}`))
    .map((area) => areaWords[area])
  const phrases = areas.flatMap(({ instead }) => instead?.[right]?.() ?? [])
  const nouns = areas.flatMap(({ instead, noun }) => (instead?.[right] === undefined ? noun() : []))
  return [...(nouns.length > 0 ? [some(listed(nouns))] : []), ...phrases]
}

/** Abilities read back: "reads accounts and reports, and records entries", and what such a key does not do. */
export function abilityWords(abilities: readonly string[]): { does: string; not: string | undefined } {
  const phrases = rightWords.flatMap((one) => wordsOf(abilities, one))
  const does =
    phrases.length < 2
      ? phrases.join('')
      : t('{phrases}, and {last}', {
          phrases: phrases.slice(0, -1).join(comma()),
          last: phrases.at(-1) ?? '',
        })
  const rights = new Set(abilities.map((ability) => ability.split(':')[0]))
  if (rights.size === 0) return { does, not: undefined }
  if (!rights.has('read')) return { does, not: t('reads no list [a key does]') }
  return { does, not: rights.size === 1 ? t('changes nothing [a key does]') : undefined }
}

/** Whether a box is ticked: by itself, or since everything is. */
export const isTicked = (abilities: readonly string[], ability: string): boolean =>
  abilities.includes(ability) || abilities.includes(ability.split(':')[0] ?? '')

/** The abilities with one more or one less. A right for all areas takes the place of those for one. */
export function toggled(abilities: readonly Ability[], ability: Ability): Ability[] {
  if (abilities.includes(ability)) return abilities.filter((one) => one !== ability)
  return [...abilities.filter((one) => !one.startsWith(`${ability}:`)), ability]
}
