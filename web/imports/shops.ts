import { folded } from '../../contract/fold.ts'
import { hasReason } from '../../contract/import-reasons.ts'
import type { ImportRow } from '../../contract/import-rows.ts'
import { t } from '../../words/t.ts'
import { isOfBankText, nameInText, shownText } from '../ui/bank-text.ts'
import { minorOf } from '../ui/money.ts'
import { goesTo } from './goes-to.ts'

/** A row, or several that stand as one: then their reason is said here, and not by the service. */
export type RowOfLine = ImportRow & {
  readonly isOfSeveral?: boolean
  /** How many rows one answer is for. */
  readonly asked?: number
}

/** Several rows of one shop, as one line that opens. */
export type Shop = {
  readonly rows: readonly ImportRow[]
  readonly isOpen: boolean
  /** Whether some of its rows are added, and some are not. */
  readonly isPartly: boolean
  readonly sum: bigint
  readonly days: readonly [from: string, to: string]
}

/** A line of the check: a row, or a shop, whose `row` stands for all of its rows. The id of a shop is negative. */
export type CheckLine = {
  readonly id: number
  readonly row: RowOfLine
  readonly shop?: Shop
  /** Whether it stands below its shop. */
  readonly isInShop?: boolean
  /** Whether the line of its shop has said its reason. */
  readonly isSaid?: boolean
}

/** The name of the shop of a row: its payee, else the words that are likely to come again; of a known shop the word that is known. */
export function shopOf({
  payee,
  text,
  suggestion,
}: Pick<ImportRow, 'payee' | 'text' | 'suggestion'>): string {
  if (payee !== null) return shownText(payee)
  const name = nameInText(text)
  const [first = ''] = name.split(' ')
  return suggestion?.words.some((word) => folded(word) === folded(first)) ? first : name
}

/** A name of a file in capitals without the number of the store behind it: BOOTS 0912. The whole stands below it. */
const withoutStore = (name: string): string =>
  /\p{Ll}/u.test(name) ? name : name.replace(/(?<=\p{L}{3}.*)(?:\s+#?\d{3,})+$/u, '')

/** Who it is, and the words of the bank where they say more: a text that the bank has put together is shortened to its name. */
export function nameOf(row: Pick<ImportRow, 'payee' | 'text' | 'words' | 'suggestion'>): {
  name: string
  words: string
} {
  const { payee, text, words } = row
  if (payee !== null) {
    const name = withoutStore(shownText(payee))
    const rest = words === payee ? '' : words
    return { name, words: name === payee ? rest : `${payee} ${rest}`.trim() }
  }
  const name = isOfBankText(text) ? shopOf(row) : text
  return { name, words: name === text ? '' : text }
}

/**
 * The rows as lines: one each, or one for each shop with several of them, by name. Rows that were asked about come first, as one line only
 * where the very same is asked about them; then the shops that Florin did not know, the others, and last the rows that are here already. `unknown` has every row that
 * Florin did not know, so that a shop whose category was chosen stays where it is.
 */
export function linesOf(
  rows: readonly ImportRow[],
  by: 'shop' | 'day',
  opened: ReadonlySet<number>,
  asked: ReadonlySet<number>,
  unknown: ReadonlySet<number> = new Set(),
): CheckLine[] {
  const single = (row: ImportRow): CheckLine => ({ id: row.n, row })
  if (by === 'day') return rows.map(single)
  const [first, rest] = [rows.filter(({ n }) => asked.has(n)), rows.filter(({ n }) => !asked.has(n))]
  const rank = ({ n, verdict }: ImportRow) => (unknown.has(n) ? 0 : verdict === 'duplicate' ? 2 : 1)
  const shops = [...Map.groupBy(rest, keyOf).values()].map((some) => {
    const first = some[0] as ImportRow // a group has a row
    return { some, name: shopOf(first), rank: rank(first) }
  })
  shops.sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name))
  const together = (some: readonly ImportRow[], name: string, isAsked = false): CheckLine[] => {
    if (some.length === 1) return some.map(single)
    const line = shopLine(some, name, opened, isAsked)
    return line.shop?.isOpen ? [line, ...some.map((row) => inShop(row, line))] : [line]
  }
  const questions = [...Map.groupBy(first, questionOf).values()]
  return [
    ...questions.flatMap((some) => together(some, shopOf(some[0] as ImportRow), true)), // a group has a row
    ...shops.flatMap(({ some, name }) => together(some, name)),
  ]
}

