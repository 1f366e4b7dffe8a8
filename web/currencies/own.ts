import { listAccounts } from '../../contract/accounts.ts'
import { useEverything } from '../api/ask.ts'
import { useBook } from '../page/me.ts'

/** The currencies of the book, its base currency first: they head every list of currencies. */
export function useOwnCurrencies(): string[] {
  const { base_currency_id } = useBook()
  const { data: accounts = [] } = useEverything(listAccounts)
  const held = accounts.flatMap(({ currency_id, balances }) => [
    ...(currency_id === null ? [] : [currency_id]),
    ...balances.map((balance) => balance.currency_id),
  ])
  return [...new Set([base_currency_id, ...held])]
}
