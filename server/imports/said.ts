import { type Reason, reason } from '../../contract/import-reasons.ts'
import type { BookKnows } from './book-knows.ts'
import { heldBy } from './held-by.ts'
import type { RowVerdict } from './judged.ts'
import type { Resolved } from './resolve.ts'
import { amountIn } from './verdict-sentences.ts'

/** Rows of accounts whose balance was said as of a day. */

/** An opening balance of a file is only compared where the opening of its account follows from what was said. */
export function comparedOpening(
  row: Resolved,
  knows: BookKnows,
  draft: () => RowVerdict['draft'],
): RowVerdict | undefined {
  const account =
    row.row.is_opening && row.account_id !== null ? knows.accounts.get(row.account_id) : undefined
  if (!account?.said) return undefined
  const { amount, currency_id, date } = account.said
  const follows = reason('opening_follows', {
    account: account.name,
    said_amount: amountIn(amount, currency_id),
    said_day: date,
    amount: amountIn(row.amount, row.currency_id),
  })
  return { verdict: 'duplicate', draft: draft(), reasons: [follows], is_chosen: false }
}

/** An opening balance of a file is compared where its account has one already: an account begins once. */
export function keptOpening(
  row: Resolved,
  { accounts }: BookKnows,
  draft: RowVerdict['draft'],
): RowVerdict | undefined {
  const { name = '', opening, is_liability } = accounts.get(row.account_id ?? '') ?? {}
  if (!opening) return undefined
  const here = reason('opening_here', {
    account: name,
    opening_amount: amountIn(opening.amount, opening.currency_id),
    day: opening.date,
    amount: amountIn(is_liability ? -row.amount : row.amount, row.currency_id),
  })
  return { verdict: 'duplicate', draft, reasons: [here], is_chosen: false }
}

/** Why a row would be refused that the balance of an account covers: it would move an opening that may not move. */
export function heldOpening(row: Resolved, { draft }: RowVerdict, knows: BookKnows): Reason[] | undefined {
  for (const id of [row.account_id, draft.other_account_id]) {
    const account = id === null ? undefined : knows.accounts.get(id)
    const said = account?.said
    if (!said || row.date > said.through) continue
    if ((account.currency_id ?? row.currency_id) !== said.currency_id) continue
    const by = heldBy(row.date, said, knows.closed_through)
    if (by)
      return [
        reason('balance_said', {
          account: account.name,
          amount: amountIn(said.amount, said.currency_id),
          day: said.date,
        }),
        by === 'statement'
          ? reason('opening_reconciled', {})
          : reason('opening_closed', { day: knows.closed_through ?? '' }),
      ]
  }
  return undefined
}
