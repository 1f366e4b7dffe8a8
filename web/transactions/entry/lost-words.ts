import type { Kept, KeptNames } from '../../api/kept-rules.ts'
import type { Reading } from './reading.ts'

type LostEntry = Pick<Kept, 'words' | 'line' | 'names' | 'steps'>

/** The parts of an entry that waited for a book that is gone: the ids in its requests mean nothing elsewhere. */
export type LostParts = {
  day: string
  amount: number | undefined
  currency: string
  kind: string
  category: string
  account: string
  who: string
  note: string
}

const kinds: Readonly<Record<string, string>> = {
  expenses: 'expense',
  incomes: 'income',
  transfers: 'transfer',
  obligations: 'debt',
}

/** The names in an entry, as they are kept beside its sentence. */
export const namesOf = ({ kind, category, account, to_account, contact, people }: Reading): KeptNames => ({
  category: category?.name ?? '',
  account: account?.name ?? '',
  who: people.length > 0 ? people.map(({ name }) => name).join(', ') : ((contact ?? to_account)?.name ?? ''),
  isOut: ['spent', 'moved', 'lent', 'paid back'].includes(kind),
})

/** The end of the names in an English sentence, which is all that older entries have: its day. */
const DAY = '(?:today|yesterday|tomorrow|on (?=\\d|[A-Z]\\S+ \\d))'
const sentences = [
  `^Spent .+? on (?<category>.+?) from (?<account>.+?) ${DAY}`,
  `^Got .+? as (?<category>.+?) into (?<account>.+?) ${DAY}`,
  `^Moved .+? from (?<account>.+?) to (?<who>.+?) (?:as .+? )?${DAY}`,
  `^Lent .+? to (?<who>.+?) from (?<account>.+?) ${DAY}`,
  `^Borrowed .+? from (?<who>.+?) into (?<account>.+?) ${DAY}`,
  `^Paid back .+? to (?<who>.+?) from (?<account>.+?) ${DAY}`,
  `^(?<who>.+?) paid back .+? into (?<account>.+?) ${DAY}`,
].map((pattern) => new RegExp(pattern))
const company = / (?:split with|with|from) (?<who>.+?)(?: “| #|$)/

function namesIn(words: string): Readonly<Record<string, string | undefined>> {
  const found = sentences.map((sentence) => sentence.exec(words)).find((match) => match !== null)
  return { ...company.exec(words.slice(found?.[0].length ?? words.length))?.groups, ...found?.groups }
}

export function partsOf({ words, line, names, steps }: LostEntry): LostParts {
  const { path = '', body = {} } = steps.at(-1) ?? {}
  const { date, opened_date, amount, original_amount, currency_id, memo, notes, name } = body as Record<
    string,
    unknown
  > // as `requestsOf` has made it
  const { category = '', account = '', who = '' } = names ?? namesIn(words)
  const sum = amount ?? original_amount
  const kind = kinds[path.split('/').at(-1) ?? ''] ?? (/payments?$/.test(path) ? 'payment' : '')
  const isOut =
    names?.isOut ?? (kind === 'expense' || kind === 'transfer' || /^(Lent|Paid back) /.test(words))
  return {
    day: String(date ?? opened_date ?? ''),
    amount: typeof sum === 'number' ? (isOut ? -sum : sum) : undefined,
    currency: String(currency_id ?? ''),
    kind,
    category,
    account,
    who: who.replaceAll(' (new)', ''),
    note: String(memo ?? notes ?? name ?? line),
  }
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Entries as a file that Florin imports: a column for each part, and the sentence. */
export const lostFile = (entries: readonly LostEntry[]): string =>
  [
    ['Day', 'Amount', 'Currency', 'Kind', 'Category', 'Account', 'Who', 'Note', 'Entry'],
    ...entries.map((one) => {
      const { day, amount, currency, kind, category, account, who, note } = partsOf(one)
      return [day, String(amount ?? ''), currency, kind, category, account, who, note, one.words]
    }),
  ]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
