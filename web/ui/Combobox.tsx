import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { inputClasses } from './Field.tsx'
import { Floating } from './Floating.tsx'

/** One line to choose. */
export type Option = {
  readonly id: string
  readonly text: string
  /** Beside it, quieter: a balance, or why it is here. */
  readonly detail?: ReactNode
  readonly icon?: ReactNode
}

/** The most lines in the list: more are found by typing. */
const MAX_LINES = 60

/**
 * Choosing one of many by typing: the pattern of a combobox with a list. The list is below the field, or with `isInline` in the page
 * right under it, always open. Enter chooses, Esc closes, Tab chooses what was typed and goes on.
 */
export function Combobox({
  shown,
  optionsFor,
  onPick,
  onClose,
  chosenId,
  isInline = false,
  placeholder,
  emptyWords = 'Nothing matches.',
  ...ids
}: {
  /** The text of the field while nobody types in it. */
  shown: string
  optionsFor: (query: string) => readonly Option[]
  onPick: (option: Option, query: string) => void
  /** Esc with a closed or an inline list. */
  onClose?: () => void
  chosenId?: string | null | undefined
  isInline?: boolean
  placeholder?: string
  emptyWords?: string
  id?: string
  'aria-label'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}) {
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(isInline)
  // A list that is open by itself has nothing chosen in it before somebody types or moves, so that a second Enter chooses nothing.
  const first = isInline ? -1 : 0
  const chosenPlace = () =>
    Math.max(
      optionsFor('').findIndex(({ id }) => id === chosenId),
      first,
    )
  const [active, setActive] = useState(chosenPlace)
  const listId = useId()
  const options = isOpen ? optionsFor(query ?? '').slice(0, MAX_LINES) : []
  const place = Math.min(active, options.length - 1)

  // Focuses the field before the list is visible, so that no key goes elsewhere: at once, or by `autofocus` when its dialog is shown.
  useLayoutEffect(() => {
    if (!isInline || !input.current) return
    input.current.autofocus = true
    input.current.focus()
  }, [isInline])

  const open = (typed: string | null) => {
    setQuery(typed)
    setOpen(true)
    setActive(typed ? 0 : chosenPlace())
  }
  const close = () => {
    setQuery(null)
    setOpen(isInline)
  }
  const pick = (option: Option | undefined) => {
    if (!option) return
    onPick(option, query ?? '')
    close()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (!isOpen) open(null)
      else
        setActive((Math.max(place, step < 0 ? 0 : -1) + step + options.length) % Math.max(options.length, 1))
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      pick(options[place])
    } else if (event.key === 'Escape' && (isInline ? onClose : isOpen)) {
      event.preventDefault()
      event.stopPropagation()
      close()
      if (isInline) onClose?.()
    } else if (event.key === 'Tab' && query?.trim()) pick(options[place])
  }

  const list = (
    <OptionList
      listId={listId}
      options={options}
      place={place}
      emptyWords={emptyWords}
      setActive={setActive}
      pick={pick}
      label={ids['aria-label'] ?? placeholder ?? shown}
    />
  )
  return (
    <>
      <input
        ref={input}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && options[place] ? `${listId}-${place}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        {...ids}
        value={query ?? shown}
        onChange={(event) => open(event.target.value)}
        onClick={() => !isOpen && open(null)}
        onFocus={(event) => event.target.select()}
        onBlur={close}
        onKeyDown={onKeyDown}
        className={inputClasses}
      />
      {isInline
        ? list
        : isOpen && (
            <Floating anchor={input} isAsWide>
              {list}
            </Floating>
          )}
    </>
  )
}

function OptionList({
  listId,
  label,
  options,
  place,
  emptyWords,
  setActive,
  pick,
}: {
  listId: string
  label: string
  options: readonly Option[]
  place: number
  emptyWords: string
  setActive: (place: number) => void
  pick: (option: Option) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    list.current?.querySelector(`[id="${listId}-${place}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, place])
  return (
    // The field keeps the focus; the list is moved through by its keys.
    <div ref={list}>
      <div role="listbox" id={listId} aria-label={label} className="max-h-80 overflow-y-auto p-1">
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
          <div
            key={option.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === place}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => index !== place && setActive(index)}
            onClick={() => pick(option)}
            className={classes(
              'flex min-h-9 touch:min-h-11 cursor-pointer items-center gap-2.5 rounded-[6px] px-2.5 text-table',
              index === place && 'bg-accent-soft',
            )}
          >
            {option.icon && <span className="shrink-0 text-text-2">{option.icon}</span>}
            <span className="min-w-0 flex-1 truncate font-medium">{option.text}</span>
            {option.detail && (
              <span className="shrink-0 truncate pl-3 text-caption text-text-2">{option.detail}</span>
            )}
          </div>
        ))}
      </div>
      {options.length === 0 && <p className="px-3.5 pb-3 text-table text-text-3">{emptyWords}</p>}
    </div>
  )
}
