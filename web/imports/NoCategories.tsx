import { addStarter } from '../../contract/books.ts'
import { listCategories } from '../../contract/categories.ts'
import { currentLanguage, listed, t } from '../../words/t.ts'
import { useEverything } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { categoryCount } from '../page/category-words.ts'
import { Button } from '../ui/Button.tsx'
import { rich } from '../ui/rich.ts'

/** A book without categories cannot sort anything: the ready-made ones are offered. */
export function NoCategories() {
  const { data } = useEverything(listCategories)
  const adding = useChange(addStarter, {
    words: ({ categories, accounts }) => {
      const groups = new Set(categories.flatMap(({ parent_id }) => parent_id ?? []))
      const count = categories.filter(({ id }) => !groups.has(id)).length
      const things = listed([
        ...(count > 0 ? [categoryCount(count, groups.size)] : []),
        ...(accounts.length > 0
          ? [t('{count, plural, one {# account} other {# accounts}}', { count: accounts.length })]
          : []),
      ])
      return t('{things} added', { things })
    },
  })
  if (!data || data.some(({ is_active }) => is_active)) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3 rounded-control bg-accent-soft p-3.5 text-table">
      <p className="min-w-60 flex-1">
        {rich(
          '<b>Your book has no categories yet.</b> Take the ones most homes use, with accounts for savings and a credit card, or make your own while you choose.',
          { b: (inner) => <b className="font-semibold">{inner}</b> },
        )}
      </p>
      <Button
        isBusy={adding.isBusy}
        onClick={() => void adding.send({ body: { language: currentLanguage() } })}
      >
        {t('Add the ready-made ones')}
      </Button>
      {adding.sentence && <p className="basis-full text-warn">{adding.sentence}</p>}
    </div>
  )
}
