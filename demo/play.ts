import type { Client, Input } from '../contract/client.ts'
import type { Route } from '../contract/route.ts'

/**
 * One call of the API. Ids are not known before the calls are made: `idOf(name)` stands for one that an earlier reply has, and
 * `names` gives names to ids in the reply to this call, by their path in it. A name can stand for several ids of a list.
 */
export type Step = {
  readonly route: Route
  readonly input: object
  readonly names: Readonly<Record<string, string>>
  /** Who makes the call; without it, the first of the players. */
  readonly by?: string
}

export const step = <R extends Route>(route: R, input: Input<R>, names: Step['names'] = {}): Step => ({
  route,
  input,
  names,
})

const MARK = '@'

/** Stands for an id that is not known yet. */
export const idOf = (name: string): string => MARK + name

/** Makes the calls, one after another, each with the ids that those before it brought. Calls of somebody who is not here are made by `first`. */
export async function play(
  first: Client,
  steps: Iterable<Step>,
  others: Readonly<Record<string, Client>> = {},
): Promise<void> {
  const ids: Ids = new Map()
  for (const { route, input, names, by = '' } of steps) {
    const { call } = others[by] ?? first
    // `step` has checked the input against the route; names for ids are texts, as ids are.
    const reply: unknown = await call(route, withIds(input, ids) as Input<Route>)
    for (const [name, path] of Object.entries(names)) {
      if (ids.has(name)) throw new Error(`two records are called ${name}`)
      ids.set(name, valuesAt(reply, path.split('.')).map(String))
    }
  }
}

type Ids = Map<string, string[]>

/** The same value with ids instead of their names. */
function withIds(value: unknown, ids: Ids): unknown {
  if (isName(value)) {
    const [id, ...more] = idsOf(value, ids)
    if (id === undefined || more.length > 0) throw new Error(`${value} is not one id`)
    return id
  }
  if (Array.isArray(value)) return value.flatMap((one) => (isName(one) ? idsOf(one, ids) : withIds(one, ids)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withIds(one, ids)]))
}

const isName = (value: unknown): value is string => typeof value === 'string' && value.startsWith(MARK)

function idsOf(name: string, ids: Ids): string[] {
  const found = ids.get(name.slice(MARK.length))
  if (!found) throw new Error(`nothing is called ${name} yet`)
  return found
}

/** The values at a path such as `data.3.shares.0.obligation_id`, or `data.*.id` for those of a whole list. */
function valuesAt(value: unknown, [key, ...rest]: string[]): unknown[] {
  if (key === undefined) return [value]
  if (key === '*' && Array.isArray(value)) return value.flatMap((one) => valuesAt(one, rest))
  const found = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  if (found === undefined) throw new Error(`the reply has no ${key}`)
  return valuesAt(found, rest)
}
