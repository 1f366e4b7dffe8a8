import type { Account } from '../../contract/accounts.ts'
import type { ExpenseDraft } from '../../contract/budgeting.ts'
import type { Category } from '../../contract/categories.ts'
import type { Day } from '../../contract/day.ts'
import { allocate } from '../../contract/money.ts'
import type { ObligationDraft } from '../../contract/obligations.ts'
import { t } from '../../words/t.ts'
import { typedAmount } from '../ui/amount-input.ts'
import { shortNameOf } from '../ui/initials.ts'
import { NAMELESS_SHARE } from './debt-name.ts'
import { type Debt, type DebtSide, whoOwes } from './owed.ts'
import { accountEffect, type Effect, type PayingAccount, toApi, totalOf } from './payment.ts'

/** Events between two people, and the requests they become. A person is not asked which accounts the books use. */

export const lendChoices = [
  'lent',
  'borrowed',
  'paid-for-me',
  'owed-for-work',
  'older',
  'paid-for-others',
] as const
export type LendChoice = (typeof lendChoices)[number]

export const choiceWords: Record<LendChoice, { name: () => string; hint?: () => string }> = {
  lent: { name: () => t('I lent money'), hint: () => t('it left my account') },
  borrowed: { name: () => t('I borrowed money'), hint: () => t('it came into my account') },
  'paid-for-me': { name: () => t('Somebody paid for me'), hint: () => t('I owe them for it') },
  'paid-for-others': { name: () => t('I paid for others'), hint: () => t('they owe me their share') },
  'owed-for-work': { name: () => t('I am owed for work or a sale') },
  older: { name: () => t('An older debt'), hint: () => t('from before I used Florin') },
}

export const isChoice = (text: string | undefined): text is LendChoice =>
  lendChoices.some((one) => one === text)

/** The fields of each choice, besides who, how much and when. */
export const asks: Record<
  LendChoice,
  { account?: 'from' | 'into'; category?: 'expense' | 'income'; side?: true }
> = {
  lent: { account: 'from' },
  borrowed: { account: 'into' },
  'paid-for-me': { category: 'expense' },
  'owed-for-work': { category: 'income' },
  older: { side: true },
  'paid-for-others': { account: 'from', category: 'expense' },
}

/** Who owes whom after the event. */
export const sideOf = (choice: LendChoice, olderSide: DebtSide): DebtSide =>
  choice === 'older'
    ? olderSide
    : choice === 'borrowed' || choice === 'paid-for-me'
      ? 'payable'
      : 'receivable'

/** The effect on net worth, income and spending, in a sentence; `staying` names the account whose balance stays as it was said. */
export const lendHint = (choice: LendChoice, staying?: string): string =>
  (staying === undefined ? undefined : hintWithStaying(choice, staying)) ?? hints[choice]()

const hints: Record<LendChoice, () => string> = {
  lent: () => t('Lending is not spending: your net worth stays the same.'),
  borrowed: () => t('Borrowing is not income: your net worth stays the same.'),
  'paid-for-me': () => t('It counts as your spending now, and you owe for it until you pay it back.'),
  'owed-for-work': () => t('It counts as your income now, and you are owed it until it is paid.'),
  older: () => t('It counts in your net worth, and neither as income nor as spending.'),
  'paid-for-others': () => t('Only your own share counts as your spending.'),
}

function hintWithStaying(choice: LendChoice, account: string): string | undefined {
  if (choice === 'lent')
    return t(
      'Lending is not spending. {account} stays as it is, so your net worth rises by what you are owed.',
      { account },
    )
  if (choice === 'borrowed')
    return t('Borrowing is not income. {account} stays as it is, so your net worth falls by what you owe.', {
      account,
    })
  if (choice === 'paid-for-others')
    return t(
      'Only your own share counts as your spending. {account} stays as it is, so your net worth rises by what you are owed.',
      { account },
    )
  return undefined
}

const record = (amount: string | undefined): string =>
  amount === undefined ? t('Record') : t('Record {amount}', { amount })

/** The button says what it does, and with how much where that can be seen. */
export const lendVerb: Record<LendChoice, (amount: string | undefined) => string> = {
  lent: (amount) => (amount === undefined ? t('Lend') : t('Lend {amount}', { amount })),
  borrowed: (amount) => (amount === undefined ? t('Borrow') : t('Borrow {amount}', { amount })),
  'paid-for-me': (amount) => (amount === undefined ? t('Owe') : t('Owe {amount}', { amount })),
  'owed-for-work': (amount) => (amount === undefined ? t('Be owed') : t('Be owed {amount}', { amount })),
  older: record,
  'paid-for-others': record,
}

/** The people that the event was with. */
export const whoWords: Record<LendChoice, () => string> = {
  lent: () => t('To whom'),
  borrowed: () => t('From whom'),
  'paid-for-me': () => t('Who paid'),
  'owed-for-work': () => t('Who owes it'),
  older: () => t('With whom'),
  'paid-for-others': () => t('With whom'),
}

/** The message once it is recorded. */
export function words(choice: LendChoice, name: string, amount: string): string {
  const person = shortNameOf(name)
  switch (choice) {
    case 'lent':
      return t('Lent {person} {amount}', { person, amount })
    case 'borrowed':
      return t('Borrowed {amount} from {person}', { person, amount })
    case 'paid-for-me':
      return t('You owe {person} {amount}', { person, amount })
    case 'owed-for-work':
      return t('{person} owes you {amount}', { person, amount })
    case 'older':
      return t('Debt of {amount} recorded', { amount })
    case 'paid-for-others':
      return t('Bill of {amount} shared', { amount })
  }
}

