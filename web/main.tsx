import './styles.css'
import { loadFirst } from './ui/words.ts'

// The sentences of the reader's language arrive beside the app.
const words = loadFirst()
words.catch(() => undefined) // awaited below

// Dates are Temporal's; a browser without it gets it before anything else runs.
if (typeof Temporal === 'undefined') await import('temporal-polyfill/global')

const [{ start }, language] = await Promise.all([import('./app.tsx'), words])
start(language)

// Keeping the app offline downloads all of it, which can wait until the page has loaded.
const { keepOffline } = await import('./install.ts')
if (document.readyState === 'complete') keepOffline()
else addEventListener('load', keepOffline, { once: true })
