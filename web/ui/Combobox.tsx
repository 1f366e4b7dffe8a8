import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../words/t.ts'
import { inputClasses } from './Field.tsx'
import { Floating } from './Floating.tsx'
import { type Option, OptionList } from './OptionList.tsx'

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
  emptyWords = t('Nothing matches.'),
  onUnknown,
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
  /** Told the typed text while it fits no option; the text then stays in the field when the focus leaves. */
  onUnknown?: ((text: string | undefined) => void) | undefined
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

  const isUnknown = (typed: string | null) =>
    onUnknown !== undefined && Boolean(typed?.trim()) && optionsFor(typed ?? '').length === 0
  const open = (typed: string | null) => {
    setQuery(typed)
    onUnknown?.(isUnknown(typed) ? typed?.trim() : undefined)
    setOpen(true)
    setActive(typed ? 0 : chosenPlace())
  }
  const close = () => {
    setQuery(null)
    onUnknown?.(undefined)
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
      isInline={isInline}
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
        onClick={() => !isOpen && open(isUnknown(query) ? query : null)}
        onFocus={(event) => event.target.select()}
        onBlur={() => (isUnknown(query) ? setOpen(isInline) : close())}
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
