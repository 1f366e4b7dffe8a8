import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react'

const LONG_PRESS_MS = 450
const MOVED_PX = 10

const idOf = (target: EventTarget, name: 'id' | 'select'): string | undefined =>
  target instanceof Element
    ? (target.closest<HTMLElement>(`[data-${name}]`)?.dataset[name] ?? undefined)
    : undefined

type Handlers = {
  onOpen: (id: string) => void
  onSelect: (id: string) => void
  onExtend: (id: string) => void
  onStep: (step: 1 | -1) => void
  isSelecting: boolean
}

/** Presses on rows, heard at the list: rows come and go while one scrolls, and have no listeners of their own. */
export function useListEvents({ onOpen, onSelect, onExtend, onStep, isSelecting }: Handlers) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined>(undefined)
  const isSwallowed = useRef(false)
  const wasTouch = useRef(false)
  const end = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  const longPress = (id: string) => {
    end()
    isSwallowed.current = true // the press that ends now opens nothing
    onSelect(id)
  }
  return {
    onClick(event: MouseEvent) {
      const box = idOf(event.target, 'select')
      if (box !== undefined) return event.shiftKey ? onExtend(box) : onSelect(box)
      const id = idOf(event.target, 'id')
      if (id === undefined || event.metaKey || event.ctrlKey) return // the browser opens new tabs itself
      event.preventDefault()
      if (isSwallowed.current) isSwallowed.current = false
      else if (event.shiftKey) onExtend(id)
      else if (isSelecting && wasTouch.current) onSelect(id)
      else onOpen(id)
    },
    onPointerDown(event: PointerEvent) {
      wasTouch.current = event.pointerType === 'touch'
      isSwallowed.current = false
      const id = idOf(event.target, 'id')
      if (id === undefined || !wasTouch.current) return
      end()
      press.current = {
        timer: setTimeout(() => longPress(id), LONG_PRESS_MS),
        x: event.clientX,
        y: event.clientY,
      }
    },
    onPointerMove(event: PointerEvent) {
      const { current } = press
      if (current && Math.hypot(event.clientX - current.x, event.clientY - current.y) > MOVED_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event: MouseEvent) {
      if (wasTouch.current && idOf(event.target, 'id') !== undefined) event.preventDefault()
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.altKey || event.metaKey || event.ctrlKey || event.shiftKey) return
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      if (idOf(event.target, 'id') === undefined) return
      event.preventDefault()
      onStep(event.key === 'ArrowDown' ? 1 : -1)
    },
  }
}
