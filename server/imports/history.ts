import type { Day } from '../../contract/day.ts'
import { isSameName, type Word, wordsOf } from '../lists/words.ts'
import { startSlice } from '../process/slices.ts'
import { BANK_WORDS } from './bank-words.ts'

/** A transaction that was recorded earlier, as far as later ones are judged by it. `text` is folded. */
export type Earlier = {
  readonly id: string
  readonly kind: 'expense' | 'income' | 'transfer'
  readonly is_refund: boolean
  readonly date: Day
  readonly amount: bigint
  readonly currency_id: string
  readonly category_id: string | null
  readonly contact_id: string | null
  readonly account_id: string | null
  readonly to_account_id: string | null
  readonly text: string
  readonly memo: string | null
}

/** The categories and contacts of earlier transactions with a word. */
type WordUses = {
  count: number
  readonly categories: Map<string, number>
  readonly contacts: Map<string, number>
  /** The category and the contact that more than half of them have: at most one each. They are computed once. */
  agreed?: Record<'categories' | 'contacts', readonly [string, number] | undefined>
}

type HistorySide = 'expense' | 'income'

/** The words of earlier transactions, looked up by word. It is made once for a file. */
export type History = {
  readonly size: Record<HistorySide, number>
  readonly uses: Record<HistorySide, ReadonlyMap<string, WordUses>>
  /** How many transactions each category and each contact has. */
  readonly totals: Record<HistorySide, Record<'categories' | 'contacts', ReadonlyMap<string, number>>>
  /** For each word, the latest expenses that have it. */
  readonly expenses: ReadonlyMap<string, readonly Earlier[]>
  /** For each account and phrase of its earlier transfers, the account on the other side. */
  readonly transfers: ReadonlyMap<string, string>
}

const MAX_EXPENSES = 20

/**
 * Makes the index of earlier transactions, the latest first. `rest` are the default categories: nobody chose them, so nothing is learned
 * from their transactions.
 */
export async function makeHistory(
  earlier: Iterable<Earlier>,
  rest: ReadonlySet<string> = new Set(),
): Promise<History> {
  const size = { expense: 0, income: 0 }
  const uses = { expense: new Map<string, WordUses>(), income: new Map<string, WordUses>() }
  const totals = { expense: newTotals(), income: newTotals() }
  const expenses = new Map<string, Earlier[]>()
  const transfers = new Map<string, string>()
  const slice = startSlice()
  for (const one of earlier) {
    const words = wordsOf(one.text)
    if (one.kind === 'transfer') rememberTransfer(transfers, one, words)
    else if (!one.is_refund && one.category_id !== null) {
      const isChosen = !rest.has(one.category_id)
      if (isChosen) {
        size[one.kind]++
        countIn(totals[one.kind], one)
      }
      for (const { folded } of words) {
        if (isChosen) count(uses[one.kind], folded, one)
        if (one.kind !== 'expense') continue
        const list = expenses.get(folded)
        if (list === undefined) expenses.set(folded, [one])
        else if (list.length < MAX_EXPENSES) list.push(one)
      }
    }
    if (slice.isOver()) await slice.next()
  }
  return { size, uses, totals, expenses, transfers }
}

const newTotals = () => ({ categories: new Map<string, number>(), contacts: new Map<string, number>() })

function count(uses: Map<string, WordUses>, word: string, one: Earlier): void {
  const found = uses.get(word) ?? { count: 0, categories: new Map(), contacts: new Map() }
  uses.set(word, found)
  found.count++
  countIn(found, one)
}

function countIn(
  { categories, contacts }: Pick<WordUses, 'categories' | 'contacts'>,
  { category_id, contact_id }: Earlier,
): void {
  if (category_id !== null) categories.set(category_id, (categories.get(category_id) ?? 0) + 1)
  if (contact_id !== null) contacts.set(contact_id, (contacts.get(contact_id) ?? 0) + 1)
}

/** The key of a transfer from the side of one account: the account and the words. Figures and signs are left out, because they differ each time. */
export const transferKey = (accountId: string, isOut: boolean, words: readonly Word[]): string =>
  `${accountId} ${isOut ? 'out' : 'in'} ${words.map(({ folded }) => folded).join(' ')}`

function rememberTransfer(transfers: Map<string, string>, one: Earlier, words: readonly Word[]): void {
  const { account_id, to_account_id } = one
  if (words.length === 0 || account_id === null || to_account_id === null) return
  for (const [key, other] of [
    [transferKey(account_id, true, words), to_account_id],
    [transferKey(to_account_id, false, words), account_id],
  ] as const)
    if (!transfers.has(key)) transfers.set(key, other)
}

/** A category, or a contact, that the words of a row suggest. */
type AgreedRecord = {
  readonly id: string
  readonly word: string
  readonly count: number
  readonly of: number
}

function agreedOn(uses: WordUses, of: 'categories' | 'contacts'): readonly [string, number] | undefined {
  const most = (counts: ReadonlyMap<string, number>) =>
    [...counts].find(([, count]) => count > uses.count * AGREED)
  uses.agreed ??= { categories: most(uses.categories), contacts: most(uses.contacts) }
  return uses.agreed[of]
}

/** A word counts only if more than half of the transactions with it agree. */
const AGREED = 0.5

/** The weight of a word that is known to mean this very category: as much as fifty earlier transactions that all agree. */
const KNOWN_WEIGHT = 4.6

