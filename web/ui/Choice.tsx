import { Check, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../words/t.ts'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { inputClasses } from './Field.tsx'
import { findOptions, isSameName, type NamedOption } from './options.ts'
import { Popup } from './Popup.tsx'

/** One or several of many, found by typing. */
export function Choice({
  title,
  options,
  chosen,
  placeholder = t('Type to find'),
  onPick,
  onNew,
  newText,
  onClose,
  head,
  foot,
}: {
  title: string
  options: readonly NamedOption[]
  /** Where several can be chosen: those that are. The popup then stays until it is closed. */
  chosen?: ReadonlySet<string>
  placeholder?: string
  onPick: (id: string) => void
  /** Makes a new one of the text, said by `newText`. */
  onNew?: (text: string) => void
  newText?: (text: string) => string
  onClose: () => void
  /** Above the field that one types in. */
  head?: ReactNode
  foot?: ReactNode
}) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const found = findOptions(options, text)
  const name = text.trim()
  const isNew = onNew !== undefined && name !== '' && !found.some((option) => isSameName(option.name, name))
  const count = found.length + (isNew ? 1 : 0)
  const active = Math.min(at, count - 1)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const pick = (index: number) => {
    const option = found[index]
    if (option) onPick(option.id)
    else if (isNew) onNew(name)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && count > 0) {
      event.preventDefault()
      setAt((active + step + count) % count)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (event.metaKey || event.ctrlKey) onClose()
      else pick(active)
    }
  }
  return (
    <Popup
      title={title}
      onClose={onClose}
      foot={
        foot ??
        (chosen && (
          <Button look="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        ))
      }
    >
      {head}
      <input
        role="combobox"
        aria-label={title}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the popup was opened to type here.
        autoFocus
        value={text}
        placeholder={placeholder}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        className={inputClasses}
      />
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={title}
        aria-multiselectable={chosen ? true : undefined}
        className="mt-2 max-h-[46dvh] min-h-24 overflow-y-auto"
      >
        {found.map((option, index) => (
          <Row
            {...option}
            key={option.id}
            id={`${id}-${index}`}
            isActive={index === active}
            isChosen={chosen?.has(option.id) ?? false}
            onPick={() => pick(index)}
            onPoint={() => setAt(index)}
          />
        ))}
        {isNew && (
          <Row
            id={`${id}-${found.length}`}
            icon={<Plus size={16} />}
            name={newText?.(name) ?? name}
            isActive={active === found.length}
            isChosen={false}
            onPick={() => pick(found.length)}
            onPoint={() => setAt(found.length)}
          />
        )}
      </div>
      {count === 0 && (
        <p className="-mt-20 pb-14 text-center text-table text-text-3">{t('Nothing is called that.')}</p>
      )}
    </Popup>
  )
}

function Row({
  id,
  icon,
  name,
  note,
  isActive,
  isChosen,
  onPick,
  onPoint,
}: Omit<NamedOption, 'id'> & {
  id: string
  isActive: boolean
  isChosen: boolean
  onPick: () => void
  onPoint: () => void
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus, and Enter there does the same.
    // biome-ignore lint/a11y/useFocusableInteractive: the field above points at it with aria-activedescendant.
    <div
      id={id}
      role="option"
      aria-selected={isChosen || undefined}
      onClick={onPick}
      onPointerMove={onPoint}
      className={classes(
        'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-body touch:min-h-11',
        isActive && 'bg-accent-soft',
      )}
    >
      {icon && <span className="text-text-2">{icon}</span>}
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {note && <span className="shrink-0 text-caption text-text-3">{note}</span>}
      {isChosen && <Check size={16} className="shrink-0 text-accent" />}
    </div>
  )
}
