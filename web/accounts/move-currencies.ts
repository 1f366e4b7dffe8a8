import type { Account } from '../../contract/accounts.ts'

type MoveSide = Pick<Account, 'currency_id' | 'balances'>

/**
 * The currencies of a move: the one that leaves and the one that arrives. Money leaves in the currency of its account; an account of any
 * currency gives the other account's own if it has some of it, else the book's.
 */
export function moveCurrencies(
  from: MoveSide | undefined,
  to: MoveSide | undefined,
  base: string,
): { leaves: string; arrives: string; isOptional: boolean } {
  const own = to?.currency_id ?? null
  const isHeld = from?.balances.some((one) => one.currency_id === own && one.amount > 0) ?? false
  const leaves = from ? (from.currency_id ?? (own !== null && isHeld ? own : base)) : (own ?? base)
  // An account that takes any currency can keep the money as it is.
  return { leaves, arrives: own ?? base, isOptional: to !== undefined && own === null }
}
