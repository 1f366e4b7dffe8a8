import type { Account, AccountChange } from '../../contract/accounts.ts'
import { readRate } from '../currencies/rate-text.ts'
import { amountOfField, fieldOfAmount } from '../ui/amount-input.ts'
import { rateText } from '../ui/money.ts'

/** An account as its form has it: amounts and rates are the text that somebody types. */
export type AccountValues = {
  name: string
  type: 'asset' | 'liability'
  /** Empty if it takes any currency. */
  currency_id: string
  opening: string
  opening_date: string
  rate: string
  is_default: boolean
  is_active: boolean
}

/** A new account is kept in the base currency: only a purse takes several. */
export const newAccount = (today: string, base: string): AccountValues => ({
  name: '',
  type: 'asset',
  currency_id: base,
  opening: '',
  opening_date: today,
  rate: '',
  is_default: false,
  is_active: true,
})

export function accountValues(account: Account, base: string, today: string): AccountValues {
  const currency = account.currency_id ?? base
  const isGivenRate = account.fx_source === 'given' && account.fx_rate !== null
  return {
    name: account.name,
    type: account.type === 'liability' ? 'liability' : 'asset',
    currency_id: account.currency_id ?? '',
    opening: account.opening_balance === null ? '' : fieldOfAmount(account.opening_balance, currency),
    opening_date: account.opening_date ?? today,
    rate: isGivenRate ? rateText(account.fx_rate ?? 1) : '',
    is_default: account.is_default,
    is_active: account.is_active,
  }
}

export type AccountFaults = Partial<Record<'name' | 'opening' | 'rate', string>>

/** Finds missing or unreadable fields before anything is sent. */
export function accountFaults(values: AccountValues, base: string): AccountFaults {
  const isAmount =
    values.opening.trim() === '' || amountOfField(values.opening, values.currency_id || base) !== undefined
  return {
    ...(values.name.trim() === '' ? { name: 'What is it called?' } : {}),
    ...(isAmount ? {} : { opening: 'This is not an amount.' }),
    ...(values.rate.trim() === '' || readRate(values.rate) !== undefined
      ? {}
      : { rate: 'This is not a rate.' }),
  }
}

/** The body to send: every field of a new account, only the changed fields of an existing one. */
export function bodyOf(changed: Partial<AccountValues>, values: AccountValues, base: string): AccountChange {
  const { name, type, currency_id, is_default, is_active } = changed
  const isOpeningChanged = ['opening', 'opening_date', 'rate'].some((field) => field in changed)
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(type === undefined ? {} : { type }),
    ...(currency_id === undefined ? {} : { currency_id: currency_id || null }),
    ...(is_default === undefined ? {} : { is_default }),
    ...(is_active === undefined ? {} : { is_active }),
    ...(isOpeningChanged ? openingOf(values, base) : {}),
  }
}

/** The rate that was typed for the opening balance, with its currencies and its day; undefined if there is none. */
export function openingRate({ rate, currency_id, opening_date: date }: AccountValues, base: string) {
  const found = readRate(rate)
  const from = currency_id || base
  return found === undefined || from === base ? undefined : { pair: { from, to: base, date }, rate: found }
}

function openingOf({ opening, opening_date, rate, currency_id }: AccountValues, base: string): AccountChange {
  if (opening.trim() === '') return { opening_balance: null }
  const currency = currency_id || base
  const found = readRate(rate)
  return {
    opening_balance: amountOfField(opening, currency) ?? null,
    opening_date,
    ...(currency !== base && found !== undefined ? { fx_rate: found } : {}),
  }
}
