import { AccountPicker } from '../../accounts/AccountPicker.tsx'
import { CategoryPicker } from '../../categories/CategoryPicker.tsx'
import { ContactPicker } from '../../contacts/ContactPicker.tsx'
import { TagsField } from '../../page/TagsField.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import type { RuleFaults, RuleForm } from './rule-form.ts'

const kinds = [
  { value: 'expense', label: 'Spent on' },
  { value: 'income', label: 'Got for' },
  { value: 'transfer', label: 'Moved' },
  { value: 'keep', label: 'Leave it' },
] as const

/** The fields that a rule sets on matching rows. */
export const ThenFields = ({
  form: draft,
  faults,
  set,
}: {
  form: RuleForm
  faults: RuleFaults
  set: (part: Partial<RuleForm>) => void
}) => (
  <fieldset className="flex flex-col gap-4">
    <legend className="mb-2 text-table font-semibold">Then</legend>
    <Segmented
      label="What it becomes"
      value={draft.kind}
      options={kinds}
      onChange={(kind) => set({ kind, categoryId: null })}
      className="self-start"
    />
    {(draft.kind === 'expense' || draft.kind === 'income') && (
      <CategoryPicker
        label="Category"
        kind={draft.kind}
        value={draft.categoryId}
        fault={faults.category}
        onChange={({ id }) => set({ categoryId: id })}
      />
    )}
    {draft.kind === 'transfer' && (
      <AccountPicker
        label="The account on the other side"
        value={draft.toAccountId}
        fault={faults.category}
        onChange={({ id }) => set({ toAccountId: id })}
      />
    )}
    <ContactPicker
      label="Person"
      isOptional
      value={draft.contactId}
      onChange={(contact) => set({ contactId: contact?.id ?? null })}
    />
    <TagsField tags={draft.tags} onTags={(tags) => set({ tags })} fault={faults.set} />
    <TextArea label="Notes" value={draft.notes} onChange={(event) => set({ notes: event.target.value })} />
  </fieldset>
)
