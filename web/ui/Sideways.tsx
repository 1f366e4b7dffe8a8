import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { classes } from './classes.ts'

const masks = {
  none: '',
  start: 'ltr:mask-l-from-[calc(100%-40px)] rtl:mask-r-from-[calc(100%-40px)]',
  end: 'ltr:mask-r-from-[calc(100%-40px)] rtl:mask-l-from-[calc(100%-40px)]',
  both: 'mask-x-from-[calc(100%-40px)]',
} as const

/** Choices that may be wider than the page: they scroll sideways, fade where more of them are out of sight, and the chosen one is brought into it. */
export function Sideways({ className, children }: { className?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState<keyof typeof masks>('none')
  const look = () => {
    if (!box.current) return
    const { scrollLeft, scrollWidth, clientWidth } = box.current
    const scrolled = Math.abs(scrollLeft) // from right to left it is negative
    const [isStart, isEnd] = [scrolled > 1, scrolled + clientWidth < scrollWidth - 1]
    setHidden(isStart ? (isEnd ? 'both' : 'start') : isEnd ? 'end' : 'none')
  }
  const brought = useRef<{ readonly chosen: Element; readonly width: number }>(null)
  // Choices that come later, or a font, move the chosen one again.
  const bring = () => {
    const chosen = box.current?.querySelector('input:checked')
    if (!box.current || !chosen) return
    const { scrollWidth: width } = box.current
    if (chosen === brought.current?.chosen && width === brought.current.width) return
    brought.current = { chosen, width }
    const [place, around] = [chosen.getBoundingClientRect(), box.current.getBoundingClientRect()]
    box.current.scrollLeft += place.left + place.width / 2 - (around.left + around.width / 2)
  }
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      bring()
      look()
    })
    for (const one of [box.current, box.current?.firstElementChild]) if (one) observer.observe(one)
    return () => observer.disconnect()
  })
  useLayoutEffect(bring)
  return (
    <div ref={box} onScroll={look} className={classes('overflow-x-auto', masks[hidden], className)}>
      {children}
    </div>
  )
}
