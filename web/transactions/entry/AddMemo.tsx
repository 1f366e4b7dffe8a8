import { X } from 'lucide-react'
import { useRef } from 'react'

/** The memo; the keypad makes room while somebody writes. */
export function AddMemo({
  memo,
  onMemo,
  onWriting,
}: {
  memo: string
  onMemo: (memo: string) => void
  onWriting: (isWriting: boolean) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="relative">
      <input
        ref={input}
        aria-label="For what, or where"
        value={memo}
        maxLength={255}
        autoComplete="off"
        enterKeyHint="done"
        placeholder="For what, or where"
        onChange={(event) => onMemo(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        onFocus={() => onWriting(true)}
        onBlur={() => onWriting(false)}
        className="min-h-11 w-full rounded-control border border-line-2 bg-surface pr-11 pl-3 text-title placeholder:text-text-3"
      />
      {memo !== '' && (
        <button
          type="button"
          aria-label="Clear the words"
          onClick={() => {
            onMemo('')
            input.current?.focus()
          }}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center text-text-2"
        >
          <X size={18} aria-hidden />
        </button>
      )}
    </div>
  )
}
