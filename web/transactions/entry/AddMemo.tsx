import { X } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../../words/t.ts'
import type { AddDraft } from './add-reading.ts'
import type { Reading } from './reading.ts'

/** The memo; the keypad makes room while somebody writes. */
export function AddMemo({
  draft: { memo, sum },
  reading: { amount, faults },
  change,
  onWriting,
  onSend,
}: {
  draft: AddDraft
  reading: Reading
  change: (draft: Partial<AddDraft>) => void
  onWriting: (isWriting: boolean) => void
  onSend: () => void
}) {
  // The words say all of it, as "12.50 lunch" does: nothing is left to be pressed.
  const isWhole = sum === '' && amount !== null && faults.length === 0
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="relative">
      <input
        ref={input}
        aria-label={t('For what, or where')}
        value={memo}
        maxLength={255}
        autoComplete="off"
        enterKeyHint={isWhole ? 'send' : 'done'}
        placeholder={t('For what, or 12.50 lunch')}
        onChange={(event) => change({ memo: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault() // a question may take the focus, and its button would be pressed by this very key
          event.currentTarget.blur()
          if (isWhole) onSend()
        }}
        onFocus={() => onWriting(true)}
        onBlur={() => onWriting(false)}
        className="min-h-11 w-full rounded-control border border-line-2 bg-surface pe-11 ps-3 text-title placeholder:text-text-3"
      />
      {memo !== '' && (
        <button
          type="button"
          aria-label={t('Clear the words')}
          onClick={() => {
            change({ memo: '' })
            input.current?.focus()
          }}
          className="absolute inset-y-0 end-0 grid w-11 place-items-center text-text-2"
        >
          <X size={18} aria-hidden />
        </button>
      )}
    </div>
  )
}
