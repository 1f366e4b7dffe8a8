import type { refusals } from '../../contract/refusals.ts'
import { type Html, html } from './html.ts'

/** A block of code in the guide. */
export const block = (text: string): Html => html`<pre><code>${text}</code></pre>`
export const json = (value: unknown): Html => block(JSON.stringify(value, undefined, 2))

/** A link to the entry of a refusal. */
export const refusal = (code: keyof typeof refusals): Html =>
  html`<a href="#${code}"><code>${code}</code></a>`
