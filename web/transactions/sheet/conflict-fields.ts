import type { Transaction } from '../../../contract/budgeting.ts'
import { comma, t } from '../../../words/t.ts'
import type { ConflictField } from '../../api/Conflict.tsx'
import { isSame } from '../../api/conflict.ts'
import { dayText } from '../../ui/dates.ts'
import { hiddenMoneyText } from '../../ui/privacy.ts'
import type { NamesOf } from '../filters.ts'
import { minorOfField, type TransactionValues } from './transaction-values.ts'

/** The fields of a transaction as both versions of a conflict show them; a field in which they differ is always among them. */
export function conflictFields(
  {
    currency_id,
    to_currency_id,
    kind,
    base_currency_id,
  }: Pick<Transaction, 'currency_id' | 'to_currency_id' | 'kind' | 'base_currency_id'>,
  nameOf: NamesOf,
  { mine, theirs }: { mine: TransactionValues; theirs: TransactionValues },
): readonly ConflictField<TransactionValues>[] {
  const money = (text: string, currency = currency_id) =>
    text === '' ? '' : hiddenMoneyText(minorOfField(text, currency), currency)
  const named = (parameter: string, id: string | null) => (id === null ? '' : (nameOf(parameter, id) ?? ''))
  // A record, so that a field of the form that is missing here does not compile: its change would be lost.
  const fields: Record<keyof TransactionValues, Omit<ConflictField<TransactionValues>, 'name'>> = {
    amount: { label: t('Amount'), show: ({ amount }) => money(amount) },
    date: { label: t('Date'), show: ({ date }) => dayText(date) },
    account: { label: t('Account'), show: ({ account }) => named('account_id', account) },
    to: { label: t('To [an account]'), show: ({ to }) => named('account_id', to) },
    toAmount: {
      label: t('What arrived'),
      show: ({ toAmount }) => money(toAmount, to_currency_id ?? currency_id),
    },
    category: { label: t('Category'), show: ({ category }) => named('category_id', category) },
    splits: {
      label: t('Split [noun]'),
      show: ({ splits }) =>
        splits
          .map(({ category, amount }) => `${named('category_id', category)} ${money(amount)}`)
          .join(comma()),
    },
    shares: {
      label: t('People'),
      show: ({ shares }) =>
        shares.map(({ contact, amount }) => `${named('contact_id', contact)} ${money(amount)}`).join(comma()),
    },
    contact: { label: t('With [a person]'), show: ({ contact }) => named('contact_id', contact) },
    memo: { label: t('What [it was for]') },
    notes: { label: t('Notes') },
    tags: { label: t('Tags'), show: ({ tags }) => tags.map((tag) => `#${tag}`).join(' ') },
    isRefund: { label: t('Refund'), show: ({ isRefund }) => (isRefund ? t('yes') : t('no')) },
    rate: { label: t('Rate') },
    charged: { label: t('The bank took') },
  }
  const unusual: (keyof TransactionValues)[] = [
    ...(kind === 'transfer' ? notOfTransfers : (['to', 'toAmount'] as const)),
    ...(currency_id === base_currency_id ? (['rate', 'charged'] as const) : []),
    ...(kind === 'income' ? (['shares'] as const) : []),
  ]
  return (Object.keys(fields) as (keyof TransactionValues)[]) // the keys of the record above
    .filter((name) => !unusual.includes(name) || !isSame(mine[name], theirs[name]))
    .map((name) => ({ name, ...fields[name] }))
}

const notOfTransfers = ['category', 'splits', 'shares', 'isRefund', 'charged'] as const
