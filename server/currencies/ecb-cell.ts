import type { Day } from '../../contract/day.ts'

/** One rate as it stands in a file, and where. */
export type Cell = { line: number; date: Day; currency_id: string; per_euro: string }

/** A file that is not what the ECB writes: which line, and why. */
export class BadFile extends Error {
  constructor(line: number | undefined, reason: string) {
    super(line === undefined ? reason : `line ${line}: ${reason}`)
  }
}

/** What stands in a file, short and harmless enough for a sentence or a log. */
export const shown = (text: string): string =>
  JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
