import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'

/** Which way a row is drawn, as one reads: towards the start of the line or towards its end. */
export type Swipe = { id: string; toward: 'start' | 'end'; isFar: boolean }

/** A finger that moved this far sideways, and more sideways than up or down, draws the row; the page scrolls otherwise. */
const BEGIN_PX = 12
/** From here on, letting go acts. */
export const SWIPED_PX = 88

/** The finger, where it began, and how it draws the row, once it does. */
type Drawn = { row: HTMLElement; id: string; x: number; y: number; pointer: number; swipe?: Swipe }

/**
 * A row that is drawn aside by a finger. The rows are heard at their list, and have `touch-action: pan-y`, so that the browser keeps the
 * scrolling and takes the finger away from here (`pointercancel`) as soon as it scrolls. The row follows by the style `translate`
 * without being rendered; the list is only told which row it is, which way, and whether letting go would act.
 */
export function useSwipe(can: (id: string) => boolean, onSwiped: (swipe: Swipe) => void) {
  const [swipe, setSwipe] = useState<Swipe>()
  const drawn = useRef<Drawn | undefined>(undefined)
  const isSwallowed = useRef(false)
  const end = () => {
    if (drawn.current) drawn.current.row.style.translate = ''
    drawn.current = undefined
    setSwipe(undefined)
  }
  const handlers = {
    onPointerDown(event: PointerEvent) {
      isSwallowed.current = false
      if (event.pointerType !== 'touch' || !event.isPrimary) return end()
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-id]') : null
      const id = row?.dataset.id
      if (!row || id === undefined || !can(id)) return
      const { clientX: x, clientY: y, pointerId: pointer } = event
      drawn.current = { row, id, x, y, pointer }
    },
    onPointerMove(event: PointerEvent) {
      const { current } = drawn
      if (!current || current.pointer !== event.pointerId) return
      const [dx, dy] = [event.clientX - current.x, event.clientY - current.y]
      if (!current.swipe) {
        if (Math.hypot(dx, dy) < BEGIN_PX) return
        if (Math.abs(dx) < 1.5 * Math.abs(dy) || !can(current.id)) return end()
        current.row.setPointerCapture(event.pointerId)
      }
      current.row.style.translate = `${dx}px`
      const isRtl = getComputedStyle(current.row).direction === 'rtl'
      const toward = dx > 0 === isRtl ? 'start' : 'end'
      const isFar = Math.abs(dx) >= SWIPED_PX
      if (current.swipe?.toward === toward && current.swipe.isFar === isFar) return
      current.swipe = { id: current.id, toward, isFar }
      setSwipe(current.swipe)
    },
    onPointerUp() {
      const done = drawn.current?.swipe
      isSwallowed.current = done !== undefined
      end()
      if (done?.isFar) onSwiped(done)
    },
    onPointerCancel: end,
    onClickCapture(event: MouseEvent) {
      if (!isSwallowed.current) return
      isSwallowed.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
  return { swipe, handlers }
}

type Handlers = { readonly [name: string]: (event: never) => void }

/** The handlers of one element for two purposes: each event is heard by both. */
export function heardByBoth<A extends Handlers, B extends Handlers>(one: A, other: B): A & B {
  const both = (name: string) => (event: never) => {
    one[name]?.(event)
    other[name]?.(event)
  }
  const names = [...Object.keys(one), ...Object.keys(other)]
  return Object.fromEntries(names.map((name) => [name, both(name)])) as A & B // the names of both
}
