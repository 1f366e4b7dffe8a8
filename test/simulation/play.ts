import assert from 'node:assert/strict'
import { Refused } from '../../contract/client.ts'
import type { Code } from '../../contract/refusals.ts'
import type { Ledger } from '../model.ts'
import type { Person } from '../world.ts'
import type { Random } from './random.ts'

/** Somebody with a book, the model of that book, and what to expect of the book's log after the step under way. */
export type Play = {
  person: Person
  ledger: Ledger
  random: Random
  today: string
  logged: { version: number; action: string; resource: string; id: string; after: unknown }[]
  /** The last request that could have changed something, for whoever has to find out what went wrong. */
  last: string
  repeats: { again: () => Promise<unknown>; key: string; answer: unknown }[]
}

/** Does something to the book and to the model, and says what came of it. */
export type Move = (play: Play) => Promise<string>

/** The answer, or the code of a refusal. */
export async function outcome<T>(work: Promise<T>): Promise<T | string> {
  return work.catch((error: unknown) => {
    if (error instanceof Refused) return error.problem.code
    throw error
  })
}

type Headers = Record<string, string>

/** The answer to a POST, now and then with a key under which it can be repeated. */
export async function post<T>(play: Play, send: (headers: Headers) => Promise<T>): Promise<T | string> {
  const { random, repeats } = play
  if (!random.chance(0.15)) return outcome(send({}))
  const key = `key-${play.ledger.version}-${random.below(1e9)}`
  const answer = await outcome(send({ 'idempotency-key': key }))
  if (typeof answer !== 'string') repeats.push({ again: () => send({ 'idempotency-key': key }), key, answer })
  return answer
}

type Kept = { id: string; version: number }

/** A change that happened: it is the book's next version, and its log says so. */
export function happened(play: Play, action: string, resource: string, answer: Kept): void {
  play.ledger.version++
  assert.equal(answer.version, play.ledger.version)
  play.logged.push({ version: answer.version, action, resource, id: answer.id, after: answer })
}

/** What was refused, and rightly so. */
export function refusedWith(answer: unknown, code: Code): string {
  assert.equal(typeof answer === 'string' ? answer : JSON.stringify(answer), code)
  return code
}

/** An answer that is not a refusal. */
export function accepted<T>(answer: T | string): T {
  if (typeof answer === 'string') assert.fail(`this was refused: ${answer}`)
  return answer
}
