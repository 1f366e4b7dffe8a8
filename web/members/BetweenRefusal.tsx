import type { BookOfPerson } from '../../contract/members.ts'
import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import { useBook, useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Refusal } from '../ui/States.tsx'
import { closedSide, goneWords } from './between-words.ts'

/** Why neither half was written, in which of the two books, and the way on. */
export function BetweenRefusal({
  refusal,
  sentence,
  sentTo,
  others,
  onDay,
  onBook,
}: {
  refusal: Problem | undefined
  sentence: string | undefined
  /** The book that the refused move went to. */
  sentTo: BookOfPerson | undefined
  others: readonly BookOfPerson[]
  onDay: (day: string) => void
  onBook: (id: string) => void
}) {
  const { name } = useBook()
  const today = useToday()
  const closed = refusal && closedSide(refusal, name, today)
  const { day } = closed ?? {}
  if (closed)
    return (
      <Refusal
        title={closed.words}
        actions={
          day !== undefined && (
            <Button onClick={() => onDay(day)}>{t('Use {day}', { day: dayInSentence(day, today) })}</Button>
          )
        }
      />
    )
  if (refusal?.code === 'to_book_unknown' && sentTo) {
    const left = others.filter(({ id }) => id !== sentTo.id)
    return (
      <Refusal
        title={goneWords(sentTo.name)}
        actions={
          left.length > 0 &&
          left.map((one) => (
            <Button key={one.id} onClick={() => onBook(one.id)}>
              {t('To {book} instead', { book: one.name })}
            </Button>
          ))
        }
      />
    )
  }
  return sentence ? <Refusal title={sentence} /> : null
}
