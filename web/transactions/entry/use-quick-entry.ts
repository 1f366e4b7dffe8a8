import { useRef, useState } from 'react'
import { closedOf } from '../../books/closed.ts'
import { useLocale } from '../../ui/locale.ts'
import { type Choices, readWith } from './choices.ts'
import { requestsOf } from './entry-requests.ts'
import { type EntryField, faultText, fieldOfFault, messageOf, missingText } from './entry-sentence.ts'
import { useTypedMeanwhile } from './line-input.ts'
import { namesOf } from './lost-words.ts'
import type { EntryAmount } from './reading.ts'
import { useAskedFirst, useRecurring } from './recurring.ts'
import type { TypedTaken } from './taken.ts'
import { unreadWords } from './unread.ts'
import { useEntryBook } from './use-entry-book.ts'
import { useEntryDraft } from './use-entry-draft.ts'
import { useSuggestedCategory } from './use-suggested-category.ts'
import { useTaken } from './use-taken.ts'
import { refusalOf } from './ways-out.ts'

type QuickEntryDraft = { text: string; choices: Choices; taken?: TypedTaken | undefined }
const empty: QuickEntryDraft = { text: '', choices: {} }

/** The state of a line of quick entry: its text, the choices made by hand, the reading of both, and adding it. */
export function useQuickEntry(
  key: string,
  accountId: string | undefined,
  onDone?: (isMore: boolean) => void,
) {
  const book = useEntryBook(accountId)
  const { draft, change, clear, record, recording } = useEntryDraft<QuickEntryDraft>(key, empty)
  useTypedMeanwhile(key, draft.text, (text) => change({ text }))
  const [open, setOpen] = useState<EntryField | null>(null)
  const [isTried, setTried] = useState(false)
  const locale = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const takenInput = useRef<HTMLInputElement>(null)
  const suggested = useSuggestedCategory(book && readWith(draft.text, book, draft.choices), book)
  const reading = book && readWith(draft.text, book, draft.choices, suggested)
  const taken = useTaken(reading, book?.base_currency_id ?? '', draft.taken)
  const isEmpty = draft.text.trim() === ''
  const words = book && reading && !isEmpty ? unreadWords(draft.text, reading, book, draft.choices.noted) : []
  const recurring = useRecurring(book)
  const asked = recording.problem ? undefined : words.find(({ offers }) => offers.length > 0)
  const question = useAskedFirst(asked)
  // An open list asks by itself.
  const missing = isTried && reading && open === null ? missingText(reading) : undefined
  const isUnfinished = !isTried && reading?.faults.includes('amount_incomplete')
  const fault = reading && !isUnfinished ? (faultText(reading, draft.text.length) ?? missing) : undefined

  const isRateMissing = recording.problem?.code === 'fx_rate_missing'
  const isShownBelow = isRateMissing || (recording.problem && closedOf(recording.problem)) !== undefined
  const refusal =
    recording.problem && book && reading && !isShownBelow
      ? refusalOf(recording.problem, draft.text, reading, book)
      : recording.sentence && !isShownBelow
        ? { words: recording.sentence }
        : undefined

  const focus = () => input.current?.focus()
  const reset = () => {
    clear()
    setTried(false)
    question.forget()
    setOpen(null)
    recording.clear()
    recording.forget()
  }
  /** Says what is missing, and leads there. */
  const ask = () => {
    const field = reading?.faults.map((one) => fieldOfFault[one]).find(Boolean)
    if (isEmpty || reading?.faults.some((one) => one.startsWith('amount'))) focus()
    else if (taken?.isOpen)
      takenInput.current?.focus() // a list would cover this question
    else if (field) setOpen(field)
  }
  const add = async (isMore: boolean, fx_rate?: number, to_amount?: EntryAmount) => {
    if (!book || !reading) return
    const told = to_amount ? { ...reading, to_amount } : reading
    const steps = taken?.isOpen || isEmpty ? null : requestsOf(told, book, fx_rate, taken?.charged)
    setTried(!steps)
    if (!steps) return ask()
    if (question.comesFirst()) return
    await taken?.keepRate()
    const said = messageOf(told, { today: book.day.today, locale })
    if (
      !(await record(
        steps,
        { words: said, line: draft.text, names: namesOf(told) },
        recurring.offered(reading, asked),
      ))
    )
      return
    reset()
    focus()
    onDone?.(isMore)
  }
  return {
    book,
    draft,
    reading,
    taken,
    words,
    /** The word that is asked about. */
    asked,
    /** Somebody wanted to add the entry before they answered. */
    isUrgent: question.isUrgent,
    recording,
    refusal,
    missing,
    fault,
    isEmpty,
    isTried,
    open,
    setOpen,
    input,
    takenInput,
    locale,
    change,
    /** Makes choices by hand. */
    choose: (choices: Choices) => change({ choices: { ...draft.choices, ...choices } }),
    type: (text: string) => {
      if (text.trim() === '') return reset()
      change({ text })
      recording.clear()
    },
    focus,
    reset,
    add,
  }
}
