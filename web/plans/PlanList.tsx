import { useState } from 'react'
import type { Plan } from '../../contract/plans.ts'
import { comma, t } from '../../words/t.ts'
import { useBook, useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { shownText } from '../ui/bank-text.ts'
import { Card } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { dayShort } from '../ui/dates.ts'
import { IconTile } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { PlanLink } from './PlanLink.tsx'
import { PlanMoney } from './PlanMoney.tsx'
import type { PlanNames } from './plan-names.ts'
import { iconOfPlan } from './plan-names.ts'
import { aboutPlan, currencyOfPlan, isOver, ownPart } from './plan-words.ts'
import { rhythmText } from './rhythm.ts'

const MAX_SHOWN = 10

/** All that recurs by their next date, in one line each where there is room, those that are over last: the first of many, until all are asked for. */
export function PlanList({ plans, names }: { plans: readonly Plan[]; names: PlanNames }) {
  const [isWhole, showWhole] = useState(plans.length <= MAX_SHOWN + 2)
  const shown = isWhole ? plans : plans.slice(0, MAX_SHOWN)
  return (
    <Card>
      <h2 className="px-5 pt-4 pb-2 text-body font-semibold max-sm:px-4">{t('All that recurs')}</h2>
      <ul>
        {shown.map((plan) => (
          <PlanRow key={plan.id} plan={plan} names={names} />
        ))}
      </ul>
      {shown.length < plans.length && (
        <p className="border-t border-line px-3 py-1.5">
          <Button look="quiet" onClick={() => showWhole(true)}>
            {t('{count, plural, one {Show all #} other {Show all #}}', { count: plans.length })}
          </Button>
        </p>
      )}
    </Card>
  )
}

function PlanRow({ plan, names }: { plan: Plan; names: PlanNames }) {
  const today = useToday()
  const { base_currency_id: base } = useBook()
  const currency = currencyOfPlan(plan, names, base)
  const part = ownPart(plan, currency)
  return (
    <li className={classes('border-t border-line', isOver(plan) && 'text-text-2')}>
      <PlanLink
        id={plan.id}
        className="flex min-h-[58px] items-center gap-3 px-5 py-2 hover:bg-canvas max-sm:px-4 @4xl:min-h-12"
      >
        <IconTile icon={iconOfPlan(plan, names)} />
        <span className="min-w-0 flex-1 @4xl:contents">
          <span title={plan.name} className="line-clamp-2 min-w-0 font-medium wrap-anywhere @4xl:flex-[1.4]">
            {shownText(plan.name)}
          </span>
          <span className="block text-caption text-text-2 @4xl:contents">
            <span className="@4xl:min-w-0 @4xl:flex-[2] @4xl:text-table">
              {rhythmText(plan.schedule, today)}
            </span>
            <span className="text-text-3 max-sm:hidden @4xl:min-w-0 @4xl:flex-[1.5] @4xl:text-table">
              <span className="@4xl:hidden">{comma()}</span>
              {aboutPlan(plan, names)}
            </span>
          </span>
        </span>
        <span className="shrink-0 text-end @4xl:contents">
          <span className="@4xl:order-last @4xl:min-w-28">
            <PlanMoney plan={plan} places={names} />
            {part !== undefined && (
              <span className="block text-caption text-text-2">
                {rich('your part {amount}', { amount: <Money amount={part} currency={currency} /> })}
              </span>
            )}
          </span>
          <span
            className={classes(
              'block text-caption @4xl:order-first @4xl:w-36 @4xl:text-start @4xl:text-table',
              plan.next_date !== null && plan.next_date < today
                ? 'text-warn'
                : 'text-text-3 @4xl:text-text-2',
            )}
          >
            {plan.next_date === null
              ? t('over [ended]')
              : plan.next_date < today
                ? t('waits since {day}', { day: dayShort(plan.next_date, today) })
                : t('next {day}', { day: dayShort(plan.next_date, today) })}
          </span>
        </span>
      </PlanLink>
    </li>
  )
}
