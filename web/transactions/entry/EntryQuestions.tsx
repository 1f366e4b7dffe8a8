import type { RefObject } from 'react'
import type { Day } from '../../../contract/day.ts'
import { ClosedRefusal } from '../../books/ClosedRefusal.tsx'
import { closedOf } from '../../books/closed.ts'
import { MissingRate } from '../../currencies/MissingRate.tsx'
import { AskWord } from './AskWord.tsx'
import { BankTook } from './BankTook.tsx'
import type { EntryBook } from './book.ts'
import type { Choices } from './choices.ts'
import type { TypedDivision } from './divide.ts'
import type { EntryAmount, Reading } from './reading.ts'
import { SplitPanel } from './SplitPanel.tsx'
import { type TypedTaken, typedTaken } from './taken.ts'
import type { UnreadWord } from './unread.ts'
import type { useRecord } from './use-record.ts'
import type { Taken } from './use-taken.ts'

/** The questions below the sentence: the parts of a bill, what the bank took, the ways out of a closed day and of a missing rate, a word that was not used. */
export function EntryQuestions({
  taken,
  book,
  reading,
  division,
  asked,
  isUrgent,
  isAsked,
  takenInput,
  recording,
  onTaken,
  onDay,
  onChoose,
  onText,
  onNote,
  onPeople,
  onPlanned,
  onAdd,
}: {
  taken: Taken | null
  book: EntryBook
  reading: Reading
  division: TypedDivision | undefined
  asked: UnreadWord | undefined
  isUrgent: boolean
  isAsked: boolean
  takenInput?: RefObject<HTMLInputElement | null>
  recording: Pick<ReturnType<typeof useRecord>, 'problem' | 'isBusy'>
  onTaken: (typed: TypedTaken) => void
  onDay: (day: Day) => void
  onChoose: (choice: Pick<Choices, 'people' | 'division'>) => void
  /** Of the word that is asked about: the line with its meaning, the note that it belongs to, the choice of people, a plan. */
  onText: (text: string) => void
  onNote: (words: string) => void
  onPeople: () => void
  onPlanned: () => void
  onAdd: (rate?: number, to_amount?: EntryAmount) => void
}) {
  const { problem, isBusy } = recording
  const closed = problem && closedOf(problem)
  return (
    <>
      {reading.amount && reading.people.length > 0 && (
        <SplitPanel
          reading={reading}
          amount={reading.amount}
          typed={division}
          book={book}
          onDivision={(typed) => onChoose({ division: typed })}
          onPeople={(people) => onChoose({ people })}
          onEnter={() => onAdd()}
        />
      )}
      {taken && (
        <BankTook
          taken={taken}
          book={book}
          isAsked={isAsked}
          {...(takenInput && { inputRef: takenInput })}
          onText={(text) => onTaken(typedTaken(taken.question, text))}
          onEnter={() => onAdd()}
        />
      )}
      {closed && <ClosedRefusal closed={closed} onUseDay={onDay} />}
      {problem?.code === 'fx_rate_missing' && (
        <MissingRate
          problem={problem}
          amount={reading.amount?.minor}
          today={book.day.today}
          isBusy={isBusy}
          onRate={(rate) => onAdd(rate)}
          onArrives={(to_amount) => onAdd(undefined, to_amount)}
        />
      )}
      {asked && (
        <AskWord
          word={asked}
          isUrgent={isUrgent}
          reading={reading}
          book={book}
          onText={onText}
          onNote={() => onNote(asked.text)}
          onPeople={onPeople}
          onPlanned={onPlanned}
        />
      )}
    </>
  )
}
