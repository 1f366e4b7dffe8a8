import type { Kept } from '../../api/kept-rules.ts'

/** The parts of an entry that waited for a book that is gone. Of its names only the sentence is left: the ids in its requests mean nothing elsewhere. */
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

/** The end of the names in a sentence: its day. */
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

export function partsOf({ words, line, steps }: Pick<Kept, 'words' | 'line' | 'steps'>): LostParts {
  const { path = '', body = {} } = steps.at(-1) ?? {}
  const { date, opened_date, amount, original_amount, currency_id, memo, notes, name } = body as Record<
    string,
    unknown
  > // as `requestsOf` has made it
  const { category = '', account = '', who = '' } = namesIn(words)
  const sum = amount ?? original_amount
  const kind = kinds[path.split('/').at(-1) ?? ''] ?? (/payments?$/.test(path) ? 'payment' : '')
  const isOut = kind === 'expense' || kind === 'transfer' || /^(Lent|Paid back) /.test(words)
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
export const lostFile = (entries: readonly Pick<Kept, 'words' | 'line' | 'steps'>[]): string =>
  [
    ['Day', 'Amount', 'Currency', 'Kind', 'Category', 'Account', 'Who', 'Note', 'Entry'],
    ...entries.map((one) => {
      const { day, amount, currency, kind, category, account, who, note } = partsOf(one)
      return [day, String(amount ?? ''), currency, kind, category, account, who, note, one.words]
    }),
  ]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
