import type { BookKnows } from './book-knows.ts'
import { type CategoryOf, otherAmountOf, plainDraft, transferDraft } from './draft.ts'
import { type RowVerdict, recordOf } from './judged.ts'
import type { Resolved } from './resolve.ts'
import type { Half } from './transfers.ts'
import type { Sentences } from './verdict-sentences.ts'

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
  if (half.is === 'file') {
    const name = row.row.to_account ?? ''
    const draft = transferDraft(plain, context.accountByName.get(name) ?? null, otherAmountOf(row, knows))
    return {
      verdict: 'transfer',
      reason: `The file has it as a transfer ${row.amount < 0n ? 'to' : 'from'} ${name}.`,
      draft,
    }
  }
  if (half.is === 'pair') {
    const { other, isFirst, isCertain } = half
    const draft = transferDraft(plain, other.account_id)
    const name = other.row.account ?? say.nameOf(other.account_id)
    if (!isCertain)
      return {
        verdict: 'transfer',
        draft,
        pair_n: other.n,
        is_chosen: false,
        needs_attention: true,
        reason: `Row ${other.n}, of ${name}, is the opposite amount. Nothing else says that it is a transfer.`,
      }
    return isFirst
      ? {
          verdict: 'transfer',
          reason: `Row ${other.n} is the other half, of ${name}.`,
          draft,
          pair_n: other.n,
        }
      : {
          verdict: 'duplicate',
          draft,
          pair_n: other.n,
          is_chosen: false,
          reason: `It is recorded with row ${other.n}, the other half, of ${name}.`,
        }
  }
  if (half.is === 'own') {
    const name = say.nameOf(half.account_id)
    const why = {
      number: `The other side is your account ${name}.`,
      name: `It names your account ${name}.`,
      before: `The same words were a transfer ${row.amount < 0n ? 'to' : 'from'} ${name} before.`,
      card:
        row.amount < 0n
          ? `It pays ${name}, whose own file can come later.`
          : `It pays this card, probably from ${name}, whose own file can come later.`,
      machine: `Money from a machine, so it is in ${name} now.`,
      savings: `Words of a transfer ${row.amount < 0n ? 'to' : 'from'} savings, and ${name} is the only such account.`,
    }
    const draft = transferDraft(plain, half.account_id)
    const currency = knows.accounts.get(half.account_id)?.currency_id ?? row.currency_id
    // Between two currencies it is a question anyway: about the amount on the other side (`near-transfer.ts`).
    if (!half.isUnused || currency !== row.currency_id)
      return { verdict: 'transfer', reason: why[half.why], draft }
    const reason = `${why[half.why]} Nothing was booked on ${name} yet: is it a transfer ${row.amount < 0n ? 'to' : 'from'} it?`
    return { verdict: 'transfer', reason, draft, is_chosen: false, needs_attention: true }
  }
  if (half.is === 'card')
    return {
      verdict: 'transfer',
      draft: transferDraft(plain, null),
      is_chosen: false,
      needs_attention: true,
      reason: row.amount < 0n ? 'It pays a card. Which one?' : 'It pays this card. From which account?',
    }
  if (half.is === 'open')
    return {
      verdict: 'transfer',
      draft: transferDraft(plain, null),
      is_chosen: false,
      needs_attention: true,
      reason: `The file calls it a transfer, and does not have its other half. ${row.amount < 0n ? 'To' : 'From'} which account?`,
    }
  const { line, isCertain } = half
  const of_record = recordOf(line, knows)
  const isClosed = knows.closed_through !== null && line.date <= knows.closed_through
  if (line.is_reconciled || isClosed) {
    const because = line.is_reconciled ? 'is reconciled' : 'is on a closed day'
    return {
      ...fresh(),
      of_record,
      is_chosen: false,
      needs_attention: true,
      reason: `${say.otherHalf(line, row.date)} That one ${because}, and cannot become a transfer.`,
    }
  }
  return {
    verdict: 'transfer',
    reason: say.otherHalf(line, row.date),
    of_record,
    draft: transferDraft(plain, line.account_id),
    ...(!isCertain && { is_chosen: false, needs_attention: true }),
  }
}
