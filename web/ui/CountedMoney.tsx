import type { ComponentProps } from 'react'
import { Money } from './Money.tsx'
import { minorOf } from './money.ts'
import { useCount } from './use-count.ts'

/** An amount that counts up or down when it changes. */
export function CountedMoney(props: ComponentProps<typeof Money>) {
  const shown = useCount(minorOf(props.amount, props.currency))
  return <Money {...props} amount={shown} />
}
