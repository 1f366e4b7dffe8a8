import { t } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import { Money } from '../ui/Money.tsx'
import { type Age, ageWords } from './owed.ts'

/** The older, the heavier: a pattern beside the colour. */
export const ageFill: Record<Age, string> = {
  not_due: 'bg-chart-rest',
  days_1_30: 'bg-chart-2',
  days_31_60: 'bg-chart-2/30 hatched text-chart-2',
  days_61_90: 'bg-chart-4',
  older: 'bg-chart-4/30 hatched text-chart-4',
}

/** How much is how late: one bar, unless all is equally late, and its legend in figures. */
export function AgeingBar({
  parts,
  currency,
  hasDates = true,
}: {
  parts: readonly { age: Age; base: bigint }[]
  currency: string
  /** Whether any of the debts has a due date. */
  hasDates?: boolean
}) {
  return (
    <>
      {parts.length > 1 && (
        <div aria-hidden className="mb-2 flex h-2 gap-0.5 overflow-hidden rounded-[3px]">
          {parts.map(({ age, base }) => (
            <span
              key={age}
              className={classes('min-w-1.5', ageFill[age])}
              style={{ flexGrow: Number(base), flexBasis: 0 }}
            />
          ))}
        </div>
      )}
      <ul
        aria-label={t('By how late it is')}
        className="flex flex-wrap gap-x-4 gap-y-1 text-caption text-text-2"
      >
        {parts.map(({ age, base }) => (
          <li key={age} className="flex items-center gap-1.5">
            <span aria-hidden className={classes('size-2 rounded-[2px]', ageFill[age])} />
            {hasDates ? ageWords[age]() : t('no date [a debt has no due day]')}
            <Money amount={base} currency={currency} className="font-medium text-text" />
          </li>
        ))}
      </ul>
    </>
  )
}
