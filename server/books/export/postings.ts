/** An entry as the journal reads it: amounts in minor units. */
export type JournalEntry = {
  debit: string
  credit: string
  currency: string
  amount: bigint
  base: bigint
  /** The account of the entry's category; null for an entry without one. */
  category: string | null
  memo: string
}

/** A line of a transaction in a journal. */
export type ExportedPosting = {
  account: string
  /** Whether it is beside the account rather than on it. */
  isDifference: boolean
  currency: string
  amount: bigint
  /** The amount in the base currency as it was recorded; null for an amount in the base currency itself. */
  cost: bigint | null
  memo: string
}

type Sum = { account: string; currency: string; memo: string; amount: bigint; base: bigint }

/**
 * The postings of a transaction: one for each account and currency, and for each part of a split with a memo of its own. In all three
 * programs a posting has an amount at a cost. An entry without an amount, which is a difference in the base currency alone, becomes part of
 * the cost of the same account's amount. Where no amount can take it, it is a posting of its own in the base currency: on the account of
 * exchange gains itself; for any other account, on one beside it, so that the account's amounts stay those of the book.
 */
export function exportedPostings(
  entries: readonly JournalEntry[],
  base: string,
  gains: string,
): ExportedPosting[] {
  const sums = new Map<string, Sum>()
  for (const entry of entries)
    for (const account of [entry.debit, entry.credit]) {
      const { currency } = entry
      const memo = account === entry.category ? entry.memo : ''
      const key = `${account} ${currency} ${entry.amount === 0n ? '' : memo}`
      const sum = sums.get(key) ?? { account, currency, memo, amount: 0n, base: 0n }
      const sign = account === entry.debit ? 1n : -1n
      sum.amount += sign * entry.amount
      sum.base += sign * entry.base
      sums.set(key, sum)
    }
  const postings: ExportedPosting[] = []
  const differences = new Map<string, bigint>()
  for (const { account, currency, memo, amount, base: worth } of sums.values()) {
    const own = currency === base ? amount : worth
    const cost = amount > 0n === own > 0n || own === 0n ? own : 0n
    if (amount !== 0n)
      postings.push({
        account,
        isDifference: false,
        currency,
        amount,
        memo,
        cost: currency === base ? null : cost < 0n ? -cost : cost,
      })
    const rest = worth - (amount === 0n ? 0n : cost)
    if (rest !== 0n) differences.set(account, (differences.get(account) ?? 0n) + rest)
  }
  for (const [account, amount] of differences)
    if (amount !== 0n)
      postings.push({
        account,
        isDifference: account !== gains,
        currency: base,
        amount,
        cost: null,
        memo: '',
      })
  return postings
}
