import { useLayoutEffect } from 'react'
import { readDraft } from '../../ui/draft.ts'

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
