import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Category, createCategory, listCategories } from '../../contract/categories.ts'
import { listSuggestions } from '../../contract/suggestions.ts'
import { t } from '../../words/t.ts'
import { useAsk, useEverything } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { iconOfCategory } from '../ui/icons.tsx'
import type { Option } from '../ui/OptionList.tsx'
import { useMay } from '../ui/rights.ts'
import { type Offered, offered } from './offered.ts'
import { usageOf } from './usage.ts'

const NEW = 'new'
const none: readonly never[] = []

/** A typed name as it is added. */
const withCapital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

const usedText = ({ memo, count }: { memo: string; count: number }): string =>
  count > 1
    ? t('{count, plural, one {you used it for “{memo}” # time} other {you used it for “{memo}” # times}}', {
        memo,
        count,
      })
    : t('you used it for “{memo}”', { memo })

/** The categories of a kind that can be chosen, the most used first, each group behind its members. */
export function useCategories(kind: Category['kind']) {
  const { data: all = none } = useEverything(listCategories)
  const { data: suggestions } = useAsk(listSuggestions, { query: { limit: 100 } })
  const usage = usageOf(suggestions?.data ?? none)
  return { all, usage, categories: offered(all, kind, usage).found.map(({ category }) => category) }
}

/** The lines for a typed text: in their groups, by name, by the words a category was used for, by group; and a new one at the end. */
function useCategoryOptions(kind: Category['kind']) {
  const { all, usage, categories } = useCategories(kind)
  const mayWrite = useMay('write')
  const line = ({ category, under, used }: Offered<Category>): Option => {
    const { id, name, icon } = category
    const Icon = iconOfCategory(name, icon)
    const detail = used ? usedText(used) : under === name && t('the group itself')
    return { id, text: name, icon: <Icon size={16} />, ...(detail && { detail }), ...(under && { under }) }
  }
  const optionsFor = (query: string): Option[] => {
    const said = query.trim()
    const { found, isExact } = offered(all, kind, usage, said)
    const fresh: Option = {
      id: NEW,
      text: t('New category “{name}”', { name: withCapital(said) }),
      detail: kind === 'expense' ? t('expense') : t('income'),
      icon: <Plus size={16} />,
    }
    return [...found.map(line), ...(said === '' || isExact || !mayWrite ? [] : [fresh])]
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
    words: ({ name }) => t('Category {name} added', { name }),
    onDone: onChange,
  })
  const pick = (option: Option, query: string) => {
    const found = categories.find(({ id }) => id === option.id)
    if (found) onChange(found)
    if (option.id === NEW) void adding.send({ body: { name: withCapital(query.trim()), kind } })
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
          placeholder={t('Choose a category')}
          optionsFor={optionsFor}
          onPick={pick}
          {...(onClose && { onClose })}
          isInline={isInline}
        />
      )}
    </Field>
  )
}
