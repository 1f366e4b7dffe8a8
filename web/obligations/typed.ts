import { readField } from '../ui/amount-input.ts'
import { amountFaultText } from '../ui/amount-text.ts'

/** What an amount field says, in minor units; undefined if it is not an amount above zero. */
export function typedAmount(text: string, currency: string): bigint | undefined {
  const read = readField(text, currency)
  return read.fault === undefined && read.minor > 0n ? read.minor : undefined
}

/** Why it is not, in a sentence. */
export function typedFault(text: string, currency: string): string | undefined {
  const read = readField(text, currency)
  if (read.fault !== undefined) return amountFaultText(read.fault)
  return read.minor > 0n ? undefined : 'It has to be more than nothing.'
}
