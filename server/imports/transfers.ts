import { transferKey } from './history.ts'
import type { BookKnows, KnownLine } from './known.ts'
import { daysBetween } from './match.ts'
import type { Resolved } from './resolve.ts'
import { nameWords, numberOf, phraseOf, wordsOf } from './words.ts'

/** How many days apart the two halves of a transfer may be booked. */
const HALVES_DAYS = 5

/** What a row is half of. */
export type Half =
  | { readonly is: 'pair'; readonly other: Resolved; readonly isFirst: boolean }
  | { readonly is: 'recorded'; readonly line: KnownLine; readonly isCertain: boolean }
  | { readonly is: 'own'; readonly account_id: string; readonly why: 'number' | 'name' | 'before' }
  | { readonly is: 'file'; readonly account_id: string | null }

/** Words that say that money stays with the person, in the languages that files of banks come in most. */
const MOVING = new Set(
  (
    'transfer transfers umbuchung uebertrag ubertrag eigenubertrag umschichtung virement traspaso transferencia ' +
    'giroconto overboeking atvezetes sparen savings payment'
  ).split(' '),
)

/** Finds the rows that are half of a transfer between own accounts, among those that the book does not have yet. */
export function makeHalves(rows: readonly Resolved[], knows: BookKnows, taken: ReadonlySet<KnownLine>) {
  const used = new Set(taken)
  const lines = Map.groupBy(
    knows.lines.filter((line) => !taken.has(line)),
    ({ currency_id, amount }) => `${currency_id} ${amount}`,
  )
  const names = [...knows.accounts.values()].map(({ id, name }) => ({ id, words: nameWords(name) }))
  const pairs = pairsIn(rows)

  /** Whether the words of a text name an account: several words, all of them; or one, and that money moves. */
  const names_ = (text: ReadonlySet<string>, words: readonly string[]) =>
    words.length > 0 &&
    words.every((word) => text.has(word)) &&
    (words.length > 1 || [...text].some((word) => MOVING.has(word) && word !== words[0]))

  const recorded = (row: Resolved, text: ReadonlySet<string>): Half | undefined => {
    const fitting = (lines.get(`${row.currency_id} ${-row.amount}`) ?? []).filter(
      (line) =>
        line.account_id !== row.account_id &&
        !used.has(line) &&
        line.is_plain &&
        daysBetween(line.date, row.date) <= HALVES_DAYS,
    )
    const hinted = (line: KnownLine) => {
      const there = new Set(wordsOf(line.memo ?? '').map(({ folded }) => folded))
      const own = names.find(({ id }) => id === row.account_id)?.words ?? []
      const other = names.find(({ id }) => id === line.account_id)?.words ?? []
      const isMoving =
        [...text].some((word) => MOVING.has(word)) && [...there].some((word) => MOVING.has(word))
      const isSame = there.size > 0 && phraseOf(line.memo ?? '') === phraseOf(row.text)
      return isMoving || isSame || names_(text, other) || names_(there, own)
    }
    const [line] = fitting
      .map((line) => ({ line, isCertain: hinted(line), days: daysBetween(line.date, row.date) }))
      .sort((a, b) => Number(b.isCertain) - Number(a.isCertain) || a.days - b.days)
    if (!line) return undefined
    used.add(line.line)
    return { is: 'recorded', line: line.line, isCertain: line.isCertain }
  }

  return (row: Resolved): Half | undefined => {
    const pair = pairs.get(row.n)
    if (pair) return pair
    if (row.row.to_account !== undefined) return { is: 'file', account_id: null }
    if (row.account_id === null) return undefined
    const text = new Set(row.words.map(({ folded }) => folded))
    const half = recorded(row, text)
    if (half?.is === 'recorded' && half.isCertain) return half
    const number = row.row.counter_account && knows.numbers.get(numberOf(row.row.counter_account))
    if (number && number !== row.account_id) return { is: 'own', account_id: number, why: 'number' }
    const before = knows.history.transfers.get(
      transferKey(row.account_id, row.amount < 0n, phraseOf(row.text)),
    )
    if (before && before !== row.account_id && knows.accounts.has(before))
      return { is: 'own', account_id: before, why: 'before' }
    const named = names.filter(({ id, words }) => id !== row.account_id && names_(text, words))
    const [only] = named
    if (only && named.length === 1) return { is: 'own', account_id: only.id, why: 'name' }
    return half
  }
}

/**
 * The two halves of transfers within a file of several accounts: opposite amounts on two of them within a few days. Where the file says
 * which account is on the other side, that decides; else neither may have a category, and no third row may fit.
 */
function pairsIn(rows: readonly Resolved[]): Map<number, Half> {
  const pairs = new Map<number, Half>()
  const accountOf = ({ account_id, row }: Resolved) => row.account ?? account_id ?? ''
  const byAmount = Map.groupBy(
    rows.filter(({ row }) => row.account !== undefined && row.is_opening === undefined),
    ({ currency_id, amount }) => `${currency_id} ${amount < 0n ? -amount : amount}`,
  )
  for (const group of byAmount.values()) {
    if (group.length < 2) continue
    for (const out of group.filter(({ amount }) => amount < 0n)) {
      const fitting = group.filter(
        (other) =>
          other.amount === -out.amount &&
          !pairs.has(other.n) &&
          accountOf(other) !== accountOf(out) &&
          daysBetween(other.date, out.date) <= HALVES_DAYS &&
          isPossible(out, other, accountOf),
      )
      const [first] = fitting.sort((a, b) => daysBetween(a.date, out.date) - daysBetween(b.date, out.date))
      if (!first || (out.row.to_account === undefined && fitting.length > 1)) continue
      pairs.set(out.n, { is: 'pair', other: first, isFirst: true })
      pairs.set(first.n, { is: 'pair', other: out, isFirst: false })
    }
  }
  return pairs
}

function isPossible(out: Resolved, other: Resolved, accountOf: (row: Resolved) => string): boolean {
  if (out.row.to_account !== undefined || other.row.to_account !== undefined)
    return (
      (out.row.to_account ?? accountOf(other)) === accountOf(other) &&
      (other.row.to_account ?? accountOf(out)) === accountOf(out)
    )
  return out.row.category === undefined && other.row.category === undefined
}
