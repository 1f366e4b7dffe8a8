import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Place } from './arranging.ts'
import { type Drop, dropAt, type RowBox } from './drop.ts'

/** A press that moved less is a click. */
const BEGIN_PX = 4
/** So near the edge of the window, the page scrolls, this much with each move. */
const EDGE_PX = 48
const SCROLL_PX = 14

/** The row that is being drawn, and where it would go. */
type Drag = { id: string; drop: Drop | undefined }

/**
 * Drawing a row to another place by its grip, with a mouse, a pen or a finger: the grip has `touch-action: none`, so that a finger on it does not
 * scroll. The rows are read from the list, by `data-category`. Esc ends it without a move.
 */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (id: string, place: Place) => void) {
  const [drag, setDrag] = useState<Drag>()
  const pressed = useRef<{ id: string; y: number; isDrawn: boolean } | undefined>(undefined)
  const end = () => {
    pressed.current = undefined
    setDrag(undefined)
  }
  const isDrawing = drag !== undefined
  useEffect(() => {
    if (!isDrawing) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      pressed.current = undefined
      setDrag(undefined)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [isDrawing])

  const dropOf = (id: string, clientY: number): Drop | undefined => {
    const box = list.current?.getBoundingClientRect()
    return box && dropAt(boxesIn(list.current, box.top), id, clientY - box.top)
  }
  const handlers = {
    onPointerDown(event: PointerEvent) {
      const grip = event.target instanceof Element ? event.target.closest('[data-grip]') : null
      const id = grip?.closest<HTMLElement>('[data-category]')?.dataset.category
      if (!id || event.button !== 0 || !event.isPrimary) return
      event.preventDefault() // no text is selected
      event.currentTarget.setPointerCapture(event.pointerId)
      pressed.current = { id, y: event.clientY, isDrawn: false }
    },
    onPointerMove({ clientY }: PointerEvent) {
      const { current } = pressed
      if (!current || (!current.isDrawn && Math.abs(clientY - current.y) < BEGIN_PX)) return
      current.isDrawn = true
      if (clientY < EDGE_PX) window.scrollBy(0, -SCROLL_PX)
      else if (clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX)
      setDrag({ id: current.id, drop: dropOf(current.id, clientY) })
    },
    onPointerUp({ clientY }: PointerEvent) {
      const { current } = pressed
      const drop = current?.isDrawn ? dropOf(current.id, clientY) : undefined
      end()
      if (current && drop) onDrop(current.id, drop.place)
    },
    onPointerCancel: end,
  }
  return { drag, handlers }
}

const boxesIn = (list: HTMLElement | null, above: number): RowBox[] =>
  [...(list?.querySelectorAll<HTMLElement>('[data-category]') ?? [])].map((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    const { category = '', group, members } = row.dataset
    return {
      id: category,
      top: top - above,
      bottom: bottom - above,
      parent_id: group ?? null,
      hasMembers: members !== undefined,
      isOpen: members === 'shown',
    }
  })
