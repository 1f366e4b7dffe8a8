/** The bars that are fixed at the foot of the window; messages are shown above the highest of them. */
const bars = new Set<HTMLElement>()

/** How far a bar reaches up from the edge of the window that it is fixed to. */
const reach = (bar: HTMLElement): number =>
  bar.offsetHeight + (Number.parseFloat(getComputedStyle(bar).bottom) || 0)

function measure(): void {
  const top = Math.max(0, ...[...bars].map(reach))
  document.documentElement.style.setProperty('--foot', `${top}px`)
}

/** The `ref` of a bar at the foot of the window: as long as it is shown, messages stay above it, however high it is. */
export function atFoot(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined
  bars.add(bar)
  const sizes = new ResizeObserver(measure)
  sizes.observe(bar)
  window.addEventListener('resize', measure)
  return () => {
    sizes.disconnect()
    window.removeEventListener('resize', measure)
    bars.delete(bar)
    measure()
  }
}
