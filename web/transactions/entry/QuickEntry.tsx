import { Plus } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { useDraft } from '../../ui/draft.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { useLocale } from '../../ui/locale.ts'
import { type Choices, readWith, withKind } from './choices.ts'
import { stepsOf } from './draft.ts'
import { RateMissing } from './RateMissing.tsx'
import { type Fault, LONGEST_TEXT, type Reading } from './reading.ts'
import { type EntryField, faultText, sentenceOf } from './sentence.ts'
import { Understood } from './Understood.tsx'
import { useEntryBook } from './useEntryBook.ts'
import { useRecord } from './useRecord.ts'
import { useSuggestedCategory } from './useSuggestedCategory.ts'

type Draft = { text: string; choices: Choices }
const empty: Draft = { text: '', choices: {} }

/** Which picker opens where something is still to be chosen. */
const fieldOfFault: Readonly<Partial<Record<Fault, EntryField>>> = {
  category_missing: 'category',
  account_missing: 'account',
  account_unknown: 'account',
  to_account_missing: 'to_account',
  same_account: 'to_account',
  contact_missing: 'contact',
  contact_unknown: 'contact',
}

/**
 * One line to write what happened: it is read back as a sentence while one types, Enter adds it, Tab goes into the tokens. `accountId`
 * presets the account, as in a register. What was typed survives a reload.
 *
 *   <QuickEntry /> · <QuickEntry accountId={account.id} /> · <QuickEntry onDone={close} isAutoFocused />
 */
export function QuickEntry({
  accountId,
  onDone,
  isAutoFocused = false,
  inputRef,
  className,
}: {
  accountId?: string
  /** Called when an entry is added; `isMore` says that another one follows (Shift and Enter). */
  onDone?: (isMore: boolean) => void
  isAutoFocused?: boolean
  inputRef?: Ref<HTMLInputElement>
  className?: string
}) {
  const book = useEntryBook(accountId)
  const { draft, change, clear } = useDraft<Draft>(`quick entry ${accountId ?? ''}`, empty)
  const [open, setOpen] = useState<EntryField | null>(null)
  const [isTried, setTried] = useState(false)
  const recording = useRecord()
  const locale = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const sentenceId = useId()
  const read = book && readWith(draft.text, book, draft.choices)
  const suggested = useSuggestedCategory(read, book)
  const reading = book && readWith(draft.text, book, draft.choices, suggested)
  const isEmpty = draft.text.trim() === ''

  const reset = () => {
    clear()
    setTried(false)
    setOpen(null)
    recording.clear()
  }
  const add = async (isMore: boolean, fx_rate?: number) => {
    if (!book || !reading || isEmpty) return
    const missing = reading.faults.map((fault) => fieldOfFault[fault]).find(Boolean)
    const steps = stepsOf(reading, book, fx_rate)
    setTried(true)
    if (!steps) {
      if (missing && !reading.faults.some((fault) => fault.startsWith('amount'))) setOpen(missing)
      return
    }
    const words = sentenceOf(reading, { today: book.day.today, locale })
      .map(({ text }) => text)
      .join(' ')
    const result = await recording.record(steps, { words, line: draft.text })
    if (result === undefined || result === 'refused') return
    reset()
    input.current?.focus()
    onDone?.(isMore)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    void add(event.shiftKey)
  }
  const choose = (choice: Choices) => {
    change({ choices: { ...draft.choices, ...choice } })
    setOpen(null)
    input.current?.focus()
  }

  return (
    <div
      className={classes(
        'rounded-card border border-line bg-surface has-[[data-line]:focus]:border-accent has-[[data-line]:focus]:outline-1 has-[[data-line]:focus]:outline-accent',
        className,
      )}
    >
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
          maxLength={LONGEST_TEXT}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          placeholder={
            accountId
              ? 'Add to this account: 12.50 lunch'
              : 'What did you spend? Try 12.50 lunch or lent Sam 20'
          }
          onChange={(event) => {
            if (event.target.value.trim() === '') reset()
            else change({ text: event.target.value })
          }}
          onKeyDown={onKeyDown}
          className="min-h-12 w-full rounded-card bg-transparent pr-14 pl-11 text-title outline-none placeholder:text-text-3"
        />
        <span className="pointer-events-none absolute right-4">
          <Kbd>{isEmpty ? 'N' : '↵'}</Kbd>
        </span>
      </div>
      {reading && book && !isEmpty && (
        <Understood
          {...{ reading, book, locale, open, sentenceId }}
          fault={isTried || !isUnfinished(reading) ? faultText(reading, draft.text.length) : undefined}
          refusal={recording.problem?.code === 'fx_rate_missing' ? undefined : recording.sentence}
          onOpen={setOpen}
          onText={(field) => selectToken(input.current, reading, field)}
          onChoose={choose}
          onKind={(kind) => {
            change({ text: withKind(draft.text, reading, kind, book) })
            setOpen(null)
            input.current?.focus()
          }}
        >
          {recording.problem?.code === 'fx_rate_missing' && reading.amount && (
            <RateMissing
              minor={reading.amount.minor}
              from={reading.amount.currency_id}
              to={book.base_currency_id}
              day={reading.day}
              today={book.day.today}
              isBusy={recording.isBusy}
              onRate={(rate) => void add(false, rate)}
            />
          )}
        </Understood>
      )}
    </div>
  )
}

const isUnfinished = ({ faults }: Reading) => faults.includes('amount_incomplete')

/** Selects in the line what a token came from. */
function selectToken(input: HTMLInputElement | null, { tokens }: Reading, field: EntryField): void {
  const what = { amount: 'amount', to_amount: 'to amount', memo: 'words', tags: 'tag' }[field as string]
  const token = tokens.find((one) => one.what === what)
  input?.focus()
  if (token) input?.setSelectionRange(token.start, token.end)
}
