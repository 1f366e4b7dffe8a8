import { Link } from '@tanstack/react-router'
import type { Plan } from '../../contract/plans.ts'
import { fixedPlans } from '../../contract/recurring.ts'
import { useAsk } from '../api/ask.ts'
import { Card } from '../ui/Card.tsx'
import { Money } from '../ui/Money.tsx'
import { listed } from '../ui/wording.ts'
import { ComingSum } from './ComingSum.tsx'
import type { ComingSums } from './coming.ts'
import { isDivided } from './plan-words.ts'

/** The sum of all that recurs in a month, with all that it does not count. */
export function FixedSum({ plans, coming }: { plans: ReadonlyMap<string, Plan>; coming: ComingSums }) {
  const { data } = useAsk(fixedPlans)
  if (!data || (data.rows.length === 0 && data.is_complete && coming.count === 0)) return null
  const { out, in: income, base_currency_id: base, left_out } = data
  const counted = data.rows.flatMap(({ plan_id }) => plans.get(plan_id) ?? [])
  return (
    <Card aria-label="A month" className="px-5 py-4 max-sm:px-4">
      {data.rows.length > 0 && (
        <p className="text-body">
          {(out > 0 || income === 0) && (
            <>
              <Money amount={out} currency={base} className="text-title font-semibold" /> a month goes out
            </>
          )}
          {out > 0 && income > 0 && ', '}
          {income > 0 && (
            <>
              <Money amount={income} currency={base} className="text-title font-semibold" />
              {out > 0 ? ' comes in' : ' a month comes in'}
            </>
          )}
          .
        </p>
      )}
      {counted.some(isDivided) && (
        <p className="text-caption text-text-3">
          Whatever comes by the day, week or year is divided into months: a year has 365 days, 52 weeks or 12
          months.
        </p>
      )}
      {coming.count > 0 && (
        <p className="mt-1 flex flex-wrap gap-x-1 text-table text-text-2">
          In the next 31 days, as on Home: <ComingSum sums={coming} />
        </p>
      )}
      {left_out.length > 0 && (
        <p className="text-caption text-warn">
          Not counted:{' '}
          {listed(
            left_out.map(({ plan_name, currency_id, reason }) =>
              reason === 'amount_decimals'
                ? `${plan_name} (too many decimals for ${currency_id}; edit its amount)`
                : `${plan_name} (no rate of ${currency_id})`,
            ),
          )}
          .{' '}
          {left_out.some(({ reason }) => reason === 'fx_rate_missing') && (
            <Link
              to="/settings/rates"
              search={{ from: left_out.find(({ reason }) => reason === 'fx_rate_missing')?.currency_id }}
              className="font-medium underline"
            >
              Enter the rate
            </Link>
          )}
        </p>
      )}
    </Card>
  )
}
