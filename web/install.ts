import { onLanguage } from './ui/language.ts'
import { keepWords } from './ui/words.ts'

/** Trusted types, as far as they are used here: TypeScript does not know them yet, nor do all browsers. */
type Policy = { createScriptURL: (address: string) => string }
declare const trustedTypes: { createPolicy: (name: string, rules: Policy) => Policy } | undefined

/** The one policy that the page's rules allow: it lets through the address of the service worker, and nothing else. */
const policy = (typeof trustedTypes === 'undefined' ? undefined : trustedTypes)?.createPolicy('florin', {
  createScriptURL: (address) => {
    if (address !== '/service-worker.js') throw new TypeError(`${address} is not a script of Florin.`)
    return address
  },
})

/** Keeps the app's own files in the browser, so that it opens without a network. The app works without them as well. */
export function keepOffline(): void {
  if (!('serviceWorker' in navigator)) return
  const address = policy?.createScriptURL('/service-worker.js') ?? '/service-worker.js'
  navigator.serviceWorker.register(address, { updateViaCache: 'none' }).catch(() => undefined)
  // The worker keeps what all readers need; the sentences of this reader's language lie beside that.
  const keep = () => void navigator.serviceWorker.ready.then(keepWords).catch(() => undefined)
  keep()
  onLanguage(keep) // on a first visit the worker does not see that other words are loaded
}
