import { type RefObject, useLayoutEffect, useState } from 'react'
import type { UnreadWord } from './unread.ts'

/** Dots under the words of the line that were not used. They lie under the field itself, and move with it. */
export function LineMarks({
  text,
  words,
  input,
  className,
}: {
  text: string
  words: readonly UnreadWord[]
  input: RefObject<HTMLInputElement | null>
  className: string
}) {
  const [left, setLeft] = useState(0)
  useLayoutEffect(() => {
    const field = input.current
    if (!field) return undefined
    const follow = () => setLeft(field.scrollLeft)
    follow()
    field.addEventListener('scroll', follow)
    return () => field.removeEventListener('scroll', follow)
  }, [input])
  const pieces = words.flatMap((word, index) => {
    const before = text.slice(words[index - 1]?.end ?? 0, word.start)
    return [
      <span key={`before ${word.start}`}>{before}</span>,
      <span
        key={word.start}
        data-unread={word.text}
        className={`underline decoration-dotted decoration-2 underline-offset-4 ${word.offers.length > 0 ? 'decoration-warn' : 'decoration-text-3'}`}
      >
        {text.slice(word.start, word.end)}
      </span>,
    ]
  })
  return (
    <div
      aria-hidden
      className={`pointer-events-none absolute inset-0 flex items-center overflow-hidden ${className}`}
    >
      <span className="min-w-0 flex-1 overflow-hidden whitespace-pre text-transparent">
        <span className="inline-block" style={{ transform: `translateX(${-left}px)` }}>
          {pieces}
        </span>
      </span>
    </div>
  )
}
