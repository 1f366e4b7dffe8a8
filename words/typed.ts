/**
 * The words that somebody types in one language, in quick entry and for days: `words/typed/de.json`. Each list is one text, its words in lower case and without
 * accents, as typed words are compared; the first is the one that Florin writes itself. A plus joins the words of a phrase: `avant+hier`. English words are
 * known beside those of any language, unless they mean something else in it.
 */
export type TypedTable = {
  readonly today: string
  readonly yesterday: string
  readonly tomorrow: string
  /** From Monday to Sunday. */
  readonly weekdays: readonly string[]
  /** From January to December. */
  readonly months: readonly string[]
  /** Before a weekday; with a plus in front of it, after one: `+dernier`. */
  readonly last: string
  readonly next: string
  /** Words that say how often something comes again, by how often that is: `month`, `2 weeks`. */
  readonly rhythms: Readonly<Record<string, string>>
  /** Words for units of time, after one of `each`. */
  readonly units: Readonly<Record<string, string>>
  /** Everyday words, by the English name of the category of the ready-made set that they belong to. */
  readonly everyday: Readonly<Record<string, string>>
  /** Names of currencies as people say them, by code. */
  readonly currencies?: Readonly<Record<string, string>>
  /** Words after a number that multiply it, by their number. */
  readonly times?: Readonly<Record<string, string>>
  /** Whether every noun has a capital, so that a capital makes no name. */
  readonly nounsHaveCapitals?: boolean
} & Readonly<Record<TypedList, string>> &
  Readonly<Partial<Record<OptionalList, string>>>

/** The other lists; `web/transactions/entry/entry-words.ts` says what each is for. */
export const typedLists = [
  'doubtfulDays',
  'spend',
  'receive',
  'move',
  'lend',
  'borrow',
  'owe',
  'pay',
  'repay',
  'give',
  'i',
  'me',
  'back',
  'to',
  'from',
  'by',
  'into',
  'on',
  'split',
  'company',
  'and',
  'equally',
  'each',
  'leading',
  'small',
  'notCurrencies',
] as const
export type TypedList = (typeof typedLists)[number]

/** Lists of what some languages alone have. */
export const optionalLists = [
  'beforeYesterday',
  'afterTomorrow',
  'lastWeek',
  'nextWeek',
  'late',
  'they',
  'helpers',
  'lender',
  'income',
  'refund',
  'price',
  'date',
  'of',
  'articles',
  'joinedArticle',
  'prefixes',
  'endings',
] as const
export type OptionalList = (typeof optionalLists)[number]

/** The words of a text of a table; a plus sign joins the words of a phrase. */
export const wordsOf = (text: string): string[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => word.replace(/(?<=.)\+(?=.)/g, ' '))

/** The words of one list in several tables, each once, in the order of the tables. */
export const wordsIn = (
  tables: readonly TypedTable[],
  list: (table: TypedTable) => string | undefined,
): string[] => [...new Set(tables.flatMap((table) => wordsOf(list(table) ?? '')))]
