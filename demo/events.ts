import type { BatchItem } from '../contract/batches.ts'
import { type Account, type Contact, currencyOf, type Expense, type Income } from './chart.ts'
import type { Day } from './days.ts'
import { idOf, type Step } from './play.ts'
import { amountToApi, type Currency } from './rates.ts'
import { say, type Text } from './say.ts'

/** The effect of an event on an account: the minor units that it gets, or loses. */
export type Move = { readonly account: Account; readonly currency: Currency; readonly minor: bigint }

/** An event of a day: a transaction of a batch, or calls of its own. */
export type Event = {
  readonly day: Day
  readonly moves: readonly Move[]
  readonly item?: BatchItem
  /** Names for ids in the reply to the transaction. */
  readonly names?: Readonly<Record<string, string>>
  readonly steps?: readonly Step[]
}

export type Details = {
  memo: Text
  contact?: Contact
  tags?: readonly Text[]
  notes?: Text
  currency?: Currency
  /** The amount the bank took, where the account is kept in another currency. */
  charged?: bigint
  isRefund?: boolean
  /** Each part gets the memo. */
  splits?: { category: Expense; amount: bigint }[]
  shares?: { contact: Contact; amount: bigint; name: string }[]
}

const shared = (
  day: Day,
  amount: bigint,
  account: Account,
  currency: Currency,
  { contact, tags, notes, charged, isRefund }: Details,
) => ({
  date: day.toString(),
  amount: amountToApi(amount, currency),
  currency_id: currency,
  asset_account_id: idOf(account),
  ...(contact !== undefined && { contact_id: idOf(contact) }),
  ...(tags !== undefined && { tags: tags.map(say) }),
  ...(notes !== undefined && { notes: say(notes) }),
  ...(charged !== undefined && { charged_amount: amountToApi(charged, currencyOf(account) ?? currency) }),
  ...(isRefund && { is_refund: true }),
})

/** Money is spent; a refund brings it back. */
export function spent(day: Day, amount: bigint, category: Expense, account: Account, more: Details): Event {
  const currency = more.currency ?? currencyOf(account) ?? 'EUR'
  const { memo, splits, shares = [], charged = amount, isRefund } = more
  const item: BatchItem = {
    kind: 'expense',
    ...shared(day, amount, account, currency, more),
    ...(splits
      ? {
          splits: splits.map((part) => ({
            category_id: idOf(part.category),
            amount: amountToApi(part.amount, currency),
            memo: say(memo),
          })),
        }
      : { category_id: idOf(category), memo: say(memo) }),
    ...(shares.length > 0 && {
      shares: shares.map(({ contact, amount }) => ({
        contact_id: idOf(contact),
        amount: amountToApi(amount, currency),
      })),
    }),
  }
  const names = Object.fromEntries(shares.map(({ name }, place) => [name, `shares.${place}.obligation_id`]))
  const minor = isRefund ? charged : -charged
  return { day, item, names, moves: [{ account, currency: currencyOf(account) ?? currency, minor }] }
}

/** Money comes in. */
export const got = (day: Day, amount: bigint, category: Income, account: Account, more: Details): Event => ({
  day,
  item: {
    kind: 'income',
    category_id: idOf(category),
    memo: say(more.memo),
    ...shared(day, amount, account, currencyOf(account) ?? 'EUR', more),
  },
  moves: [{ account, currency: currencyOf(account) ?? 'EUR', minor: amount }],
})

/** Euros move to another account, where they arrive unchanged or in another currency. */
export function moved(
  day: Day,
  amount: bigint,
  from: Account,
  to: Account,
  memo: Text,
  arrived?: { amount: bigint; currency: Currency; tags?: readonly Text[] },
): Event {
  const { currency = 'EUR', amount: minor = amount, tags } = arrived ?? {}
  return {
    day,
    item: {
      kind: 'transfer',
      date: day.toString(),
      from_account_id: idOf(from),
      to_account_id: idOf(to),
      amount: amountToApi(amount, 'EUR'),
      memo: say(memo),
      ...(arrived && { to_amount: amountToApi(minor, currency), to_currency_id: currency }),
      ...(tags && { tags: tags.map(say) }),
    },
    moves: [
      { account: from, currency: 'EUR', minor: -amount },
      { account: to, currency, minor },
    ],
  }
}
