import { Suspense, useState } from 'react'
import { t } from '../../../words/t.ts'
import { classes } from '../../ui/classes.ts'
import { readDraft, writeDraft } from '../../ui/draft.ts'
import { lazily } from '../../ui/lazily.tsx'
import { useMay } from '../../ui/rights.ts'
import { LineShell } from './LineShell.tsx'
import {
  draftKey,
  lineClasses,
  type QuickEntryProps,
  roomForAdd,
  usePlaceholder,
} from './quick-entry-shell.ts'

const QuickEntryLine = lazily(async () => (await import('./QuickEntryLine.tsx')).QuickEntryLine)

/**
 * One line to write what happened: it is read back as a sentence while one types, Enter or Add adds it, Tab goes into the tokens. The typed
 * text survives a reload. Whoever may not record has none. The grammar comes a moment after the page; until then one can type already.
 *
 *   <QuickEntry /> · <QuickEntry accountId={account.id} /> · <QuickEntry onDone={close} isAutoFocused />
 */
export function QuickEntry({ isAutoFocused = false, ...props }: QuickEntryProps) {
  const [isFocused, setFocused] = useState(isAutoFocused)
  const [wasEntered, setEntered] = useState(false)
  const mayWrite = useMay('write')
  const early = { isAutoFocused, onFocus: setFocused, onEnter: setEntered }
  if (!mayWrite) return null
  return (
    <Suspense fallback={<EarlyLine {...props} {...early} />}>
      <QuickEntryLine {...props} isAutoFocused={isFocused} wasEntered={wasEntered} />
    </Suspense>
  )
}

/** The line before its grammar has loaded: its text goes on in the line that takes its place. */
function EarlyLine({
  accountId,
  isAutoFocused,
  className,
  inputRef,
  onFocus,
  onEnter,
}: QuickEntryProps & { onFocus: (isFocused: boolean) => void; onEnter: (wasEntered: boolean) => void }) {
  const key = draftKey(accountId)
  return (
    <LineShell
      className={className}
      onAdd={() => onEnter(true)}
      // The line with the grammar takes the place of this one, perhaps in the middle of a press: then nothing is clicked.
      onAddDown={() => onEnter(true)}
      line={
        <input
          ref={inputRef}
          data-line
          // biome-ignore lint/a11y/noAutofocus: only where it was opened to be typed into
          autoFocus={isAutoFocused}
          aria-label={t('Add a transaction')}
          autoComplete="off"
          placeholder={usePlaceholder(accountId)}
          defaultValue={readDraft<{ text: string }>(key)?.text ?? ''}
          onChange={(event) => {
            writeDraft(key, { ...readDraft(key), text: event.target.value })
            onEnter(false)
          }}
          // Enter counts as soon as the line can be read.
          onKeyDown={(event) => event.key === 'Enter' && onEnter(true)}
          onFocus={() => onFocus(true)}
          onBlur={() => onFocus(false)}
          className={classes(lineClasses, roomForAdd(t('Add [verb]')))}
        />
      }
    />
  )
}
