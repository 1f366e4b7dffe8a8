import type { Reading } from './reading.ts'
import type { EntryField } from './sentence.ts'

/** Selects the text of a token in the line. */
export function selectToken(input: HTMLInputElement | null, { tokens }: Reading, field: EntryField): void {
  const what = { amount: 'amount', to_amount: 'to amount', memo: 'words', tags: 'tag' }[field as string]
  const token = tokens.find((one) => one.what === what)
  input?.focus()
  if (token) input?.setSelectionRange(token.start, token.end)
}
