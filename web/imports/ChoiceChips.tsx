import { Check } from 'lucide-react'
import { t } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import type { Choice } from './choices.ts'

export type ChoiceActions = {
  /** The rows like a row go where it goes, or no longer. */
  readonly onMore: (n: number) => void
  readonly onRule: (n: number) => void
}

const look = 'inline-flex min-h-7 items-center gap-1.5 px-2 text-caption font-medium touch:min-h-11'

/** Offers a chosen category to the rows like it, and as a rule to files to come. It stays in the row, in place of the reason. */
export function ChoiceChips({
  n,
  choice: { more, isTaken, isRule, under, category },
  actions,
}: {
  n: number
  choice: Choice
  actions: ChoiceActions
}) {
  return (
    <span className="flex items-center gap-2">
      {more.length === 0 && <span className="text-table text-text-2">{t('You chose this.')}</span>}
      <span className="inline-flex shrink-0 divide-x divide-line overflow-hidden rounded-control bg-accent-soft text-accent">
        {more.length > 0 && (
          <button
            type="button"
            aria-pressed={isTaken}
            title={
              isTaken
                ? t('Take {category} back from them (L)', { category: category.name })
                : t('They go to {category} too (L)', { category: category.name })
            }
            onClick={() => actions.onMore(n)}
            className={classes(look, 'hover:brightness-95')}
          >
            {isTaken && <Check size={14} aria-hidden />}
            {under === null
              ? t('{count, plural, one {# more like it} other {# more like it}}', { count: more.length })
              : t('{count, plural, one {# more under {name}} other {# more under {name}}}', {
                  count: more.length,
                  name: under,
                })}
          </button>
        )}
        {isRule ? (
          <span className={look}>
            <Check size={14} aria-hidden />
            {t('rule made')}
          </span>
        ) : (
          <button
            type="button"
            aria-haspopup="dialog"
            title={t('Make a rule of it (R)')}
            onClick={() => actions.onRule(n)}
            className={classes(look, 'hover:brightness-95')}
          >
            {t('Make a rule')}
          </button>
        )}
      </span>
    </span>
  )
}
