import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { isRtl } from './reading.ts'

/** How far a list stays from the edges of the window. */
const MARGIN_PX = 8
const GAP_PX = 4

/**
 * Something small that belongs to an element of the page and lies over everything else, also over a dialog: a list of choices, a
 * calendar. It is below its anchor, or above it where there is more room. The component that shows it decides when it closes.
 */
export function Floating({
  anchor,
  isAsWide = false,
  isBeside = false,
  footPx = 0,
  className,
  children,
}: {
  anchor: RefObject<HTMLElement | null>
  /** As wide as its anchor, at least. */
  isAsWide?: boolean
  /** At the end of its anchor, where there is room: it covers nothing above and below it. */
  isBeside?: boolean
  /** The height of something at the foot of the window that it must not cover. */
  footPx?: number
  className?: string
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [element, beside] = [box.current, anchor.current]
    if (!element || !beside) return
    element.showPopover()
    const place = () => {
      const at = beside.getBoundingClientRect()
      if (isAsWide) element.style.minWidth = `${Math.min(at.width, window.innerWidth - 2 * MARGIN_PX)}px`
      const [below, above] = [window.innerHeight - footPx - at.bottom, at.top]
      const isAbove = below < element.scrollHeight + MARGIN_PX && above > below
      element.style.maxHeight = `${(isAbove ? above : below) - MARGIN_PX - GAP_PX}px`
      const width = element.offsetWidth
      const end = isRtl() ? at.left - width - GAP_PX : at.right + GAP_PX
      if (isBeside && end >= MARGIN_PX && end + width <= window.innerWidth - MARGIN_PX) {
        element.style.maxHeight = `${window.innerHeight - footPx - 2 * MARGIN_PX}px`
        const lowest = window.innerHeight - footPx - element.offsetHeight - MARGIN_PX
        element.style.top = `${Math.max(Math.min(at.top, lowest), MARGIN_PX)}px`
        element.style.left = `${end}px`
        return
      }
      const top = isAbove ? above - GAP_PX - element.offsetHeight : at.bottom + GAP_PX
      const start = isRtl() ? at.right - element.offsetWidth : at.left
      const left = Math.min(start, window.innerWidth - element.offsetWidth - MARGIN_PX)
      element.style.top = `${Math.max(top, MARGIN_PX)}px`
      element.style.left = `${Math.max(left, MARGIN_PX)}px`
    }
    place()
    const sizes = new ResizeObserver(place)
    sizes.observe(element)
    // Something above the anchor may come or go, also on a page that is no longer than the window.
    sizes.observe(document.body)
    const changes = new MutationObserver(place)
    changes.observe(document.body, { childList: true, subtree: true })
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      sizes.disconnect()
      changes.disconnect()
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [anchor, isAsWide, isBeside, footPx])
  return (
    <div
      ref={box}
      popover="manual"
      className={classes(
        'fixed m-0 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-raised text-text shadow-overlay',
        className,
      )}
    >
      {children}
    </div>
  )
}
