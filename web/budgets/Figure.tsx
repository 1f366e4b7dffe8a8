import { t } from '../../words/t.ts'
import { Money } from '../ui/Money.tsx'
import { minorOf } from '../ui/money.ts'
import { isPlanned, leftOf } from './budget-sheet.ts'
import type { Line } from './lines.ts'

/** The rest of a budget in large figures; without a budget, the amount that was spent. */
export function Figure({ line, currency }: { line: Line; currency: string }) {
  const left = leftOf(minorOf(line.left, currency), minorOf(line.actual, currency))
  return (
    <p className="text-figure-lg font-semibold">
      {left.state === 'used' && isPlanned(line) ? (
        t('all used')
      ) : (
        <>
          <Money
            amount={left.minor}
            currency={currency}
            variant="figure"
            className={left.state === 'over' && isPlanned(line) ? 'text-warn' : ''}
          />
          <span className="ms-2 text-body font-normal text-text-2">
            {!isPlanned(line)
              ? t('spent, without a budget')
              : left.state === 'over'
                ? t('over [a budget]')
                : t('left [of a budget]')}
          </span>
        </>
      )}
    </p>
  )
}
