import { useState } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { convert, decimalOf } from '../../contract/money.ts'
import { createPayment, type Obligation } from '../../contract/obligations.ts'
import { payContact } from '../../contract/settlements.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { useRate } from '../currencies/use-rate.ts'
import { useToday } from '../page/me.ts'
import { faultInField, fieldOfAmount, typedAmount } from '../ui/amount-input.ts'
import { useDraft } from '../ui/draft.ts'
import { shortNameOf } from '../ui/initials.ts'
import { decimalsOf, minorOf, moneyText, sumOf } from '../ui/money.ts'
import { DOTS, usePrivacy } from '../ui/privacy.ts'
import { type DebtSide, dueFirst, sumsByCurrency } from './owed.ts'
import { currencyPaid, overBy, paymentRequest, totalOf } from './payment.ts'

/** The changed fields of the form; null is the initial value. */
type Edits = {
  ids: string[] | null
  text: string | null
  counts: string | null
  accountId: string | null
  currency: string | null
  debtCurrency: string | null
  date: string | null
  fxRate: number | null
}
const untouched: Edits = {
  ids: null,
  text: null,
  counts: null,
  accountId: null,
  currency: null,
  debtCurrency: null,
  date: null,
  fxRate: null,
}

type PaymentBetween = {
  side: DebtSide
  contact: { id: string; name: string }
  /** All open debts of this side with the contact. */
  debts: readonly Obligation[]
  /** The debt that was pressed; without it the payment is for all. */
  debtId: string | undefined
  accounts: readonly Account[]
  base: string
  onDone: () => void
}

/** The state of the payment sheet: its initial values settle all that is owed. */
export function usePayment({ side, contact, debts, debtId, accounts, base, onDone }: PaymentBetween) {
  const today = useToday()
  const isPrivate = usePrivacy()
  const { draft, change, clear } = useDraft<Edits>(`payment ${side} ${contact.id} ${debtId ?? ''}`, untouched)
  const [isTried, setTried] = useState(false)
  const groups = sumsByCurrency(debts, base)
  const pressed = debts.find(({ id }) => id === debtId)
  // The debt that is due first decides, where there are several currencies.
  const wanted = draft.debtCurrency ?? (pressed ?? dueFirst(debts)[0])?.currency_id
  const debtCurrency =
    groups.find(({ currency }) => currency === wanted)?.currency ?? groups[0]?.currency ?? base
  const own = dueFirst(debts.filter(({ currency_id }) => currency_id === debtCurrency))
  const account = accountFor(accounts, draft.accountId, debtCurrency)
  const currency = currencyPaid(debtCurrency, account, draft.currency ?? undefined)
  const isOther = currency !== debtCurrency
  const ticked = own.filter(({ id }) => (draft.ids ? draft.ids.includes(id) : !pressed || id === pressed.id))
  // A payment in another currency is for one debt.
  const chosen = isOther ? ticked.slice(0, 1) : ticked
  const total = totalOf(chosen)
  const date = draft.date ?? today
  const rate = useRate(debtCurrency, currency, date)
  const worth = { base, rate: useRate(currency, base, today) }
  const full = isOther
    ? rate && convert(total, decimalsOf(debtCurrency), decimalOf(rate), decimalsOf(currency))
    : total
  const text = draft.text ?? (full ? fieldOfAmount(full, currency) : '')
  const counts = draft.counts ?? (total > 0n ? fieldOfAmount(total, debtCurrency) : '')
  const amount = typedAmount(text, currency)
  const applied = isOther ? typedAmount(counts, debtCurrency) : amount
  const over = applied === undefined ? 0n : overBy(chosen, applied)

  const words = (paid: bigint) => {
    const sum = isPrivate ? DOTS : moneyText(paid, currency)
    return side === 'receivable'
      ? t('{name} paid you back {amount}', { name: shortNameOf(contact.name), amount: sum })
      : t('Paid {name} {amount}', { name: contact.name, amount: sum })
  }
  const done = () => {
    clear()
    onDone()
  }
  const one = useChange(createPayment, {
    words: (payment) => words(minorOf(payment.amount, payment.currency_id)),
    onDone: done,
  })
  const several = useChange(payContact, {
    words: ({ data }) =>
      words(
        sumOf(
          data.map((payment) => payment.amount),
          currency,
        ),
      ),
    onDone: done,
  })
  const sending = chosen.length > 1 ? several : one

  /** Sends the payment unchanged, or with only the amount owed. */
  function record(isOnlyOwed = false, fxRate = draft.fxRate ?? undefined) {
    setTried(true)
    const paid = isOnlyOwed && !isOther ? total : amount
    const counted = isOnlyOwed ? total : applied
    const isOver = over > 0n && !isOnlyOwed
    if (paid === undefined || counted === undefined || isOver || chosen.length === 0 || !account) return
    const form = { side, contactId: contact.id, debts: chosen, amount: paid, currency, applied: counted }
    const request = paymentRequest({ ...form, date, fxRate, accountId: account.id })
    if (request?.kind === 'one') void one.send({ params: { id: request.id }, body: request.body })
    if (request?.kind === 'several') void several.send({ params: { id: request.id }, body: request.body })
  }

  return {
    groups,
    own,
    chosen,
    debtCurrency,
    account,
    currency,
    isOther,
    worth,
    total,
    date,
    today,
    text,
    counts,
    amount,
    applied,
    over,
    change,
    clear,
    record,
    isBusy: one.isBusy || several.isBusy,
    /** Whether no amount was typed: then it is the total of the chosen debts. */
    isWhole: draft.text === null,
    fault: (field: 'amount' | 'counts' | 'debts' | 'account' | 'date'): string | undefined => {
      if (field === 'amount')
        return (isTried ? (faultInField(text, currency) ?? overFault()) : undefined) ?? said('amount')
      if (field === 'counts')
        return (isTried && isOther ? faultInField(counts, debtCurrency) : undefined) ?? said('applied_amount')
      if (field === 'debts')
        return isTried && chosen.length === 0 ? t('Choose what it counts for.') : undefined
      return said(field === 'account' ? 'asset_account_id' : 'date')
    },
    refusal: sending.refusal,
    sentence: sending.sentence,
    forget: sending.clear,
  }

  function overFault(): string | undefined {
    if (over <= 0n) return undefined
    return isPrivate
      ? t('That is more than is owed. Nothing was recorded.')
      : t('That is {extra} more than the {owed} still owed. Nothing was recorded.', {
          extra: moneyText(over, debtCurrency),
          owed: moneyText(total, debtCurrency),
        })
  }

  function said(field: string): string | undefined {
    // These are said in a box of their own, with the way out.
    const isInBox = /^(overpaid|payment_date|fx_rate_missing)$/.test(sending.refusal?.code ?? '')
    return isInBox ? undefined : sending.fault(field)
  }
}

/** The chosen account, else the default one, or one that takes the currency of the debt. */
function accountFor(accounts: readonly Account[], id: string | null, currency: string): Account | undefined {
  const chosen = accounts.find((account) => account.id === id)
  if (chosen) return chosen
  const takes = (account: Account) => account.currency_id === null || account.currency_id === currency
  const standard = accounts.find(({ is_default }) => is_default)
  return (standard && takes(standard) ? standard : accounts.find(takes)) ?? standard ?? accounts[0]
}
