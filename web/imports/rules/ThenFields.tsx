import { t } from '../../../words/t.ts'
import { AccountPicker } from '../../accounts/AccountPicker.tsx'
import { CategoryPicker } from '../../categories/CategoryPicker.tsx'
import { ContactPicker } from '../../contacts/ContactPicker.tsx'
import { TagsField } from '../../page/TagsField.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import type { RuleFaults, RuleForm } from './rule-form.ts'

const kinds = () =>
  [
    { value: 'expense', label: t('Spent on') },
    { value: 'income', label: t('Got for') },
    { value: 'transfer', label: t('Moved') },
    { value: 'keep', label: t('Leave it') },
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
    <legend className="mb-2 text-table font-semibold">{t('Then')}</legend>
    <Segmented
      label={t('What it becomes')}
      value={draft.kind}
      options={kinds()}
      onChange={(kind) => set({ kind, categoryId: null })}
      className="self-start"
    />
    {(draft.kind === 'expense' || draft.kind === 'income') && (
      <CategoryPicker
        label={t('Category')}
        kind={draft.kind}
        value={draft.categoryId}
        fault={faults.category}
        onChange={({ id }) => set({ categoryId: id })}
      />
    )}
    {draft.kind === 'transfer' && (
      <AccountPicker
        label={t('The account on the other side')}
        value={draft.toAccountId}
        fault={faults.category}
        onChange={({ id }) => set({ toAccountId: id })}
      />
    )}
    <ContactPicker
      label={t('Person')}
      isOptional
      value={draft.contactId}
      onChange={(contact) => set({ contactId: contact?.id ?? null })}
    />
    <TagsField tags={draft.tags} onTags={(tags) => set({ tags })} fault={faults.set} />
    <TextArea
      label={t('Notes')}
      value={draft.notes}
      onChange={(event) => set({ notes: event.target.value })}
    />
  </fieldset>
)
