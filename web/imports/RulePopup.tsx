import { useState } from 'react'
import type { ImportRow } from '../../contract/import-rows.ts'
import { createImportRule } from '../../contract/import-rules.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { useBook } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { Form, TextField } from '../ui/Field.tsx'
import { Popup } from '../ui/Popup.tsx'
import { rich } from '../ui/rich.ts'
import type { Choice } from './choices.ts'
import { alsoMeant, formFor, wordsForRule } from './rule-words.ts'
import { ruleOf } from './rules/rule-form.ts'

/** The popup that makes a rule of a choice of the check, which may be gone by now. */
export function RuleOfChoice({
  choice,
  row,
  rows,
  onMade,
  onClose,
}: {
  choice: Choice | undefined
  row: ImportRow | undefined
  rows: readonly ImportRow[]
  onMade: (also: readonly ImportRow[]) => void
  onClose: () => void
}) {
  if (!choice || !row) return null
  const made = (also: readonly ImportRow[]) => {
    onMade(also)
    onClose()
  }
  return <RulePopup row={row} category={choice.category} rows={rows} onMade={made} onClose={onClose} />
}

/** Makes a rule of a decision: rows with some words go to the category, here and in the files to come. */
function RulePopup({
  row,
  category,
  rows,
  onMade,
  onClose,
}: {
  row: ImportRow
  category: { readonly id: string; readonly name: string }
  rows: readonly ImportRow[]
  /** The other rows of this file that the rule fits. */
  onMade: (also: readonly ImportRow[]) => void
  onClose: () => void
}) {
  const { base_currency_id: base } = useBook()
  const [words, setWords] = useState(() => wordsForRule(row))
  const [isEmpty, setEmpty] = useState(false)
  const also = alsoMeant(rows, row, words)
  const making = useChange(createImportRule, {
    words: ({ name }) => t('The rule “{rule}” is made', { rule: name }),
    onDone: () => onMade(also),
  })
  const save = () => {
    setEmpty(words.trim() === '')
    if (words.trim() !== '') void making.send({ body: ruleOf(formFor(row, words, category), base) })
  }
  return (
    <Popup
      title={t('Make a rule of it')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" isBusy={making.isBusy} onClick={save}>
            {t('Make the rule')}
          </Button>
        </>
      }
    >
      <Form onSubmit={save}>
        <TextField
          label={(row.amount ?? 0) < 0 ? t('Money out with these words') : t('Money in with these words')}
          autoFocus
          value={words}
          maxLength={255}
          fault={isEmpty ? t('Which words?') : making.sentence}
          hint={
            also.length > 0
              ? t(
                  '{count, plural, one {# other new row here goes there too, and those of files to come.} other {# other new rows here go there too, and those of files to come.}}',
                  { count: also.length },
                )
              : t('No other new row here has them; files to come may.')
          }
          onChange={(event) => setWords(event.target.value)}
        />
        <p className="mt-3 text-body">
          {rich('goes to <b>{category}</b>.', {
            category: category.name,
            b: (inner) => <b className="font-semibold">{inner}</b>,
          })}
        </p>
      </Form>
    </Popup>
  )
}
