import { type ReactNode, useId, useState } from 'react'
import { type Ability, createProgramKey } from '../../contract/programs.ts'
import type { Needs } from '../../contract/refusal.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { Button } from '../ui/Button.tsx'
import { Form, SelectField, TextField } from '../ui/Field.tsx'
import { rich } from '../ui/rich.tsx'
import { Refusal } from '../ui/States.tsx'
import { abilityWords, areaNames, areaWords, isTicked, rightWords, toggled } from './ability-words.ts'
import { KeyBook } from './KeyBook.tsx'

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
      className="mt-4 grid gap-x-8 gap-y-4 border-t border-line pt-4 sm:grid-cols-[4fr_5fr] sm:grid-rows-[auto_1fr]"
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
      <Boxes abilities={abilities} onChange={(ticked) => onDraft({ ...draft, abilities: ticked })} />
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

const all: readonly Needs[] = ['read', 'write', 'own']

/** The boxes: a row for everything, and one for each area. */
function Boxes({
  abilities,
  onChange,
}: {
  abilities: readonly Ability[]
  onChange: (abilities: Ability[]) => void
}) {
  const rows = [
    { area: undefined, label: t('Everything'), words: t('all of these, and what comes later'), rights: all },
    ...areaNames.map((area) => {
      const { label, words, rights } = areaWords[area]
      return { area, label: label(), words: words(), rights }
    }),
  ]
  return (
    <table className="min-w-0 self-start text-table sm:col-start-2 sm:row-span-2 sm:row-start-1">
      <thead>
        <tr className="text-caption text-text-3">
          <th scope="col" className="pb-1.5 text-left font-normal">
            {t('It may')}
          </th>
          {rightWords.map(({ right, label }) => (
            <th key={right} scope="col" className="w-14 pb-1.5 font-normal">
              {label()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ area, label, words, rights }) => (
          <tr key={label} className="border-t border-line">
            <th scope="row" className="py-1.5 pr-2 text-left font-normal">
              <span className="block font-medium">{label}</span>
              <span className="block text-caption text-text-3">{words}</span>
            </th>
            {rightWords.map(({ right, label: column }) => (
              <td key={right} className="text-center text-text-3">
                {rights.includes(right) ? (
                  <Box
                    label={t('{right}: {area}', { right: column(), area: label })}
                    isTicked={isTicked(abilities, area ? `${right}:${area}` : right)}
                    isImplied={area !== undefined && abilities.includes(right)}
                    onToggle={() => onChange(toggled(abilities, area ? `${right}:${area}` : right))}
                  />
                ) : (
                  <span aria-hidden>–</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Box({
  label,
  isTicked,
  isImplied,
  onToggle,
}: {
  label: string
  isTicked: boolean
  /** Ticked by the row for everything. */
  isImplied: boolean
  onToggle: () => void
}) {
  const id = useId()
  return (
    <label htmlFor={id} className="grid min-h-8 place-items-center touch:min-h-11">
      <span className="sr-only">{label}</span>
      <input
        id={id}
        type="checkbox"
        checked={isTicked}
        disabled={isImplied}
        onChange={onToggle}
        className="size-4 accent-fill touch:size-5"
      />
    </label>
  )
}
