import { t } from '../../words/t.ts'
import { Card } from '../ui/Card.tsx'
import { Money } from '../ui/Money.tsx'
import { AgeingBar } from './AgeingBar.tsx'
import { ageing, type Debt, type DebtSide, parties, sumBase } from './owed.ts'
import { PartyRow } from './PartyRow.tsx'
import { SettledRows } from './SettledRows.tsx'

export const sideWords: Record<DebtSide, () => string> = {
  receivable: () => t('They owe you'),
  payable: () => t('You owe them'),
}
const nothing: Record<DebtSide, () => string> = {
  receivable: () => t('Nobody owes you anything.'),
  payable: () => t('You owe nobody anything.'),
}

/** One side of the debts: the sum, how late it is, and who. */
export function OwedColumn({
  side,
  open,
  settled,
  all,
  base,
  today,
  isPhone = false,
}: {
  side: DebtSide
  /** The open debts of this side to show; undefined where only settled ones are asked for. */
  open: readonly Debt[] | undefined
  settled: readonly Debt[] | undefined
  /** Every open debt of both sides, to find those that can be set off. */
  all: readonly Debt[]
  base: string
  today: string
  isPhone?: boolean
}) {
  const list = parties(open ?? [], base, today)
  const firstLate = list[0]?.isLate ? list[0].id : undefined
  return (
    <Card aria-labelledby={`owed-${side}`} className="overflow-hidden">
      <div className={isPhone ? 'sr-only' : 'px-5 pt-4 pb-4'}>
        <div className="flex items-center justify-between gap-3">
          <h2 id={`owed-${side}`} className="text-body font-semibold">
            {sideWords[side]()}
          </h2>
          {open ? (
            <Money
              amount={sumBase(open, base)}
              currency={base}
              variant="figure"
              className="text-figure font-semibold"
            />
          ) : (
            <span className="text-table text-text-3">
              {t('{count, plural, one {# settled} other {# settled}}', { count: settled?.length ?? 0 })}
            </span>
          )}
        </div>
        {open && open.length > 0 && !isPhone && (
          <div className="mt-2">
            <AgeingBar
              parts={ageing(open, base, today)}
              currency={base}
              hasDates={open.some(({ due_date }) => due_date !== null)}
            />
          </div>
        )}
      </div>
      {open && list.length > 0 && (
        <ul>
          {list.map((party) => (
            <PartyRow
              key={party.id}
              party={party}
              side={side}
              all={all}
              base={base}
              today={today}
              isPhone={isPhone}
              isFirstOpen={party.id === firstLate}
            />
          ))}
        </ul>
      )}
      {settled && settled.length > 0 && <SettledRows debts={settled} today={today} />}
      {list.length === 0 && (settled?.length ?? 0) === 0 && (
        <p className="border-t border-line px-5 py-5 text-table text-text-2">
          {open ? nothing[side]() : t('Nothing was settled yet.')}
        </p>
      )}
    </Card>
  )
}
