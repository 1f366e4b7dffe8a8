import { useEffect, useRef, useState } from 'react'

/** A press while what it needs is still on its way counts as soon as that is there. */
export function useWhenReady(isBusy: boolean, goOn: () => void): { isWaiting: boolean; onPress: () => void } {
  const [isWaiting, setWaiting] = useState(false)
  const latest = useRef(goOn)
  latest.current = goOn
  useEffect(() => {
    if (!isWaiting || isBusy) return
    setWaiting(false)
    latest.current()
  }, [isWaiting, isBusy])
  return { isWaiting, onPress: () => setWaiting(true) }
}
