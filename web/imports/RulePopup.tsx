import { useState } from 'react'
import { createImportRule } from '../../contract/import-rules.ts'
import type { ImportRow } from '../../contract/imports.ts'
import { useChange } from '../api/change.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { Popup } from '../ui/Popup.tsx'
import { counted } from '../ui/words.ts'
import { alsoMeant, ruleOf, wordsForRule } from './rule-words.ts'

export type RuleWanted = {
  readonly row: ImportRow
  readonly category: { readonly id: string; readonly name: string }
}

/** Makes a rule of a decision: rows with some words go to the category, here and in the files to come. */
export function RulePopup({
  row,
  category,
  rows,
  onMade,
  onClose,
}: RuleWanted & {
  rows: readonly ImportRow[]
  /** The other rows of this file that the rule speaks for. */
  onMade: (also: readonly ImportRow[]) => void
  onClose: () => void
}) {
  const [words, setWords] = useState(() => wordsForRule(row))
  const [isEmpty, setEmpty] = useState(false)
  const also = alsoMeant(rows, row, words)
  const making = useChange(createImportRule, {
    words: ({ name }) => `The rule “${name}” is made`,
    onDone: () => onMade(also),
  })
  const save = () => {
    setEmpty(words.trim() === '')
    if (words.trim() !== '') void making.send({ body: ruleOf(words, category) })
  }
  return (
    <Popup
      title="Make a rule of it"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" isBusy={making.isBusy} onClick={save}>
            Make the rule
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextField
          label="Rows with these words"
          autoFocus
          value={words}
          maxLength={255}
          fault={isEmpty ? 'Which words?' : making.sentence}
          hint={
            also.length > 0
              ? `${counted(also.length, 'other row')} of this file ${also.length === 1 ? 'has' : 'have'} them.`
              : 'No other row of this file has them; files to come may.'
          }
          onChange={(event) => setWords(event.target.value)}
        />
        <p className="mt-3 text-body">
          go to <b className="font-semibold">{category.name}</b>.
        </p>
      </form>
    </Popup>
  )
}
