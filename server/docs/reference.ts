import { readFileSync } from 'node:fs'
import { api, parts } from '../../contract/api.ts'
import { examplesOfRefusals } from '../../contract/examples/refusals.ts'
import { bug, type Problem } from '../../contract/problem.ts'
import type { Route } from '../../contract/route.ts'
import { BASE } from '../serve.ts'
import { type Html, html, joinedHtml } from './html.ts'
import { topics } from './introduction.ts'
import { methodTag, pathCode, routeSection } from './route-section.ts'
import { fieldsOf, type NamedSchema, shapesOf } from './schema.ts'
import { fieldTable } from './schema-table.ts'

type Listed = { name: string; part: string; route: Route }
type Chapter = { part: string; title: string; routes: Listed[] }

/** In the order in which they build on each other. */
const STYLES = ['page', 'contents', 'routes', 'fields']

/** The reference page and its stylesheet. */
export const reference = () => ({
  html: referencePage(api),
  css: STYLES.map((name) => readFileSync(new URL(`css/${name}.css`, import.meta.url), 'utf8')).join('\n'),
})

/** `exchangeRates` is headed "Exchange rates". */
function titleOf(part: string): string {
  const words = part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The whole page, from any list of routes. */
export function referencePage(routes: Listed[]): string {
  const shown = [...Map.groupBy(routes, ({ part }) => part)].map(([part, routes]) => ({
    part,
    title: titleOf(part),
    routes,
  }))
  const shapes = shapesOf(routes.map(({ route }) => route))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Florin API reference</title>
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<a class="skip" href="#content">Skip to the reference</a>
${navigation(shown, shapes)}<main id="content" tabindex="-1">
${introduction()}${shown.map(partSection)}${shapesSection(shapes)}${refusalsSection(routes)}</main>
</body>
</html>
`.markup
}

const link = (id: string, text: Html | string): Html => html`<a href="#${id}">${text}</a>`

const group = (id: string, title: string, links: Html[]): Html => html`<li>${link(id, title)}
<ul>
${links.map((link) => html`<li>${link}</li>`)}
</ul></li>
`

function navigation(parts: Chapter[], shapes: NamedSchema[]): Html {
  const toTopics = topics.map(({ id, title }) => link(`about-${id}`, title))
  const toShapes = shapes.map(({ title }) => link(`shape-${title}`, title))
  const toRoutes = (routes: Listed[]) =>
    routes.map(
      ({ name, route }) =>
        html`<a class="to-route" href="#route-${name}">${methodTag(route.method)} ${pathCode(route.path)}</a>`,
    )
  return html`<nav aria-label="Contents">
<a class="brand" href="#about">Florin <span>API</span></a>
<ul>
${group('about', 'Introduction', toTopics)}
${parts.map(({ part, title, routes }) => group(`part-${part}`, title, toRoutes(routes)))}
${group('shapes', 'Shapes', toShapes)}
<li>${link('refusals', 'Refusals')}</li>
</ul>
</nav>
`
}

function introduction(): Html {
  return html`<section id="about">
<h1>Florin API</h1>
<p class="lead">People, their books, and their debts to each other. This page is made from the contract that checks every
request and every answer.</p>
<p>For programs, the same contract is an OpenAPI 3.1 document:
<a href="${BASE}/openapi.json"><code>${BASE}/openapi.json</code></a></p>
${topics.map(
  ({ id, title, text }) => html`<section class="topic" id="about-${id}">
<h2>${title}</h2>
${text()}
</section>
`,
)}</section>
`
}

function partSection({ part, title, routes }: Chapter): Html {
  return html`<section class="part" id="part-${part}">
<h2>${title}</h2>
<p>${parts[part]?.about}</p>
${routes.map(({ name, route }) => routeSection(name, route))}</section>
`
}

function shapesSection(shapes: NamedSchema[]): Html {
  return html`<section class="part" id="shapes">
<h2>Shapes</h2>
${shapes.map(
  ({ title, schema, isSent }) => html`<section class="shape" id="shape-${title}">
<h3>${link(`shape-${title}`, title)}</h3>
${schema.description === undefined ? undefined : html`<p>${schema.description}</p>`}
${fieldTable(fieldsOf(schema), isSent, title)}</section>
`,
)}</section>
`
}

/** Every answer that is not a success, by status. A bug is added, since the table of refusals has only those that the caller can act on. */
const allRefused = (): Problem[] =>
  [...Object.values(examplesOfRefusals), bug('')].sort((a, b) => a.status - b.status)

function refusalsSection(routes: Listed[]): Html {
  return html`<section class="part" id="refusals">
<h2>Refusals</h2>
<p>Every code there is, with its one status, and what its sentence can say. ${link('about-errors', 'Errors')} tells what the answer looks like.</p>
${allRefused().map((refused) => refusalSection(refused, routes))}</section>
`
}

function refusalSection({ code, status, title, message }: Problem, routes: Listed[]): Html {
  const givers = routes
    .filter(({ route }) => route.refuses?.some((own) => own === code))
    .map(({ name, route }) => link(`route-${name}`, html`${route.method} ${pathCode(route.path)}`))
  return html`<section class="refusal" id="${code}">
<h3><span class="status">${status}</span> ${link(code, html`<code>${code}</code>`)} <span class="title">${title}</span></h3>
<p>${message}</p>
${givers.length === 0 ? undefined : html`<p class="given">From ${joinedHtml(givers, ', ')}</p>`}
</section>
`
}
