import { t } from '../../words/t.ts'
import type { AccountValues } from './account-form.ts'

const yesNo = (value: boolean) => (value ? t('yes') : t('no'))

/** The fields of an account with their names, where two versions of it are compared. */
export const accountNames = () =>
  [
    { name: 'name', label: t('Name') },
    {
      name: 'type',
      label: t('What it is'),
      show: ({ type }: AccountValues) => (type === 'liability' ? t('card or loan') : t('an asset')),
    },
    { name: 'is_valued', label: t('A thing'), show: ({ is_valued }: AccountValues) => yesNo(is_valued) },
    {
      name: 'currency_id',
      label: t('Currency'),
      show: ({ currency_id }: AccountValues) => currency_id || t('any [currency]'),
    },
    {
      name: 'known',
      label: t('Known balance'),
      show: ({ known }: AccountValues) => (known === 'as_of' ? t('as of a day') : t('at the start')),
    },
    { name: 'as_of', label: t('Balance') },
    { name: 'as_of_date', label: t('As of') },
    {
      name: 'includes_day',
      label: t('With that day’s entries'),
      show: ({ includes_day }: AccountValues) => yesNo(includes_day),
    },
    { name: 'opening', label: t('Balance at the start') },
    { name: 'opening_date', label: t('On [a day]') },
    {
      name: 'is_on_it',
      label: t('Money on it'),
      show: ({ is_on_it }: AccountValues) => yesNo(is_on_it),
    },
    { name: 'rate', label: t('Rate') },
    { name: 'is_default', label: t('Default'), show: ({ is_default }: AccountValues) => yesNo(is_default) },
    { name: 'is_active', label: t('In use'), show: ({ is_active }: AccountValues) => yesNo(is_active) },
  ] as const
