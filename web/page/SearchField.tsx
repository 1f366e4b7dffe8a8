import { Search as SearchIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../words/t.ts'
import { inputClasses } from '../ui/Field.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { useAddress } from './address.ts'
import { useShortcut } from './shortcuts.ts'

const TYPING_MS = 150

/** The text to search for: it reaches the address once typing has paused. */
export function SearchField({ label, group }: { label: string; group: string }) {
  const { search, filter } = useAddress()
  const asked = search.q ?? ''
  const [typed, setTyped] = useState({ text: asked, over: asked })
  const field = useRef<HTMLInputElement>(null)
  // The address has changed by other means, Back or Clear: it wins over the typed text.
  const text = typed.over === asked ? typed.text : asked
  const latest = useRef(filter)
  useEffect(() => {
    latest.current = filter
  })
  useEffect(() => {
    if (text === asked) return undefined
    const timer = setTimeout(() => {
      setTyped({ text, over: text })
      latest.current({ q: text || undefined })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, asked])
  useShortcut('/', label, () => field.current?.focus(), group)
  return (
    <span className="relative min-w-0 flex-1 sm:w-55 sm:flex-none">
      <SearchIcon
        size={15}
        aria-hidden
        className="pointer-events-none absolute top-1/2 start-3 -translate-y-1/2 text-text-2"
      />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={t('Search')}
        maxLength={255}
        value={text}
        onChange={(event) => setTyped({ text: event.target.value, over: asked })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          if (text !== '') setTyped({ text: '', over: asked })
          else field.current?.blur()
        }}
        className={`${inputClasses} pe-8 ps-9 [&::-webkit-search-cancel-button]:hidden`}
      />
      <span className="pointer-events-none absolute top-1/2 end-2 -translate-y-1/2">
        {text === '' && <Kbd>/</Kbd>}
      </span>
    </span>
  )
}
