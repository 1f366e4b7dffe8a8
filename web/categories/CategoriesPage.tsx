import { FolderPlus, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { type Category, createCategory, listCategories } from '../../contract/categories.ts'
import { listSuggestions } from '../../contract/suggestions.ts'
import { t } from '../../words/t.ts'
import { useAsk, useEverything } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { SettingsCard, SettingsFrame } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { Form, TextField } from '../ui/Field.tsx'
import { CategorySheet } from './CategorySheet.tsx'
import { CategoryTree } from './CategoryTree.tsx'
import { NewGroup } from './NewGroup.tsx'
import { treeOf } from './tree.ts'
import { usageOf } from './usage.ts'
import { useArrange } from './use-arrange.ts'

const none: readonly never[] = []

const kinds = () =>
  [
    { kind: 'expense', title: t('Spending'), label: t('New category of spending') },
    { kind: 'income', title: t('Income'), label: t('New category of income') },
  ] as const

/** The categories of spending and income, in their groups. */
export function CategoriesPage() {
  const { search, open, filter } = useAddress()
  const [isNewGroup, setNewGroup] = useState(false)
  const arrange = useArrange()
  const query = useEverything(listCategories)
  const { data: suggestions } = useAsk(listSuggestions, { query: { limit: 100 } })
  const usage = usageOf(suggestions?.data ?? none)
  const opened = query.data?.find(({ id }) => id === search.open)
  return (
    <SettingsFrame
      title={t('Categories')}
      end={
        <Button needs="write" icon={<FolderPlus size={15} />} onClick={() => setNewGroup(true)}>
          {t('New group')}
        </Button>
      }
    >
      <p aria-live="polite" className="sr-only">
        {arrange.told}
      </p>
      <Loaded query={query} rows={8}>
        {(all) => (
          <>
            {kinds().map(({ kind, title, label }) => (
              <SettingsCard key={kind} title={title}>
                <CategoryTree
                  label={title}
                  tree={treeOf(all, kind)}
                  usage={usage}
                  arrange={arrange}
                  openedId={opened?.id}
                  onOpen={(id) => open({ open: id })}
                />
                <Add kind={kind} label={label} />
              </SettingsCard>
            ))}
          </>
        )}
      </Loaded>
      {opened && (
        <CategorySheet
          key={opened.id}
          category={opened}
          tree={treeOf(query.data ?? none, opened.kind)}
          onClose={() => filter({ open: undefined })}
        />
      )}
      {isNewGroup && <NewGroup onClose={() => setNewGroup(false)} />}
    </SettingsFrame>
  )
}

/** A name and Enter: the next one can be typed at once. */
function Add({ kind, label }: { kind: Category['kind']; label: string }) {
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const change = useChange(createCategory, {
    words: ({ name: added }) => t('{category} is added', { category: added }),
    onDone: () => setName(''),
  })
  const focus = () => form.current?.querySelector('input')?.focus()
  return (
    <Form
      needs="write"
      ref={form}
      className="mt-3 flex items-end gap-2 border-t border-line pt-4"
      onSubmit={() => {
        setFault(name.trim() === '' ? t('What is it called?') : undefined)
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
        {t('Add')}
      </Button>
    </Form>
  )
}
