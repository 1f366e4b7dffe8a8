import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * The width of an element in pixels, and after every change; 0 until the page has been laid out. To ask for it earlier would make the browser
 * lay out the whole page in the middle of drawing it: of the longest task of Home, that was the largest part.
 */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
