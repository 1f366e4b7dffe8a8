import { type ReactNode, useState } from 'react'
import { listChanges } from '../../contract/changes.ts'
import { comma, t } from '../../words/t.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { timeText } from '../ui/dates.ts'
import { deviceWords } from '../ui/device.ts'
import { Popup } from '../ui/Popup.tsx'
import { rich } from '../ui/rich.ts'
import { useAsk } from './ask.ts'
import { type Difference, differences, mixed, type Pick } from './conflict.ts'

/** A field of the form: its label there, and its value as the form shows it. */
export type ConflictField<V> = {
  name: keyof V & string
  label: string
  show?: (values: V) => ReactNode
}

type ConflictSides<V> = { base: V; mine: V; theirs: V }

/**
 * Somebody saved the same record while it was edited here: both versions, the differing fields only, and a pick for each. `onSave` gets
 * the change to send with the If-Match of their version; `onTake` throws mine away.
 */
export function Conflict<V extends object>({
  id,
  fields,
  base,
  mine,
  theirs,
  onSave,
  onTake,
  onClose,
  isBusy = false,
}: ConflictSides<V> & {
  /** The record's id, by which its history says who saved it, and when. */
  id?: string
  fields: readonly ConflictField<V>[]
  onSave: (changes: Partial<V>) => void
  onTake: () => void
  onClose: () => void
  isBusy?: boolean
}) {
  const names = fields.map(({ name }) => name)
  const differing = differences(names, { base, mine, theirs })
  const [picks, setPicks] = useState<Partial<Record<string, Pick>>>({})
  const picked = differing.map((one): Difference<V> => ({ ...one, pick: picks[one.name] ?? one.pick }))
  const same = fields.filter(({ name }) => !differing.some((one) => one.name === name))
  return (
    <Popup
      title={t('This changed while you were editing')}
      onClose={onClose}
      isWide
      foot={
        <>
          <Button onClick={onTake}>{t('Take all of theirs')}</Button>
          <Button
            onClick={() =>
              onSave(
                mixed(
                  differing.map((one) => ({ ...one, pick: 'mine' })),
                  mine,
                ),
              )
            }
            isBusy={isBusy}
          >
            {t('Keep all of mine')}
          </Button>
          <Button look="primary" onClick={() => onSave(mixed(picked, mine))} isBusy={isBusy}>
            {t('Save this mix')}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-table text-text-2 sm:mb-0">
        {id && <SavedBy id={id} />} {t('Pick what should stay.')}
      </p>
      <div
        aria-hidden
        className="mt-3 mb-1.5 hidden grid-cols-[1fr_2fr_2fr] gap-3 text-caption text-text-3 sm:grid"
      >
        <span />
        <span>{t('Yours')}</span>
        <span>{t('Saved meanwhile')}</span>
      </div>
      {fields.map((field) => {
        const one = picked.find(({ name }) => name === field.name)
        return (
          one && (
            <Row
              key={field.name}
              field={field}
              mine={mine}
              theirs={theirs}
              pick={one.pick}
              onPick={(pick) => setPicks((before) => ({ ...before, [field.name]: pick }))}
            />
          )
        )
      })}
      {same.length > 0 && (
        <p className="border-t border-line pt-3 text-table text-text-3">
          {t('{fields}: the same in both', { fields: same.map(({ label }) => label).join(comma()) })}
        </p>
      )}
    </Popup>
  )
}

/** Who saved it: "Saved at 18:02 on Ana's phone." */
function SavedBy({ id }: { id: string }) {
  const { data } = useAsk(listChanges, { query: { id, order: 'desc', limit: 1 } })
  const [latest] = data?.data ?? []
  if (!latest) return null
  const time = timeText(latest.at)
  if (!latest.device_name) return t('Saved at {time}.', { time })
  return rich('Saved at {time} on <strong>{device}</strong>.', {
    time,
    device: deviceWords(latest.device_name),
    strong: (inner) => <strong className="font-semibold text-text">{inner}</strong>,
  })
}

function Row<V extends object>({
  field,
  mine,
  theirs,
  pick,
  onPick,
}: {
  field: ConflictField<V>
  mine: V
  theirs: V
  pick: Pick
  onPick: (pick: Pick) => void
}) {
  const shown = (values: V): ReactNode => {
    const value = field.show ? field.show(values) : values[field.name]
    return value === '' || value === null || value === undefined ? (
      <span className="text-text-3">{t('nothing [an empty field]')}</span>
    ) : (
      (value as ReactNode) // a text or a number where the field has no way of its own
    )
  }
  return (
    <fieldset className="grid grid-cols-2 items-center gap-3 border-t border-line py-2.5 sm:grid-cols-[1fr_2fr_2fr]">
      <legend className="float-start col-span-2 text-table text-text-2 sm:col-span-1">{field.label}</legend>
      {(['mine', 'theirs'] as const).map((side) => (
        <label
          key={side}
          className={classes(
            'relative flex min-h-8 min-w-0 cursor-pointer flex-col justify-center rounded-control border px-2.5 py-1 text-table font-medium break-words has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent touch:min-h-11',
            pick === side ? 'border-accent bg-accent-soft text-accent' : 'border-line text-text',
          )}
        >
          <input
            type="radio"
            name={field.name}
            checked={pick === side}
            onChange={() => onPick(side)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          <span className="text-caption font-normal text-text-3 sm:sr-only">
            {side === 'mine' ? t('Yours') : t('Saved meanwhile')}
          </span>
          <span>{shown(side === 'mine' ? mine : theirs)}</span>
        </label>
      ))}
    </fieldset>
  )
}
