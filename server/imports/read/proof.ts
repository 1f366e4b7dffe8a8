import type { Day } from '../../../contract/day.ts'
import { decimalFrom } from '../../../contract/money.ts'

/**
 * The proof of a reading by its balances: each step from one balance to the next is the amount between them, to the last digit. Steps beside
 * a row without a readable balance do not count, and balances rounded to whole units prove nothing.
 */

/** A row of a table with the balance in its own column. Rows of one account and currency have the same key: they share their balance. */
export type Running = {
  readonly line: number
  readonly key: string
  readonly date: Day
  readonly amount: string | undefined
  readonly balance: string | undefined
}

/** How balances follow on each other. */
export type BalanceWay = {
  /** 1: a positive amount raises the balance. -1: it lowers it, as where a card counts its debt. */
  readonly sign: 1n | -1n
  /** Whether the latest row is the first of the file; undefined if the lines of a day stand in any order. */
  readonly isNewestFirst: boolean | undefined
  /** Whether a row has the balance before it, not the one after. */
  readonly isBefore: boolean
}

export type BalanceProof =
  /** So many steps agree and none contradicts: three are a proof. */
  | {
      readonly is: 'agreed'
      readonly steps: number
      readonly way: BalanceWay
      /** Whether the balances agree as well if positive amounts lower them: of equal amounts on one day, either order may be meant. */
      readonly isEitherSign?: boolean
      /** The balances before the first and after the last entry in time, of a table of one account that has them. */
      readonly ends?: { readonly opening: string; readonly closing: string } | undefined
    }
  | { readonly is: 'contradicted'; readonly from: Running; readonly to: Running }
  | { readonly is: 'silent' }

const STEPS_OF_A_PROOF = 3
export const isProven = (proof: BalanceProof): boolean =>
  proof.is === 'agreed' && proof.steps >= STEPS_OF_A_PROOF

/** Decimal text of at most 10 decimals as a whole number. */
export const whole = (text: string): bigint => {
  const { digits, scale } = decimalFrom(text)
  return digits * 10n ** BigInt(10 - scale)
}
const UNIT = 10n ** 10n

type Numbers = {
  readonly row: Running
  readonly amount: bigint | undefined
  readonly balance: bigint | undefined
}

/** What the balances of a table say about its amounts. */
export function proofOf(rows: readonly Running[]): BalanceProof {
  const all = rows.map(
    (row): Numbers => ({
      row,
      amount: row.amount === undefined ? undefined : whole(row.amount),
      balance: row.balance === undefined ? undefined : whole(row.balance),
    }),
  )
  const isRounded =
    rows.every(({ balance }) => balance?.includes('.') !== true) &&
    all.some(({ amount }) => (amount ?? 0n) % UNIT !== 0n)
  if (isRounded) return { is: 'silent' }
  const accounts = [...Map.groupBy(all, ({ row }) => row.key).values()]
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return { is: 'silent' }
  const found = ways(first.date, last.date).map((way) => ({ way, ...stepsIn(accounts, way) }))
  const best = found.filter(({ against }) => !against).sort((a, b) => b.steps - a.steps)[0]
  if (best && best.steps > 0)
    return {
      is: 'agreed',
      steps: best.steps,
      way: best.way,
      isEitherSign: found.some(
        ({ way, steps, against }) => !against && steps === best.steps && way.sign !== best.way.sign,
      ),
      ends: accounts.length === 1 ? endsOf(all, best.way) : undefined,
    }
  if (best) return { is: 'silent' }
  for (const sign of [1n, -1n] as const) {
    const byDay = stepsByDay(accounts, sign)
    if (!byDay.isAgainst && byDay.steps > 0)
      return {
        is: 'agreed',
        steps: byDay.steps,
        way: { sign, isNewestFirst: undefined, isBefore: false },
        ends: accounts.length === 1 ? byDay.ends : undefined,
      }
  }
  const nearest = found.filter(({ against }) => against).sort((a, b) => b.steps - a.steps)[0]
  return nearest?.against ? { is: 'contradicted', ...nearest.against } : { is: 'silent' }
}

/** The ways, the likeliest first: the days tell the order of the file, and the balance after an entry is far more usual than the one before. */
function ways(first: Day, last: Day): BalanceWay[] {
  const orders = first === last ? [false, true] : [first > last]
  return [false, true].flatMap((isBefore) =>
    orders.flatMap((isNewestFirst) =>
      ([1n, -1n] as const).map((sign): BalanceWay => ({ sign, isNewestFirst, isBefore })),
    ),
  )
}

