import { Search as SearchIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Counts } from '../../contract/imports.ts'
import { useAddress } from '../shell/address.ts'
import { useShortcut } from '../shell/shortcuts.ts'
import { inputClasses } from '../ui/Field.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { addressOfTab, countOf, type Tab, tabsShown } from './verdict-words.ts'

/** The verdicts with how many rows have them, and the search. */
export function CheckTabs({ counts, tab }: { counts: Counts; tab: Tab }) {
  const { filter } = useAddress()
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
      <div className="-m-1 max-w-[calc(100%+8px)] overflow-x-auto p-1">
        <Segmented
          label="Which rows"
          value={tab}
          onChange={(next) => filter(addressOfTab(next))}
          options={tabsShown(counts, tab).map(({ tab: value, label }) => ({
            value,
            label: (
              <>
                {label}
                <span
                  className={`ml-1.5 rounded-full px-1.5 text-axis tabular-nums ${value === 'look' ? 'bg-warn-soft font-semibold text-warn' : 'bg-tile text-text-2'}`}
                >
                  {countOf(value, counts).toLocaleString('en')}
                </span>
              </>
            ),
          }))}
        />
      </div>
      <SearchRows />
    </div>
  )
}

const TYPING_MS = 150

function SearchRows() {
  const { search, filter } = useAddress()
  const asked = search.q ?? ''
  const [typed, setTyped] = useState({ text: asked, over: asked })
  // The address has changed otherwise, by Back or Clear: it wins over what was typed before.
  const text = typed.over === asked ? typed.text : asked
  const field = useRef<HTMLInputElement>(null)
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
  useShortcut('/', 'Search the rows', () => field.current?.focus(), 'Import')
  return (
    <span className="relative w-full sm:w-45">
      <SearchIcon
        size={15}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-text-2"
      />
      <input
        ref={field}
        type="search"
        aria-label="Search the rows"
        placeholder="Search"
        maxLength={255}
        value={text}
        onChange={(event) => setTyped({ text: event.target.value, over: asked })}
        className={`${inputClasses} border-line pl-9`}
      />
    </span>
  )
}
