import { Money } from '../../ui/Money.tsx'
import { rich } from '../../ui/rich.ts'

/** How far the book is from the bank: €5.00 too little */
export function Apart({ difference, currency }: { difference: number; currency: string }) {
  const amount = <Money amount={Math.abs(difference)} currency={currency} />
  return difference < 0 ? rich('{amount} too much', { amount }) : rich('{amount} too little', { amount })
}
