import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { type Category, createCategory, listCategories } from '../../contract/categories.ts'
import { listSuggestions } from '../../contract/suggestions.ts'
import { useAsk, useEverything } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { SettingsCard, SettingsFrame } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Form, TextField } from '../ui/Field.tsx'
import { IconTile, iconOfCategory } from '../ui/icons.tsx'
import { CategorySheet } from './CategorySheet.tsx'
import { type Usage, usageOf } from './usage.ts'

const none: readonly never[] = []

const kinds = [
  { kind: 'expense', title: 'Spending', label: 'New category of spending' },
  { kind: 'income', title: 'Income', label: 'New category of income' },
] as const

/** The categories of spending and income. */
export function CategoriesPage() {
  const { search, open, filter } = useAddress()
  const query = useEverything(listCategories)
  const { data: suggestions } = useAsk(listSuggestions, { query: { limit: 100 } })
  const usage = usageOf(suggestions?.data ?? none)
  const opened = query.data?.find(({ id }) => id === search.open)
  return (
    <SettingsFrame title="Categories">
      <Loaded query={query} rows={8}>
        {(all) => (
          <>
            {kinds.map(({ kind, title, label }) => (
              <SettingsCard key={kind} title={title}>
                <ul>
                  {all
                    .filter((category) => category.kind === kind)
                    .toSorted(inUseFirst)
                    .map((category) => (
                      <Row
                        key={category.id}
                        category={category}
                        usage={usage.get(category.id)}
                        isOpen={category.id === opened?.id}
                        onOpen={() => open({ open: category.id })}
                      />
                    ))}
                </ul>
                <Add kind={kind} label={label} />
              </SettingsCard>
            ))}
          </>
        )}
      </Loaded>
      {opened && (
        <CategorySheet key={opened.id} category={opened} onClose={() => filter({ open: undefined })} />
      )}
    </SettingsFrame>
  )
}

const inUseFirst = (one: Category, other: Category) =>
  Number(other.is_active) - Number(one.is_active) || one.name.localeCompare(other.name)

function Row({
  category,
  usage,
  isOpen,
  onOpen,
}: {
  category: Category
  usage: Usage | undefined
  isOpen: boolean
  onOpen: () => void
}) {
  const memos = [...new Set(usage?.memos.map(({ memo }) => memo))].slice(0, 3)
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        onClick={onOpen}
        aria-expanded={isOpen}
        className={classes(
          '-mx-2 flex min-h-10.5 w-[calc(100%+1rem)] items-center gap-3 rounded-control px-2 text-left hover:bg-tile/60 touch:min-h-13',
          isOpen && 'bg-accent-soft',
          !category.is_active && 'text-text-3',
        )}
      >
        <IconTile icon={iconOfCategory(category.name)} />
        <span className="max-w-[60%] min-w-0 shrink-0 text-table font-medium wrap-anywhere">
          {category.name}
        </span>
        <span className="min-w-0 flex-1 truncate text-right text-caption text-text-3">
          {category.is_active ? memos.join(', ') : 'not in use'}
        </span>
      </button>
    </li>
  )
}

/** A name and Enter: the next one can be typed at once. */
function Add({ kind, label }: { kind: Category['kind']; label: string }) {
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const change = useChange(createCategory, {
    words: ({ name: added }) => `${added} is added`,
    onDone: () => setName(''),
  })
  const focus = () => form.current?.querySelector('input')?.focus()
  return (
    <Form
      ref={form}
      className="mt-3 flex items-end gap-2 border-t border-line pt-4"
      onSubmit={() => {
        setFault(name.trim() === '' ? 'What is it called?' : undefined)
        if (name.trim() !== '') void change.send({ body: { name: name.trim(), kind } })
        focus()
      }}
    >
      <TextField
        label={label}
        className="max-w-80 flex-1"
        value={name}
        fault={(name.trim() === '' ? fault : undefined) ?? change.fault('name') ?? change.sentence}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" icon={<Plus size={15} />} isBusy={change.isBusy}>
        Add
      </Button>
    </Form>
  )
}