type Ends = { readonly opening: string; readonly closing: string }

function endsOf(all: readonly Numbers[], { isNewestFirst, isBefore, sign }: BalanceWay): Ends | undefined {
  const [oldest, latest] = isNewestFirst ? [all.at(-1), all[0]] : [all[0], all.at(-1)]
  if (oldest?.balance === undefined || latest?.balance === undefined) return undefined
  const moved = (one: Numbers) => sign * (one.amount ?? 0n)
  return {
    opening: textOf(isBefore ? oldest.balance : oldest.balance - moved(oldest)),
    closing: textOf(isBefore ? latest.balance + moved(latest) : latest.balance),
  }
}

/** A whole number as decimal text of 10 decimals. */
const textOf = (number: bigint): string => {
  const digits = String(number < 0n ? -number : number).padStart(11, '0')
  return `${number < 0n ? '-' : ''}${digits.slice(0, -10)}.${digits.slice(-10)}`
}

type Against = { from: Running; to: Running }

/** How many steps agree with a way, in the order of the file, and the first one that does not. Amounts of 0 prove nothing. */
function stepsIn(
  accounts: readonly (readonly Numbers[])[],
  way: BalanceWay,
): { steps: number; against?: Against } {
  let steps = 0
  let against: Against | undefined
  for (const rows of accounts)
    for (const [index, one] of rows.entries()) {
      const next = rows[index + 1]
      if (one.balance === undefined || next?.balance === undefined) continue
      const [older, newer] = way.isNewestFirst ? [next, one] : [one, next]
      const { amount } = way.isBefore ? older : newer
      if (amount === undefined) continue
      const moved = (newer.balance ?? 0n) - (older.balance ?? 0n)
      if (moved !== way.sign * amount) against ??= { from: one.row, to: next.row }
      else if (amount !== 0n) steps++
    }
  return { steps, ...(against && { against }) }
}

/**
 * The same where the lines of one day stand in any order: the balances before and after the lines of a day form one path, from the balance
 * at the end of the day before to that of this day.
 */
function stepsByDay(
  accounts: readonly (readonly Numbers[])[],
  sign: bigint,
): { steps: number; isAgainst: boolean; ends?: Ends | undefined } {
  let steps = 0
  let ends: Ends | undefined
  for (const rows of accounts) {
    let [opening, end]: [bigint?, bigint?] = []
    const days = [...Map.groupBy(rows, ({ row }) => row.date)].sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [, lines] of days) {
      const open = new Map<bigint, number>()
      const joined = new Map<bigint, bigint>() // each balance leads to another that it is joined with
      const rootOf = (at: bigint): bigint => {
        const next = joined.get(at) ?? at
        return next === at ? at : rootOf(next)
      }
      const count = (at: bigint, by: number) => open.set(at, (open.get(at) ?? 0) + by)
      let isWhole = true
      for (const { amount, balance } of lines) {
        if (amount === undefined || balance === undefined) isWhole = false
        else {
          count(balance - sign * amount, 1)
          count(balance, -1)
          joined.set(rootOf(balance - sign * amount), rootOf(balance))
        }
      }
      if (!isWhole) {
        end = undefined
        continue
      }
      const loose = [...open].filter(([, by]) => by !== 0)
      const [start, stop] = [loose.find(([, by]) => by > 0), loose.find(([, by]) => by < 0)]
      const isPath = loose.length === 0 || (loose.length === 2 && start?.[1] === 1 && stop?.[1] === -1)
      const isJoined = end === undefined || (start ? start[0] === end : open.has(end))
      const isConnected = new Set([...open.keys()].map(rootOf)).size === 1
      if (!isPath || !isJoined || !isConnected) return { steps, isAgainst: true }
      const moving = lines.filter(({ amount }) => amount !== 0n).length
      steps += Math.max(0, moving - (end === undefined ? 1 : 0))
      if (lines === days[0]?.[1]) opening = start?.[0]
      end = stop ? stop[0] : end
    }
    if (opening !== undefined && end !== undefined) ends = { opening: textOf(opening), closing: textOf(end) }
  }
  return { steps, isAgainst: false, ends }
}
