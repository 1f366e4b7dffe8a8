import type { ImportRow, RowChange } from '../../contract/import-rows.ts'
import { t } from '../../words/t.ts'
import { onward } from '../ui/reading.ts'
import { withCommas } from './said/commas.ts'

/** Where the money of a row goes to or comes from, as its chip says it. */
export type Goes = {
  readonly is: 'category' | 'account' | 'debt'
  readonly text: string
  /** The category, if it is one. */
  readonly categoryId?: string | null
  /** Nobody has said yet. */
  readonly isMissing: boolean
}

export function goesTo({
  draft,
  amount,
  account_name,
}: Pick<ImportRow, 'draft' | 'amount' | 'account_name'>): Goes | undefined {
  if (!draft) return undefined
  if (draft.kind === 'payment')
    return {
      is: 'debt',
      text: draft.obligation_name ?? t('Choose a debt'),
      isMissing: draft.obligation_id === null,
    }
  if (draft.kind === 'transfer') {
    const other = draft.other_account_name
    if (other === null) return { is: 'account', text: t('Choose an account'), isMissing: true }
    const here = account_name ?? t('here [the account of the file]')
    return {
      is: 'account',
      text: (amount ?? 0) < 0 ? `${here} ${onward()} ${other}` : `${other} ${onward()} ${here}`,
      isMissing: false,
    }
  }
  if (draft.splits.length > 1)
    return {
      is: 'category',
      text: withCommas(draft.splits.map(({ category_name }) => category_name ?? t('no category'))),
      isMissing: false,
    }
  const name = draft.splits[0]?.category_name ?? draft.category_name
  return {
    is: 'category',
    text: name ?? t('Choose a category'),
    isMissing: name === null,
    categoryId: draft.splits[0]?.category_id ?? draft.category_id,
  }
}

/** The kinds that somebody can choose for a row. */
export type What = 'spent' | 'got' | 'refund' | 'moved' | 'debt'

export const whatWords: Readonly<Record<What, () => string>> = {
  spent: () => t('Spent'),
  got: () => t('Got'),
  refund: () => t('Refund'),
  moved: () => t('Moved'),
  debt: () => t('Pays a debt'),
}

/** The kinds a row can be: money that leaves an account is spent, money that comes is got. */
export const whatCanBe = (amount: number | null): readonly What[] =>
  (amount ?? 0) < 0 ? ['spent', 'moved', 'debt'] : ['got', 'refund', 'moved', 'debt']

export function whatIs({ draft, amount }: Pick<ImportRow, 'draft' | 'amount'>): What {
  if (draft?.kind === 'transfer') return 'moved'
  if (draft?.kind === 'payment') return 'debt'
  if ((amount ?? 0) < 0) return 'spent'
  return draft?.kind === 'expense' || draft?.is_refund ? 'refund' : 'got'
}

/** The change to send after a choice: the row is recorded, but one that is here already only if its box is ticked. */
export function decision(
  row: Pick<ImportRow, 'verdict'>,
  what: What,
  id: string,
  other_amount?: number,
): RowChange {
  const is_chosen = row.verdict === 'duplicate' ? {} : { is_chosen: true }
  if (what === 'moved')
    return {
      ...is_chosen,
      draft: {
        kind: 'transfer',
        other_account_id: id,
        ...(other_amount === undefined ? {} : { other_amount }),
      },
    }
  if (what === 'debt') return { ...is_chosen, draft: { kind: 'payment', obligation_id: id } }
  return {
    ...is_chosen,
    draft: { kind: what === 'got' ? 'income' : 'expense', category_id: id, is_refund: what === 'refund' },
  }
}
