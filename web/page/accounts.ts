import { type Account, listAccounts } from '../../contract/accounts.ts'
import { addDays, type Day } from '../../contract/day.ts'
import { convert, decimalOf } from '../../contract/money.ts'
import { everything } from '../api/ask.ts'
import { decimalsOf, minorOf } from '../ui/money.ts'

/** Every account of the book, the ledger's own included. */
export const accounts = everything(listAccounts)

/** The accounts that people keep money in: cash, banks, savings. */
export const isMoney = (account: Account): boolean =>
  account.type === 'asset' &&
  !account.is_claim &&
  !account.is_system &&
  !account.is_valued &&
  account.is_active

/** Things that are worth something without being money: a house, a car, a pension. */
export const isThing = (account: Account): boolean =>
  account.type === 'asset' && account.is_valued && account.is_active

/** Cards and loans: money owed to a bank. */
export const isCredit = (account: Account): boolean =>
  account.type === 'liability' && !account.is_system && account.is_active

/** The place of an account wherever accounts are listed: as in the sidebar, where each part is in the order of names. */
const placeOf = (account: Account): number => {
  const place = [isMoney, isCredit, isThing].findIndex((holds) => holds(account))
  return place < 0 ? 3 : place
}

/** Rows about accounts in the order of the sidebar. Those whose account is not known come last, as they were. */
export function inOrder<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string | null,
  all: readonly Account[],
): Row[] {
  const places = new Map(
    all
      .map((account, index) => ({ account, index }))
      .sort((a, b) => placeOf(a.account) - placeOf(b.account) || a.index - b.index)
      .map(({ account }, place) => [account.id, place]),
  )
  const at = (row: Row) => places.get(idOf(row) ?? '') ?? places.size
  return rows.toSorted((a, b) => at(a) - at(b))
}

/** Accounts that count in net worth and are neither money, nor a thing, nor a card or loan: what people owe each other, and accounts that are closed. */
export function besides(accounts: readonly Account[], baseCurrency: string) {
  const rest = accounts.filter(
    (one) =>
      (one.type === 'asset' || one.type === 'liability') && !isMoney(one) && !isThing(one) && !isCredit(one),
  )
  const sum = (some: readonly Account[]) => some.reduce((all, one) => all + worth(one, baseCurrency), 0n)
  const [owed, closed] = [rest.filter(isOwed), rest.filter((one) => !isOwed(one))]
  return {
    toYou: sum(owed.filter(({ type }) => type === 'asset')),
    byYou: sum(owed.filter(({ type }) => type === 'liability')),
    closed: sum(closed),
  }
}

const isOwed = ({ is_claim, is_system }: Account): boolean => is_claim || is_system

/** What somebody has and owes by all accounts, in minor units: the figures of the reports of today. What is owed is above zero. */
export function together(accounts: readonly Account[], baseCurrency: string) {
  const of = (type: Account['type']) =>
    accounts.filter((one) => one.type === type).reduce((sum, one) => sum + worth(one, baseCurrency), 0n)
  const [have, owe] = [of('asset'), -of('liability')]
  return { have, owe, net: have - owe }
}

type Held = Pick<Account, 'type' | 'balances' | 'base_value' | 'base_balance'>

/**
 * The balance of an account as every screen says it, in minor units of the base currency: all of its currencies at today's rates, or as
 * recorded where one has none; a debt is negative. The currencies themselves are `heldIn`.
 */
export function worth(account: Held, baseCurrency: string): bigint {
  const value = minorOf(account.base_value ?? account.base_balance, baseCurrency)
  return account.type === 'liability' ? -value : value
}

export type HeldAmount = { currency: string; amount: bigint }

const baseFirst = (base: string) => (a: HeldAmount, b: HeldAmount) =>
  Number(b.currency === base) - Number(a.currency === base)

const amountsIn = ({ type, balances }: Held, baseCurrency: string): HeldAmount[] =>
  balances
    .filter(({ amount }) => amount !== 0)
    .map(({ currency_id: currency, amount }) => {
      const minor = minorOf(amount, currency)
      return { currency, amount: type === 'liability' ? -minor : minor }
    })
    .sort(baseFirst(baseCurrency))

/** The amounts that make up a balance, the base currency's first; none if it is in the base currency alone. A debt is negative. */
export function heldIn(account: Held, baseCurrency: string): HeldAmount[] {
  const all = amountsIn(account, baseCurrency)
  return all.every(({ currency }) => currency === baseCurrency) ? [] : all
}

type Said = Pick<Account, 'balance_as_of' | 'currency_id'>

/** The last day whose entries move the start of an account and not its balance; null where no balance was said. */
export const coveredThrough = ({ balance_as_of: said }: Pick<Account, 'balance_as_of'>): Day | null =>
  said === null ? null : said.includes_day ? said.date : addDays(said.date, -1)

/** A balance before and after an amount comes or goes, and each of its currencies. */
export type BalanceChange = {
  /** The day up to which entries leave the balance as it was said, if this is one of them. */
  staysThrough?: Day
  before: bigint
  /** Undefined where no rate says what the amount is worth. */
  after: bigint | undefined
  parts: { currency: string; before: bigint; after: bigint }[]
}

/**
 * The balance that an amount of a day will leave: the same that the sidebar says when it is recorded. A balance that was said as of a later day
 * stays, in the currency in which it was said. The rate is today's to the base currency.
 */
export function balanceChange(
  account: Held & Said,
  base: string,
  { currency, amount, date }: HeldAmount & { date: Day },
  rate: number | undefined,
): BalanceChange {
  const through = currency === (account.currency_id ?? base) ? coveredThrough(account) : null
  const stays = through !== null && date <= through
  const moved = stays ? 0n : amount
  const inBase = (held: bigint): bigint | undefined => {
    if (currency === base) return held
    return rate === undefined
      ? undefined
      : convert(held, decimalsOf(currency), decimalOf(rate), decimalsOf(base))
  }
  const before = worth(account, base)
  const held = amountsIn(account, base)
  const own = held.find((part) => part.currency === currency)?.amount ?? 0n
  // A currency is converted as a whole, and only then rounded.
  const [now, then] = [inBase(own), inBase(own + moved)]
  const isHeld = held.some((part) => part.currency === currency)
  const all = isHeld ? held : [...held, { currency, amount: 0n }].sort(baseFirst(base))
  const parts = all.every((part) => part.currency === base) ? [] : all
  const known = now === undefined || then === undefined ? undefined : before - now + then
  return {
    ...(stays && { staysThrough: through }),
    before,
    after: stays ? before : known,
    parts: parts.map((part) => ({
      currency: part.currency,
      before: part.amount,
      after: part.currency === currency ? part.amount + moved : part.amount,
    })),
  }
}
