import { Merge, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Category, deleteCategory, getCategory, updateCategory } from '../../contract/categories.ts'
import { listed, t } from '../../words/t.ts'
import { call } from '../api/ask.ts'
import { Conflict } from '../api/Conflict.tsx'
import { useChange } from '../api/change.ts'
import { useEditing } from '../api/editing.ts'
import { History } from '../changes/History.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Checkbox, Form, SelectField, TextField } from '../ui/Field.tsx'
import { IconPicker } from '../ui/IconPicker.tsx'
import { categoryChoices, iconOfCategory } from '../ui/icons.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Refusal } from '../ui/States.tsx'
import { MergePopup } from './MergePopup.tsx'
import { type Branch, hasMembers, membersOf } from './tree.ts'

const versionOf = ({ name, is_active, parent_id, icon, version }: Category) => ({
  values: { name, is_active, parent_id, icon },
  version,
})

const fields = () =>
  [
    { name: 'name', label: t('Name') },
    {
      name: 'is_active',
      label: t('In use'),
      show: (values: { is_active: boolean }) => (values.is_active ? t('yes') : t('no')),
    },
    { name: 'icon', label: t('Icon') },
  ] as const

const NO_GROUP = ''

/** One category: its name, group and icon, whether it is in use, and where it is used. */
export function CategorySheet({
  category,
  tree,
  onClose,
}: {
  category: Category
  /** The categories of its kind. */
  tree: readonly Branch<Category>[]
  onClose: () => void
}) {
  const [isMerging, setMerging] = useState(false)
  const isGroup = hasMembers(tree, category.id)
  const params = { id: category.id }
  const change = useChange(updateCategory, {
    words: ({ name }) => t('{category} is saved', { category: name }),
  })
  const removal = useChange(deleteCategory, {
    words: t('{category} is in the trash', { category: category.name }),
    onDone: onClose,
  })
  const { values, set, save, discard, conflict } = useEditing(
    `category ${category.id}`,
    versionOf(category),
    {
      send: (_, body, headers) =>
        // In another group it comes last.
        change.send({ params, body: 'parent_id' in body ? { ...body, position: 0 } : body, headers }),
      refusal: change.refusal,
      read: async () => versionOf(await call(getCategory, { params })),
      onDone: onClose,
    },
  )
  const sentence = change.refusal?.code === 'stale' ? undefined : change.sentence
  return (
    <>
      <Sheet
        needs="write"
        title={category.name}
        onClose={onClose}
        foot={
          <>
            <Button
              look="quiet"
              className="me-auto"
              icon={<Trash2 size={15} />}
              isBusy={removal.isBusy}
              onClick={() => void removal.send({ params })}
            >
              {t('Delete')}
            </Button>
            <Button onClick={discard}>{t('Cancel')}</Button>
            <Button look="primary" isBusy={change.isBusy} onClick={() => void save()}>
              {t('Save')}
            </Button>
          </>
        }
      >
        <Form className="flex flex-col gap-4" onSubmit={save}>
          <TextField
            label={t('Name')}
            value={values.name}
            fault={values.name.trim() === '' ? t('What is it called?') : change.fault('name')}
            onChange={(event) => set({ name: event.target.value })}
          />
          {isGroup ? (
            <p className="text-table text-text-2">
              {t('A group with {categories}.', {
                categories: listed(membersOf(tree, category.id).map(({ name }) => name)),
              })}
            </p>
          ) : (
            <SelectField
              label={t('Group')}
              value={values.parent_id ?? NO_GROUP}
              fault={change.fault('parent_id')}
              hint={t('Moving it changes no entry.')}
              onChange={(event) => set({ parent_id: event.target.value || null })}
            >
              <option value={NO_GROUP}>{t('No group')}</option>
              {tree
                .filter((branch) => branch.category.id !== category.id)
                .map((branch) => (
                  <option key={branch.category.id} value={branch.category.id}>
                    {branch.category.name}
                  </option>
                ))}
            </SelectField>
          )}
          <IconPicker
            icons={[
              { value: null, icon: iconOfCategory(values.name), words: t('By its name') },
              ...categoryChoices,
            ]}
            value={values.icon}
            onChange={(icon) => set({ icon })}
          />
          <div>
            <Checkbox
              checked={values.is_active}
              onChange={(event) => set({ is_active: event.target.checked })}
            >
              {t('In use')}
            </Checkbox>
            <p className="text-caption text-text-3">
              {t('One that is not in use is not offered any more; its transactions stay as they are.')}
            </p>
          </div>
          {sentence && <Refusal title={sentence} />}
          {removal.sentence && <Refusal title={removal.sentence} />}
          <div className="flex flex-wrap gap-2">
            <ButtonLink
              to="/transactions"
              search={isGroup ? { group_id: category.id } : { category_id: category.id }}
            >
              {t('Its transactions')}
            </ButtonLink>
            <Button needs="write" icon={<Merge size={15} />} onClick={() => setMerging(true)}>
              {t('Merge into…')}
            </Button>
          </div>
        </Form>
        <h3 className="mt-6 mb-1 text-table font-semibold">{t('History')}</h3>
        <History id={category.id} />
      </Sheet>
      {isMerging && <MergePopup category={category} onClose={() => setMerging(false)} />}
      {conflict && <Conflict id={category.id} fields={fields()} {...conflict} isBusy={change.isBusy} />}
    </>
  )
}
