import type { SaidEntry } from '../../api/kept-rules.ts'
import type { PlainRequest } from '../../api/plain-requests.ts'
import { useDraft } from '../../ui/draft.ts'
import type { Toast } from '../../ui/toast.ts'
import { useRecord } from './use-record.ts'

/**
 * The draft of an entry, and recording it. While an entry is saved, its form is empty for the next one; the draft keeps it, for a reload and
 * for a refusal.
 */
export function useEntryDraft<T extends object>(key: string, empty: T) {
  const stored = useDraft<T>(key, empty)
  const recording = useRecord(key)
  const { isBusy } = recording
  return {
    draft: isBusy ? empty : stored.draft,
    change: (part: Partial<T>) => stored.change(isBusy ? { ...empty, ...part } : part),
    clear: stored.clear,
    recording,
    /** Records it. True if it is recorded or kept, and nothing was typed since. */
    record: async (
      steps: readonly PlainRequest[],
      said: SaidEntry,
      other?: Toast['other'],
    ): Promise<boolean> => {
      const edit = stored.edits.current
      const hasGoneOn = () => stored.edits.current !== edit
      const result = await recording.record(steps, said, hasGoneOn, other)
      return (result === 'recorded' || result === 'kept') && !hasGoneOn()
    },
  }
}
