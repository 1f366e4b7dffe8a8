import { useEffect, useRef } from 'react'
import { notHereText } from './kept-rules.ts'
import { whenReachable } from './reachable.ts'

/** Takes the place of something that is not on this device while Florin cannot be reached. It goes on by itself. */
export function Away({ onBack, kept = 0 }: { onBack: () => unknown; kept?: number }) {
  const back = useRef(onBack)
  back.current = onBack
  useEffect(() => {
    let isShown = true
    void whenReachable().then(() => (isShown ? back.current() : undefined))
    return () => {
      isShown = false
    }
  }, [])
  return (
    <p role="status" className="px-4 py-8 text-center text-table text-text-2">
      {notHereText(kept)}
    </p>
  )
}
