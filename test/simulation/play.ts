import assert from 'node:assert/strict'
import { Refused } from '../../contract/client.ts'
import type { Code } from '../../contract/refusals.ts'
import type { Random } from '../../demo/random.ts'
import type { Ledger } from '../model.ts'
import type { Person } from '../world.ts'
import { remember, type Written } from './past.ts'

/** Somebody with a book, the model of that book, and the model's memory. */
export type Play = {
  person: Person
  ledger: Ledger
  random: Random
  today: string
  past: Written[]
  /** The last request that could have changed something, to find the cause of a failure. */
  last: string
  repeats: { again: () => Promise<unknown>; key: string; answer: unknown }[]
}

/** Does something to the book and to the model, and names the outcome. */
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

/** A successful change: it is the book's next version, and the version before it is complete. */
export function happened(play: Play, answer: { version: number }): void {
  remember(play)
  play.ledger.version++
  assert.equal(answer.version, play.ledger.version)
}

/** Asserts that an answer is this refusal. */
export function refusedWith(answer: unknown, code: Code): string {
  assert.equal(typeof answer === 'string' ? answer : JSON.stringify(answer), code)
  return code
}

/** An answer that is not a refusal. */
export function accepted<T>(answer: T | string): T {
  if (typeof answer === 'string') assert.fail(`this was refused: ${answer}`)
  return answer
}
