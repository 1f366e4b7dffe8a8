import type { ObligationDraft } from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import { accountWithRole, type LoadedAccount } from '../ledger/chart.ts'
import type { Debt } from './debt.ts'
import type { LoadedDebt } from './obligations.sql.ts'

type Sides = { account: LoadedAccount; direction: Debt['direction']; claim: string; counter: string }

/** The type of the account decides who owes whom, which account holds the claim, and which one is its counter account. */
export function theSides(
  draft: ObligationDraft,
  { before, accounts }: LoadedDebt,
  currencyId: string,
): Sides {
  const find = (id: string | null | undefined) => accounts.find((one) => one.id === id?.toLowerCase())
  const account = find(draft.account_id)
  const isKept = account?.id === before?.account_id
  if (!account || account.type === 'equity' || (!isKept && !isOpenTo(account)))
    return refuse('obligation_account')
  const direction = account.type === 'liability' || account.type === 'expense' ? 'payable' : 'receivable'
  const isClaim = account.type === 'liability' || account.is_claim
  const claim = isClaim
    ? account
    : accountWithRole(accounts, direction === 'payable' ? 'payables' : 'receivables')
  const sent =
    draft.counter_account_id === before?.counter_account_id && !isKept ? null : draft.counter_account_id
  if (sent === '') refuse('counter_account')
  if (!isClaim) {
    if (sent && sent !== account.id) refuse('counter_account')
    checkBound(account, currencyId)
    return { account, direction, claim: claim.id, counter: account.id }
  }
  const kept = sent === undefined && isKept ? before?.counter_account_id : sent
  const counter = kept ? find(kept) : accountWithRole(accounts, 'opening_balances')
  const isSame = counter?.id === before?.counter_account_id
  const isDefault = counter?.role === 'opening_balances'
  if (!counter || counter.id === claim.id || (!isSame && !isDefault && !isOpenTo(counter))) {
    return refuse('counter_account')
  }
  checkBound(claim, currencyId)
  checkBound(counter, currencyId)
  return { account, direction, claim: claim.id, counter: counter.id }
}

/** Whether an account can be chosen for an obligation: of Florin's own, only Receivables and Payables. */
const isOpenTo = ({ role, is_active, is_deleted }: LoadedAccount): boolean =>
  is_active && !is_deleted && (role === null || role === 'receivables' || role === 'payables')

function checkBound({ name, currency_id: bound }: LoadedAccount, currency_id: string): void {
  if (bound !== null && bound !== currency_id)
    refuse('account_currency', { field: 'currency_id', name, bound, currency_id })
}
