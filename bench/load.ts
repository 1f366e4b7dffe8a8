import { inOwnProcess } from './processes.ts'

/** Clients that send one request again and again, each on a connection of its own, with a pause after each answer. */
export type Crowd = { requests: string[]; pauseMs: number }

export type LoadTask = { port: number; seconds: number; crowds: Record<string, Crowd> }

export type Outcome = { perSecond: number; medianMs: number; p99Ms: number }

/** Several crowds at once, in a process that the service does not share its event loop with. */
export const load = <Name extends string>(
  port: number,
  seconds: number,
  crowds: Record<Name, Crowd>,
): Promise<Record<Name, Outcome>> =>
  inOwnProcess<LoadTask, Record<Name, Outcome>>('load-process.ts', { port, seconds, crowds })
