import { useQueries } from '@tanstack/react-query'
import type { Overview } from '../../contract/overview.ts'
import { spending } from '../../contract/reports.ts'
import { asking } from '../api/ask.ts'
import { usePeople } from '../page/people.ts'
import { Money } from '../ui/Money.tsx'

const MAX_PEOPLE = 4

/** How much each person of a shared book has recorded as spent this month, those with most first. */
export function SpentByPerson({ overview: { spent, date, base_currency_id: base } }: { overview: Overview }) {
  const { members, personOf } = usePeople()
  const here = members.filter(({ left_at }) => left_at === null).slice(0, MAX_PEOPLE)
  const answers = useQueries({
    queries: here.map(({ user_id }) =>
      asking(spending, {
        query: { date_from: spent.date_from, date_to: date, by: 'month', created_by: user_id },
      }),
    ),
  })
  const shown = here
    .map(({ user_id }, at) => ({ user_id, total: answers[at]?.data?.total ?? 0 }))
    .filter(({ total }) => total !== 0)
  return (
    <p className="mt-1 flex min-h-5 flex-wrap gap-x-4 text-table text-text-2">
      {shown.map(({ user_id, total }) => (
        <span key={user_id} className="whitespace-nowrap">
          {personOf(user_id).short}{' '}
          <span className="font-semibold text-text">
            <Money amount={total} currency={base} />
          </span>
        </span>
      ))}
    </p>
  )
}
