import type { ReactNode } from 'react'
import type { Account } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import { t } from '../../words/t.ts'
import { useToday } from '../page/me.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { counted } from '../ui/wording.ts'

/** A sentence about a line, and what to do with its tick. */
export const Advice = ({
  children,
  action,
  onPress,
}: {
  children: ReactNode
  action: string
  onPress: () => void
}) => (
  <div className="mb-4 flex flex-wrap items-center gap-3 rounded-control bg-accent-soft px-4 py-2.5 text-table">
    <span className="flex-1">{children}</span>
    <Button onClick={onPress}>{action}</Button>
  </div>
)

/** Nothing is left to tick, and something differs: where else it may be. */
export const AllTicked = ({ account, difference }: { account: Account; difference: string }) => {
  const today = useToday()
  const { id, balance_as_of: said } = account
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3 rounded-control bg-warn-soft px-4 py-2.5 text-table">
      <span className="min-w-60 flex-1">
        Every line is ticked, and {difference} still differ. An entry is missing in the book, or there twice
        {said && <>, or the balance that was said as of {dayInSentence(said.date, today)} is not right</>}.
      </span>
      <ButtonLink to="/accounts/$id" params={{ id }}>
        {t('Look at the lines')}
      </ButtonLink>
      {said && (
        <ButtonLink to="/accounts" search={{ open: id }}>
          {t('See the balance')}
        </ButtonLink>
      )}
    </div>
  )
}

/** The lines that are in the balance which a person said, with which the first statement starts. */
export function NotCompared({
  count,
  through,
  said,
  currency,
}: {
  count: number
  through: Day
  said: number
  currency: string
}) {
  const today = useToday()
  const are = count === 1 ? 'is' : 'are'
  return (
    <p className="mb-3 text-table text-text-2">
      {counted(count, 'line')} through {dayInSentence(through, today)} {are} in the{' '}
      <Money amount={said} currency={currency} /> that you said, and {are} not compared here. A statement of
      an earlier day compares {count === 1 ? 'it' : 'them'}.
    </p>
  )
}
