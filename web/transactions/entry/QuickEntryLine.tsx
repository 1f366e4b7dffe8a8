import { Plus } from 'lucide-react'
import { type KeyboardEvent, Suspense, useId, useRef, useState } from 'react'
import { closedOf } from '../../books/closed.ts'
import { classes } from '../../ui/classes.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { isUndo } from '../../ui/keys.ts'
import { useCalendarAhead } from '../../ui/LazyCalendar.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useLocale } from '../../ui/locale.ts'
import { actOnToast } from '../../ui/toast.ts'
import { type Choices, readWith, withKind } from './choices.ts'
import { requestsOf } from './entry-requests.ts'
import { type EntryField, faultText, fieldOfFault, messageOf } from './entry-sentence.ts'
import { selectToken, useOnceLoaded, useTypedMeanwhile } from './line-input.ts'
import {
  draftKey,
  lineClasses,
  placeholderOf,
  type QuickEntryProps,
  shellClasses,
} from './quick-entry-shell.ts'
import { type EntryAmount, MAX_TEXT_LENGTH, type Reading } from './reading.ts'
import type { TypedTaken } from './taken.ts'
import { Understood } from './Understood.tsx'
import { useEntryBook } from './use-entry-book.ts'
import { useEntryDraft } from './use-entry-draft.ts'
import { useSuggestedCategory } from './use-suggested-category.ts'
import { useTaken } from './use-taken.ts'
import { refusalOf } from './ways-out.ts'

const EntryQuestions = lazily(async () => (await import('./EntryQuestions.tsx')).EntryQuestions)

type QuickEntryDraft = { text: string; choices: Choices; taken?: TypedTaken | undefined }
const empty: QuickEntryDraft = { text: '', choices: {} }

/** The line of quick entry itself, with the grammar and the pickers. */
export function QuickEntryLine({
  accountId,
  onDone,
  isAutoFocused = false,
  wasEntered = false,
  inputRef,
  className,
}: QuickEntryProps & { wasEntered?: boolean }) {
  const book = useEntryBook(accountId)
  const { draft, change, clear, record, recording } = useEntryDraft<QuickEntryDraft>(
    draftKey(accountId),
    empty,
  )
  useTypedMeanwhile(draftKey(accountId), draft.text, (text) => change({ text }))
  const [open, setOpen] = useState<EntryField | null>(null)
  const [isTried, setTried] = useState(false)
  useCalendarAhead()
  const locale = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const sentenceId = useId()
  const read = book && readWith(draft.text, book, draft.choices)
  const suggested = useSuggestedCategory(read, book)
  const reading = book && readWith(draft.text, book, draft.choices, suggested)
  const taken = useTaken(reading, book?.base_currency_id ?? '', draft.taken)
  const takenInput = useRef<HTMLInputElement>(null)
  const isEmpty = draft.text.trim() === ''
  const isRateMissing = recording.problem?.code === 'fx_rate_missing'
  const closed = recording.problem && closedOf(recording.problem)
  const isShownBelow = isRateMissing || closed !== undefined
  const refusal =
    recording.problem && book && reading && !isShownBelow
      ? refusalOf(recording.problem, draft.text, reading, book)
      : recording.sentence && !isShownBelow
        ? { words: recording.sentence }
        : undefined

  const reset = () => {
    clear()
    setTried(false)
    setOpen(null)
    recording.clear()
    recording.forget()
  }
  const add = async (isMore: boolean, fx_rate?: number, to_amount?: EntryAmount) => {
    if (!book || !reading || isEmpty) return
    const told = to_amount ? { ...reading, to_amount } : reading
    const missing = reading.faults.map((fault) => fieldOfFault[fault]).find(Boolean)
    const steps = taken?.isOpen ? null : requestsOf(told, book, fx_rate, taken?.charged)
    setTried(!steps)
    if (!steps) {
      if (taken?.isOpen && !missing) takenInput.current?.focus()
      if (missing && !reading.faults.some((fault) => fault.startsWith('amount'))) setOpen(missing)
      return
    }
    await taken?.keepRate()
    const words = messageOf(told, { today: book.day.today, locale })
    if (!(await record(steps, { words, line: draft.text }))) return
    reset()
    input.current?.focus()
    onDone?.(isMore)
  }
  const setEarly = useOnceLoaded(wasEntered, book !== undefined, () => void add(false))
  const onKeyDown = (event: KeyboardEvent) => {
    // An empty line has no typing to undo, so the undo keys undo the last change.
    if (isEmpty && isUndo(event) && actOnToast()) event.preventDefault()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (book) void add(event.shiftKey)
    else setEarly(true)
  }
  const choose = (choice: Choices) => {
    change({ choices: { ...draft.choices, ...choice } })
    setOpen(null)
    input.current?.focus()
  }

  return (
    <div className={classes(shellClasses, className)}>
      <div className="relative flex items-center">
        <Plus size={18} aria-hidden className="pointer-events-none absolute left-4 text-text-3" />
        <input
          ref={(element) => {
            input.current = element
            if (typeof inputRef === 'function') inputRef(element)
            else if (inputRef) inputRef.current = element
          }}
          // biome-ignore lint/a11y/noAutofocus: only where it was opened to be typed into
          autoFocus={isAutoFocused}
          data-line
          aria-label="Add a transaction"
          aria-describedby={isEmpty ? undefined : sentenceId}
          value={draft.text}
          maxLength={MAX_TEXT_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          placeholder={placeholderOf(accountId)}
          onChange={(event) => {
            if (event.target.value.trim() === '') reset()
            else {
              change({ text: event.target.value })
              recording.clear()
            }
          }}
          onKeyDown={onKeyDown}
          className={lineClasses}
        />
        <span className={classes('pointer-events-none absolute right-4', isEmpty && 'peer-focus:hidden')}>
          <Kbd>{isEmpty ? 'N' : '↵'}</Kbd>
        </span>
      </div>
      {reading && book && !isEmpty && (
        <Understood
          reading={reading}
          book={book}
          locale={locale}
          open={open}
          sentenceId={sentenceId}
          fault={isTried || !isUnfinished(reading) ? faultText(reading, draft.text.length) : undefined}
          refusal={refusal}
          onWay={({ text, choices }) => {
            change({ text: text ?? draft.text, choices: { ...draft.choices, ...choices } })
            recording.clear()
            input.current?.focus()
          }}
          onOpen={setOpen}
          onBack={() => input.current?.focus()}
          onText={(field) => selectToken(input.current, reading, field)}
          onChoose={choose}
          onKind={(kind) => {
            change({ text: withKind(draft.text, reading, kind, book) })
            setOpen(null)
            input.current?.focus()
          }}
        >
          {(taken || recording.problem) && (
            <Suspense fallback={null}>
              <EntryQuestions
                taken={taken}
                book={book}
                isAsked={isTried}
                takenInput={takenInput}
                recording={recording}
                amount={reading.amount?.minor}
                onTaken={(taken) => change({ taken })}
                onDay={(day) => {
                  change({ choices: { ...draft.choices, day } })
                  recording.clear()
                  input.current?.focus()
                }}
                onAdd={(rate, to_amount) => void add(false, rate, to_amount)}
              />
            </Suspense>
          )}
        </Understood>
      )}
    </div>
  )
}

const isUnfinished = ({ faults }: Reading) => faults.includes('amount_incomplete')
