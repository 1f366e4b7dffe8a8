import { useState } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { createExpense } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { listContacts } from '../../contract/contacts.ts'
import { createObligation } from '../../contract/obligations.ts'
import { t } from '../../words/t.ts'
import { isMoneyAccount } from '../accounts/money-account.ts'
import { useEverything } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { useRate } from '../currencies/use-rate.ts'
import { useBook, useToday } from '../page/me.ts'
import { faultInField, typedAmount } from '../ui/amount-input.ts'
import { useDraft } from '../ui/draft.ts'
import { moneyText } from '../ui/money.ts'
import { DOTS, usePrivacy } from '../ui/privacy.ts'
import {
  asks,
  type DebtShare,
  effectsOf,
  type LendChoice,
  obligationOf,
  sharedExpenseOf,
  sideOf,
  splitOf,
  words,
} from './lend.ts'
import type { Debt, DebtSide } from './owed.ts'

type LendDraft = {
  olderSide: DebtSide
  contactId: string | null
  contactName: string
  text: string
  currency: string | null
  accountId: string | null
  categoryId: string | null
  name: string
  date: string | null
  due: string | null
  /** The others of a shared bill, and how it is shared. */
  others: { id: string; name: string; text: string }[]
  isEqual: boolean
}

const empty = (contactId: string | undefined): LendDraft => ({
  olderSide: 'receivable',
  contactId: contactId ?? null,
  contactName: '',
  text: '',
  currency: null,
  accountId: null,
  categoryId: null,
  name: '',
  date: null,
  due: null,
  others: [],
  isEqual: true,
})

/** The state of "Lend or borrow": the typed values stay while the choice changes. */
export function useLend({
  choice,
  contactId,
  accounts,
  open,
  onDone,
}: {
  choice: LendChoice
  contactId: string | undefined
  accounts: readonly Account[]
  open: readonly Debt[]
  onDone: () => void
}) {
  const today = useToday()
  const base = useBook().base_currency_id
  const { draft, change, clear } = useDraft<LendDraft>('lend-or-borrow', empty(contactId))
  const [isTried, setTried] = useState(false)
  const [tries, setTries] = useState(0)
  const { data: categories = [] } = useEverything(listCategories)
  const { data: contacts = [] } = useEverything(listContacts)
  const asked = asks[choice]
  const money = accounts.filter(isMoneyAccount)
  const account = asked.account
    ? (money.find(({ id }) => id === draft.accountId) ??
      money.find(({ is_default }) => is_default) ??
      money[0])
    : undefined
  const currency = account?.currency_id ?? draft.currency ?? base
  const category = categories.find(({ id, kind }) => id === draft.categoryId && kind === asked.category)
  const contact = contacts.find(({ id }) => id === draft.contactId)
  const amount = typedAmount(draft.text, currency)
  const date = draft.date ?? today
  const others: DebtShare[] = splitOf(draft, amount ?? 0n, currency)
  const isShared = choice === 'paid-for-others'
  const done = () => {
    clear()
    onDone()
  }
  const worth = { base, rate: useRate(currency, base, today) }
  const isPrivate = usePrivacy()
  const said = () => {
    const sum = amount === undefined || isPrivate ? DOTS : moneyText(amount, currency)
    return words(choice, contact?.name ?? draft.contactName, sum)
  }
  const debt = useChange(createObligation, { words: said, onDone: done })
  const expense = useChange(createExpense, { words: said, onDone: done })
  const sending = isShared ? expense : debt

  const missing = {
    contact: isShared ? undefined : draft.contactId === null ? t('Choose who it was.') : undefined,
    amount: faultInField(draft.text, currency),
    account: asked.account && !account ? t('Choose an account.') : undefined,
    category: asked.category && !category ? t('Choose a category.') : undefined,
    shares: isShared ? sharesFault(others, amount) : undefined,
  }

  function record(fxRate?: number) {
    setTried(true)
    setTries(tries + 1)
    if (Object.values(missing).some(Boolean) || amount === undefined) return
    const form = { ...draft, choice, amount, currency, date, accountId: account?.id, category, fxRate }
    if (isShared) {
      const body = sharedExpenseOf(form, others)
      if (body) void expense.send({ body })
      return
    }
    const body = obligationOf({ ...form, contactId: draft.contactId ?? '' }, accounts)
    if (body) void debt.send({ body })
  }

  const fields = {
    contact: 'contact_id',
    amount: 'original_amount',
    account: 'account_id',
    category: 'category_id',
  }
  return {
    draft,
    change,
    clear,
    today,
    base,
    currency,
    account,
    amount,
    date,
    others,
    record,
    /** The account decides the currency. */
    isBound: account?.currency_id != null,
    isBusy: debt.isBusy || expense.isBusy,
    effects: effectsOf({
      choice,
      account,
      amount,
      currency,
      date,
      worth,
      open,
      others,
      side: sideOf(choice, draft.olderSide),
      contacts: isShared ? draft.others : contact ? [contact] : [],
    }),
    fault: (field: keyof typeof missing | 'name' | 'date' | 'due'): string | undefined => {
      if (field === 'name') return sending.fault('name') ?? sending.fault('memo')
      if (field === 'date') return sending.fault('opened_date') ?? sending.fault('date')
      if (field === 'due') return sending.fault('due_date')
      if (field === 'shares') return (isTried ? missing.shares : undefined) ?? sending.fault('shares')
      return (isTried ? missing[field] : undefined) ?? sending.fault(fields[field])
    },
    /** Changes with each try that was too early, so that the first missing field gets the focus. */
    firstMissing: isTried && Object.values(missing).some(Boolean) ? tries : 0,
    refusal: sending.refusal,
    sentence: sending.sentence,
    forget: sending.clear,
  }
}

function sharesFault(others: readonly DebtShare[], amount: bigint | undefined): string | undefined {
  if (others.length === 0) return t('Choose who shares it.')
  if (others.every((share) => share.amount <= 0n)) return t('Give somebody a share.')
  const sum = others.reduce((all, share) => all + share.amount, 0n)
  return amount !== undefined && sum > amount ? t('The shares are more than the bill.') : undefined
}
