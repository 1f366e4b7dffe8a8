import { useEffect, useRef, useState } from 'react'
import type { Problem } from '../../contract/problem.ts'
import { useDraft } from '../ui/draft.ts'
import { refresh } from './change.ts'
import { changedIn } from './conflict.ts'

/** A record's fields as a form shows them, at a version. */
export type Version<V> = { values: V; version: number }

const pick = <V extends object>(values: V, names: readonly string[]): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as Partial<V> // fields of V with their values

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
  // A version that somebody took stands until the answer in memory is as new: the next save goes on top of it.
  const [taken, setTaken] = useState<{ key: string; version: Version<V> & More }>()
  const now = taken?.key === key && taken.version.version > saved.version ? taken.version : saved
  const began = draft.base ?? now
  const typed = changedIn(began.values, draft.edits)
  const isNewer = now.version > began.version
  // Fields that only the others have changed follow; where both changed one, my version stays the one I began with, so that saving asks.
  const hasClash = Object.keys(changedIn(began.values, pick(now.values, Object.keys(typed)))).length > 0
  const base = isNewer && !hasClash ? now : began
  const edits = changedIn(base.values, draft.edits)
  const done = () => {
    clear()
    setTheirs(undefined)
    onDone?.()
  }
  const take = (version: Version<V> & More) => {
    setTaken({ key, version })
    void refresh()
    done()
  }
  async function attempt(on: Version<V> & More, changes: Partial<V>): Promise<void> {
    if (Object.keys(changes).length === 0) return done()
    if ((await send(on, changes, { 'If-Match': `"${on.version}"` })) !== undefined) done()
  }
  const repeated = useRef(false)
  /** There is another version: it is a conflict only where its fields differ from those that I began with, and from mine. */
  async function compare(): Promise<void> {
    const latest = await read()
    const rest = changedIn(latest.values, edits)
    const isSame = Object.keys(changedIn(base.values, latest.values)).length === 0
    // All that I changed is saved, by an answer that was lost or by somebody else.
    if (Object.keys(rest).length === 0) return take(latest)
    if (!isSame || repeated.current) return setTheirs(latest)
    repeated.current = true
    await attempt(latest, edits)
  }
  const latest = useRef(compare)
  useEffect(() => {
    latest.current = compare
  })
  useEffect(() => {
    if (refusal?.code === 'stale') void latest.current()
  }, [refusal])
  return {
    values: { ...now.values, ...edits },
    /** Shows the saved version beside mine, before it is asked on saving. */
    compare: () => setTheirs(now),
    /** Throws mine away for the saved one. */
    takeTheirs: () => take(now),
    isChanged: Object.keys(edits).length > 0,
    set: (part: Partial<V>) => change({ base, edits: { ...draft.edits, ...part } }),
    save: () => {
      repeated.current = false
      return attempt(base, edits)
    },
    discard: done,
    conflict: theirs && {
      base: began.values,
      mine: { ...began.values, ...typed },
      theirs: theirs.values,
      onSave: (changes: Partial<V>) => attempt(theirs, changes),
      onTake: () => take(theirs),
      onClose: () => setTheirs(undefined),
    },
  }
}
