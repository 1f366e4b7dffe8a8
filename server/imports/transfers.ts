import { byRarest, nameWords, numberOf, wordsOf } from '../lists/words.ts'
import { startSlice } from '../process/slices.ts'
import type { BookKnows, KnownLine } from './book-knows.ts'
import { transferKey } from './history.ts'
import { dayNumber, daysBetween } from './match.ts'
import { GENERIC, isNamed, makeCards, makeMeant, ownNumber, type Said, said } from './own-account.ts'
import type { Resolved } from './resolve.ts'

/** How many days apart the two halves of a transfer may be booked. */
const HALVES_DAYS = 5

/** If this many rows or transactions may be the other half, none is chosen: comparing more costs too much, and proves nothing. */
const MAX_FITS = 20

/** How an own account was found. */
type OwnBy = 'number' | 'name' | 'before' | 'card' | 'machine' | 'savings'

/** The transfer that a row is half of. If it is not certain, a person decides. */
export type Half =
  | { readonly is: 'pair'; readonly other: Resolved; readonly isFirst: boolean; readonly isCertain: boolean }
  | { readonly is: 'recorded'; readonly line: KnownLine; readonly isCertain: boolean }
  /** `isUnused` of an account that words alone name, and on which nothing was booked yet: a person decides. */
  | { readonly is: 'own'; readonly account_id: string; readonly why: OwnBy; readonly isUnused?: boolean }
  /** The payment of a card from one of several accounts. */
  | { readonly is: 'card' }
  /** A transfer by its program, whose other account nothing names. */
  | { readonly is: 'open' }
  | { readonly is: 'file'; readonly account_id: string | null }

/** Whether the words of two halves show that money moved from one account to the other. */
const isTold = (one: Said, other: Said): boolean =>
  (one.moving > 0 && other.moving > 0) ||
  (one.phrase !== '' && one.phrase === other.phrase) ||
  isNamed(one, other.account) ||
  isNamed(other, one.account)

/** The days around a day, the nearest first. */
const daysAround = (day: number): number[] => [
  day,
  ...Array.from({ length: HALVES_DAYS }, (_, index) => [day - index - 1, day + index + 1]).flat(),
]

/** The transfer that a row is by what its program says, and nothing else. */
export const statedTransfer = ({ row }: Resolved): Half | undefined =>
  row.to_account === undefined
    ? row.is_transfer
      ? { is: 'open' }
      : undefined
    : { is: 'file', account_id: null }

/** Finds the rows that are half of a transfer between own accounts, among those that the book does not have yet. */
export async function makeHalves(
  rows: readonly Resolved[],
  knows: BookKnows,
  taken: ReadonlySet<KnownLine>,
): Promise<(row: Resolved) => Half | undefined> {
  const names = new Map([...knows.accounts.values()].map(({ id, name }) => [id, nameWords(name)]))
  const saidBy = (row: Resolved) =>
    said(
      row.text,
      row.all,
      row.words.map(({ folded }) => folded),
      names.get(row.account_id ?? '') ?? nameWords(row.row.account ?? ''),
    )
  const before = ({ account_id, amount, words }: Resolved) =>
    account_id === null || knows.history.transfers.size === 0
      ? undefined
      : knows.history.transfers.get(transferKey(account_id, amount < 0n, words))
  const byWord = byRarest([...names].map(([id, words]) => ({ id, words })))
  const isUnused = (id: string): boolean => {
    const account = knows.accounts.get(id)
    return account?.is_used !== true && account?.said === undefined
  }
  // A name that every bank writes, as that of the ready-made Bank in "bank transfer", is meant only if something was ever booked there.
  const isMeant = (id: string, words: readonly string[]): boolean =>
    !isUnused(id) || words.length > 1 || !GENERIC.has(words[0] ?? '')
  /** The only other account that a text names. */
  const onlyNamed = (text: Said, accountId: string): string | undefined => {
    let found: string | undefined
    for (const word of text.words)
      for (const { id, words } of byWord.get(word) ?? []) {
        if (id === accountId || !isMeant(id, words) || !isNamed(text, words)) continue
        if (found !== undefined) return undefined
        found = id
      }
    return found
  }
  const pairs = await pairsIn(rows, knows, saidBy, before)
  const recorded = recordedHalves(knows, taken, names)
  const cards = makeCards(knows)
  const meant = makeMeant(knows)

  return (row: Resolved): Half | undefined => {
    if (row.row.shared !== undefined) return undefined
    const pair = pairs.get(row.n)
    if (pair?.isCertain) return pair
    if (row.row.to_account !== undefined) return { is: 'file', account_id: null }
    const open = row.row.is_transfer ? { is: 'open' as const } : undefined
    if (row.account_id === null) return pair ?? open
    const text = saidBy(row)
    const half = pair ?? recorded(row, text)
    if (half?.is === 'recorded' && half.isCertain) return half
    const number = ownNumber(row, knows)
    if (number !== undefined) return { is: 'own', account_id: number, why: 'number' }
    const earlier = before(row)
    if (earlier && earlier !== row.account_id && knows.accounts.has(earlier))
      return { is: 'own', account_id: earlier, why: 'before' }
    const only = onlyNamed(text, row.account_id)
    if (only !== undefined) return { is: 'own', account_id: only, why: 'name', isUnused: isUnused(only) }
    if (half) return half
    const own = meant(row, text)
    if (own) return { is: 'own', ...own, isUnused: own.why === 'savings' && isUnused(own.account_id) }
    const other = cards(row)
    return other === undefined
      ? open
      : other === null
        ? { is: 'card' }
        : { is: 'own', account_id: other, why: 'card' }
  }
}

