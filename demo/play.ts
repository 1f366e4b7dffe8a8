import type { Client, Input } from '../contract/client.ts'
import type { Route } from '../contract/route.ts'

/**
 * One call of the API. Ids are not known before the calls are made: `idOf(name)` stands for one that an earlier reply has, and
 * `names` gives names to ids in the reply to this call, by their path in it.
 */
export type Step = {
  readonly route: Route
  readonly input: object
  readonly names: Readonly<Record<string, string>>
}

export const step = <R extends Route>(route: R, input: Input<R>, names: Step['names'] = {}): Step => ({
  route,
  input,
  names,
})

const MARK = '@'

/** Stands for an id that is not known yet. */
export const idOf = (name: string): string => MARK + name

/** Makes the calls, one after another, each with the ids that those before it brought. */
export async function play({ call }: Client, steps: Iterable<Step>): Promise<void> {
  const ids = new Map<string, string>()
  for (const { route, input, names } of steps) {
    // `step` has checked the input against the route; names for ids are texts, as ids are.
    const reply: unknown = await call(route, withIds(input, ids) as Input<Route>)
    for (const [name, path] of Object.entries(names)) {
      if (ids.has(name)) throw new Error(`two records are called ${name}`)
      ids.set(name, String(valueAt(reply, path)))
    }
  }
}

/** The same value with ids instead of their names. */
function withIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    if (!value.startsWith(MARK)) return value
    const name = value.slice(MARK.length)
    const id = ids.get(name)
    if (id === undefined) throw new Error(`nothing is called ${name} yet`)
    return id
  }
  if (Array.isArray(value)) return value.map((one) => withIds(one, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withIds(one, ids)]))
}

/** The value at a path such as `data.3.shares.0.obligation_id`. */
function valueAt(reply: unknown, path: string): unknown {
  let value = reply
  for (const key of path.split('.'))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  if (value === undefined) throw new Error(`the reply has no ${path}`)
  return value
}
