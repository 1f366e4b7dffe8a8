import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Plan } from '../../contract/plans.ts'
import { fixedPlans } from '../../contract/recurring.ts'
import { listed, t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { Card } from '../ui/Card.tsx'
import { Money } from '../ui/Money.tsx'
import { ComingSum } from './ComingSum.tsx'
import { type ComingSums, isNothing } from './coming.ts'
import { isDivided } from './plan-words.ts'

/** The sum of all that recurs in a month, with all that it does not count. */
export function FixedSum({ plans, coming }: { plans: ReadonlyMap<string, Plan>; coming: ComingSums }) {
  const { data } = useAsk(fixedPlans)
  if (!data || (data.rows.length === 0 && data.is_complete && isNothing(coming))) return null
  const { out, in: income, base_currency_id: base, left_out } = data
  const counted = data.rows.flatMap(({ plan_id }) => plans.get(plan_id) ?? [])
  return (
    <Card aria-label={t('A month')} className="px-5 py-4 max-sm:px-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:flex sm:flex-wrap sm:gap-x-12">
        {(out > 0 || (data.rows.length > 0 && income === 0)) && (
          <Figure label={t('Goes out a month')}>
            <Money amount={out} currency={base} />
            {counted.some(({ draft }) => draft.shares?.length) && (
              <span className="block text-caption font-normal tracking-normal text-text-2">
                {t('before what others pay back')}
              </span>
            )}
          </Figure>
        )}
        {income > 0 && (
          <Figure label={t('Comes in a month')}>
            <Money amount={income} currency={base} />
          </Figure>
        )}
        {!isNothing(coming) && (
          <div className="max-sm:col-span-2 sm:ms-auto sm:max-w-96">
            <dt className="text-table text-text-2">{t('The next 31 days')}</dt>
            <dd className="mt-1 text-table text-text-2">
              <ComingSum sums={coming} />
            </dd>
          </div>
        )}
      </dl>
      {counted.some(isDivided) && (
        <p className="mt-2 text-caption text-text-3">
          {t('Amounts that come by the day, week or year are counted as a part of each month.')}
        </p>
      )}
      {left_out.length > 0 && (
        <p className="text-caption text-warn">
          {t('Not counted: {plans}.', {
            plans: listed(
              left_out.map(({ plan_name, currency_id, reason }) =>
                reason === 'amount_decimals'
                  ? t('{plan} (too many decimals for {currency}; edit its amount)', {
                      plan: plan_name,
                      currency: currency_id,
                    })
                  : t('{plan} (no rate of {currency})', { plan: plan_name, currency: currency_id }),
              ),
            ),
          })}{' '}
          {left_out.some(({ reason }) => reason === 'fx_rate_missing') && (
            <Link
              to="/settings/rates"
              search={{ from: left_out.find(({ reason }) => reason === 'fx_rate_missing')?.currency_id }}
              className="font-medium underline"
            >
              {t('Enter the rate')}
            </Link>
          )}
        </p>
      )}
    </Card>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-table text-text-2">{label}</dt>
    <dd className="text-page font-semibold sm:text-figure">{children}</dd>
  </div>
)
