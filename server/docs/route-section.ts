import { Type } from 'typebox'
import { endSentence, requestHeaders } from '../../contract/headers.ts'
import { rightsOf } from '../../contract/openapi.ts'
import { PATH_PARAMETERS, pathNames } from '../../contract/path-parameters.ts'
import { type Code, refusals } from '../../contract/refusals.ts'
import type { Route } from '../../contract/route.ts'
import { refusalsOf } from '../../contract/route-refusals.ts'
import { curlOf } from './example.ts'
import { type Html, html } from './html.ts'
import { fieldsOf, plainSchema, type SchemaField } from './schema.ts'
import { fieldTable, shapeLink, typeOf } from './schema-table.ts'

export const methodTag = (method: Route['method']): Html =>
  html`<span class="method ${method.toLowerCase()}">${method}</span>`

/** A path that may be wrapped before a slash. */
export const pathCode = (path: string): Html =>
  html`<code>${path.split(/(?=\/)/).map((part) => html`<wbr>${part}`)}</code>`

function parametersOf(route: Route): { where: string; fields: SchemaField[] }[] {
  const path = pathNames(route.path).map((name) => ({
    name,
    schema: plainSchema(PATH_PARAMETERS[name] ?? Type.String()),
    isRequired: true,
  }))
  const headers = requestHeaders(route).map(({ name, description }) => ({
    name,
    schema: { type: 'string', description },
    isRequired: false,
  }))
  return [
    { where: 'Path', fields: path },
    { where: 'Query', fields: route.query ? fieldsOf(plainSchema(route.query)) : [] },
    { where: 'Headers', fields: headers },
  ].filter(({ fields }) => fields.length > 0)
}

function parameters(route: Route, label: string): Html[] {
  const help = html`<a class="aside" href="#about-lists">how lists work</a>`
  return parametersOf(route).map(
    ({
      where,
      fields,
    }) => html`<h4>${where} ${fields.some(({ name }) => name === 'cursor') ? help : undefined}</h4>
${fieldTable(fields, true, `${where}: ${label}`)}`,
  )
}

function body(route: Route, label: string): Html | undefined {
  if (!route.body) return undefined
  const schema = plainSchema(route.body)
  const shape = schema.title === undefined ? undefined : shapeLink(schema.title)
  return html`<h4>Body <span class="aside">${shape}</span></h4>
${fieldTable(fieldsOf(schema), true, `Body: ${label}`)}`
}

function reply(route: Route, label: string): Html {
  if (route.stream || route.file)
    return html`<h4>Reply <span class="aside">200, a ${route.stream ? 'stream of events' : 'file'}</span></h4>`
  if (!route.reply) return html`<h4>Reply <span class="aside">204, no body</span></h4>`
  const schema = plainSchema(route.reply)
  const { data, meta } = schema.properties ?? {}
  const gist = data?.items && meta?.properties?.next_cursor ? html`${typeOf(data)}, in pages` : typeOf(schema)
  const fields = fieldsOf(schema)
  return html`<h4>Reply <span class="aside">200, ${gist}</span></h4>
<details><summary>${fields.length === 1 ? '1 field' : `${fields.length} fields`}</summary>
${fieldTable(fields, false, `Reply: ${label}`)}</details>`
}

function codeList(codes: readonly Code[]): Html {
  const items = codes
    .toSorted((a, b) => refusals[a].status - refusals[b].status)
    .map((code) => {
      const { status, title } = refusals[code]
      return html`<li><span class="status">${status}</span> <a href="#${code}"><code>${code}</code></a> ${title}</li>`
    })
  return html`<ul class="codes">${items}</ul>`
}

function refused(route: Route): Html {
  const own = route.refuses ?? []
  const general = refusalsOf(route).filter((code) => !own.includes(code))
  const count = own.length === 0 ? `${general.length}` : `${general.length} more`
  return html`<h4>Refusals</h4>
${own.length === 0 ? undefined : codeList(own)}
<details><summary>${count} that any such request can get</summary>
${codeList(general)}</details>
`
}

/** The section of the page about one route. */
export function routeSection(name: string, route: Route): Html {
  const label = `${route.method} ${route.path}`
  const open = route.open ? html`<span class="open">no sign-in</span>` : undefined
  return html`<section class="route" id="route-${name}">
<div class="head">
<h3>${methodTag(route.method)} <a href="#route-${name}">${pathCode(route.path)}</a> ${open}</h3>
<p class="summary">${route.summary}</p>
${rightsOf(route).length > 0 ? html`<p class="rights">${rightsOf(route).join(' ')}</p>` : undefined}
${route.deprecated && html`<p>${endSentence(route.deprecated)} <a href="#about-versions">Why</a></p>`}
</div>
<pre><code>${curlOf(route)}</code></pre>
<div class="rest">
${parameters(route, label)}
${body(route, label)}
${reply(route, label)}
${refused(route)}</div>
</section>
`
}
