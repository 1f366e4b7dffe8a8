import type { Transaction } from '../ledger/journal.ts'
import { effectOf, type Owed } from '../obligations/debt.ts'
import type { AccountRow } from '../records/account.ts'
import { fault } from '../records/columns.ts'
import type { Debt } from '../records/obligation.ts'
import { type KnownInFile, linked } from './file-records.ts'
import { eachOf, type FileBook } from './format.ts'

/** Checks obligations: their accounts, and that their transactions add up to the outstanding amount. */
export async function checkOwed({ records }: FileBook, known: KnownInFile): Promise<void> {
  const byDebt = new Map<string, Transaction[]>()
  await eachOf(records.transaction, (one) => {
    const ids = new Set([one.obligation_id, ...one.entries.map(({ obligation_id }) => obligation_id)])
    for (const id of ids) {
      if (id === null) continue
      const all = byDebt.get(id)
      if (all) all.push(one)
      else byDebt.set(id, [one])
    }
  })
  await eachOf(records.obligation, (debt) => {
    if (debt.original_amount === 0n) fault(`the obligation "${debt.name}" is of nothing`)
    linked(known.contacts, 'contact_id', debt.contact_id)
    if ((debt.currency_id === known.base) !== (debt.fx_source === 'base'))
      fault(
        `the obligation "${debt.name}" has the source ${debt.fx_source} of a rate, and is in ${debt.currency_id}`,
      )
    if (debt.expense_id === null) checkSides(known, debt)
    else checkShare(known, debt)
    const all = byDebt.get(debt.id) ?? []
    checkOutstanding(debt, all)
    if (debt.expense_id === null) checkOpening(debt, all)
  })
}

/** The type of the account decides who owes whom, which account holds the claim, and which one is its counter account. */
function checkSides(known: KnownInFile, debt: Debt): void {
  const account = linked(known.accounts, 'account_id', debt.account_id)
  const claim = linked(known.accounts, 'claim_account_id', debt.claim_account_id)
  const counter = linked(known.accounts, 'counter_account_id', debt.counter_account_id)
  const direction = account.type === 'liability' || account.type === 'expense' ? 'payable' : 'receivable'
  const isClaim = account.type === 'liability' || account.is_claim
  const expected = isClaim ? account : known.role(direction === 'payable' ? 'payables' : 'receivables')
  const isPair = isClaim ? counter.id !== account.id : counter.id === account.id
  if (account.type === 'equity' || debt.direction !== direction || claim.id !== expected.id || !isPair)
    fault(`the accounts of the obligation "${debt.name}" do not fit each other`)
  for (const one of [account, counter]) checkUse(debt, one)
}

/** Of Florin's own accounts, these can be chosen for an obligation. */
const OPEN: readonly (string | null)[] = [null, 'receivables', 'payables', 'opening_balances']

function checkUse(debt: Debt, { name, role }: AccountRow): void {
  if (!OPEN.includes(role))
    fault(`the obligation "${debt.name}" is on "${name}", which cannot be chosen for one`)
}

/** The share of an expense is a receivable that the expense itself opens. */
function checkShare(known: KnownInFile, debt: Debt): void {
  const expense = linked(known.transactions, 'expense_id', debt.expense_id)
  const receivables = known.role('receivables').id
  linked(known.accounts, 'counter_account_id', debt.counter_account_id)
  const isReceivable =
    debt.direction === 'receivable' &&
    debt.account_id === receivables &&
    debt.claim_account_id === receivables
  const entries = expense.entries.filter(({ obligation_id }) => obligation_id === debt.id)
  const [entry] = entries
  const isOpened = entry
    ? entry.amount === debt.original_amount &&
      entry.currency_id === debt.currency_id &&
      entry.credit_account_id === debt.counter_account_id &&
      expense.date === debt.opened_date &&
      (expense.deleted_at === null) === (debt.deleted_at === null)
    : debt.deleted_at !== null // the expense was changed, and this share is no longer part of it
  if (expense.kind !== 'expense' || !isReceivable || entries.length > 1 || !isOpened)
    fault(`the obligation "${debt.name}" does not fit the expense that it is a share of`)
}

/** The effect of those transactions that count, or would count if the obligation came back from the trash with them. */
function checkOutstanding(debt: Debt, all: readonly Transaction[]): void {
  const { outstanding_amount, outstanding_base, settled_at } = debt
  const isInTrash = debt.deleted_at !== null
  const counted = all.filter(({ deleted_at }) => deleted_at === debt.deleted_at)
  const owed = counted.reduce<Owed>(
    (sum, { entries }) => {
      const { amount, base_amount } = effectOf(debt, entries)
      return { amount: sum.amount + amount, base_amount: sum.base_amount + base_amount }
    },
    { amount: 0n, base_amount: 0n },
  )
  if (isInTrash && all.some(({ deleted_at }) => deleted_at === null))
    fault(`the obligation "${debt.name}" is in the trash, and its entries are not`)
  // The amount of a share in the trash is not checked: once it is restored, it follows its expense.
  const isFree = isInTrash && debt.expense_id !== null
  if (!isFree && (owed.amount !== outstanding_amount || owed.base_amount !== outstanding_base))
    fault(`the outstanding amount of the obligation "${debt.name}" is not what its transactions come to`)
  if ((outstanding_amount === 0n) !== (settled_at !== null))
    fault(`the obligation "${debt.name}" does not say rightly whether it is settled`)
}

/** The first of its own postings opens it: the original amount against the counter account, on the day that it was opened. */
function checkOpening(debt: Debt, all: readonly Transaction[]): void {
  const opening = all.find(({ kind, deleted_at }) => kind === 'obligation' && deleted_at === debt.deleted_at)
  const [entry] = opening?.entries ?? []
  const isUp = debt.direction === 'receivable'
  const [to, from] = isUp
    ? [debt.claim_account_id, debt.counter_account_id]
    : [debt.counter_account_id, debt.claim_account_id]
  const isOpened =
    opening?.date === debt.opened_date &&
    entry?.amount === debt.original_amount &&
    entry.debit_account_id === to &&
    entry.credit_account_id === from
  if (!isOpened) fault(`the obligation "${debt.name}" is not opened by its first posting`)
}
