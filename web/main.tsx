import './styles.css'

// Dates are Temporal's; a browser without it gets it before anything else runs.
if (typeof Temporal === 'undefined') await import('temporal-polyfill/global')

const { start } = await import('./app.tsx')
start()

// Keeping the app offline downloads all of it, which can wait until the page has loaded.
const { keepOffline } = await import('./install.ts')
if (document.readyState === 'complete') keepOffline()
else addEventListener('load', keepOffline, { once: true })
