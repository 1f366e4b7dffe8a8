import { useState } from 'react'
import { updateBook } from '../../contract/books.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { useBook, useToday } from '../page/me.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Refusal } from '../ui/States.tsx'
import { type Closed, closedWords, firstOpenDay, reopening } from './closed.ts'

/** The books are closed on that day: use the first open day, or open them again. */
export function ClosedRefusal({
  closed,
  onUseDay,
}: {
  closed: Closed
  /** Without it, the day cannot be changed here. */
  onUseDay?: ((day: string) => void) | undefined
}) {
  const today = useToday()
  const { label, through } = reopening(closed, useBook().month_starts_on)
  // The refused change is not sent again by itself, and its refusal would go on saying that the books are closed.
  const [isReopened, setReopened] = useState(false)
  const book = useChange(updateBook, {
    words: t('The books are open again'),
    onDone: () => setReopened(true),
  })
  const first = firstOpenDay(closed)
  // An entry on the first open day may move the start all the same.
  const canUseDay = onUseDay !== undefined && !closed.said
  if (isReopened)
    return <p className="text-table text-text-2">{t('The books are open again: you can go on.')}</p>
  return (
    <Refusal
      title={closedWords(closed, today)}
      actions={
        <>
          {canUseDay && (
            <Button onClick={() => onUseDay(first)}>
              {t('Use {day}', { day: dayInSentence(first, today) })}
            </Button>
          )}
          {closed.said && (
            <ButtonLink to="/accounts" search={{ open: closed.said.accountId }}>
              {t('Change the balance of {account}', { account: closed.said.accountName })}
            </ButtonLink>
          )}
          <Button
            needs="own"
            look={canUseDay ? 'quiet' : 'secondary'}
            isBusy={book.isBusy}
            onClick={() => void book.send({ body: { closed_through: through } })}
          >
            {label}
          </Button>
        </>
      }
    >
      {book.sentence}
    </Refusal>
  )
}
