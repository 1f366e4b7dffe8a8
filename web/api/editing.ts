import { useEffect, useRef, useState } from 'react'
import type { Problem } from '../../contract/problem.ts'
import { useDraft } from '../ui/draft.ts'
import { changedIn } from './conflict.ts'

/** A record's fields as a form shows them, at a version. */
export type Version<V> = { values: V; version: number }

type Editing<V> = { base: Version<V> | null; edits: Partial<V> }

/**
 * A form that changes a record, in such a way that nothing is lost: what was typed survives a reload, only what changed is sent, and a
 * change that came in between is shown next to mine. The form gets `values` and `set`; `save` sends by `send` (of `useChange`, which answers
 * undefined if it was refused). While there is a `conflict`, the form shows `<Conflict>` with it.
 */
export function useEditing<V extends object>(
  key: string,
  saved: Version<V>,
  {
    send,
    refusal,
    read,
    onDone,
  }: {
    /** Gets what changed, and the whole of it as it will be. */
    send: (edits: Partial<V>, headers: { 'If-Match': string }, values: V) => Promise<unknown>
    refusal: Problem | undefined
    read: () => Promise<Version<V>>
    onDone?: () => void
  },
) {
  const { draft, change, clear } = useDraft<Editing<V>>(key, { base: null, edits: {} })
  const [theirs, setTheirs] = useState<Version<V>>()
  const base = draft.base ?? saved
  const edits = changedIn(base.values, draft.edits)
  const done = () => {
    clear()
    setTheirs(undefined)
    onDone?.()
  }
  async function attempt(changes: Partial<V>, { values, version }: Version<V>): Promise<void> {
    if (Object.keys(changes).length === 0) return done()
    const whole = { ...values, ...changes }
    if ((await send(changes, { 'If-Match': `"${version}"` }, whole)) !== undefined) done()
  }
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => {
    if (refusal?.code === 'stale') void latest.current().then(setTheirs)
  }, [refusal])
  return {
    values: { ...saved.values, ...edits },
    isChanged: Object.keys(edits).length > 0,
    set: (part: Partial<V>) => change({ base, edits: { ...draft.edits, ...part } }),
    save: () => attempt(edits, base),
    discard: done,
    conflict: theirs && {
      base: base.values,
      mine: { ...base.values, ...edits },
      theirs: theirs.values,
      onSave: (changes: Partial<V>) => attempt(changes, theirs),
      onTake: done,
      onClose: () => setTheirs(undefined),
    },
  }
}
