import { Search } from 'lucide-react'
import { t } from '../../../words/t.ts'
import { classes } from '../../ui/classes.ts'
import { hasLongWord, hyphenated } from '../../ui/hyphens.ts'
import { iconOfCategory } from '../../ui/icons.tsx'
import type { EntryCategory } from './book.ts'

const tile =
  'flex min-h-[62px] min-w-0 flex-col items-center justify-center gap-1 rounded-card border px-0.5 text-caption font-medium'

/** How many categories have a tile; the eighth tile leads to all others. */
const MAX_TILES = 7

/** The most used categories, one press away. A chosen one that is not among them takes the last place. */
export function CategoryGrid({
  categories,
  chosen,
  isMissing,
  onChoose,
  onMore,
}: {
  categories: readonly EntryCategory[]
  chosen: EntryCategory | null
  /** Adding was tried without a category. */
  isMissing: boolean
  onChoose: (category: EntryCategory) => void
  onMore: () => void
}) {
  const first = categories.slice(0, MAX_TILES)
  const shown =
    chosen && !first.some(({ id }) => id === chosen.id) ? [...first.slice(0, MAX_TILES - 1), chosen] : first
  return (
    <fieldset>
      <legend className={isMissing ? 'mb-1.5 text-table text-warn' : 'sr-only'}>
        {isMissing ? t('Choose a category') : t('Category')}
      </legend>
      <div className="grid grid-cols-4 gap-2">
        {shown.map((category) => {
          const Icon = iconOfCategory(category.name, category.icon)
          const isChosen = category.id === chosen?.id
          return (
            <button
              key={category.id}
              type="button"
              aria-pressed={isChosen}
              aria-label={category.name}
              onClick={() => onChoose(category)}
              className={classes(
                tile,
                isChosen ? 'border-accent bg-accent-soft text-accent' : 'border-line bg-surface text-text-2',
              )}
            >
              <Icon size={20} strokeWidth={1.75} aria-hidden />
              <span
                className={classes(
                  'line-clamp-2 w-full text-center',
                  hasLongWord(category.name) && 'text-[11px]',
                )}
              >
                {hyphenated(category.name)}
              </span>
            </button>
          )
        })}
        <button
          type="button"
          onClick={onMore}
          className={classes(tile, 'border-line bg-surface text-text-2')}
        >
          <Search size={20} strokeWidth={1.75} aria-hidden />
          {t('More [categories]')}
        </button>
      </div>
    </fieldset>
  )
}
