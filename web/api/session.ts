import type { Problem } from '../../contract/problem.ts'
import { currentLanguage, t } from '../../words/t.ts'
import { noteNoBook } from './page-book.ts'
import { meantFor, noteSignedOut, noteSomebodyElse, onReturn } from './person.ts'
import { inPlainWords } from './plain-words.ts'

/**
 * A request whose session has ended waits while the person signs in over the page, and is then sent again unchanged, with the same
 * idempotency key. The component that shows the sign-in listens here.
 */
let waiting: (() => void)[] = []
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export const sessionOver = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  isOver: (): boolean => waiting.length > 0,
}

/** Call this once the same person is signed in again. */
export function signedInAgain(): void {
  const requests = waiting
  waiting = []
  for (const go of requests) go()
  tell()
}
onReturn(signedInAgain)

const waitForSignIn = () =>
  new Promise<void>((resolve) => {
    waiting.push(resolve)
    tell()
  })

/**
 * A request that needs a fresh proof waits while the person proves over the page that it is them; then it goes on. If they would rather not,
 * it is refused.
 */
let unproven: ((isProven: boolean) => void)[] = []

export const proofAsked = {
  subscribe: sessionOver.subscribe,
  isAsked: (): boolean => unproven.length > 0,
}

/** Call this once the person has proved that it is them, or does not want to. */
export function answerProof(isProven: boolean): void {
  const requests = unproven
  unproven = []
  for (const go of requests) go(isProven)
  tell()
}

const waitForProof = () =>
  new Promise<boolean>((resolve) => {
    unproven.push(resolve)
    tell()
  })

/** No answer came: the service or the network is away. Whether a write took effect is not known. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super(t('Florin cannot be reached.'), { cause })
  }
}

/** Refusals are said in the reader's language. */
const accepted = () => ({ 'Accept-Language': currentLanguage() })

/** How a request is sent: by the platform's fetch, or by a function like it. */
type Via = (url: string, init: RequestInit) => Promise<Response>

/** The platform's fetch. A network failure, or an answer that is not our JSON, becomes `Unreachable`; a refusal is in plain words. */
export async function reach(url: string, init: RequestInit, via: Via = fetch): Promise<Response> {
  let response: Response
  try {
    response = await via(url, { ...init, headers: { ...accepted(), ...meantFor(), ...init.headers } })
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new Unreachable(cause)
  }
  const isOurs = response.status === 204 || /json/.test(response.headers.get('content-type') ?? '')
  if (!isOurs) throw new Unreachable(new TypeError(`${response.status} without JSON`)) // a proxy answered in place of the service
  if (response.status < 400) return response
  const problem = (await response.json()) as Problem // every answer of ours that is not a success has this shape
  if (problem.code === 'other_person') noteSomebodyElse()
  if (problem.code === 'unauthenticated') void noteSignedOut()
  if (problem.code === 'book_not_found') noteNoBook(url)
  return new Response(JSON.stringify(inPlainWords(problem)), response)
}

const codeOf = async (response: Response) => ((await response.clone().json()) as Problem).code // every refusal has this shape

/** The same, for requests that need a session. */
export async function reachSignedIn(url: string, init: RequestInit, via: Via = fetch): Promise<Response> {
  const headers = { ...meantFor(), ...init.headers } // it stays meant for the same person, however long it waits
  for (;;) {
    const response = await reach(url, { ...init, headers }, via)
    const code = response.status === 401 || response.status === 403 ? await codeOf(response) : undefined
    if (code === 'unauthenticated') await waitForSignIn()
    else if (code !== 'proof_required' || !(await waitForProof())) return response
  }
}
