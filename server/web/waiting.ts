import { hash } from 'node:crypto'

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; text-align: center; padding: 2rem; box-sizing: border-box;
  font: 16px/1.5 system-ui, sans-serif; background: #F6F7F9; color: #12161D }
h1 { font-size: 22px; margin: 0 0 .5rem }
p { margin: 0 0 .5rem; max-width: 34rem; color: #4D5663 }
a { color: inherit }
@media (prefers-color-scheme: dark) { body { background: #0D1015; color: #ECEFF4 } p { color: #A8B1BF } }
`

const page = (head: string, title: string, text: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${head}<style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${text}
      <p>The API answers meanwhile: <a href="/docs">its reference</a>.</p>
    </main>
  </body>
</html>
`

/** Shown until the app is built: the browser asks again by itself, without a script. */
export const PREPARING = page(
  '<meta http-equiv="refresh" content="2">\n    ',
  'Florin is being prepared',
  '<p>The app is built when Florin starts for the first time and after an update, which takes some seconds, and on a busy small computer minutes. This page reloads by itself.</p>',
)

/** Shown when the app could not be built. */
export const FAILED = page(
  '<meta http-equiv="refresh" content="30">\n    ',
  'Florin’s app could not be built',
  '<p>The log of the service says why, and whether it tries again by itself. If it does not: mend that, and start Florin again.</p>',
)

/** The two pages have one style, which the policy knows by its checksum. */
export const WAITING_POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
