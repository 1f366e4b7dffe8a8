import type { Day } from '../../contract/day.ts'
import { type Later, later } from '../../words/t.ts'

/** One rate as it is written in a file, and its place there. */
export type Cell = { line: number; date: Day; currency_id: string; per_euro: string }

/** A file that does not have the ECB's form: which line, and why. */
export class BadFile extends Error {
  readonly reason: Later

  constructor(line: number | undefined, why: Later) {
    const reason = line === undefined ? why : later('line {line}: {reason}', { line, reason: why })
    super(reason.toJSON())
    this.reason = reason
  }
}

/** Text from a file, cut and cleaned for a message or the log. */
export const quotedCell = (text: string): string =>
  JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
