import { folded } from '../../contract/fold.ts'
import { reason } from '../../contract/import-reasons.ts'
import type { BookKnows } from './book-knows.ts'
import { type CategoryOf, plainDraft } from './draft.ts'
import type { RowVerdict } from './judged.ts'
import type { Match } from './match.ts'
import type { Resolved } from './resolve.ts'
import type { Sentences } from './verdict-sentences.ts'

type DebtContext = {
  readonly say: Sentences
  readonly categoryOf: CategoryOf
  readonly byName: ReadonlyMap<string, readonly string[]>
  readonly paidAs: ReadonlyMap<number, string>
}

/** Contacts by their names, and the categories in which the book has what was paid for several people, by the line of the file. */
export function debtContext(
  rows: readonly Resolved[],
  of: ReadonlyMap<number, Match>,
  { contacts, categories }: BookKnows,
): Pick<DebtContext, 'byName' | 'paidAs'> {
  const named = Map.groupBy(rows.some(({ row }) => row.shared) ? contacts : [], ({ name }) => folded(name))
  const paidAs = new Map<number, string>()
  for (const { n, row } of rows) {
    const id = row.shared === 'paid' ? of.get(n)?.line?.category_id : undefined
    if (id && categories.get(id)?.kind === 'expense') paidAs.set(row.line, id)
  }
  return {
    byName: new Map([...named].map(([name, all]) => [name, all.map(({ id }) => id)])),
    paidAs,
  }
}

export const isDebt = ({ row }: Resolved): boolean => row.shared === 'share' || row.shared === 'settled'

/** The verdict on a part of a shared expense, or on a payment of such parts. */
export function asDebt(row: Resolved, { say, categoryOf, byName, paidAs }: DebtContext): RowVerdict {
  const { payee = '', line, shared } = row.row
  const [contact_id = null, other] = byName.get(folded(payee)) ?? []
  const plain = {
    ...plainDraft(row, categoryOf),
    contact_id: other === undefined ? contact_id : null,
    memo: row.row.text,
  }
  const isAsked = other !== undefined && {
    is_chosen: false,
    needs_attention: true,
    reasons: [reason('several_contacts', { contact: payee })],
  }
  const amount = say.amount(row.amount, row.currency_id)
  const paid = paidAs.get(line)
  if (shared === 'share')
    return {
      verdict: 'new',
      reasons: [reason(row.amount > 0n ? 'owes_you_of_it' : 'you_owe_for_it', { contact: payee, amount })],
      draft: { ...plain, ...(paid !== undefined && { category_id: paid, category_name: null }) },
      ...isAsked,
    }
  return {
    verdict: 'settles',
    reasons: [reason(row.amount < 0n ? 'you_paid' : 'paid_you', { contact: payee, amount })],
    draft: { ...plain, kind: 'payment', category_id: null, category_name: null, is_refund: false },
    ...isAsked,
  }
}

/** A payment of debts that the book has as something that pays none. */
export const isOtherwise = (row: Resolved, match: Match): boolean =>
  row.row.shared === 'settled' && match.line !== undefined && match.line.kind !== 'payment'
