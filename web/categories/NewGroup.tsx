import { useState } from 'react'
import {
  arrangeCategories,
  type Category,
  createCategory,
  listCategories,
} from '../../contract/categories.ts'
import { listed, t } from '../../words/t.ts'
import { useEverything } from '../api/ask.ts'
import { undo, useChange } from '../api/change.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox, Form, TextField } from '../ui/Field.tsx'
import { Popup } from '../ui/Popup.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Refusal } from '../ui/States.tsx'
import { say } from '../ui/toast.ts'
import { hasMembers, treeOf } from './tree.ts'

const none: readonly never[] = []

/** Makes a group, which is a category that others stand in, and moves categories into it. No entry changes. */
export function NewGroup({ kind: given, onClose }: { kind?: Category['kind']; onClose: () => void }) {
  const { data: all = none } = useEverything(listCategories)
  const [kind, setKind] = useState<Category['kind']>(given ?? 'expense')
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isEmpty, setEmpty] = useState(false)
  const tree = treeOf<Category>(all, kind)
  const free = tree
    .map(({ category }) => category)
    .filter(({ id, is_active }) => is_active && !hasMembers(tree, id))
  const making = useChange(createCategory, { onDone: (group) => void fill(group) })
  const filling = useChange(arrangeCategories)

  async function fill(group: Category): Promise<void> {
    const some = free.filter(({ id }) => chosen.has(id))
    const rows = some.map(({ id }, index) => ({ id, parent_id: group.id, position: index + 1 }))
    const reply = rows.length > 0 ? await filling.send({ body: { rows } }) : undefined
    if (rows.length > 0 && !reply) return
    const names = listed(some.map((one) => one.name))
    say({
      words:
        names === ''
          ? t('{group} is added. No entry changed.', { group: group.name })
          : t('{group} is added, with {categories}. No entry changed.', {
              group: group.name,
              categories: names,
            }),
      action: {
        label: t('Undo'),
        turn: 'undo',
        run: () => takeBack(reply?.version, group.version),
      },
    })
    onClose()
  }

  const save = () => {
    setEmpty(name.trim() === '')
    if (name.trim() !== '') void making.send({ body: { name: name.trim(), kind } })
  }
  return (
    <Popup
      title={t('New group')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" isBusy={making.isBusy || filling.isBusy} onClick={save}>
            {t('Add the group')}
          </Button>
        </>
      }
    >
      <Form onSubmit={save} className="flex flex-col gap-4">
        <TextField
          label={t('Name')}
          value={name}
          maxLength={255}
          fault={isEmpty && name.trim() === '' ? t('What is it called?') : making.fault('name')}
          onChange={(event) => setName(event.target.value)}
        />
        {!given && (
          <Segmented
            label={t('Kind')}
            value={kind}
            onChange={(value) => {
              setKind(value)
              setChosen(new Set())
            }}
            options={[
              { value: 'expense', label: t('Spending') },
              { value: 'income', label: t('Income') },
            ]}
          />
        )}
        {free.length > 0 && (
          <fieldset>
            <legend className="mb-1 text-table font-medium">{t('In it')}</legend>
            <div className="grid grid-cols-2 gap-x-4">
              {free.map((one) => (
                <Checkbox
                  key={one.id}
                  checked={chosen.has(one.id)}
                  onChange={() => setChosen(chosen.symmetricDifference(new Set([one.id])))}
                >
                  <span className="min-w-0 truncate">{one.name}</span>
                </Checkbox>
              ))}
            </div>
          </fieldset>
        )}
        {(making.sentence ?? filling.sentence) && <Refusal title={making.sentence ?? filling.sentence} />}
        <button type="submit" hidden />
      </Form>
    </Popup>
  )
}

/** Undoes both steps with one press: first what moved, then the group. */
async function takeBack(moved: number | undefined, made: number): Promise<void> {
  if (moved !== undefined && !(await undo(moved))) return
  await undo(made, undefined, t('The group is added'))
}
