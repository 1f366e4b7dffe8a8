import { say } from './toast.ts'

/** Copies a text and says so; where the browser forbids it, it can still be selected. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    say({ words: 'Copied' })
    return true
  } catch {
    say({ words: `This browser does not let Florin copy. Select ${what} and copy it.`, tone: 'refused' })
    return false
  }
}