/**
 * The category or contact that the words of a row suggest. The word that says most decides: the odds that its transactions agree, so one that is seldom in
 * texts of other categories and has proven it often. A word that agrees no more often than any transaction would is not evidence. How few have it does not
 * count: of CITY PHARMACY, "pharmacy" decides, however many pharmacies and other shops in the city came before. Words of the bank never decide: most rows
 * paid by card may be groceries, and the next one is not.
 */
function best(
  words: readonly Word[],
  history: History,
  side: HistorySide,
  of: 'categories' | 'contacts',
  isUsable: (id: string) => boolean,
  isKnown: (word: string, id: string) => boolean = () => false,
): AgreedRecord | undefined {
  let found: AgreedRecord | undefined
  let weight = 0
  for (const { folded, written } of words) {
    const uses = history.uses[side].get(folded)
    if (!uses || BANK_WORDS.has(folded)) continue
    const [id, count] = agreedOn(uses, of) ?? ['', 0]
    if (count === 0 || !isUsable(id)) continue
    const ofAll = history.totals[side][of].get(id) ?? 0
    // Where all have one category, every word is evidence for it.
    if (ofAll < history.size[side] && count / uses.count <= ofAll / history.size[side]) continue
    const score =
      Math.log((count + 0.5) / (uses.count - count + 0.5)) + (isKnown(folded, id) ? KNOWN_WEIGHT : 0)
    if (score > weight) {
      weight = score
      found = { id, word: written, count, of: uses.count }
    }
  }
  return found
}

/** Whether earlier transactions have one of these words. */
export const isKnownWord = (words: readonly Word[], history: History, side: HistorySide): boolean =>
  words.some(({ folded }) => history.uses[side].has(folded))

/** The category that rows with these words went to. */
export const categoryFor = (
  words: readonly Word[],
  history: History,
  side: HistorySide,
  isUsable: (id: string) => boolean,
  isKnown?: (word: string, id: string) => boolean,
): AgreedRecord | undefined => best(words, history, side, 'categories', isUsable, isKnown)

/** The contact of earlier transactions with these words: at least two, because one may be a coincidence. */
export function contactFor(
  words: readonly Word[],
  history: History,
  side: HistorySide,
  isUsable: (id: string) => boolean,
): AgreedRecord | undefined {
  const found = best(words, history, side, 'contacts', isUsable)
  return found && found.count > 1 ? found : undefined
}

/** How long after an expense its refund may come. */
export const REFUND_DAYS = 180

/** Words that mark a refund, in the most common languages of bank files. */
const REFUNDING = new Set(
  (
    'refund refunds refunded return returns returned reversal chargeback cashback storno stornierung erstattung ruckerstattung ' +
    'rueckerstattung ruckzahlung rueckzahlung retoure gutschrift remboursement avoir reembolso devolucion rimborso reso terugbetaling ' +
    'visszaterites zwrot'
  ).split(' '),
)

/** The words that identify who paid: those of the payee, or of the whole text where the file has no payee. */
type Payer = {
  readonly words: ReadonlySet<string>
  readonly isRefunding: boolean
  /** Whether it has a word of refunds alone: banks call any money in a Gutschrift. */
  readonly isReturn: boolean
}
type TextOfPayee = { readonly words: readonly Word[]; readonly row: { readonly payee?: string | undefined } }

/** A row is compared with many others, so its words are split only once. */
const payers = new WeakMap<TextOfPayee, Payer>()

export function payerOf(one: TextOfPayee): Payer {
  const known = payers.get(one)
  if (known) return known
  const payee = wordsOf(one.row.payee ?? '')
  const words = (payee.length > 0 ? payee : one.words).map(({ folded }) => folded)
  const payer = {
    words: new Set(words.filter((word) => !REFUNDING.has(word))),
    isRefunding: one.words.some(({ folded }) => REFUNDING.has(folded)),
    isReturn: one.words.some(({ folded }) => REFUNDING.has(folded) && folded !== 'gutschrift'),
  }
  payers.set(one, payer)
  return payer
}

const memos = new WeakMap<Earlier, ReadonlySet<string>>()

function memoWords(earlier: Earlier): ReadonlySet<string> {
  const known =
    memos.get(earlier) ?? new Set(wordsOf(earlier.memo ?? earlier.text).map(({ folded }) => folded))
  memos.set(earlier, known)
  return known
}

/**
 * The earlier expense that money in is a refund of: it names the same payee, is not smaller, and is not older than half a year. An expense
 * of exactly the same amount comes first, then the latest; a smaller refund must contain a word for a refund.
 */
export function refundedBy(
  payer: Payer,
  history: History,
  row: { date: Day; amount: bigint; currency_id: string },
): Earlier | undefined {
  let rarest: { list: readonly Earlier[]; count: number } | undefined
  for (const word of payer.words) {
    if (word.length < 4) continue
    const [list, count] = [history.expenses.get(word), history.uses.expense.get(word)?.count ?? 0]
    if (list && (!rarest || count < rarest.count)) rarest = { list, count }
  }
  // A word in more than every tenth expense does not identify a payee.
  if (!rarest || (history.size.expense > 50 && rarest.count > history.size.expense / 10)) return undefined
  const since = Temporal.PlainDate.from(row.date).subtract({ days: REFUND_DAYS }).toString()
  const fitting = rarest.list.filter(
    (earlier) =>
      earlier.date <= row.date &&
      earlier.date >= since &&
      earlier.currency_id === row.currency_id &&
      (earlier.amount === row.amount || (earlier.amount > row.amount && payer.isRefunding)) &&
      isSameName(payer.words, memoWords(earlier)),
  )
  return fitting.find(({ amount }) => amount === row.amount) ?? fitting[0]
}
