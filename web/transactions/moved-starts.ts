import type { Account } from '../../contract/accounts.ts'
import { listed, t } from '../../words/t.ts'
import { cache } from '../api/ask.ts'
import { type Doing, sayDone } from '../api/change.ts'
import { accounts } from '../page/accounts.ts'
import { dayInSentence } from '../ui/dates.ts'
import { minorOf } from '../ui/money.ts'
import { hiddenMoneyText } from '../ui/privacy.ts'

type Began = Pick<Account, 'id' | 'name' | 'currency_id' | 'opening_balance' | 'balance_as_of'>

/** The starts of accounts that a change has moved because a balance that was said stays; undefined if none has moved. */
export function movedStarts(
  before: readonly Began[],
  after: readonly Began[],
  base: string,
  today: string,
): string | undefined {
  const was = new Map(before.map((one) => [one.id, one]))
  const moved = after.flatMap((account) => {
    const former = was.get(account.id)
    const said = account.balance_as_of
    if (!said || !former?.balance_as_of || former.balance_as_of.amount !== said.amount) return []
    const currency = account.currency_id ?? base
    const by =
      minorOf(account.opening_balance ?? 0, currency) - minorOf(former.opening_balance ?? 0, currency)
    return by === 0n ? [] : [{ name: account.name, by: by < 0n ? -by : by, currency, day: said.date }]
  })
  const [first] = moved
  if (!first) return undefined
  return moved.length === 1
    ? t('The start of {account} moved by {amount}, because its balance of {day} stays as you said', {
        account: first.name,
        amount: hiddenMoneyText(first.by, first.currency),
        day: dayInSentence(first.day, today),
      })
    : t('The starts of {accounts} moved, because their balances stay as you said', {
        accounts: listed(moved.map(({ name }) => name)),
      })
}

/** Says that a change is done, and which starts of accounts it has moved: nobody asked for that. Called before anything is read again. */
export async function sayDoneAndMoved(
  words: string | Doing,
  reply: unknown,
  { base, today }: { base: string; today: string },
): Promise<void> {
  const before = cache.getQueryData(accounts.queryKey)
  const isSaid = before?.some(({ balance_as_of }) => balance_as_of !== null)
  const after = isSaid
    ? await cache.fetchQuery({ ...accounts, staleTime: 0 }).catch(() => undefined)
    : undefined
  const moved = before && after && movedStarts(before, after, base, today)
  sayDone(words, reply, undefined, moved || undefined)
}
