const CONTRACT = import.meta.dirname.replace(/web$/, 'contract')

/** A value of the contract as code for the app; undefined for functions. Of a route, the app needs how it is asked, of a schema nothing. */
export function lightOf(value: unknown): string | undefined {
  if (typeof value === 'function' || typeof value === 'bigint' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return String(JSON.stringify(value))
  if (value instanceof Map || value instanceof Set || value instanceof RegExp) return undefined
  if ('method' in value && 'path' in value) {
    const { method, path, raw, open, needs, forPeople } = value as Record<string, unknown>
    return JSON.stringify({ method, path, raw, open, needs, forPeople })
  }
  if ('~kind' in value || '~unsafe' in value || ('type' in value && 'properties' in value)) return '{}'
  if (Array.isArray(value)) {
    const items = value.map(lightOf)
    return items.includes(undefined) ? undefined : `[${items.join(',')}]`
  }
  const fields = Object.entries(value).map(([name, field]) => [JSON.stringify(name), lightOf(field)] as const)
  return fields.some(([, text]) => text === undefined)
    ? undefined
    : `{${fields.map((field) => field.join(':')).join(',')}}`
}

/**
 * The contract as the app needs it: schemas, texts and refusals of routes are for the service and the reference page, and were a sixth of the first
 * screen. A file that exports functions stays as it is, but for the texts.
 */
export const lightContract = {
  name: 'light-contract',
  enforce: 'pre' as const,
  async transform(code: string, id: string) {
    if (!id.startsWith(`${CONTRACT}/`)) return undefined
    const exported = Object.entries<unknown>(await import(id)).map(
      ([name, value]) => [name, lightOf(value)] as const,
    )
    if (exported.every(([, text]) => text !== undefined))
      return exported.map(([name, text]) => `export const ${name} = ${text}`).join('\n')
    return code
      .replace(/\b(description|summary):\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)/g, "$1: ''")
      .replace(/\brefuses:\s*(?:\[[^[\]]*\]|\w+)/g, 'refuses: []')
      .replace(/\bType\.(?:String|Number|Integer|Boolean)\((?:\{[^{}]*\})?\)/g, 'Type.Any()') // all answer an empty schema
  },
}
