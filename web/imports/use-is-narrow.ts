import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether an element is narrower than this many pixels. */
export function useIsNarrow(element: RefObject<HTMLElement | null>, px: number): boolean {
  const [isNarrow, setNarrow] = useState(() => window.innerWidth < px)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const observer = new ResizeObserver(() => setNarrow(current.offsetWidth < px))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, px])
  return isNarrow
}
