import { useRef, useState } from 'react'
import { undoChange } from '../../contract/changes.ts'
import { type Input, Refused } from '../../contract/client.ts'
import type { Problem } from '../../contract/problem.ts'
import { type ReplyOf, type Route, takesIdempotencyKey } from '../../contract/route.ts'
import { t } from '../../words/t.ts'
import { currentToast, dismiss, say, type Toast } from '../ui/toast.ts'
import { forgetVersion } from '../ui/undo-steps.ts'
import { cache, call } from './ask.ts'
import { attemptAt, isFinal } from './attempt.ts'
import { bookOfPage } from './page-book.ts'
import { whenReachable } from './reachable.ts'
import { Unreachable } from './session.ts'

type Write = Route & { method: 'POST' | 'PUT' | 'DELETE' }

/** The message after a change. Without words there is none; a final change has no Undo. */
type Said<R extends Write> = { words?: string | ((reply: ReplyOf<R>) => string); isFinal?: boolean }

const versionOf = (reply: unknown): number | undefined => {
  const version = (reply as { version?: unknown } | undefined)?.version
  return typeof version === 'number' ? version : undefined
}

/** Sends a change, refreshes everything on the screen, and shows a message with Undo. Throws if it is refused. */
export async function send<R extends Write>(
  route: R,
  input: Input<R>,
  { words, isFinal: isForGood = false, key = crypto.randomUUID() }: Said<R> & { key?: string } = {},
): Promise<ReplyOf<R>> {
  const headers = { ...input.headers, ...(takesIdempotencyKey(route) ? { 'Idempotency-Key': key } : {}) }
  const reply = await call(route, { ...input, headers } as never).catch(onLost) // the same input, with one more header
  void refresh()
  const text = typeof words === 'function' ? words(reply) : words
  if (text) sayDone(text, isForGood || isOfPerson(route) ? undefined : reply)
  return reply
}

/** The change may have been made although no answer came: the screen is refreshed as soon as Florin answers. */
function onLost(error: unknown): never {
  if (error instanceof Unreachable) void whenReachable().then(refresh)
  // The role is another one than this page thinks, or the record is gone: the page follows.
  if (error instanceof Refused && [403, 404].includes(error.problem.status)) void refresh()
  throw error
}

/** The words of a change, and the sentence after its undo where the same words would be read as if it still were so. */
export type Doing = { done: string; undone: string }

/**
 * Says that something is done, and offers Undo if the reply to it has the version that it was written in. `other` is offered beside it, and
 * `more` is a sentence that the undo does not repeat.
 */
export function sayDone(said: string | Doing, reply?: unknown, other?: Toast['other'], more?: string): void {
  const version = versionOf(reply)
  const words = typeof said === 'string' ? said : said.done
  const action = version === undefined ? {} : { action: undoing(version, said) }
  say({
    words: more ? t('{done}. {more}.', { done: words, more }) : words,
    ...action,
    ...(other && { other }),
  })
}

/** A version below /auth counts a person's own log, which has no undo. */
const isOfPerson = (route: Route) => route.path.startsWith('/auth/')

/** Every answer of the book may have changed: visible ones are asked again, the rest when they are shown again. */
export const refresh = (): Promise<void> => {
  channel?.postMessage(bookOfPage())
  return cache.invalidateQueries()
}

/**
 * The other tabs of this browser that show the same book ask again at once. One with another book does when somebody looks at it: money may have come
 * from this one.
 */
const channel = typeof document === 'undefined' ? undefined : new BroadcastChannel('florin.changed')
if (channel)
  channel.onmessage = ({ data }) =>
    void cache.invalidateQueries({ refetchType: data === bookOfPage() ? 'active' : 'none' })

const undoing = (version: number, words?: string | Doing) => ({
  label: t('Undo'),
  turn: 'undo' as const,
  version,
  run: () => undo(version, undefined, words),
})

/**
 * Undoes a version, and says what was undone, in the words that said that it was done, or what has to be known after it. The toast offers to
 * redo it; a refusal goes to `onRefused` where that is given, else to the toast.
 */
