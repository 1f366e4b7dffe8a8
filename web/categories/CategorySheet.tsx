import { Trash2 } from 'lucide-react'
import { type Category, deleteCategory, getCategory, updateCategory } from '../../contract/categories.ts'
import { call } from '../api/ask.ts'
import { Conflict } from '../api/Conflict.tsx'
import { useChange } from '../api/change.ts'
import { useEditing } from '../api/editing.ts'
import { History } from '../changes/History.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Checkbox, Form, TextField } from '../ui/Field.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Refusal } from '../ui/States.tsx'

const versionOf = ({ name, is_active, version }: Category) => ({ values: { name, is_active }, version })

const fields = [
  { name: 'name', label: 'Name' },
  {
    name: 'is_active',
    label: 'In use',
    show: (values: { is_active: boolean }) => (values.is_active ? 'yes' : 'no'),
  },
] as const

/** One category: its name, whether it is in use, and where it is used. */
export function CategorySheet({ category, onClose }: { category: Category; onClose: () => void }) {
  const params = { id: category.id }
  const change = useChange(updateCategory, { words: ({ name }) => `${name} is saved` })
  const removal = useChange(deleteCategory, {
    words: `${category.name} is in the trash`,
    onDone: onClose,
  })
  const { values, set, save, discard, conflict } = useEditing(
    `category ${category.id}`,
    versionOf(category),
    {
      send: (_, body, headers) => change.send({ params, body, headers }),
      refusal: change.refusal,
      read: async () => versionOf(await call(getCategory, { params })),
      onDone: onClose,
    },
  )
  const sentence = change.refusal?.code === 'stale' ? undefined : change.sentence
  return (
    <>
      <Sheet
        title={category.name}
        onClose={onClose}
        foot={
          <>
            <Button
              look="quiet"
              className="mr-auto"
              icon={<Trash2 size={15} />}
              isBusy={removal.isBusy}
              onClick={() => void removal.send({ params })}
            >
              Delete
            </Button>
            <Button onClick={discard}>Cancel</Button>
            <Button look="primary" isBusy={change.isBusy} onClick={() => void save()}>
              Save
            </Button>
          </>
        }
      >
        <Form className="flex flex-col gap-4" onSubmit={save}>
          <TextField
            label="Name"
            value={values.name}
            fault={values.name.trim() === '' ? 'What is it called?' : change.fault('name')}
            hint="Its icon follows from the name."
            onChange={(event) => set({ name: event.target.value })}
          />
          <div>
            <Checkbox
              checked={values.is_active}
              onChange={(event) => set({ is_active: event.target.checked })}
            >
              In use
            </Checkbox>
            <p className="text-caption text-text-3">
              One that is not in use is not offered any more; its transactions stay as they are.
            </p>
          </div>
          {sentence && <Refusal title={sentence} />}
          {removal.sentence && <Refusal title={removal.sentence} />}
          <ButtonLink
            to="/transactions"
            search={{ category_id: category.id }}
            look="secondary"
            className="self-start"
          >
            Its transactions
          </ButtonLink>
        </Form>
        <h3 className="mt-6 mb-1 text-table font-semibold">History</h3>
        <History id={category.id} />
      </Sheet>
      {conflict && <Conflict id={category.id} fields={fields} {...conflict} isBusy={change.isBusy} />}
    </>
  )
}
