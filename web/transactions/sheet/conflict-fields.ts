import type { Transaction } from '../../../contract/budgeting.ts'
import type { ConflictField } from '../../api/Conflict.tsx'
import { dayText } from '../../ui/dates.ts'
import { moneyText } from '../../ui/money.ts'
import type { NamesOf } from '../filters.ts'
import { minorOfField, type Values } from './values.ts'

/** The fields of a transaction as both versions of a conflict show them. */
export function conflictFields(
  { currency_id, kind, base_currency_id }: Pick<Transaction, 'currency_id' | 'kind' | 'base_currency_id'>,
  nameOf: NamesOf,
): readonly ConflictField<Values>[] {
  const money = (text: string) => (text === '' ? '' : moneyText(minorOfField(text, currency_id), currency_id))
  const named = (parameter: string, id: string | null) => (id === null ? '' : (nameOf(parameter, id) ?? ''))
  const fields: ConflictField<Values>[] = [
    { name: 'amount', label: 'Amount', show: ({ amount }) => money(amount) },
    { name: 'date', label: 'Date', show: ({ date }) => dayText(date) },
    { name: 'account', label: 'Account', show: ({ account }) => named('account_id', account) },
    { name: 'to', label: 'To', show: ({ to }) => named('account_id', to) },
    { name: 'category', label: 'Category', show: ({ category }) => named('category_id', category) },
    {
      name: 'splits',
      label: 'Split',
      show: ({ splits }) =>
        splits.map(({ category, amount }) => `${named('category_id', category)} ${money(amount)}`).join(', '),
    },
    {
      name: 'shares',
      label: 'People',
      show: ({ shares }) =>
        shares.map(({ contact, amount }) => `${named('contact_id', contact)} ${money(amount)}`).join(', '),
    },
    { name: 'contact', label: 'With', show: ({ contact }) => named('contact_id', contact) },
    { name: 'memo', label: 'What' },
    { name: 'notes', label: 'Notes' },
    { name: 'tags', label: 'Tags', show: ({ tags }) => tags.map((tag) => `#${tag}`).join(' ') },
    { name: 'isRefund', label: 'Refund', show: ({ isRefund }) => (isRefund ? 'yes' : 'no') },
    { name: 'rate', label: 'Rate' },
    { name: 'charged', label: 'The bank took' },
  ]
  const absent: (keyof Values)[] = [
    ...(kind === 'transfer' ? notOfTransfers : (['to'] as const)),
    ...(currency_id === base_currency_id ? (['rate', 'charged'] as const) : []),
    ...(kind === 'income' ? (['shares'] as const) : []),
  ]
  return fields.filter(({ name }) => !absent.includes(name))
}

const notOfTransfers = ['category', 'splits', 'shares', 'isRefund', 'charged'] as const
