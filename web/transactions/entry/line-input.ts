import { useEffect, useLayoutEffect, useState } from 'react'
import { readDraft } from '../../ui/draft.ts'
import type { EntryField } from './entry-sentence.ts'
import type { Reading } from './reading.ts'

/**
 * Takes over the letters typed into the early line after this one read the draft and before it took its place: React may render a line
 * some letters before it shows it.
 */
export function useTypedMeanwhile(key: string, text: string, take: (text: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, in the moment that this line takes the place of the early one.
  useLayoutEffect(() => {
    const typed = readDraft<{ text: string }>(key)?.text
    if (typed !== undefined && typed !== text) take(typed)
  }, [])
}

/** Selects the text of a token in the line. */
export function selectToken(input: HTMLInputElement | null, { tokens }: Reading, field: EntryField): void {
  const what = { amount: 'amount', to_amount: 'to amount', memo: 'words', tags: 'tag' }[field as string]
  const token = tokens.find((one) => one.what === what)
  input?.focus()
  if (token) input?.setSelectionRange(token.start, token.end)
}

/** Enter was pressed before the book was loaded: it counts as soon as it is. */
export function useOnceLoaded(
  wasEntered: boolean,
  isLoaded: boolean,
  act: () => void,
): (isEarly: boolean) => void {
  const [isEarly, setEarly] = useState(wasEntered)
  useEffect(() => {
    if (!isEarly || !isLoaded) return
    setEarly(false)
    act()
  })
  return setEarly
}
