import type { ExpenseChange } from '../../contract/budgeting.ts'
import { refuse } from '../../contract/refusals.ts'
import { later } from '../../words/t.ts'
import { amountFrom, amountOf, formatAmount } from '../ledger/amounts.ts'
import type { Transaction } from '../ledger/journal.ts'
import type { Known } from '../ledger/known.ts'
import { type Share, storedShares } from '../obligations/shares.ts'
import { newId } from '../process/ids.ts'
import type { SlimDebt } from '../records/obligation.ts'
import { requireContact } from '../records/require.ts'

/** The shares from the request, or else the stored ones. They must leave a part of the expense to the person who records it. */
export function sharesOf(
  draft: ExpenseChange,
  known: Known,
  before: Transaction | null,
  { currency_id, amount, is_refund }: { currency_id: string; amount: bigint; is_refund: boolean },
): Share[] {
  const stored = before ? (known.find('shares', before.id) ?? []) : []
  const shares =
    draft.shares === undefined
      ? (before ? storedShares(known, before) : []).map((share) => ({
          ...share,
          amount: amountFrom(
            undefined,
            { ...share, currency_id: before?.currency_id ?? '' },
            currency_id,
            'shares',
          ),
        }))
      : sentShares(draft.shares, known, stored, currency_id)
  const twice = shares.find(
    ({ contact }, index) => shares.findIndex((one) => one.contact.id === contact.id) !== index,
  )
  if (twice)
    refuse('shares_mismatch', {
      reason: later('{name} has more than one; add them up.', { name: twice.contact.name }),
    })
  if (shares.length > 0 && is_refund)
    refuse('shares_mismatch', { reason: later('a refund cannot be shared.') })
  const total = shares.reduce((sum, share) => sum + share.amount, 0n)
  if (total >= amount && shares.length > 0) {
    const [sum, whole] = [formatAmount(total, currency_id), formatAmount(amount, currency_id)]
    refuse('shares_mismatch', {
      reason: later('they add up to {sum} of {whole}; some of it must be yours.', {
        sum: String(sum),
        whole: String(whole),
      }),
    })
  }
  return shares
}

const sentShares = (
  sent: NonNullable<ExpenseChange['shares']>,
  known: Known,
  stored: readonly SlimDebt[],
  currencyId: string,
): Share[] =>
  sent.map((share, index) => {
    const held = stored.find(({ contact_id }) => contact_id === share.contact_id.toLowerCase())
    const contact = requireContact(known, share.contact_id, held?.contact_id, `shares.${index}.contact_id`)
    const amount = amountOf(share.amount, currencyId, `shares.${index}.amount`)
    return { obligation_id: held?.id ?? newId(), contact, amount }
  })
