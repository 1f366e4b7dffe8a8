import './styles.css'

// Dates are Temporal's; a browser without it gets it before anything else runs.
if (typeof Temporal === 'undefined') await import('temporal-polyfill/global')

const { start } = await import('./app.tsx')
start()
