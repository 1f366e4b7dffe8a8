import type { Account } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import { showAmount } from '../../contract/money.ts'
import type { PaymentDraft } from '../../contract/obligations.ts'
import type { ContactPayment } from '../../contract/settlements.ts'
import { t } from '../../words/t.ts'
import { type BalanceChange, balanceChange, type HeldAmount } from '../page/accounts.ts'
import { shortNameOf } from '../ui/initials.ts'
import { decimalsOf, minorOf } from '../ui/money.ts'
import { debtName } from './debt-name.ts'
import type { Debt, DebtSide } from './owed.ts'

/** A payment before it is recorded: the debts it pays, the balances it leaves, and its request. */

/** Minor units as the number that the API takes. */
export const toApi = (minor: bigint, currency: string): number => showAmount(minor, decimalsOf(currency))

const left = (debt: Debt): bigint => minorOf(debt.outstanding_amount, debt.currency_id)

/** The outstanding total of debts in one currency. */
export const totalOf = (debts: readonly Debt[]): bigint => debts.reduce((sum, debt) => sum + left(debt), 0n)

/** The oldest first, as the service counts a payment: by the day a debt began, then by its due day. */
export const oldestFirst = (debts: readonly Debt[]): Debt[] =>
  debts.toSorted(
    (a, b) =>
      compare(a.opened_date, b.opened_date) ||
      compare(a.due_date ?? '9', b.due_date ?? '9') ||
      compare(a.created_at, b.created_at) ||
      compare(a.id, b.id),
  )
const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

export type PaidDebt = { debt: Debt; paid: bigint; left: bigint }

/** Spreads an amount over debts, the oldest first. */
export function spread(debts: readonly Debt[], amount: bigint): PaidDebt[] {
  let rest = amount
  return oldestFirst(debts).map((debt) => {
    const owed = left(debt)
    const paid = rest < owed ? rest : owed
    rest -= paid
    return { debt, paid, left: owed - paid }
  })
}

/** By how much an amount exceeds the debts; 0 if it does not. */
export const overBy = (debts: readonly Debt[], amount: bigint): bigint => {
  const over = amount - totalOf(debts)
  return over > 0n ? over : 0n
}

/** The currency of the payment: the one that the account keeps, else the chosen one, else the debt's. */
export const currencyPaid = (
  debtCurrency: string,
  account: Pick<Account, 'currency_id'> | undefined,
  chosen: string | undefined,
): string => account?.currency_id ?? chosen ?? debtCurrency

/** A value before and after, or a debt that is settled. An account with several currencies has a part for each. */
export type Effect =
  | ({ label: string; currency: string } & Omit<BalanceChange, 'parts'> &
      Partial<Pick<BalanceChange, 'parts'>>)
  | { label: string; key: string; isSettled: true }

export type PayingAccount = Pick<
  Account,
  'name' | 'type' | 'currency_id' | 'balances' | 'base_value' | 'base_balance' | 'balance_as_of'
>

/** The account in a preview: the balance that the sidebar says, now and after. `rate` is today's, to the base currency. */
export const accountEffect = (
  account: PayingAccount,
  moved: HeldAmount & { date: Day },
  { base, rate }: { base: string; rate: number | undefined },
): Effect => ({ label: account.name, currency: base, ...balanceChange(account, base, moved, rate) })

export type PaymentForm = {
  side: DebtSide
  contactId: string
  debts: readonly Debt[]
  amount: bigint
  currency: string
  /** The amount in the currency of the debt, where that is another one. */
  applied: bigint | undefined
  accountId: string
  date: Day
  fxRate: number | undefined
}

export type PaymentRequest =
  | { kind: 'one'; id: string; body: PaymentDraft }
  | { kind: 'several'; id: string; body: ContactPayment }

/** One debt is paid by a payment of its own, several by one payment of the contact. */
export function paymentRequest(form: PaymentForm): PaymentRequest | undefined {
  const [debt] = form.debts
  if (!debt) return undefined
  const money = {
    amount: toApi(form.amount, form.currency),
    currency_id: form.currency,
    asset_account_id: form.accountId,
    date: form.date,
    ...(form.fxRate !== undefined && { fx_rate: form.fxRate }),
  }
  if (form.debts.length === 1) {
    const isOther = debt.currency_id !== form.currency
    const counts = isOther && form.applied !== undefined ? toApi(form.applied, debt.currency_id) : undefined
    return {
      kind: 'one',
      id: debt.id,
      body: { ...money, ...(counts !== undefined && { applied_amount: counts }) },
    }
  }
  const obligation_ids = form.debts.map(({ id }) => id)
  return { kind: 'several', id: form.contactId, body: { ...money, direction: form.side, obligation_ids } }
}

/** The latest day on which one of the debts began: it cannot be paid before. */
export const earliestDay = (debts: readonly Debt[]): Day =>
  debts.reduce((latest, { opened_date }) => (opened_date > latest ? opened_date : latest), '')

export const paymentTitle = (side: DebtSide, name: string): string =>
  side === 'receivable'
    ? t('{name} paid you back', { name: shortNameOf(name) })
    : t('Pay {name}', { name: shortNameOf(name) })

/** The account whose balance stays as it was said, while the debt changes: net worth then changes with the debt. */
export const stayingAccount = (effects: readonly Effect[]): string | undefined =>
  effects.find((effect) => 'staysThrough' in effect && effect.staysThrough !== undefined)?.label

/** Says that a payment is neither income nor spending, and what it does to net worth where the account does not change. */
export function paymentHint(side: DebtSide, staying?: string): string {
  if (staying !== undefined)
    return side === 'receivable'
      ? t(
          'Being paid back is not income. {account} stays as it is, so your net worth falls by what is paid.',
          {
            account: staying,
          },
        )
      : t('Paying back is not spending. {account} stays as it is, so your net worth rises by what is paid.', {
          account: staying,
        })
  return side === 'receivable'
    ? t('Being paid back is not income, so your spending and income stay as they are.')
    : t('Paying back is not spending: it was counted when the debt began.')
}

/** The effects of a payment on the account and between both, before and after, and which debts it settles. */
export function changesOf({
  side,
  debts,
  who,
  account,
  amount,
  currency,
  date,
  worth,
  applied,
  debtCurrency,
  chosen,
  over,
}: {
  side: DebtSide
  debts: readonly Debt[]
  who: string
  account: PayingAccount | undefined
  amount: bigint | undefined
  currency: string
  date: Day
  worth: { base: string; rate: number | undefined }
  applied: bigint | undefined
  debtCurrency: string
  chosen: readonly Debt[]
  over: bigint
}): Effect[] {
  if (amount === undefined || applied === undefined || over > 0n) return []
  const owed = totalOf(debts.filter(({ currency_id }) => currency_id === debtCurrency))
  const moved = { currency, date, amount: side === 'receivable' ? amount : -amount }
  const settled = spread(chosen, applied).filter(({ left: rest }) => rest === 0n)
  return [
    ...(account ? [accountEffect(account, moved, worth)] : []),
    { label: who, currency: debtCurrency, before: owed, after: owed - applied },
    ...settled.map(({ debt }) => ({ label: debtName(debt), isSettled: true as const, key: debt.id })),
  ]
}
