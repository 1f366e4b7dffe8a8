import type { Statement } from '../../contract/statement.ts'
import { t } from '../../words/t.ts'
import { Card, CardHeading } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { Money } from '../ui/Money.tsx'
import { ageFill } from './AgeingBar.tsx'
import type { Age, Debt, DebtSide } from './owed.ts'
import { ageingIn } from './statement.ts'

const words: Record<Age | 'no_date', () => string> = {
  no_date: () => t('No due day'),
  not_due: () => t('Not due yet'),
  days_1_30: () => t('1–30 days late'),
  days_31_60: () => t('31–60 days late'),
  days_61_90: () => t('61–90 days late'),
  older: () => t('over 90 days late'),
}

/** When the open debts are due, or how late they are, each side by itself. */
export function AgeCard({
  statement,
  debts,
  currency,
}: {
  statement: Statement
  debts: readonly Debt[]
  currency: string
}) {
  const sides = (['receivable', 'payable'] as const).flatMap((side) => {
    const rows = ageingIn(statement, currency, side, debts)
    return rows.length > 0 ? [{ side, rows }] : []
  })
  if (sides.length === 0) return null
  return (
    <Card className="px-5 py-4">
      <CardHeading>{t('When it is due')}</CardHeading>
      {sides.map(({ side, rows }) => (
        <Ages
          key={side}
          rows={rows}
          currency={currency}
          label={sides.length > 1 ? sideLabel[side]() : undefined}
        />
      ))}
    </Card>
  )
}

const sideLabel: Record<DebtSide, () => string> = {
  receivable: () => t('Owed to you'),
  payable: () => t('You owe'),
}

function Ages({
  rows,
  currency,
  label,
}: {
  rows: { age: Age | 'no_date'; minor: bigint }[]
  currency: string
  label: string | undefined
}) {
  const most = rows.reduce((largest, { minor }) => (minor > largest ? minor : largest), 1n)
  return (
    <>
      {label && <h3 className="mt-3 text-caption font-medium text-text-3">{label}</h3>}
      <dl className="mt-1">
        {rows.map(({ age, minor }) => (
          <div key={age} className="grid min-h-7 grid-cols-[7rem_1fr_auto] items-center gap-3 text-table">
            <dt>{words[age]()}</dt>
            <span aria-hidden className="h-2">
              <span
                className={classes(
                  'block h-2 min-w-2 rounded-[3px]',
                  ageFill[age === 'no_date' ? 'not_due' : age],
                )}
                // A length on the screen.
                style={{ width: `${(Number(minor) / Number(most)) * 100}%` }}
              />
            </span>
            <dd className="min-w-20 text-end">
              <Money amount={minor} currency={currency} className="font-medium" />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
