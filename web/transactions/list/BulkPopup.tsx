import type { Transaction } from '../../../contract/budgeting.ts'
import { listTags } from '../../../contract/suggestions.ts'
import { useAsk } from '../../api/ask.ts'
import { Choice } from '../../ui/Choice.tsx'
import { iconOfCategory } from '../../ui/icons.tsx'
import { addTag, recategorise } from '../actions.ts'
import type { useReferences } from '../references.ts'
import type { AccountsById } from '../title.ts'

export type Bulk = 'category' | 'tag'

type BulkProps = {
  rows: readonly Transaction[]
  references: ReturnType<typeof useReferences>
  context: { accounts: AccountsById; today: string }
  onClose: () => void
}

/** Asks for the category or the tag that the chosen transactions should have. */
export const BulkPopup = ({ what, ...props }: BulkProps & { what: Bulk }) =>
  what === 'category' ? <CategoryChoice {...props} /> : <TagChoice {...props} />

function CategoryChoice({ rows, references: { categories = [] }, context, onClose }: BulkProps) {
  const kinds = new Set(rows.map(({ kind }) => kind))
  const options = categories
    .filter(({ is_active, kind }) => is_active && kinds.has(kind))
    .map(({ id, name }) => {
      const Icon = iconOfCategory(name)
      return { id, name, icon: <Icon size={16} strokeWidth={1.75} /> }
    })
  return (
    <Choice
      title="Category"
      options={options}
      onPick={(id) => {
        const category = categories.find((one) => one.id === id)
        if (category) void recategorise(rows, category, context)
        onClose()
      }}
      onClose={onClose}
    />
  )
}

function TagChoice({ rows, context, onClose }: BulkProps) {
  const { data } = useAsk(listTags)
  const add = (tag: string) => {
    void addTag(rows, tag, context)
    onClose()
  }
  return (
    <Choice
      title="Add a tag"
      options={(data?.data ?? []).map(({ tag, count }) => ({
        id: tag,
        name: `#${tag}`,
        note: String(count),
      }))}
      onPick={add}
      onNew={(text) => add(text.replace(/^#/, ''))}
      newText={(text) => `New tag #${text.replace(/^#/, '')}`}
      onClose={onClose}
    />
  )
}
