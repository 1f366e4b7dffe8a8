import type { Prepared } from '../database/prepare.ts'
import type { Access } from '../postgres/access.ts'

/** The facts about the machine that a worker needs, sent again when they change. */
export type Facts = {
  /** The way into the built-in PostgreSQL, where that is used. */
  readonly access?: Access
  readonly isFull: boolean
  /** Whether the web app was looked for, and built if need be. */
  readonly isWebDone: boolean
  readonly lastBackup: string | null
  /** The time of a change that is ahead of the clock, if a worker has met one. */
  readonly timeAhead?: string
}

/** The input of a worker's start. */
export type Start = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly instanceKey: string
  readonly prepared: Omit<Prepared, 'instanceKey'>
  readonly facts: Facts
}

/** A message of the leader to a worker. With `peer` comes an end of a connection to another one. */
export type ToWorker =
  | { readonly is: 'start'; readonly start: Start }
  | { readonly is: 'facts'; readonly facts: Facts }
  | { readonly is: 'peer'; readonly number: number }
  /** Does the work beside the requests, from now on. */
  | { readonly is: 'jobs' }
  /** Ends once nobody is connected any more: another one has taken its place. */
  | { readonly is: 'leave' }
  | { readonly is: 'stop'; readonly reason: string }
  /** Asks whether it can still hear: one that hangs cannot. `round` comes back with the answer. */
  | { readonly is: 'ping'; readonly round?: number }

/** A message of a worker to the leader. */
export type ToLeader =
  | { readonly is: 'ready'; readonly address: string }
  | { readonly is: 'failed'; readonly sentence: string; readonly isStartError: boolean }
  | { readonly is: 'web' }
  | { readonly is: 'pong'; readonly round?: number }
  | { readonly is: 'backup'; readonly at: string | null }
  | { readonly is: 'ahead'; readonly at: string }