const inShop = (row: ImportRow, { row: head }: CheckLine): CheckLine => ({
  id: row.n,
  row,
  isInShop: true,
  isSaid: !row.is_changed && !row.needs_attention && row.reason === head.reason,
})

/** Rows of one shop that become the same, such as the transfers to one account. Debts and refunds are lines of their own. */
function keyOf(row: ImportRow): string {
  const isMoved = row.verdict === 'transfer'
  if (row.verdict !== 'new' && row.verdict !== 'duplicate' && !isMoved) return `row ${row.n}`
  if (isMoved && row.pair_n !== null) return `row ${row.n}`
  const direction = (row.amount ?? 0) < 0 ? 'out' : 'in'
  const other = isMoved ? (row.draft?.other_account_id ?? row.draft?.other_account_name) : undefined
  return [row.verdict, direction, row.account_name, other, row.currency_id, shopKey(row)].join(' ')
}

const shopKey = (row: ImportRow) => folded(shopOf(row)).replace(/\d+/g, '').trim()

/** Rows about which the same is asked have one answer: those of one day, amount and shop that may be here already. */
function questionOf(row: ImportRow): string {
  if (row.verdict !== 'duplicate' || row.held || !hasReason(row, 'is_it_the_same')) return `row ${row.n}`
  const { date, amount, currency_id, account_name, of } = row
  return [date, amount, currency_id, account_name, of?.date, of?.amount, shopKey(row)].join(' ')
}

function shopLine(
  rows: readonly ImportRow[],
  name: string,
  opened: ReadonlySet<number>,
  isAsked: boolean,
): CheckLine {
  const row = rows[0] as ImportRow // a shop has rows
  const id = -row.n
  const chosen = rows.filter(({ is_chosen }) => is_chosen).length
  const goals = new Set(rows.map((one) => goesTo(one)?.text))
  const days = rows.flatMap(({ date }) => date ?? []).sort()
  const isOne = goals.size === 1
  const asked = rows.filter((one) => one.needs_attention).length
  const isSame = rows.every((one) => one.reason === row.reason)
  return {
    id,
    row: {
      ...row,
      n: id,
      payee: name,
      words: row.payee === null ? row.text : row.words,
      is_chosen: chosen > 0,
      draft: row.draft && {
        ...row.draft,
        ...(!isOne && {
          category_id: null,
          category_name: t('{count, plural, one {# category} other {# categories}}', { count: goals.size }),
        }),
      },
      reason: isOne
        ? row.reason
        : t('They go to {count, plural, one {# category} other {# categories}}.', { count: goals.size }),
      reasons: isOne ? row.reasons : [],
      isOfSeveral: !isOne,
      ...(isAsked && { needs_attention: asked > 0, asked }),
      ...(isAsked &&
        !isSame && {
          reason: t('Some of the same amount are here already. Are they the same?'),
          reasons: [],
        }),
    },
    shop: {
      rows,
      isOpen: opened.has(id),
      isPartly: chosen > 0 && chosen < rows.length,
      sum: rows.reduce((sum, one) => sum + minorOf(one.amount ?? 0, one.currency_id ?? ''), 0n),
      days: [days[0] ?? '', days.at(-1) ?? ''],
    },
  }
}

/** The rows of a line, or of all lines from one to another, each once. */
export function rowsOfLines(lines: readonly CheckLine[], from: number, to = from): ImportRow[] {
  const [a, b] = [lines.findIndex(({ id }) => id === from), lines.findIndex(({ id }) => id === to)]
  const some =
    a < 0 || b < 0 ? lines.filter(({ id }) => id === to) : lines.slice(Math.min(a, b), Math.max(a, b) + 1)
  return [...new Set(some.flatMap(({ row, shop }) => shop?.rows ?? [row]))]
}
