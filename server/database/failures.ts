import { fault } from '../../contract/faults.ts'
import { type Code, Refusal } from '../../contract/refusals.ts'

const MEBIBYTE = 1_048_576
/** How much one statement gives at most: more is read in pieces. A change that is served alone may look at as much as the undo of the largest one does. */
export const MAX_READ = { bytes: 32 * MEBIBYTE, bytesToChange: 128 * MEBIBYTE }

/** A statement gave more bytes than it may. Its rows are still on their way, so that its session is ended. */
export class TooMuchRead extends Error {
  readonly bytes: number
  constructor(bytes: number) {
    super(`a statement gave more than ${bytes} bytes`)
    this.bytes = bytes
  }
}

/** An error of our own that ends a transaction: its session can be used further. */
export class Abandoned extends Error {}

/** Constraints that a request can violate, and the refusal for each. Any other is a bug: no rule of the books relies on one. */
const byConstraint: Record<string, Code> = {
  logins_pkey: 'email_taken',
}

/** Codes of the network below the driver. */
const network = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EACCES',
]

/** Sentences of the driver that come without a code. */
const lost =
  /timeout exceeded when trying to connect|connection terminated|connection error|not queryable|query read timeout/i

/** The messages of a cluster's node that cannot take the rows of a `copy`, each with PostgreSQL's code for it. */
const codes: readonly (readonly [RegExp, string])[] = [
  [/ violates not-null constraint/, '23502'],
  [/ violates foreign key constraint/, '23503'],
  [/ violates unique constraint/, '23505'],
  [/ violates check constraint/, '23514'],
  [/^deadlock detected/, '40P01'],
  [/^canceling statement due to lock timeout/, '55P03'],
  [/^canceling statement due to /, '57014'],
  [/: No space left on device$/, '53100'],
  [/^terminating connection /, '57P01'],
  [/^failed to (complete COPY|COPY to shard \d+) on /, '08006'],
]

/**
 * The failure of a `copy`, with its code: of a node that fails once rows are on their way, Citus hands on the sentence alone, while it keeps the
 * code of every other statement. Without it a full disk or a node that is gone would be a fault of ours.
 */
export function ofCopy<E extends Error & { code?: string }>(error: E): E {
  const isUntold = error.code === 'XX000' || error.code === '58030' // an internal error, or one of input or output
  const told = isUntold && codes.find(([sentence]) => sentence.test(error.message))
  if (told) error.code = told[1]
  return error
}

/** The constraint that an error names. A shard of a table appends its number to the name, and says it in the sentence only. */
const constraintIn = (error: Error): string =>
  (/constraint "([^"]+)"/.exec(error.message)?.[1] ?? '').replace(/_\d+$/, '')

/** The code of an error of the database or the network. Others have none, or a number: that of an abort is 20. */
const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether the connection was lost, so that the outcome of the last statement is unknown. A refusal is our own error. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof Refusal || error instanceof Abandoned) return false
  const code = codeOf(error)
  // A code of the server has five characters, as EPIPE has, but none begins with E.
  return !/^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code) || /^(08|57P)/.test(code)
}

/** The refusal for a failure of the database; undefined if the failure is a bug of ours. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof TooMuchRead)
    return new Refusal('read_too_large', { most: Math.round(error.bytes / MEBIBYTE) })
  const code = codeOf(error)
  if (code.startsWith('23')) {
    const known = byConstraint[constraintIn(error)]
    return known && new Refusal(known, {})
  }
  // A value that PostgreSQL cannot hold and that no earlier check has caught: the caller can correct it.
  if (code.startsWith('22')) return new Refusal('invalid', { faults: [fault('body', 'outside', {})] })
  if (['40001', '40P01', '55P03', '57014', '25P03'].includes(code)) return new Refusal('busy', {})
  if (/^cannot use a pool after calling end/i.test(error.message)) return new Refusal('stopping', {})
  if (code === '53100') return new Refusal('storage_full', {})
  if (/^(08|53|57P)/.test(code) || network.includes(code) || lost.test(error.message))
    return new Refusal('unavailable', {})
  return undefined
}
