import { faultInField, readField } from '../ui/amount-input.ts'

/** Reads an amount field in minor units; undefined if it is not an amount above zero. */
export function typedAmount(text: string, currency: string): bigint | undefined {
  const read = readField(text, currency)
  return read.fault === undefined && read.minor > 0n ? read.minor : undefined
}

/** Why it is not, in a sentence. */
export const typedFault = faultInField