export const undo = (
  version: number,
  onRefused?: (problem: Problem) => void,
  words?: Words,
): Promise<boolean> => takeBack('undo', version, onRefused, words)

type Words = string | Doing | (() => Promise<string | undefined>)

/** Takes a version back. Taking an undo back is a redo, which can be undone as the change itself could. */
async function takeBack(
  turn: 'undo' | 'redo',
  version: number,
  onRefused?: (problem: Problem) => void,
  words?: Words,
): Promise<boolean> {
  forgetVersion(version)
  try {
    const reply = await call(undoChange, {
      params: { version: String(version) },
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    })
    void refresh()
    const text = typeof words === 'function' ? undefined : words
    const action =
      turn === 'redo'
        ? { ...undoing(reply.version, text), isAgain: true }
        : {
            label: t('Redo'),
            turn: 'redo' as const,
            version: reply.version,
            run: () => takeBack('redo', reply.version, undefined, text),
          }
    const tell = (text: string | Doing | undefined) => say({ words: turnedWords(turn, text), action })
    tell(text)
    const said = currentToast()?.id
    const more = typeof words === 'function' ? await words().catch(() => undefined) : undefined
    if (more !== undefined && currentToast()?.id === said) tell(more) // unless something else was done meanwhile
    return true
  } catch (error) {
    const former = currentToast()
    if (former) dismiss(former.id) // its words or its offer no longer hold
    if (onRefused && error instanceof Refused) onRefused(error.problem)
    else say({ words: sentenceOf(error), tone: 'refused' })
    return false
  }
}

function turnedWords(turn: 'undo' | 'redo', said: string | Doing | undefined): string {
  if (said === undefined) return turn === 'redo' ? t('Redone') : t('Undone')
  const change = typeof said === 'string' ? said : said.done
  if (turn === 'redo') return t('Redone: {change}', { change })
  return typeof said === 'string' ? t('Undone: {change}', { change }) : said.undone
}

/** The error in a sentence. */
export const sentenceOf = (error: unknown): string => {
  if (error instanceof Refused) return error.problem.detail
  if (error instanceof Unreachable)
    return t('Florin did not answer. What you typed is still here: try again.')
  throw error // a bug of ours, which the screen's error boundary shows
}

/**
 * A change that a form makes: `send` it, show `refusal` and `isBusy`. As long as the input stays the same, a repeat has the same
 * idempotency key, so that pressing twice, or again after an answer was lost, has one effect: after a reload too.
 */
export function useChange<R extends Write>(
  route: R,
  { onDone, ...said }: Said<R> & { onDone?: (reply: ReplyOf<R>) => void } = {},
) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Refused | Unreachable>()
  const isGoing = useRef(false)
  async function start(input: Input<R>): Promise<ReplyOf<R> | undefined> {
    if (isGoing.current) return undefined
    isGoing.current = true
    const attempt = attemptAt(route, input)
    setBusy(true)
    setFailure(undefined)
    try {
      const reply = await send(route, input, { ...said, key: attempt.key })
      attempt.end()
      onDone?.(reply)
      return reply
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error
      if (error instanceof Refused && isFinal(error.problem)) attempt.end()
      setFailure(error)
      return undefined
    } finally {
      isGoing.current = false
      setBusy(false)
    }
  }
  const refusal: Problem | undefined = failure instanceof Refused ? failure.problem : undefined
  const shown = useRef(new Set<string>()) // the fields whose faults the form has a place for
  const isShown = Object.keys(refusal?.errors ?? {}).some((field) => shown.current.has(field))
  return {
    send: start,
    isBusy,
    /** The refusal as the service said it; by its `code` a form offers a way out. */
    refusal,
    /** The sentence for above the buttons: the fault of a field is said there, unless the form has no such field. */
    sentence: failure && !isShown ? sentenceOf(failure) : undefined,
    /** The fault of one field, in a sentence. */
    fault: (field: string): string | undefined => {
      shown.current.add(field)
      return refusal?.errors?.[field]?.[0]
    },
    clear: () => setFailure(undefined),
  }
}

/** The header that keeps a change from overwriting one that came in between. */
export const ifVersion = (record: { version: number }) => ({ 'If-Match': `"${record.version}"` })
