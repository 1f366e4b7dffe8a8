import { type KeyboardEvent, Suspense, useId, useMemo } from 'react'
import { t } from '../../../words/t.ts'
import { useListedKeys } from '../../page/shortcuts.ts'
import { REDO_KEYS, turnOf, UNDO_KEYS } from '../../ui/keys.ts'
import { useCalendarAhead } from '../../ui/LazyCalendar.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { fold } from '../../ui/matching.ts'
import { turnByKey } from '../../ui/toast.ts'
import { withKind } from './choices.ts'
import { addText } from './entry-sentence.ts'
import { LineField } from './LineField.tsx'
import { LineShell } from './LineShell.tsx'
import { selectToken, useOnceLoaded } from './line-input.ts'
import { draftKey, type QuickEntryProps } from './quick-entry-shell.ts'
import { Understood } from './Understood.tsx'
import { useQuickEntry } from './use-quick-entry.ts'

const EntryQuestions = lazily(async () => (await import('./EntryQuestions.tsx')).EntryQuestions)

const ofLine = () =>
  [
    ['Enter', t('Add the entry')],
    ['⇧↵', t('Add it, and stay for another')],
    ['Tab', t('Into the sentence')],
    [UNDO_KEYS, t('Undo the last change, from the empty line')],
    [REDO_KEYS, t('Redo it, from the empty line')],
  ] as const

/** The line of quick entry itself, with the grammar and the pickers. */
export function QuickEntryLine({
  accountId,
  onDone,
  isAutoFocused = false,
  wasEntered = false,
  inputRef,
  className,
}: QuickEntryProps & { wasEntered?: boolean }) {
  useListedKeys(useMemo(ofLine, []), t('Quick entry'))
  const entry = useQuickEntry(draftKey(accountId), accountId, onDone)
  const { book, draft, reading, taken, asked, recording, isEmpty, missing, change, choose, focus, add } =
    entry
  useCalendarAhead()
  const sentenceId = useId()
  const setEarly = useOnceLoaded(wasEntered, book !== undefined, () => void add(false))
  const enter = (isMore: boolean) => (book ? void add(isMore) : setEarly(true))
  const onKeyDown = (event: KeyboardEvent) => {
    // An empty line has no typing to undo, so the undo keys undo the last change.
    const turn = isEmpty ? turnOf(event) : undefined
    if (turn && turnByKey(turn)) event.preventDefault()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    enter(event.shiftKey)
  }
  const isSplit = reading !== undefined && reading.people.length > 0
  const label = addText(isSplit ? reading.amount : null, entry.locale)
  return (
    <LineShell
      className={className}
      label={label}
      onAdd={() => enter(false)}
      line={
        <LineField
          entry={entry}
          accountId={accountId}
          label={label}
          describedBy={sentenceId}
          isAutoFocused={isAutoFocused}
          inputRef={inputRef}
          onKeyDown={onKeyDown}
        />
      }
    >
      {isEmpty && missing && (
        <p role="alert" className="border-t border-line px-4 py-2.5 text-table text-warn">
          {missing}
        </p>
      )}
      {reading && book && !isEmpty && (
        <Understood
          reading={reading}
          book={book}
          locale={entry.locale}
          division={draft.choices.division}
          open={entry.open}
          sentenceId={sentenceId}
          fault={entry.fault}
          refusal={entry.refusal}
          onWay={({ text, choices }) => {
            change({ text: text ?? draft.text, choices: { ...draft.choices, ...choices } })
            recording.clear()
            focus()
          }}
          onOpen={entry.setOpen}
          onBack={focus}
          onText={(field) => selectToken(entry.input.current, reading, field)}
          onChoose={(choice) => {
            choose(choice)
            entry.setOpen(null)
            focus()
          }}
          onKind={(kind) => {
            change({ text: withKind(draft.text, reading, kind, book) })
            entry.setOpen(null)
            focus()
          }}
        >
          {(taken || recording.problem || asked || isSplit) && (
            <Suspense fallback={null}>
              <EntryQuestions
                taken={taken}
                book={book}
                reading={reading}
                division={draft.choices.division}
                asked={asked}
                isUrgent={entry.isUrgent}
                isAsked={entry.isTried}
                takenInput={entry.takenInput}
                recording={recording}
                onTaken={(typed) => change({ taken: typed })}
                onDay={(day) => {
                  choose({ day })
                  recording.clear()
                  focus()
                }}
                onChoose={choose}
                onText={(text) => {
                  change({ text })
                  focus()
                }}
                onNote={(words) => {
                  choose({ noted: [...(draft.choices.noted ?? []), fold(words)] })
                  focus()
                }}
                onPeople={() => entry.setOpen('people')}
                onPlanned={() => {
                  entry.reset()
                  onDone?.(false)
                }}
                onAdd={(rate, to_amount) => void add(false, rate, to_amount)}
              />
            </Suspense>
          )}
        </Understood>
      )}
    </LineShell>
  )
}
