import type { Suggestion } from '../../../contract/suggestions.ts'
import { t } from '../../../words/t.ts'
import { shownText } from '../../ui/bank-text.ts'
import { hiddenMoneyText, usePrivacy } from '../../ui/privacy.ts'
import { offeredAgain } from './again.ts'
import type { EntryKind } from './reading.ts'

/** Frequent earlier entries, one press away. */
export function Again({
  kind,
  suggestions,
  onRepeat,
}: {
  kind: EntryKind
  suggestions: readonly Suggestion[]
  onRepeat: (suggestion: Suggestion) => void
}) {
  usePrivacy() // the amounts below follow it
  const wanted = kind === 'got' ? 'income' : 'expense'
  const offered = offeredAgain(suggestions, wanted)
  if ((kind !== 'spent' && kind !== 'got') || offered.length === 0) return null
  return (
    <section aria-label={t('Again')}>
      <h2 className="mb-1.5 text-table text-text-2">{t('Again')}</h2>
      <div className="grid grid-cols-2 gap-2">
        {offered.map((one) => (
          <button
            key={`${one.memo} ${one.category_id}`}
            type="button"
            onClick={() => onRepeat(one)}
            className="flex min-h-9 touch:min-h-11 min-w-0 items-center gap-1.5 rounded-control border border-line bg-surface px-2.5 py-1 text-table font-medium text-text-2"
          >
            {/* Two lines of whole words, and an ellipsis after the last one that fits. */}
            <span className="line-clamp-2 min-w-0 flex-1 text-start leading-tight break-words">
              {shownText(one.memo)}
            </span>{' '}
            <span className="shrink-0 tabular-nums">
              {hiddenMoneyText(one.amount, one.currency_id, { symbol: false })}
            </span>
          </button>
        ))}
      </div>
    </section>
  )
}
