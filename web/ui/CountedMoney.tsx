import type { ComponentProps } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Money } from './Money.tsx'
import { minorOf } from './money.ts'

/** An amount that counts up or down when it changes. */
export function CountedMoney(props: ComponentProps<typeof Money>) {
  const shown = useCount(minorOf(props.amount, props.currency))
  return <Money {...props} amount={shown} />
}

const COUNT_MS = 240

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** A figure in minor units that counts to its new value when it changes; at once for those who ask for no motion. */
function useCount(target: bigint): bigint {
  const [shown, setShown] = useState(target)
  const current = useRef(target)
  useEffect(() => {
    const start = current.current
    if (start === target) return undefined
    const show = (value: bigint) => {
      current.current = value
      setShown(value)
    }
    if (isStill()) {
      show(target)
      return undefined
    }
    const began = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, (now - began) / COUNT_MS))
      const eased = BigInt(Math.round((1 - (1 - part) ** 3) * 1_000))
      show(start + ((target - start) * eased) / 1_000n)
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [target])
  return shown
}
