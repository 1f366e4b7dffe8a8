import { inOwnProcess } from './processes.ts'

/**
 * Clients on connections of their own, with a pause after each answer. Each sends the requests of its list, one after another, and
 * then begins again.
 */
export type Crowd = {
  clients: string[][]
  pauseMs: number
  /** Whether each client ends with the last request of its list: a deleted record is then there again. */
  isWhole?: boolean
}

export type LoadTask = { port: number; seconds: number; crowds: Record<string, Crowd> }

export type Outcome = {
  perSecond: number
  medianMs: number
  p99Ms: number
  /** How much of one processor the load generator itself took. */
  generator: number
}

/** Several crowds at once, in another process than the service. */
export const load = <Name extends string>(
  port: number,
  seconds: number,
  crowds: Record<Name, Crowd>,
): Promise<Record<Name, Outcome>> =>
  inOwnProcess<LoadTask, Record<Name, Outcome>>('load-process.ts', { port, seconds, crowds })
