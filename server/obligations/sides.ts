import type { ObligationDraft } from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Known } from '../ledger/known.ts'
import type { AccountRow } from '../records/account.ts'
import type { Debt } from '../records/obligation.ts'
import { accountWithRole } from '../records/require.ts'

type DebtSides = { account: AccountRow; direction: Debt['direction']; claim: AccountRow; counter: AccountRow }

/** The type of the account decides who owes whom, which account holds the claim, and which one is its counter account. */
export function requireSides(
  known: Known,
  draft: ObligationDraft,
  before: Debt | null,
  currencyId: string,
): DebtSides {
  const account = known.find('account', draft.account_id)
  const isKept = account?.id === before?.account_id
  if (!account || account.type === 'equity' || (!isKept && !isOpenTo(account)))
    return refuse('obligation_account')
  const direction = account.type === 'liability' || account.type === 'expense' ? 'payable' : 'receivable'
  const isClaim = account.type === 'liability' || account.is_claim
  // The counter account of another account, sent back with the record, is not chosen for the new one.
  const sent =
    draft.counter_account_id === before?.counter_account_id && !isKept ? null : draft.counter_account_id
  if (sent === '') refuse('counter_account')
  if (!isClaim) {
    if (sent && sent.toLowerCase() !== account.id) refuse('counter_account')
    checkBound(account, currencyId)
    const claim = accountWithRole(known, direction === 'payable' ? 'payables' : 'receivables')
    return { account, direction, claim, counter: account }
  }
  const chosen = sent === undefined && isKept ? before?.counter_account_id : sent
  const counter = chosen ? known.find('account', chosen) : accountWithRole(known, 'opening_balances')
  const isSame = counter?.id === before?.counter_account_id
  const isDefault = counter?.role === 'opening_balances'
  if (!counter || counter.id === account.id || (!isSame && !isDefault && !isOpenTo(counter)))
    return refuse('counter_account')
  checkBound(account, currencyId)
  checkBound(counter, currencyId)
  return { account, direction, claim: account, counter }
}

/** Whether an account can be chosen for an obligation: of Florin's own, only Receivables and Payables. */
const isOpenTo = ({ role, is_active, deleted_at }: AccountRow): boolean =>
  is_active && deleted_at === null && (role === null || role === 'receivables' || role === 'payables')

function checkBound({ name, currency_id: bound }: AccountRow, currency_id: string): void {
  if (bound !== null && bound !== currency_id)
    refuse('account_currency', { field: 'currency_id', name, bound, currency_id })
}
