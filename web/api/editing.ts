import { useEffect, useRef, useState } from 'react'
import type { Problem } from '../../contract/problem.ts'
import { useDraft } from '../ui/draft.ts'
import { changedIn } from './conflict.ts'

/** A record's fields as a form shows them, at a version. */
export type Version<V> = { values: V; version: number }

type Editing<V, More> = { base: (Version<V> & More) | null; edits: Partial<V> }

/**
 * A form that changes a record without losing anything: typed text survives a reload, only changed fields are sent, and a change that
 * came in between is shown next to mine. The form gets `values` and `set`; `save` sends by `send` (of `useChange`, which answers
 * undefined if it was refused). While there is a `conflict`, the form shows `<Conflict>` with it.
 */
export function useEditing<V extends object, More extends object = object>(
  key: string,
  saved: Version<V> & More,
  {
    send,
    refusal,
    read,
    onDone,
  }: {
    /**
     * Gets the version that the change goes on top of, which after a conflict is the one that was saved meanwhile, and the changed
     * fields. A request that needs more of the record than the changes takes it from this version alone, which carries the record too.
     */
    send: (on: Version<V> & More, edits: Partial<V>, headers: { 'If-Match': string }) => Promise<unknown>
    refusal: Problem | undefined
    read: () => Promise<Version<V> & More>
    onDone?: () => void
  },
) {
  const { draft, change, clear } = useDraft<Editing<V, More>>(key, { base: null, edits: {} })
  const [theirs, setTheirs] = useState<Version<V> & More>()
  const base = draft.base ?? saved
  const edits = changedIn(base.values, draft.edits)
  const done = () => {
    clear()
    setTheirs(undefined)
    onDone?.()
  }
  async function attempt(on: Version<V> & More, changes: Partial<V>): Promise<void> {
    if (Object.keys(changes).length === 0) return done()
    if ((await send(on, changes, { 'If-Match': `"${on.version}"` })) !== undefined) done()
  }
  const repeated = useRef(false)
  /** There is another version: it is a conflict only where its fields differ from those that I began with, and from mine. */
  async function compare(): Promise<void> {
    const now = await read()
    const rest = changedIn(now.values, edits)
    const isSame = Object.keys(changedIn(base.values, now.values)).length === 0
    if (Object.keys(rest).length === 0) return done() // all that I changed is saved, by an answer that was lost or by somebody else
    if (!isSame || repeated.current) return setTheirs(now)
    repeated.current = true
    await attempt(now, edits)
  }
  const latest = useRef(compare)
  useEffect(() => {
    latest.current = compare
  })
  useEffect(() => {
    if (refusal?.code === 'stale') void latest.current()
  }, [refusal])
  return {
    values: { ...saved.values, ...edits },
    isChanged: Object.keys(edits).length > 0,
    set: (part: Partial<V>) => change({ base, edits: { ...draft.edits, ...part } }),
    save: () => {
      repeated.current = false
      return attempt(base, edits)
    },
    discard: done,
    conflict: theirs && {
      base: base.values,
      mine: { ...base.values, ...edits },
      theirs: theirs.values,
      onSave: (changes: Partial<V>) => attempt(theirs, changes),
      onTake: done,
      onClose: () => setTheirs(undefined),
    },
  }
}
