import { reason } from '../../contract/import-reasons.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookKnows, KnownLine, KnownTransfer } from './book-knows.ts'
import type { RowVerdict } from './judged.ts'
import { dayNumber } from './match.ts'
import type { Resolved } from './resolve.ts'
import { type Sentences, wayOf } from './verdict-sentences.ts'

/** A transfer this many days away may be the same one: the two sides of the bill of a card can be a week apart. */
export const ASKED_DAYS = 10

/** At most this many transfers of a day are compared. */
const MAX_COMPARED = 20

/** A transfer as one of its accounts sees it. */
type SeenTransfer = Pick<KnownTransfer, 'id' | 'date' | 'currency_id' | 'memo'> & {
  readonly account_id: string
  readonly other_account_id: string
  /** Positive if the account receives it, negative if it leaves. */
  readonly amount: bigint
  readonly isExchange: boolean
}

const sidesOf = ({ id, date, memo, ...one }: KnownTransfer): SeenTransfer[] => {
  const [from, to] = [one.account_id, one.to_account_id]
  const both = { id, date, memo, isExchange: one.currency_id !== one.to_currency_id }
  return [
    { ...both, account_id: from, other_account_id: to, currency_id: one.currency_id, amount: -one.amount },
    {
      ...both,
      account_id: to,
      other_account_id: from,
      currency_id: one.to_currency_id,
      amount: one.to_amount,
    },
  ]
}

const days = Array.from({ length: ASKED_DAYS }, (_, index) => [-index - 1, index + 1]).flat()

const sizeOf = (amount: bigint) => (amount < 0n ? -amount : amount)

/** Whether two amounts differ by 5 % at most, as much as the rates and fees of two banks. */
const isClose = (one: bigint, other: bigint) => sizeOf(one - other) * 20n <= sizeOf(other)

/**
 * Asks about a transfer that is proposed by its words, if a transfer between the two accounts is in the book near by, which no file of this
 * account has had: the other side's file may have made it. Of two currencies the amounts differ, so that the day alone is enough, and without
 * such a transfer a person says how much it is on the other side.
 */
export function makeNear(
  { accounts, transfers }: BookKnows,
  taken: ReadonlySet<KnownLine>,
  say: Sentences,
): (row: Resolved, judged: RowVerdict) => RowVerdict {
  const known = new Map<string, SeenTransfer[]>()
  const found = new Set([...taken].map((line) => `${line.transaction_id} ${line.account_id}`))
  const add = (key: string, side: SeenTransfer) => {
    const list = known.get(`${key} ${dayNumber(side.date)}`)
    if (list) list.push(side)
    else known.set(`${key} ${dayNumber(side.date)}`, [side])
  }
  const keysOf = (one: Pick<SeenTransfer, 'amount' | 'currency_id'>, accountId: string, otherId: string) => {
    const way = one.amount < 0n ? 'out' : 'in'
    return {
      same: `${accountId} ${otherId} ${one.currency_id} ${one.amount}`,
      pair: `${accountId} ${otherId} ${way}`,
      exchange: `${accountId} ${way}`,
    }
  }
  for (const transfer of transfers)
    for (const side of sidesOf(transfer)) {
      const { account_id, other_account_id, isExchange } = side
      if (transfer.listed_by.includes(account_id) || found.has(`${side.id} ${account_id}`)) continue
      const { same, pair, exchange } = keysOf(side, account_id, other_account_id)
      add(same, side)
      add(pair, side)
      if (isExchange) add(exchange, side)
    }
  const nearest = (key: string, date: string, fits: (side: SeenTransfer) => boolean = () => true) => {
    for (const away of known.size === 0 ? [] : [0, ...days]) {
      const side = known
        .get(`${key} ${dayNumber(date) + away}`)
        ?.slice(0, MAX_COMPARED)
        .find(fits)
      if (side) return side
    }
    return undefined
  }
  const asked = (judged: RowVerdict, side: SeenTransfer, isSame: boolean): RowVerdict => ({
    ...judged,
    verdict: 'duplicate',
    reasons: say.near(side, isSame),
    of_record: {
      kind: 'transaction',
      id: side.id,
      date: side.date,
      currency_id: side.currency_id,
      amount: amountToApi(sizeOf(side.amount), side.currency_id),
      name: side.memo ?? 'transfer',
    },
    is_chosen: false,
    needs_attention: true,
  })
  return (row, judged) => {
    const { account_id, date, amount } = row
    const { to_account, is_opening } = row.row
    if (account_id === null || judged.is_chosen === false || to_account !== undefined || is_opening)
      return judged
    const other = judged.draft.other_account_id
    const { same, pair, exchange } = keysOf(row, account_id, other ?? '')
    if (judged.verdict === 'new') {
      const side = nearest(exchange, date, (one) => isClose(one.amount, amount))
      return side ? asked(judged, side, side.amount === amount) : judged
    }
    const isProposed = judged.verdict === 'transfer' && !judged.of_record && judged.pair_n === undefined
    if (!isProposed || other === null) return judged
    const side = nearest(same, date)
    if (side) return asked(judged, side, true)
    const currency = accounts.get(other)?.currency_id ?? row.currency_id
    if (currency === row.currency_id) return judged
    const another = nearest(pair, date)
    if (another) return asked(judged, another, false)
    const reasons = [
      ...judged.reasons,
      reason('other_amount', { way: wayOf(amount), account: say.nameOf(other), currency }),
    ]
    return { ...judged, reasons, is_chosen: false, needs_attention: true }
  }
}
