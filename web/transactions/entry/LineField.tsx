import type { KeyboardEvent, Ref } from 'react'
import { t } from '../../../words/t.ts'
import { classes } from '../../ui/classes.ts'
import { LineMarks } from './LineMarks.tsx'
import { lineClasses, roomForAdd, usePlaceholder } from './quick-entry-shell.ts'
import { MAX_TEXT_LENGTH } from './reading.ts'
import type { useQuickEntry } from './use-quick-entry.ts'

/** The field of the line, with dots under the words that were not used. */
export function LineField({
  entry: { draft, words, input, isEmpty, type },
  accountId,
  label,
  describedBy,
  isAutoFocused,
  inputRef,
  onKeyDown,
}: {
  entry: Pick<ReturnType<typeof useQuickEntry>, 'draft' | 'words' | 'input' | 'isEmpty' | 'type'>
  accountId: string | undefined
  /** The text of Add, which stands at the end of the line. */
  label: string
  describedBy: string
  isAutoFocused: boolean
  inputRef: Ref<HTMLInputElement> | undefined
  onKeyDown: (event: KeyboardEvent) => void
}) {
  const look = classes(lineClasses, roomForAdd(label))
  return (
    <>
      {words.length > 0 && <LineMarks text={draft.text} words={words} input={input} className={look} />}
      <input
        ref={(element) => {
          input.current = element
          if (typeof inputRef === 'function') inputRef(element)
          else if (inputRef) inputRef.current = element
        }}
        // biome-ignore lint/a11y/noAutofocus: only where it was opened to be typed into
        autoFocus={isAutoFocused}
        data-line
        aria-label={t('Add a transaction')}
        aria-describedby={isEmpty ? undefined : describedBy}
        value={draft.text}
        maxLength={MAX_TEXT_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
        placeholder={usePlaceholder(accountId)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        className={look}
      />
    </>
  )
}
