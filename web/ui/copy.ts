import { t } from '../../words/t.ts'
import { say } from './toast.ts'

/**
 * Copies a text and says so; where the browser forbids it, it can still be selected. `what` is the text for short: link, key, codes, text or
 * message, or words in their place, such as t('the address').
 */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    say({ words: t('Copied') })
    return true
  } catch {
    say({
      words: t(
        'This browser does not let Florin copy. {what, select, link {Select the link and copy it.} key {Select the key and copy it.} codes {Select the codes and copy it.} text {Select the text and copy it.} message {Select the message and copy it.} other {Select {what} and copy it.}}',
        { what },
      ),
      tone: 'refused',
    })
    return false
  }
}
