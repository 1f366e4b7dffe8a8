import type { ReactNode } from 'react'
import { rich } from '../ui/rich.ts'

/** Amounts in a sentence: one and another and a third. */
export const AllAmounts = ({ amounts }: { amounts: readonly ReactNode[] }): ReactNode =>
  amounts.slice(1).reduce((list, last) => rich('{list} and {last}', { list, last }), amounts[0])
