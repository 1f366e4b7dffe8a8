import { reason } from '../../contract/import-reasons.ts'
import type { BookKnows } from './book-knows.ts'
import { type CategoryOf, otherAmountOf, plainDraft, transferDraft } from './draft.ts'
import { type RowVerdict, recordOf } from './judged.ts'
import type { Resolved } from './resolve.ts'
import type { Half } from './transfers.ts'
import { type Sentences, wayOf } from './verdict-sentences.ts'

type HalfContext = {
  readonly knows: BookKnows
  readonly say: Sentences
  readonly categoryOf: CategoryOf
  readonly accountByName: ReadonlyMap<string, string | null>
}

/** The verdict on a row that is half of a transfer. `fresh` makes the verdict of a row that is not. */
export function asHalf(row: Resolved, half: Half, context: HalfContext, fresh: () => RowVerdict): RowVerdict {
  const { say, knows } = context
  const plain = plainDraft(row, context.categoryOf)
  const way = wayOf(row.amount)
  if (half.is === 'file') {
    const name = row.row.to_account ?? ''
    const draft = transferDraft(plain, context.accountByName.get(name) ?? null, otherAmountOf(row, knows))
    return {
      verdict: 'transfer',
      reasons: [reason('transfer_in_file', { way, account: name })],
      draft,
    }
  }
  if (half.is === 'pair') {
    const { other, isFirst, isCertain } = half
    const draft = transferDraft(plain, other.account_id)
    const at = { row: other.n, account: other.row.account ?? say.nameOf(other.account_id) }
    if (!isCertain)
      return {
        verdict: 'transfer',
        draft,
        pair_n: other.n,
        is_chosen: false,
        needs_attention: true,
        reasons: [reason('opposite_row', at)],
      }
    return isFirst
      ? {
          verdict: 'transfer',
          reasons: [reason('other_half_row', at)],
          draft,
          pair_n: other.n,
        }
      : {
          verdict: 'duplicate',
          draft,
          pair_n: other.n,
          is_chosen: false,
          reasons: [reason('recorded_with_row', at)],
        }
  }
  if (half.is === 'own') {
    const account = say.nameOf(half.account_id)
    const why = {
      number: () => reason('account_by_number', { account }),
      name: () => reason('account_by_name', { account }),
      before: () => reason('account_as_before', { way, account }),
      card: () => reason(way === 'out' ? 'pays_card' : 'pays_this_card', { account }),
      machine: () => reason('cash_machine', { account }),
      savings: () => reason('savings_words', { way, account }),
    }[half.why]()
    const draft = transferDraft(plain, half.account_id)
    const currency = knows.accounts.get(half.account_id)?.currency_id ?? row.currency_id
    // Between two currencies it is a question anyway: about the amount on the other side (`near-transfer.ts`).
    if (!half.isUnused || currency !== row.currency_id) return { verdict: 'transfer', reasons: [why], draft }
    const reasons = [why, reason('nothing_booked', { way, account })]
    return { verdict: 'transfer', reasons, draft, is_chosen: false, needs_attention: true }
  }
  if (half.is === 'card')
    return {
      verdict: 'transfer',
      draft: transferDraft(plain, null),
      is_chosen: false,
      needs_attention: true,
      reasons: [reason(way === 'out' ? 'pays_which_card' : 'pays_this_card_from', {})],
    }
  if (half.is === 'open')
    return {
      verdict: 'transfer',
      draft: transferDraft(plain, null),
      is_chosen: false,
      needs_attention: true,
      reasons: [reason('other_half_missing', { way })],
    }
  const { line, isCertain } = half
  const of_record = recordOf(line, knows)
  const isClosed = knows.closed_through !== null && line.date <= knows.closed_through
  if (line.is_reconciled || isClosed)
    return {
      ...fresh(),
      of_record,
      is_chosen: false,
      needs_attention: true,
      reasons: [
        say.otherHalf(line, row.date),
        reason(line.is_reconciled ? 'other_half_reconciled' : 'other_half_closed', {}),
      ],
    }
  return {
    verdict: 'transfer',
    reasons: [say.otherHalf(line, row.date)],
    of_record,
    draft: transferDraft(plain, line.account_id),
    ...(!isCertain && { is_chosen: false, needs_attention: true }),
  }
}
