import type { ReactNode } from 'react'
import type { Account } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import { t } from '../../words/t.ts'
import { useToday } from '../page/me.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'

/** A sentence about a line, or all of them, and what to do with the ticks. */
export const Advice = ({
  children,
  action,
  look = 'secondary',
  onPress,
}: {
  children: ReactNode
  action: string
  /** Primary where it is the likely next step. */
  look?: 'primary' | 'secondary'
  onPress: () => void
}) => (
  <div className="mb-4 flex flex-wrap items-center gap-3 rounded-control bg-accent-soft px-4 py-2.5 text-table">
    <span className="min-w-56 flex-1">{children}</span>
    <Button look={look} onClick={onPress}>
      {action}
    </Button>
  </div>
)

/** Nothing is left to tick, and something differs: where else it may be. */
export const AllTicked = ({ account, difference }: { account: Account; difference: string }) => {
  const today = useToday()
  const { id, balance_as_of: said } = account
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3 rounded-control bg-warn-soft px-4 py-2.5 text-table">
      <span className="min-w-60 flex-1">
        {said
          ? t(
              'Every line is ticked, and {difference} still differ. An entry is missing in the book, or there twice, or the balance that was said as of {day} is not right.',
              { difference, day: dayInSentence(said.date, today) },
            )
          : t(
              'Every line is ticked, and {difference} still differ. An entry is missing in the book, or there twice.',
              { difference },
            )}
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
  return (
    <p className="mb-3 text-table text-text-2">
      {rich(
        '{count, plural, one {# line through {day} is in the {balance} that you said, and is not compared here. A statement of an earlier day compares it.} other {# lines through {day} are in the {balance} that you said, and are not compared here. A statement of an earlier day compares them.}}',
        {
          count,
          day: dayInSentence(through, today),
          balance: <Money amount={said} currency={currency} />,
        },
      )}
    </p>
  )
}

/** A file ends with the balance of the statement, and the book agrees: all lines can be ticked by one press. */
export const Proven = ({ file, count, onTick }: { file: string; count: number; onTick: () => void }) => (
  <Advice
    look="primary"
    action={t('{count, plural, one {Tick the # line} other {Tick all # lines}}', { count })}
    onPress={onTick}
  >
    {t('{file} ends with this balance, and your book agrees: its lines can be ticked together.', { file })}
  </Advice>
)