/** The name of a debt that was given none: from then on it is the person's own text. */
export const nameless: Record<LendChoice, () => string> = {
  lent: () => t('Loan'),
  borrowed: () => t('Loan'),
  'paid-for-me': () => t('Paid for me'),
  'owed-for-work': () => t('Work'),
  older: () => t('Older debt'),
  'paid-for-others': () => NAMELESS_SHARE,
}

export type LendForm = {
  choice: LendChoice
  olderSide: DebtSide
  contactId: string
  amount: bigint
  currency: string
  name: string
  date: Day
  due: Day | null
  accountId: string | undefined
  category: Pick<Category, 'id' | 'account'> | undefined
  fxRate: number | undefined
}

type System = Pick<Account, 'id' | 'type' | 'is_claim' | 'is_system'>

/** Receivables or Payables: the account where Florin keeps debts. */
export const claimAccount = (accounts: readonly System[], side: DebtSide): string | undefined =>
  accounts.find(({ type, is_claim, is_system }) =>
    side === 'receivable' ? is_system && is_claim && type === 'asset' : is_system && type === 'liability',
  )?.id

/** The request for each choice but the shared expense; undefined while a field that it needs is missing. */
export function obligationOf(form: LendForm, accounts: readonly System[]): ObligationDraft | undefined {
  const account = accountsOf(form, accounts)
  if (!account) return undefined
  const amount = toApi(form.amount, form.currency)
  return {
    name: form.name.trim() || nameless[form.choice](),
    opened_date: form.date,
    due_date: form.due,
    original_amount: amount,
    outstanding_amount: amount,
    contact_id: form.contactId,
    currency_id: form.currency,
    ...account,
    ...(form.fxRate !== undefined && { fx_rate: form.fxRate }),
  }
}

function accountsOf(
  { choice, olderSide, accountId, category }: LendForm,
  accounts: readonly System[],
): Pick<ObligationDraft, 'account_id' | 'counter_account_id'> | undefined {
  const only = (account_id: string | undefined) => (account_id === undefined ? undefined : { account_id })
  switch (choice) {
    case 'lent':
      return only(accountId)
    case 'borrowed': {
      const payables = claimAccount(accounts, 'payable')
      if (payables === undefined || accountId === undefined) return undefined
      return { account_id: payables, counter_account_id: accountId }
    }
    case 'paid-for-me':
    case 'owed-for-work':
      return only(category?.account.id)
    case 'older':
      return only(claimAccount(accounts, olderSide))
    case 'paid-for-others':
      return undefined
  }
}

/** Somebody's share of a bill; the contact of my own share is null. */
export type DebtShare = { contactId: string | null; amount: bigint }

/** Equal shares, to the last cent: the first ones get the remainder. */
export const equalDebtShares = (amount: bigint, contacts: readonly (string | null)[]): DebtShare[] => {
  const parts = allocate(
    amount,
    contacts.map(() => 1n),
  )
  return contacts.map((contactId, index) => ({ contactId, amount: parts[index] ?? 0n }))
}

/** My rest of the bill, after the shares of the others. */
export const myShare = (amount: bigint, others: readonly DebtShare[]): bigint =>
  others.reduce((rest, share) => rest - share.amount, amount)

/** The request for a bill that I paid for others too. */
export function sharedExpenseOf(
  form: Omit<LendForm, 'choice' | 'olderSide' | 'contactId' | 'due'>,
  others: readonly DebtShare[],
): ExpenseDraft | undefined {
  if (form.accountId === undefined || !form.category) return undefined
  return {
    amount: toApi(form.amount, form.currency),
    currency_id: form.currency,
    category_id: form.category.id,
    asset_account_id: form.accountId,
    date: form.date,
    ...(form.name.trim() && { memo: form.name.trim() }),
    ...(form.fxRate !== undefined && { fx_rate: form.fxRate }),
    shares: others.flatMap(({ contactId, amount }) =>
      contactId === null || amount <= 0n
        ? []
        : [{ contact_id: contactId, amount: toApi(amount, form.currency) }],
    ),
  }
}

/** The shares of the others: equal ones with mine first, or as they were typed. */
export function splitOf(
  draft: { others: readonly { id: string; text: string }[]; isEqual: boolean },
  amount: bigint,
  currency: string,
): DebtShare[] {
  if (draft.isEqual) return equalDebtShares(amount, [null, ...draft.others.map(({ id }) => id)]).slice(1)
  return draft.others.map(({ id, text }) => ({ contactId: id, amount: typedAmount(text, currency) ?? 0n }))
}

/** The effects on the account and on each person's debt, before and after. */
export function effectsOf({
  choice,
  side,
  account,
  amount,
  currency,
  date,
  worth,
  contacts,
  open,
  others,
}: {
  choice: LendChoice
  side: DebtSide
  account: PayingAccount | undefined
  amount: bigint | undefined
  currency: string
  date: Day
  worth: { base: string; rate: number | undefined }
  contacts: readonly { id: string; name: string }[]
  open: readonly Debt[]
  others: readonly DebtShare[]
}): Effect[] {
  if (amount === undefined) return []
  const isIn = choice === 'borrowed'
  const people = contacts.map(({ id, name }) => {
    const before = totalOf(
      open.filter(
        (debt) => debt.contact_id === id && debt.direction === side && debt.currency_id === currency,
      ),
    )
    const more =
      choice === 'paid-for-others' ? (others.find(({ contactId }) => contactId === id)?.amount ?? 0n) : amount
    return { label: whoOwes(name, side === 'receivable' ? 1n : -1n), currency, before, after: before + more }
  })
  if (!account) return people
  return [accountEffect(account, { currency, date, amount: isIn ? amount : -amount }, worth), ...people]
}
