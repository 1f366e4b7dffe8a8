import { addStarter } from '../../contract/books.ts'
import { listCategories } from '../../contract/categories.ts'
import { useEverything } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { categoryCount } from '../page/category-words.ts'
import { Button } from '../ui/Button.tsx'
import { counted, listed } from '../ui/wording.ts'

/** A book without categories cannot sort anything: the ready-made ones are offered. */
export function NoCategories() {
  const { data } = useEverything(listCategories)
  const adding = useChange(addStarter, {
    words: ({ categories, accounts }) => {
      const groups = new Set(categories.flatMap(({ parent_id }) => parent_id ?? []))
      const count = categories.filter(({ id }) => !groups.has(id)).length
      return `${listed([
        ...(count > 0 ? [categoryCount(count, groups.size)] : []),
        ...(accounts.length > 0 ? [counted(accounts.length, 'account')] : []),
      ])} added`
    },
  })
  if (!data || data.some(({ is_active }) => is_active)) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3 rounded-control bg-accent-soft p-3.5 text-table">
      <p className="min-w-60 flex-1">
        <b className="font-semibold">Your book has no categories yet.</b> Take the ones most homes use, with
        accounts for savings and a credit card, or make your own while you choose.
      </p>
      <Button isBusy={adding.isBusy} onClick={() => void adding.send({})}>
        Add the ready-made ones
      </Button>
      {adding.sentence && <p className="basis-full text-warn">{adding.sentence}</p>}
    </div>
  )
}
