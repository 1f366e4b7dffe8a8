import { CircleGauge } from 'lucide-react'
import { useState } from 'react'
import type { BudgetSheet } from '../../contract/budgets.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { monthName } from '../ui/dates.ts'
import { Empty } from '../ui/States.tsx'
import { DraftPlan } from './DraftPlan.tsx'

/** A month without a plan: the next step is to plan from the spending, or the plan, of the month before. */
export function NothingPlanned({
  sheet,
  last,
  onCopy,
  onPlan,
}: {
  sheet: BudgetSheet
  last: BudgetSheet | undefined
  onCopy: (() => void) | undefined
  onPlan: () => void
}) {
  const [isDrafting, setDrafting] = useState(false)
  const spent = last?.rows.filter(({ actual }) => actual > 0) ?? []
  if (isDrafting && last) return <DraftPlan sheet={sheet} last={last} onClose={() => setDrafting(false)} />
  const before = last ? monthName(last.month) : ''
  return (
    <Card>
      <Empty
        icon={<CircleGauge size={20} />}
        title={`Nothing is planned for ${monthName(sheet.month)} yet`}
        actions={
          <>
            {spent.length > 0 && (
              <Button look="primary" onClick={() => setDrafting(true)}>
                Plan from what you spent in {before}
              </Button>
            )}
            {spent.length === 0 && !onCopy && (
              <Button look="primary" onClick={onPlan}>
                Plan a category
              </Button>
            )}
            {onCopy && <Button onClick={onCopy}>Copy {before}’s plan</Button>}
          </>
        }
      >
        A plan says how much each category may take. Florin then shows what is left of it, day by day.
      </Empty>
    </Card>
  )
}