/** Finds the expense or the income of the book that is the other half of a row. Each is the half of at most one row. */
function recordedHalves(
  { lines }: BookKnows,
  taken: ReadonlySet<KnownLine>,
  names: ReadonlyMap<string, readonly string[]>,
) {
  const places = makePlaces(lines.filter((line) => line.is_plain && !taken.has(line)))
  const saidBy = new Map<KnownLine, Said>()
  const saidIn = (line: KnownLine): Said => {
    const known = saidBy.get(line)
    if (known) return known
    const words = wordsOf(line.memo ?? '').map(({ folded }) => folded)
    const made = said(line.memo ?? '', nameWords(line.memo ?? ''), words, names.get(line.account_id) ?? [])
    saidBy.set(line, made)
    return made
  }
  return (row: Resolved, text: Said): Half | undefined => {
    const fitting = places.near(row, row.account_id ?? '').slice(0, MAX_FITS)
    const [best] = fitting
      .map((line) => ({
        line,
        isCertain: isTold(text, saidIn(line)),
        days: daysBetween(line.date, row.date),
      }))
      .sort((a, b) => Number(b.isCertain) - Number(a.isCertain) || a.days - b.days)
    if (!best) return undefined
    places.remove(best.line, best.line.account_id)
    return { is: 'recorded', line: best.line, isCertain: best.isCertain }
  }
}

type BookedAmount = { readonly currency_id: string; readonly amount: bigint; readonly date: string }

/** Rows or transactions by amount, day and account, so that opposite amounts within a few days are found quickly. */
function makePlaces<Item extends BookedAmount & { readonly account_id: string | null }>(
  items: readonly Item[],
  accountOf: (item: Item) => string = ({ account_id }) => account_id ?? '',
) {
  type Accounts = Map<string, Item[]>
  const places = new Map<string, Map<number, Accounts>>()
  const keyOf = (currencyId: string, amount: bigint) => `${currencyId} ${amount}`
  const at = ({ currency_id, amount, date }: Item) =>
    places.get(keyOf(currency_id, amount))?.get(dayNumber(date))
  for (const item of items) {
    const key = keyOf(item.currency_id, item.amount)
    const days = places.get(key) ?? new Map<number, Accounts>()
    places.set(key, days)
    const accounts: Accounts = days.get(dayNumber(item.date)) ?? new Map()
    days.set(dayNumber(item.date), accounts)
    const list = accounts.get(accountOf(item))
    if (list) list.push(item)
    else accounts.set(accountOf(item), [item])
  }
  return {
    /** Items of the opposite amount on other accounts, the nearest first, and only as many as are useful. */
    near({ currency_id, amount, date }: BookedAmount, accountId: string): Item[] {
      const found: Item[] = []
      const days = places.get(keyOf(currency_id, -amount))
      for (const day of days ? daysAround(dayNumber(date)) : [])
        for (const [account, list] of days?.get(day) ?? []) {
          if (account === accountId) continue
          found.push(...list.slice(0, MAX_FITS + 1))
          if (found.length > MAX_FITS) return found
        }
      return found
    },
    remove(item: Item, accountId: string): void {
      const list = at(item)?.get(accountId) ?? []
      list.splice(list.indexOf(item), 1)
      if (list.length === 0) at(item)?.delete(accountId)
    },
  }
}

