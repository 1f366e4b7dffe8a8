import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { nearest } from './scale.ts'

type Crosshair = {
  /** The point under the crosshair. */
  active: number | null
  /** Whether the keyboard moved it there, so that it is read aloud. */
  isByKey: boolean
  handlers: {
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerLeave: (event: PointerEvent<HTMLElement>) => void
    onClick: (event: MouseEvent<HTMLElement>) => void
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
    onBlur: () => void
  }
}

type CrosshairOptions = {
  count: number
  placeOf: (index: number) => number
  /** Where the keyboard starts: the latest point that has a value. */
  start: number
  onOpen: ((index: number) => void) | undefined
  onTable: () => void
}

/** Moves a crosshair by pointer, finger and ←→. A finger's first tap shows a point, its second opens it. */
export function useCrosshair({ count, placeOf, start, onOpen, onTable }: CrosshairOptions): Crosshair {
  const [state, setState] = useState<{ active: number | null; isByKey: boolean }>({
    active: null,
    isByKey: false,
  })
  const opensOnClick = useRef(true)
  const active = state.active !== null && state.active < count ? state.active : null

  const at = (event: { clientX: number; currentTarget: HTMLElement }): number =>
    nearest(event.clientX - event.currentTarget.getBoundingClientRect().left, count, placeOf)
  const show = (index: number | null, isByKey = false) => setState({ active: index, isByKey })

  const keys: Record<string, () => void> = {
    ArrowLeft: () => show(active === null ? start : Math.max(0, active - 1), true),
    ArrowRight: () => show(active === null ? start : Math.min(count - 1, active + 1), true),
    Home: () => show(0, true),
    End: () => show(count - 1, true),
    t: onTable,
    T: onTable,
    ...(active === null ? {} : { Escape: () => show(null), Enter: () => onOpen?.(active) }),
  }

  return {
    active,
    isByKey: state.isByKey,
    handlers: {
      onPointerMove: (event) => show(at(event)),
      onPointerDown: (event) => {
        const index = at(event)
        opensOnClick.current = event.pointerType === 'mouse' || index === active
        show(index)
      },
      onPointerLeave: (event) => {
        if (event.pointerType === 'mouse') show(null)
      },
      onClick: (event) => {
        if (opensOnClick.current) onOpen?.(at(event))
      },
      onKeyDown: (event) => {
        const act = keys[event.key]
        if (!act || count === 0 || event.metaKey || event.ctrlKey || event.altKey) return
        event.preventDefault()
        // The key is the chart's while the chart has the focus, and no shortcut of the page.
        event.stopPropagation()
        act()
      },
      onBlur: () => show(null),
    },
  }
}
