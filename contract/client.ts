import type { Problem } from './problem.ts'
import {
  type BodyOf,
  belowBook,
  isOfBook,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  type Route,
} from './route.ts'

/** The input of a call: exactly the parts that its route has. */
export type Input<R extends Route> = (keyof ParamsOf<R> extends never ? unknown : { params: ParamsOf<R> }) &
  (R['query'] extends object ? { query?: QueryOf<R> } : unknown) &
  (R['body'] extends object
    ? Record<never, never> extends BodyOf<R>
      ? { body?: BodyOf<R> }
      : { body: BodyOf<R> }
    : unknown) &
  (R['raw'] extends true ? { body: Blob | Uint8Array<ArrayBuffer> | string } : unknown) & {
    headers?: Record<string, string>
  }

/** The arguments of a call after its route: optional if nothing in them is required. */
export type Arguments<R extends Route> =
  Record<never, never> extends Input<R> ? [input?: Input<R>] : [input: Input<R>]

/** An answer that was not a success. */
export class Refused extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** The address of a call below the base address: in this book, or else in the default one. */
export function addressOf(
  route: Route,
  input: { params?: Record<string, string>; query?: object },
  bookId?: string,
): string {
  const whole = bookId !== undefined && isOfBook(route) ? `/books/${bookId}${belowBook(route)}` : route.path
  const path = whole.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  )
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).flatMap(([key, value]) =>
      [value ?? []].flat().map((one) => [key, String(one)]),
    ),
  ).toString()
  return query === '' ? path : `${path}?${query}`
}

/**
 * A typed client: `call(createContact, { body: { name: 'Ana' } })` answers with a contact.
 * `fetch` is the platform's, or anything that behaves like it. Calls are about the book `bookId`, or else about the default one.
 */
export function client(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  base: string,
  token?: string,
  bookId?: string,
) {
  async function ask<R extends Route>(route: R, ...[given]: Arguments<R>): Promise<Response> {
    // `Input` says which of these a route has; here it does not matter which.
    const input = (given ?? {}) as {
      params?: Record<string, string>
      query?: object
      body?: unknown
      headers?: object
    }
    return fetch(`${base}${addressOf(route, input, bookId)}`, {
      method: route.method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(input.body === undefined
          ? {}
          : { 'content-type': route.raw ? 'application/octet-stream' : 'application/json' }),
        ...input.headers,
      },
      ...(input.body === undefined
        ? {}
        : { body: route.raw ? (input.body as string) : JSON.stringify(input.body) }), // `Input` says so
    })
  }

  async function call<R extends Route>(route: R, ...input: Arguments<R>): Promise<ReplyOf<R>> {
    const response = await ask(route, ...input)
    const text = await response.text()
    // The server serialises by the same schema, and every reply is checked against it in the tests.
    const body = text === '' ? undefined : JSON.parse(text)
    if (!response.ok) throw new Refused(body as Problem)
    return body as ReplyOf<R>
  }

  return { ask, call }
}
export type Client = ReturnType<typeof client>