/**
 * The two halves of transfers within a file of several accounts: opposite amounts on two of them within a few days. If the file names the
 * account on the other side, that decides. Otherwise neither row may have a category, and a word, a number or an earlier transfer must
 * confirm it; if only the amounts are opposite, and each is the only match of the other, a person decides.
 */
async function pairsIn(
  rows: readonly Resolved[],
  knows: BookKnows,
  saidBy: (row: Resolved) => Said,
  before: (row: Resolved) => string | undefined,
) {
  const pairs = new Map<number, Half & { is: 'pair' }>()
  const accountOf = ({ account_id, row }: Resolved) => row.account ?? account_id ?? ''
  const pair = (one: Resolved, other: Resolved, isCertain: boolean) => {
    for (const [row, half] of [[one, other] as const, [other, one] as const])
      pairs.set(row.n, { is: 'pair', other: half, isFirst: row.amount < 0n, isCertain })
  }
  const all = rows.filter(({ row }) => row.account !== undefined && row.is_opening === undefined)
  const slice = startSlice()

  const byAccount = Map.groupBy(all, placeKey)
  for (const row of all) {
    const other = pairs.has(row.n) ? undefined : saidOther(row, byAccount, pairs)
    if (other) pair(row, other, true)
    if (slice.isOver()) await slice.next()
  }

  const open = all.filter((row) => !pairs.has(row.n) && isOpen(row))
  const places = makePlaces(open, accountOf)
  const texts = new Map<number, Said>()
  const textOf = (row: Resolved) => {
    const known = texts.get(row.n) ?? saidBy(row)
    texts.set(row.n, known)
    return known
  }
  const names = (row: Resolved, other: Resolved) => {
    const number = numberOf(row.row.counter_account ?? '')
    const isNumber =
      number !== '' &&
      (number === numberOf(other.row.account ?? '') ||
        (other.account_id !== null && knows.numbers.get(number) === other.account_id))
    return isNumber || (other.account_id !== null && before(row) === other.account_id)
  }
  const isHinted = (row: Resolved, other: Resolved) =>
    (row.row.is_transfer === true && other.row.is_transfer === true) ||
    isTold(textOf(row), textOf(other)) ||
    names(row, other) ||
    names(other, row)
  const bestOf = (row: Resolved): { other: Resolved; isCertain: boolean } | undefined => {
    const fitting = places.near(row, accountOf(row))
    if (fitting.length > MAX_FITS) return undefined
    const hinted = fitting.filter((other) => isHinted(row, other))
    const [first, second] = hinted.length > 0 ? hinted : fitting
    if (!first) return undefined
    const days = (other: Resolved) => daysBetween(other.date, row.date)
    if (second && (hinted.length === 0 || days(first) === days(second))) return undefined
    return { other: first, isCertain: hinted.length > 0 }
  }
  for (const row of open) {
    const best = row.amount < 0n ? bestOf(row) : undefined
    if (best && bestOf(best.other)?.other === row) pair(row, best.other, best.isCertain)
    if (slice.isOver()) await slice.next()
  }
  return pairs
}

/** Whether the file says neither what a row was for nor where it went. */
const isOpen = ({ row }: Resolved): boolean =>
  row.to_account === undefined && row.category === undefined && row.splits === undefined

/** The account of a row, as its file names it, with its amount and day. */
const placeKey = ({ row, currency_id, amount, date }: Resolved) =>
  `${currency_id} ${amount} ${dayNumber(date)} ${row.account}`

/** The nearest row of the account that a row names as the other side, unless that row names another one or says what it was for. */
function saidOther(
  row: Resolved,
  byAccount: ReadonlyMap<string, Resolved[]>,
  pairs: ReadonlyMap<number, Half>,
): Resolved | undefined {
  const { to_account, account } = row.row
  if (to_account === undefined || to_account === account) return undefined
  for (const day of daysAround(dayNumber(row.date))) {
    const list = byAccount.get(`${row.currency_id} ${-row.amount} ${day} ${to_account}`)
    while (list?.[0] && pairs.has(list[0].n)) list.shift()
    const other = list
      ?.slice(0, MAX_FITS)
      .find((one) => !pairs.has(one.n) && (isOpen(one) || one.row.to_account === account))
    if (other) return other
  }
  return undefined
}
