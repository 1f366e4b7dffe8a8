import { t } from '../../words/t.ts'
import { dayText, monthText } from '../ui/dates.ts'
import { descriptionIn, type ShownRecord } from './fields.ts'
import { aRecord } from './record-nouns.ts'

const textIn = (record: ShownRecord, ...names: string[]): string | undefined => {
  for (const name of names) {
    const value = record[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

/** Whether the money of a payment came in: a debit on the account that it is on. */
const cameIn = (record: ShownRecord): boolean =>
  (record.lines as ShownRecord[] | undefined)?.some(
    (line) => line.account_id === record.asset_account_id && Number(line.debit) > 0,
  ) ?? false

const accountIn = (record: ShownRecord): string | undefined =>
  textIn(
    (record.lines as ShownRecord[] | undefined)?.find(
      (line) => line.account_id === record.asset_account_id,
    ) ?? {},
    'account_name',
  )

const accountNamed = (record: ShownRecord): string => textIn(record, 'account_name') ?? t('an account')

export type NameOf = (resource: 'plan' | 'goal' | 'category', id: string) => string | undefined

/** The name of a record in a sentence. */
export function recordTitle(resource: string, record: ShownRecord, nameOf: NameOf = () => undefined): string {
  switch (resource) {
    case 'expense':
    case 'income':
    case 'transfer':
      return descriptionIn(record) ?? textIn(record, 'contact_name', 'category_name') ?? aRecord(resource)
    case 'payment': {
      const name = textIn(record, 'contact_name') ?? t('somebody')
      return cameIn(record) ? t('{name} paid back', { name }) : t('Paid {name}', { name })
    }
    case 'write_off':
    case 'obligation_posting':
      return textIn(record, 'memo', 'contact_name', 'notes') ?? t('a debt')
    case 'opening':
    case 'value_posting':
      return accountIn(record) ?? t('an account')
    case 'value':
      return t('{account} on {day}', { account: accountNamed(record), day: dayText(String(record.date)) })
    case 'exchange_rate':
      return t('{from} to {to} of {day} [currencies of an exchange rate]', {
        from: String(record.from),
        to: String(record.to),
        day: dayText(String(record.date)),
      })
    case 'budget':
      return t('{category}, {month}', {
        category: textIn(record, 'category_name') ?? t('a category'),
        month: monthText(String(record.month)),
      })
    case 'plan_occurrence': {
      const plan = nameOf('plan', String(record.plan_id)) ?? t('a recurring entry')
      return t('{plan}, {day}', { plan, day: dayText(String(record.scheduled_date)) })
    }
    case 'goal_move':
      return nameOf('goal', String(record.goal_id)) ?? t('a goal')
    case 'reconciliation':
      return t('{account}, {day}', { account: accountNamed(record), day: dayText(String(record.date)) })
    default:
      return textIn(record, 'name') ?? aRecord(resource)
  }
}
