import { formatAmount } from '../ledger/amounts.ts'
import type { BookKnows, KnownAccount, KnownBalance } from './book-knows.ts'
import { heldBy } from './held-by.ts'
import type { RowVerdict } from './judged.ts'
import type { Resolved } from './resolve.ts'
import type { Sentences } from './verdict-sentences.ts'

/** Rows of accounts whose balance was said as of a day. */

const saidWords = ({ name }: KnownAccount, { amount, currency_id, date }: KnownBalance, say: Sentences) =>
  `You said that ${name} had ${formatAmount(amount, currency_id)} as of ${say.on(date)}`

/** An opening balance of a file is only compared where the opening of its account follows from what was said. */
export function comparedOpening(
  row: Resolved,
  knows: BookKnows,
  say: Sentences,
  draft: () => RowVerdict['draft'],
): RowVerdict | undefined {
  const account =
    row.row.is_opening && row.account_id !== null ? knows.accounts.get(row.account_id) : undefined
  if (!account?.said) return undefined
  const reason = `${saidWords(account, account.said, say)}, and its opening follows from that: ${formatAmount(row.amount, row.currency_id)} is compared, not recorded.`
  return { verdict: 'duplicate', draft: draft(), reason, is_chosen: false }
}

/** An opening balance of a file is compared where its account has one already: an account begins once. */
export function keptOpening(
  row: Resolved,
  { accounts }: BookKnows,
  say: Sentences,
  draft: RowVerdict['draft'],
): RowVerdict | undefined {
  const { name = '', opening, is_liability } = accounts.get(row.account_id ?? '') ?? {}
  if (!opening) return undefined
  const has = formatAmount(opening.amount, opening.currency_id)
  const amount = formatAmount(is_liability ? -row.amount : row.amount, row.currency_id)
  const reason = `${name} begins with ${has} on ${say.on(opening.date)} already: ${amount} is compared, not recorded.`
  return { verdict: 'duplicate', draft, reason, is_chosen: false }
}

/** Why a row would be refused that the balance of an account covers: it would move an opening that may not move. */
export function heldOpening(
  row: Resolved,
  { draft }: RowVerdict,
  knows: BookKnows,
  say: Sentences,
): string | undefined {
  for (const id of [row.account_id, draft.other_account_id]) {
    const account = id === null ? undefined : knows.accounts.get(id)
    const said = account?.said
    if (!said || row.date > said.through) continue
    if ((account.currency_id ?? row.currency_id) !== said.currency_id) continue
    const by = heldBy(row.date, said, knows.closed_through)
    const because =
      by === 'statement'
        ? 'which is on a statement that was reconciled. To add the row, reopen that statement, or end the balance that you said'
        : `and the book is closed through ${say.on(knows.closed_through ?? '')}`
    if (by)
      return `${saidWords(account, said, say)}. A row before that moves the account's opening, ${because}.`
  }
  return undefined
}
