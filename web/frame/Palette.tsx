import { useNavigate } from '@tanstack/react-router'
import { CornerDownLeft, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { ESC } from '../ui/keys.ts'
import { Modal } from '../ui/Modal.tsx'
import { useIsPhone } from '../ui/media.ts'
import type { Command } from './commands.ts'
import { found, recentlyChosen, remember } from './palette.ts'
import { useBookCommands, useFoundTransactions } from './use-commands.tsx'

/** Goes, finds and does: one field, and a list that the keys move through. Loaded records answer at once, the service adds to them. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const listId = useId()
  const isPhone = useIsPhone()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const [recent] = useState(recentlyChosen)
  const commands = useBookCommands()
  const transactions = useFoundTransactions(query)
  const lines = [...found(commands, query, recent), ...transactions]
  const active = Math.min(at, lines.length - 1)

  const choose = (command: Command | undefined) => {
    if (!command) return
    if (commands.includes(command)) remember(command.id)
    onClose()
    if ('run' in command)
      setTimeout(command.run) // once the palette is gone and the focus is back
    else void navigate(command.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && lines.length > 0) {
      event.preventDefault()
      setAt((active + step + lines.length) % lines.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(lines[active])
    }
  }
  return (
    <Modal
      label={t('Search or jump to')}
      onClose={onClose}
      className="justify-center sm:items-start sm:pt-[12vh]"
    >
      <div className="flex w-full flex-col bg-raised sm:max-h-[70dvh] sm:w-[560px] sm:rounded-card sm:shadow-overlay">
        <div className="flex min-h-13 shrink-0 items-center gap-3 border-b border-line pe-3 ps-4">
          <Search size={18} strokeWidth={1.75} className="shrink-0 text-text-2" aria-hidden />
          <input
            role="combobox"
            aria-label={t('Search or jump to')}
            aria-expanded
            aria-autocomplete="list"
            aria-controls={listId}
            aria-activedescendant={lines[active] ? `${listId}-${active}` : undefined}
            // biome-ignore lint/a11y/noAutofocus: the palette was opened to type here.
            autoFocus
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            placeholder={
              isPhone ? t('Search or jump to') : t('A page, a person, a transaction, something to do')
            }
            value={query}
            onChange={(event) => {
              setQuery(event.target.value)
              setAt(0)
            }}
            onKeyDown={onKeyDown}
            className="min-w-0 flex-1 bg-transparent py-3 text-body outline-none placeholder:text-text-3 touch:text-title"
          />
          <button
            type="button"
            onClick={onClose}
            className="rounded-control text-caption text-text-2 hover:text-text touch:min-h-11 touch:px-2"
          >
            <span className="hidden touch:inline">{t('Close')}</span>
            <span className="sr-only touch:hidden">{t('Close')}</span>
            <Kbd>{ESC}</Kbd>
          </button>
        </div>
        <List listId={listId} lines={lines} active={active} setAt={setAt} onChoose={choose} />
        {query.trim() !== '' && lines.length === 0 && (
          <p role="status" className="px-4 py-8 text-center text-table text-text-2">
            {t('Nothing is called “{text}”.', { text: query.trim() })}
          </p>
        )}
      </div>
    </Modal>
  )
}

function List({
  listId,
  lines,
  active,
  setAt,
  onChoose,
}: {
  listId: string
  lines: readonly Command[]
  active: number
  setAt: (at: number) => void
  onChoose: (command: Command) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <div
      ref={list}
      role="listbox"
      id={listId}
      aria-label={t('Found [what was searched for]')}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))]"
    >
      {lines.map((command, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active line.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
        <div
          key={command.id}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => index !== active && setAt(index)}
          onClick={() => onChoose(command)}
          className={classes(
            'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2.5 text-table touch:min-h-12',
            index === active && 'bg-accent-soft',
          )}
        >
          <command.icon size={17} strokeWidth={1.75} className="shrink-0 text-text-2" aria-hidden />
          <span className="truncate font-medium">{command.text}</span>
          <span className="min-w-0 flex-1 truncate text-caption text-text-3">{command.detail}</span>
          {index === active ? (
            <CornerDownLeft size={14} className="shrink-0 text-text-3 touch:hidden" aria-hidden />
          ) : (
            command.shortcut && (
              <span className="flex shrink-0 gap-1">
                {command.shortcut.split(' ').map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </span>
            )
          )}
        </div>
      ))}
    </div>
  )
}
