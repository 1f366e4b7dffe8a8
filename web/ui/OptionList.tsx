import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { classes } from './classes.ts'

/** One line to choose. */
export type Option = {
  readonly id: string
  readonly text: string
  /** Beside it, quieter: a balance, or why it is here. */
  readonly detail?: ReactNode
  readonly icon?: ReactNode
  /** The heading that it stands under, with its neighbours of the same. */
  readonly under?: string
}

/** Neighbours under the same heading, with the place of the first of them. */
function runsOf(options: readonly Option[]) {
  const runs: { under: string | undefined; from: number; some: Option[] }[] = []
  for (const [place, option] of options.entries()) {
    const last = runs.at(-1)
    if (last && last.under === option.under) last.some.push(option)
    else runs.push({ under: option.under, from: place, some: [option] })
  }
  return runs
}

/** The options of a list, those under one heading together. The field keeps the focus, and its keys move through the list. */
export function OptionList({
  listId,
  label,
  options,
  place,
  emptyWords,
  setActive,
  pick,
  isInline = false,
}: {
  listId: string
  label: string
  options: readonly Option[]
  place: number
  emptyWords: string
  setActive: (place: number) => void
  pick: (option: Option) => void
  /** Part of a page: what goes on below its edge fades there. */
  isInline?: boolean
}) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    list.current?.querySelector(`[id="${listId}-${place}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, place])
  const line = (option: Option, index: number) => (
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
        <span className="shrink-0 truncate ps-3 text-caption text-text-2">{option.detail}</span>
      )}
    </div>
  )
  return (
    <div ref={list}>
      <div
        role="listbox"
        id={listId}
        aria-label={label}
        className={classes(
          'max-h-80 overflow-y-auto p-1',
          isInline && 'pb-8 [mask-image:linear-gradient(to_bottom,black_calc(100%-36px),transparent)]',
        )}
      >
        {runsOf(options).map(({ under, from, some }) =>
          under === undefined ? (
            some.map((option, index) => line(option, from + index))
          ) : (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
            <div key={`under ${from}`} role="group" aria-label={under}>
              <p aria-hidden className="px-2.5 pt-2 pb-0.5 text-caption font-medium text-text-3">
                {under}
              </p>
              {some.map((option, index) => line(option, from + index))}
            </div>
          ),
        )}
      </div>
      {options.length === 0 && <p className="px-3.5 pb-3 text-table text-text-3">{emptyWords}</p>}
    </div>
  )
}
