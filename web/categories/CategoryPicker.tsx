import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Category, createCategory, listCategories } from '../../contract/categories.ts'
import { listSuggestions } from '../../contract/suggestions.ts'
import { useAsk, useEverything } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Combobox, type Option } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { iconOfCategory } from '../ui/icons.tsx'
import { fit } from '../ui/matching.ts'
import { usageOf, usedFor } from './usage.ts'

const NEW = 'new'
const none: readonly never[] = []

/** The categories of a kind that can be chosen, the most used first, and how they were used. */
export function useCategories(kind: Category['kind']) {
  const { data: all = none } = useEverything(listCategories)
  const { data: suggestions } = useAsk(listSuggestions, { query: { limit: 100 } })
  const usage = usageOf(suggestions?.data ?? none)
  const count = ({ id }: Category) => usage.get(id)?.count ?? 0
  const categories = all
    .filter((category) => category.kind === kind && category.is_active)
    .sort((a, b) => count(b) - count(a) || a.name.localeCompare(b.name))
  return { categories, usage }
}

/** The lines for a typed text: by name, then by the words a category was used for, and a new one at the end. */
function useCategoryOptions(kind: Category['kind']) {
  const { categories, usage } = useCategories(kind)
  const line = (category: Category, query: string): Option => {
    const Icon = iconOfCategory(category.name)
    const used = usedFor(usage.get(category.id), query)
    const detail = used && `you used it for “${used.memo}”${used.count > 1 ? ` ${used.count} times` : ''}`
    return { id: category.id, text: category.name, icon: <Icon size={16} />, ...(detail && { detail }) }
  }
  const optionsFor = (query: string): Option[] => {
    const said = query.trim()
    if (said === '') return categories.map((category) => line(category, ''))
    const found = categories
      .map((category) => {
        const rank = fit(category.name, said)
        return { category, rank: rank >= 0 ? rank : usedFor(usage.get(category.id), said) ? 4 : -1 }
      })
      .filter(({ rank }) => rank >= 0)
      .sort((a, b) => a.rank - b.rank)
    const isThere = found.some(({ rank }) => rank === 0)
    const name = said.slice(0, 1).toUpperCase() + said.slice(1)
    const fresh: Option = { id: NEW, text: `New category “${name}”`, detail: kind, icon: <Plus size={16} /> }
    return [...found.map(({ category }) => line(category, said)), ...(isThere ? [] : [fresh])]
  }
  return { categories, optionsFor }
}

/**
 * Chooses a category by name or by the words it was used for; a missing one can be added at once.
 *
 *   <CategoryPicker label="Category" kind="expense" value={draft.category_id} onChange={({ id }) => change({ category_id: id })} />
 *
 * With `isInline`, the list is always open right under the field, as in a popup.
 */
export function CategoryPicker({
  label,
  kind,
  value,
  onChange,
  onClose,
  fault,
  isInline = false,
  isLabelHidden = false,
  className,
}: {
  label: ReactNode
  kind: Category['kind']
  value: string | null
  onChange: (category: Category) => void
  onClose?: () => void
  fault?: string | undefined
  isInline?: boolean
  isLabelHidden?: boolean
  className?: string
}) {
  const { categories, optionsFor } = useCategoryOptions(kind)
  const adding = useChange(createCategory, {
    words: ({ name }) => `Category ${name} added`,
    onDone: onChange,
  })
  const pick = (option: Option, query: string) => {
    const found = categories.find(({ id }) => id === option.id)
    if (found) onChange(found)
    const said = query.trim()
    if (option.id === NEW)
      void adding.send({ body: { name: said.slice(0, 1).toUpperCase() + said.slice(1), kind } })
  }
  return (
    <Field
      label={label}
      fault={fault ?? adding.fault('name') ?? adding.sentence}
      isLabelHidden={isLabelHidden}
      {...(className && { className })}
    >
      {(ids) => (
        <Combobox
          {...ids}
          shown={categories.find(({ id }) => id === value)?.name ?? ''}
          chosenId={value}
          placeholder="Choose a category"
          optionsFor={optionsFor}
          onPick={pick}
          {...(onClose && { onClose })}
          isInline={isInline}
        />
      )}
    </Field>
  )
}
