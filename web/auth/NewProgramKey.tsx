import { type ReactNode, useState } from 'react'
import { type Ability, createProgramKey } from '../../contract/programs.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { Button } from '../ui/Button.tsx'
import { Form, SelectField, TextField } from '../ui/Field.tsx'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'
import { abilityWords } from './ability-words.ts'
import { KeyBook } from './KeyBook.tsx'
import { KeyBoxes } from './KeyBoxes.tsx'

const ends = {
  365: () => t('in a year'),
  90: () => t('in 90 days'),
  0: () => t('never'),
} as const
export type KeyDraft = {
  readonly name: string
  readonly days: number
  readonly abilities: readonly Ability[]
  /** The only book that it opens; null: all. */
  readonly book_id: string | null
}
export const noKey: KeyDraft = { name: '', days: 365, abilities: [], book_id: null }

/** It reads accounts, and changes nothing. */
const read = (does: string, not: string | undefined): ReactNode => {
  const b = (inner: ReactNode) => <b className="font-medium text-text">{inner}</b>
  return not === undefined
    ? rich('It <b>{does}</b>.', { does, b })
    : rich('It <b>{does}</b>, and {does_not}.', { does, does_not: not, b })
}

const endOf = (days: number): string | null =>
  days === 0 ? null : new Date(Date.now() + days * 86_400_000).toISOString()

/** A key to be made: its name, its end, and the boxes of what it may do, read back as a sentence. */
export function NewProgramKey({
  draft,
  onDraft,
  onDone,
  onCancel,
}: {
  draft: KeyDraft
  onDraft: (draft: KeyDraft) => void
  onDone: (name: string, token: string) => void
  onCancel: () => void
}) {
  const [isTried, setTried] = useState(false)
  const { name, days, abilities, book_id } = draft
  const change = useChange(createProgramKey, {
    onDone: ({ data, token }) => onDone(data.device_name, token),
  })
  const make = () => {
    setTried(true)
    if (name.trim() === '' || abilities.length === 0) return
    const given = { name: name.trim(), abilities: [...abilities], expires_at: endOf(days) }
    void change.send({ body: { ...given, ...(book_id !== null && { book_id }) } })
  }
  const { does, not } = abilityWords(abilities)
  return (
    <Form
      className="mt-4 grid grid-cols-1 gap-x-8 gap-y-4 border-t border-line pt-4 sm:grid-cols-[4fr_5fr] sm:grid-rows-[auto_1fr]"
      onSubmit={make}
    >
      <div className="flex min-w-0 flex-col gap-4">
        <TextField
          label={t('What is it for?')}
          placeholder={t('Home Assistant')}
          autoFocus
          maxLength={255}
          value={name}
          fault={isTried && name.trim() === '' ? t('A name is missing.') : change.fault('name')}
          onChange={(event) => onDraft({ ...draft, name: event.target.value })}
        />
        <SelectField
          label={t('Ends [a key]')}
          value={days}
          fault={change.fault('expires_at')}
          onChange={(event) => onDraft({ ...draft, days: Number(event.target.value) })}
        >
          {[365, 90, 0].map((one) => (
            <option key={one} value={one}>
              {ends[one as keyof typeof ends]()}
            </option>
          ))}
        </SelectField>
        <KeyBook
          value={book_id}
          fault={change.fault('book_id')}
          onChange={(only) => onDraft({ ...draft, book_id: only })}
        />
      </div>
      <KeyBoxes abilities={abilities} onChange={(ticked) => onDraft({ ...draft, abilities: ticked })} />
      <div className="flex min-w-0 flex-col gap-4">
        <p aria-live="polite" className="text-table text-text-2">
          {does === '' ? (
            <span className={isTried ? 'text-warn' : undefined}>{t('Tick what it may do.')}</span>
          ) : (
            read(does, not)
          )}
        </p>
        {change.sentence && <Refusal title={change.sentence} />}
        <div className="flex flex-wrap items-center gap-2">
          <Button look="primary" type="submit" isBusy={change.isBusy}>
            {t('Make the key')}
          </Button>
          <Button look="quiet" onClick={onCancel}>
            {t('Not now')}
          </Button>
          <span className="text-caption text-text-3">{t('Shown once, then only its name.')}</span>
        </div>
      </div>
    </Form>
  )
}
