import type { Account, AccountChange } from '../../contract/accounts.ts'
import { addDays } from '../../contract/day.ts'
import { t } from '../../words/t.ts'
import { readRate } from '../currencies/rate-text.ts'
import { amountOfField, fieldOfAmount } from '../ui/amount-input.ts'
import { dayInSentence } from '../ui/dates.ts'
import { debtOfField, fieldOfDebt } from '../ui/debt-words.ts'
import { rateExact } from '../ui/money.ts'

/** Refuses a worth below nothing: a debt on a thing is an account of its own. */
export const belowNothing = () =>
  t('A thing is worth nothing or more. If money is owed on it, add that as a card or loan.')

/** An account as its form has it: amounts and rates are the text that somebody types. */
export type AccountValues = {
  name: string
  type: 'asset' | 'liability'
  /** Empty if it takes any currency. */
  currency_id: string
  /** Which balance is known: that of a day, which stays true, or the one that the books began with. */
  known: 'as_of' | 'start'
  as_of: string
  as_of_date: string
  includes_day: boolean
  opening: string
  opening_date: string
  /** Of a debt, that the amount is on it, and not owed. */
  is_on_it: boolean
  rate: string
  is_default: boolean
  is_active: boolean
  /** Worth something without being money. */
  is_valued: boolean
}

/** A new account is kept in the base currency: only a purse takes several. */
export const newAccount = (today: string, base: string): AccountValues => ({
  name: '',
  type: 'asset',
  currency_id: base,
  known: 'as_of',
  as_of: '',
  as_of_date: today,
  includes_day: false,
  opening: '',
  opening_date: today,
  is_on_it: false,
  rate: '',
  is_default: false,
  is_active: true,
  is_valued: false,
})

export function accountValues(account: Account, base: string, today: string): AccountValues {
  const currency = account.currency_id ?? base
  const isGivenRate = account.fx_source === 'given' && account.fx_rate !== null
  const { balance_as_of: said, opening_balance } = account
  const isDebt = account.type === 'liability'
  const typed = (amount: number) =>
    isDebt ? fieldOfDebt(amount, currency).text : fieldOfAmount(amount, currency)
  return {
    name: account.name,
    type: account.type === 'liability' ? 'liability' : 'asset',
    currency_id: account.currency_id ?? '',
    known: said === null && opening_balance !== null ? 'start' : 'as_of',
    as_of: said === null ? '' : typed(said.amount),
    as_of_date: said?.date ?? today,
    includes_day: said?.includes_day ?? false,
    opening: opening_balance === null ? '' : typed(opening_balance),
    opening_date: account.opening_date ?? today,
    is_on_it: isDebt && (said?.amount ?? opening_balance ?? 0) < 0,
    rate: isGivenRate ? rateExact(account.fx_rate ?? 1) : '',
    is_default: account.is_default,
    is_active: account.is_active,
    is_valued: account.is_valued,
  }
}

export const isThing = ({ is_valued, type }: Pick<AccountValues, 'is_valued' | 'type'>): boolean =>
  is_valued && type === 'asset'

/** Another kind of account. A thing has one currency and is no default; of a new one, its worth on a day is asked. */
export const kindChosen = (
  kind: 'asset' | 'liability' | 'thing',
  { currency_id }: AccountValues,
  base: string,
  isNew: boolean,
): Partial<AccountValues> =>
  kind === 'thing'
    ? {
        type: 'asset',
        is_valued: true,
        currency_id: currency_id || base,
        is_default: false,
        ...(isNew && { known: 'as_of' }),
      }
    : { type: kind, is_valued: false }

/** A thing is worth something at the end of a day: the entries of that day, its purchase for one, are in it. */
const coversDay = (values: AccountValues): boolean => values.includes_day || isThing(values)

export type AccountFaults = Partial<Record<'name' | 'as_of' | 'opening' | 'rate', string>>

/** The typed balance as the API takes it; undefined if it is not an amount. */
function amountIn(values: AccountValues, text: string, base: string): number | undefined {
  const currency = values.currency_id || base
  return values.type === 'liability'
    ? debtOfField({ text, isOnIt: values.is_on_it }, currency)
    : amountOfField(text, currency)
}

/** Finds missing or unreadable fields before anything is sent. */
export function accountFaults(values: AccountValues, base: string): AccountFaults {
  const shown = values.known === 'as_of' ? 'as_of' : 'opening'
  const amount = values[shown].trim() === '' ? 0 : amountOfField(values[shown], values.currency_id || base)
  return {
    ...(values.name.trim() === '' ? { name: t('What is it called?') } : {}),
    ...(amount === undefined
      ? { [shown]: t('This is not an amount.') }
      : isThing(values) && amount < 0
        ? { [shown]: belowNothing() }
        : {}),
    ...(values.rate.trim() === '' || readRate(values.rate) !== undefined
      ? {}
      : { rate: t('This is not a rate.') }),
  }
}

