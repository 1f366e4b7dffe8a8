import { useEffect, useRef, useState } from 'react'
import { Refused } from '../../contract/client.ts'
import {
  getReconciliation,
  type Reconciliation,
  updateReconciliation,
} from '../../contract/reconciliations.ts'
import { t } from '../../words/t.ts'
import { call } from '../api/ask.ts'
import { ifVersion, refresh, sentenceOf } from '../api/change.ts'

/**
 * The ticks of an open reconciliation. They change at once and are saved in the background, one request at a time, always all of them. A
 * second press takes a tick back, so no message offers Undo.
 */
export function useTicks(accountId: string, reconciliation: Reconciliation) {
  const params = { id: accountId, reconciliation_id: reconciliation.id }
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(reconciliation.cleared_line_ids))
  const [isSaving, setSaving] = useState(false)
  const [sentence, setSentence] = useState<string>()
  const version = useRef(reconciliation.version)
  const wanted = useRef<ReadonlySet<string> | undefined>(undefined)
  const running = useRef<Promise<boolean> | undefined>(undefined)
  // A correction of the statement meanwhile has a version of its own.
  useEffect(() => {
    version.current = Math.max(version.current, reconciliation.version)
  }, [reconciliation.version])

  async function saveAll(): Promise<boolean> {
    while (wanted.current) {
      const body = { cleared_line_ids: [...wanted.current] }
      wanted.current = undefined
      try {
        const reply = await call(updateReconciliation, {
          params,
          headers: ifVersion({ version: version.current }),
          body,
        })
        version.current = reply.version
      } catch (error) {
        wanted.current = undefined
        setSentence(
          isConflict(error)
            ? t('The ticks were changed elsewhere. These are the latest.')
            : sentenceOf(error),
        )
        await takeLatest()
        return false
      }
    }
    return true
  }

  async function takeLatest(): Promise<void> {
    try {
      const latest = await call(getReconciliation, { params })
      version.current = latest.version
      setTicked(new Set(latest.cleared_line_ids))
    } catch (error) {
      setSentence(sentenceOf(error))
    }
  }

  /** Waits until everything is saved; false if something was refused. */
  async function settle(): Promise<boolean> {
    if (!running.current) {
      setSaving(true)
      running.current = saveAll().finally(() => {
        running.current = undefined
        setSaving(false)
      })
    }
    return running.current
  }

  function change(next: ReadonlySet<string>): void {
    setTicked(next)
    setSentence(undefined)
    wanted.current = next
    void settle()
  }

  // Other pages show the ticks, too: they are asked again when this one is left.
  useEffect(() => () => void refresh(), [])
  return { ticked, change, settle, isSaving, sentence }
}

const isConflict = (error: unknown): boolean => error instanceof Refused && error.problem.status === 412
