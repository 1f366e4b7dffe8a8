import type { RefObject } from 'react'
import type { Day } from '../../../contract/day.ts'
import { ClosedRefusal } from '../../books/ClosedRefusal.tsx'
import { closedOf } from '../../books/closed.ts'
import { MissingRate } from '../../currencies/MissingRate.tsx'
import { BankTook } from './BankTook.tsx'
import type { EntryBook } from './book.ts'
import type { EntryAmount } from './reading.ts'
import { type TypedTaken, typedTaken } from './taken.ts'
import type { useRecord } from './use-record.ts'
import type { Taken } from './use-taken.ts'

/** The questions below the sentence: what the bank took, and the ways out of a closed day and of a missing rate. */
export function EntryQuestions({
  taken,
  book,
  isAsked,
  takenInput,
  recording,
  amount,
  onTaken,
  onDay,
  onAdd,
}: {
  taken: Taken | null
  book: EntryBook
  isAsked: boolean
  takenInput: RefObject<HTMLInputElement | null>
  recording: Pick<ReturnType<typeof useRecord>, 'problem' | 'isBusy'>
  amount: bigint | undefined
  onTaken: (typed: TypedTaken) => void
  onDay: (day: Day) => void
  onAdd: (rate?: number, to_amount?: EntryAmount) => void
}) {
  const { problem, isBusy } = recording
  const closed = problem && closedOf(problem)
  return (
    <>
      {taken && (
        <BankTook
          taken={taken}
          book={book}
          isAsked={isAsked}
          inputRef={takenInput}
          onText={(text) => onTaken(typedTaken(taken.question, text))}
          onEnter={() => onAdd()}
        />
      )}
      {closed && <ClosedRefusal closed={closed} onUseDay={onDay} />}
      {problem?.code === 'fx_rate_missing' && (
        <MissingRate
          problem={problem}
          amount={amount}
          today={book.day.today}
          isBusy={isBusy}
          onRate={(rate) => onAdd(rate)}
          onArrives={(to_amount) => onAdd(undefined, to_amount)}
        />
      )}
    </>
  )
}
