import { useState } from 'react'
import type { ImportDraft, ImportRow, RowChange } from '../../contract/import-rows.ts'
import { t } from '../../words/t.ts'
import { ContactPicker } from '../contacts/ContactPicker.tsx'
import { TagsField } from '../page/TagsField.tsx'
import { Button } from '../ui/Button.tsx'
import { Form, TextArea, TextField } from '../ui/Field.tsx'
import type { DecisionNames } from './decisions.ts'

/** The words, the person and the tags that a row is recorded with. A payment of a debt has its words alone. */
export function RowDetails({
  draft,
  onSave,
  onBack,
}: {
  draft: ImportDraft
  onSave: (change: NonNullable<RowChange['draft']>, names: DecisionNames) => void
  onBack: () => void
}) {
  const [memo, setMemo] = useState(draft.memo ?? '')
  const [notes, setNotes] = useState(draft.notes ?? '')
  const [tags, setTags] = useState<readonly string[]>(draft.tags)
  const [contact, setContact] = useState({ id: draft.contact_id, name: draft.contact_name })
  const isPayment = draft.kind === 'payment'
  const save = () =>
    onSave(
      {
        memo: memo.trim() || null,
        notes: notes.trim() || null,
        ...(isPayment ? {} : { contact_id: contact.id, tags: [...tags] }),
      },
      isPayment ? {} : { contact_name: contact.name },
    )
  return (
    <Form className="flex flex-col gap-4" onSubmit={save}>
      <TextField
        label={t('What it was')}
        autoFocus
        value={memo}
        maxLength={255}
        onChange={(event) => setMemo(event.target.value)}
      />
      {!isPayment && (
        <ContactPicker
          label={t('Person or shop')}
          isOptional
          value={contact.id}
          onChange={(chosen) => setContact({ id: chosen?.id ?? null, name: chosen?.name ?? null })}
        />
      )}
      <TextArea
        label={t('Notes')}
        rows={2}
        value={notes}
        maxLength={10_000}
        onChange={(event) => setNotes(event.target.value)}
      />
      {!isPayment && <TagsField tags={tags} onTags={setTags} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onBack}>{t('Back')}</Button>
        <Button look="primary" type="submit">
          {t('Keep')}
        </Button>
      </div>
    </Form>
  )
}

/** Whether a row has words to be changed: several rows have nothing in common but their category. */
export const hasDetails = (
  rows: readonly ImportRow[],
): rows is readonly [ImportRow & { draft: ImportDraft }] => rows.length === 1 && rows[0]?.draft !== null