/**
 * The day from which the balance of the form is on the account: a typed rate is of that day, and charts need one from then on. A balance before the
 * entries of a day is there from the day before on.
 */
export const dayOfBalance = (values: AccountValues): string =>
  values.known === 'start'
    ? values.opening_date
    : coversDay(values)
      ? values.as_of_date
      : addDays(values.as_of_date, -1)

/** Another day of a known balance. Of an earlier day, people know the balance of its end, as statements have it; of today, that of now. */
export const asOfDay = (
  { as_of_date: before }: AccountValues,
  as_of_date: string,
  today: string,
): Partial<AccountValues> => ({
  as_of_date,
  ...((before === today) !== (as_of_date === today) && { includes_day: as_of_date !== today }),
})

/** Which balance the form asks for. One that was said is named by its day: the account may have another one by now, even on that day. */
export function balanceLabel(
  { type, currency_id, as_of_date }: AccountValues,
  today: string,
  isSaid: boolean,
): string {
  const isDebt = type === 'liability'
  if (as_of_date !== today || isSaid)
    return isDebt
      ? t('Owed on {day}', { day: dayInSentence(as_of_date, today) })
      : t('On {day}', { day: dayInSentence(as_of_date, today) })
  // An account that takes any currency is a purse.
  return isDebt ? t('You owe today') : currency_id === '' ? t('In it today') : t('In the bank today')
}

/** Of a purse, only the money of the book's currency has a start that moves. */
export const staysTrue = ({ includes_day, currency_id }: AccountValues, currency: string): string =>
  currency_id === ''
    ? includes_day
      ? t('It stays true: entries in {currency} up to that day move the start, never this figure.', {
          currency,
        })
      : t('It stays true: entries in {currency} before that day move the start, never this figure.', {
          currency,
        })
    : includes_day
      ? t('It stays true: entries up to that day move the start, never this figure.')
      : t('It stays true: entries before that day move the start, never this figure.')

const ofDay = ['known', 'as_of', 'as_of_date', 'includes_day', 'is_on_it', 'rate']
const ofStart = ['opening', 'opening_date', 'is_on_it', 'rate']

/** The body to send: every field of a new account, only the changed fields of an existing one. */
export function bodyOf(changed: Partial<AccountValues>, values: AccountValues, base: string): AccountChange {
  const { name, type, currency_id, is_default, is_active, is_valued } = changed
  const isChanged = (names: readonly string[]) => names.some((field) => field in changed)
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(type === undefined ? {} : { type }),
    ...(currency_id === undefined ? {} : { currency_id: currency_id || null }),
    ...(is_default === undefined ? {} : { is_default }),
    ...(is_active === undefined ? {} : { is_active }),
    ...(is_valued === undefined ? {} : { is_valued }),
    ...(values.known === 'as_of'
      ? isChanged(ofDay) && balanceOf(values, base)
      : isChanged(ofStart)
        ? openingOf(values, base)
        : isChanged(['known']) && { balance_as_of: null }), // the start stays as it is, and follows no more
  }
}

/** The rate that was typed for the balance, with its currencies and its day; undefined if there is none. */
export function openingRate(values: AccountValues, base: string) {
  const found = readRate(values.rate)
  const from = values.currency_id || base
  const date = dayOfBalance(values)
  return found === undefined || from === base ? undefined : { pair: { from, to: base, date }, rate: found }
}

const rateOf = ({ rate, currency_id }: AccountValues, base: string): Pick<AccountChange, 'fx_rate'> => {
  const found = readRate(rate)
  return (currency_id || base) !== base && found !== undefined ? { fx_rate: found } : {}
}

function balanceOf(values: AccountValues, base: string): AccountChange {
  const amount = amountIn(values, values.as_of, base)
  if (amount === undefined) return { balance_as_of: null }
  return {
    balance_as_of: { date: values.as_of_date, amount, includes_day: coversDay(values) },
    ...rateOf(values, base),
  }
}

function openingOf(values: AccountValues, base: string): AccountChange {
  const { opening, opening_date } = values
  if (opening.trim() === '') return { opening_balance: null }
  return {
    opening_balance: amountIn(values, opening, base) ?? null,
    opening_date,
    ...rateOf(values, base),
  }
}
