import { useQueries, useQuery } from '@tanstack/react-query'
import { listCategories } from '../../contract/categories.ts'
import { listContacts } from '../../contract/contacts.ts'
import { listGoals } from '../../contract/goals.ts'
import { listPlans } from '../../contract/plans.ts'
import { comma, t } from '../../words/t.ts'
import { everything } from '../api/ask.ts'
import { accounts } from '../page/accounts.ts'
import { useBook } from '../page/me.ts'
import { dayText, monthText, rangeText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { rateExact } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import type { ChangedField, FieldValue } from './fields.ts'
import type { NameOf } from './record-title.ts'

const lists = {
  account: accounts,
  category: everything(listCategories),
  contact: everything(listContacts),
} as const

const inTrash = (of: keyof typeof lists) =>
  t(
    '{kind, select, account {account in the trash} category {category in the trash} other {contact in the trash}}',
    { kind: of },
  )

/** A record by its id, with the name it has today. */
function Named({ id, of, name }: Extract<FieldValue, { id: string }>) {
  const { data } = useQuery({
    ...(lists[of] as typeof lists.contact), // each has an id and a name
    enabled: name === undefined,
  })
  if (name === undefined && data === undefined) return null // not known yet
  return <>{name ?? data?.find((one) => one.id === id)?.name ?? inTrash(of)}</>
}

/** The names of records that a change refers to without naming them: the plan of a date, the goal of a move, the category of a merged budget. */
export function useNameOf(): NameOf {
  const { data: plan } = useQuery(everything(listPlans))
  const { data: goal } = useQuery(everything(listGoals))
  const { data: category } = useQuery(everything(listCategories))
  const all = { plan, goal, category }
  return (resource, id) => all[resource]?.find((one) => one.id === id)?.name
}

/** Whether the names are there, or cannot be had: rows that got theirs later would move those below them. */
export const useAreNamesHere = (): boolean =>
  useQueries({
    queries: [everything(listPlans), everything(listGoals), ...Object.values(lists)].map(
      (one) => one as typeof lists.contact, // asked for, not looked at
    ),
  }).every(({ isLoading }) => !isLoading)

/** A value of the history. */
export function ValueShown({ value }: { value: FieldValue | undefined }) {
  const base = useBook().base_currency_id
  if (value === undefined) return <span className="text-text-3">{t('nothing')}</span>
  if ('said' in value) {
    const put = {
      amount: <Money amount={value.said} currency={value.currency ?? base} />,
      day: dayText(value.day),
    }
    return value.includesDay
      ? rich('{amount} at the end of {day}', put)
      : rich('{amount} as of {day} [a balance]', put)
  }
  if ('text' in value) return <>{value.text}</>
  if ('amount' in value) return <Money amount={value.amount} currency={value.currency} />
  if ('base' in value) return <Money amount={value.base} currency={base} />
  if ('rate' in value) return <>{rateExact(value.rate)}</>
  if ('day' in value) return <>{dayText(value.day)}</>
  if ('days' in value) return <>{rangeText(...value.days)}</>
  if ('month' in value) return <>{monthText(value.month)}</>
  if ('id' in value) return <Named {...value} />
  if ('ids' in value)
    return value.ids.map((id, index) => (
      <span key={id}>
        {index > 0 && comma()}
        <Named id={id} of={value.of} />
      </span>
    ))
  return (
    <>
      {value.parts.map((part, index) => (
        <span key={`${part.name} ${part.amount}`}>
          {index > 0 && comma()}
          {part.name} <Money amount={part.amount} currency={part.currency} />
        </span>
      ))}
    </>
  )
}

/** The fields that a change has changed: before → after. Of a record that is new or gone, its fields. */
export const FieldList = ({ fields }: { fields: readonly ChangedField[] }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-table">
    {fields.map(({ name, label, before, after }) => (
      <div key={name} className="contents">
        <dt className="text-text-3">{label}</dt>
        <dd className="min-w-0 break-words">
          <BeforeAfter before={before} after={after} />
        </dd>
      </div>
    ))}
  </dl>
)

export function BeforeAfter({ before, after }: Pick<ChangedField, 'before' | 'after'>) {
  if (before === undefined) return <ValueShown value={after} />
  return (
    <>
      <span className="text-text-3 line-through decoration-text-3/60">
        <ValueShown value={before} />
      </span>
      <span aria-hidden className="mx-1.5 text-text-3">
        →
      </span>
      <span className="sr-only"> {t('became [€5 became €6]')} </span>
      <ValueShown value={after} />
    </>
  )
}
