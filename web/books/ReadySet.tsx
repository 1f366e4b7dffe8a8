import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { starterCategories } from '../../contract/starter.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { iconOfCategory } from '../ui/icons.tsx'
import { currencyName } from '../ui/money.ts'
import { type Place, placeList } from './start.ts'

/** The choices about the ready-made set: names that are left out and added, and amounts as typed. */
export type SetDraft = {
  leftOut: readonly string[]
  added: readonly string[]
} & { [P in Place]: string }

const labels: { readonly [P in Place]: string } = {
  bank: 'In the bank today',
  cash: 'In cash today',
  savings: 'Put aside today',
  card: 'Owed on a card today',
}

/** Today's balances, and the categories of the set, each of which can be left out, and others that can be added. */
export function ReadySet({
  draft,
  change,
  currencyId,
}: {
  draft: SetDraft
  change: (part: Partial<SetDraft>) => void
  currencyId: string
}) {
  const [isAdding, setAdding] = useState(false)
  const { leftOut, added } = draft
  const names = [
    ...starterCategories.map(({ name }) => name).filter((name) => !leftOut.includes(name)),
    ...added,
  ]
  const leaveOut = (name: string) =>
    added.includes(name)
      ? change({ added: added.filter((one) => one !== name) })
      : change({ leftOut: [...leftOut, name] })
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        {placeList.map((place) => (
          <AmountField
            key={place}
            label={labels[place]}
            currencyId={currencyId}
            text={draft[place]}
            onText={(text) => change({ [place]: text })}
          />
        ))}
      </div>
      <p className="mt-1.5 mb-4 text-caption text-text-3">
        A rough figure is fine, and so is none. They stay true: what you enter or import in{' '}
        {currencyName('en', currencyId)} for earlier days moves the start, not today’s figure.
      </p>
      <ul aria-label="Categories" className="flex flex-wrap gap-2">
        {names.map((name) => (
          <Chip key={name} name={name} onLeaveOut={() => leaveOut(name)} />
        ))}
        <li>
          <Button icon={<Plus size={15} />} onClick={() => setAdding(true)} className="touch:min-h-9">
            Add
          </Button>
        </li>
      </ul>
      {isAdding && (
        <Choice
          title="Add a category"
          placeholder="Type a name"
          options={leftOut.map((name) => {
            const Icon = iconOfCategory(name)
            return { id: name, name, icon: <Icon size={16} strokeWidth={1.75} /> }
          })}
          onPick={(name) => {
            change({ leftOut: leftOut.filter((one) => one !== name) })
            setAdding(false)
          }}
          onNew={(name) => {
            if (!names.some((one) => one.toLowerCase() === name.toLowerCase()))
              change({ added: [...added, name] })
            setAdding(false)
          }}
          newText={(name) => `New category “${name}”`}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

function Chip({ name, onLeaveOut }: { name: string; onLeaveOut: () => void }) {
  const Icon = iconOfCategory(name)
  return (
    <li className="flex min-h-8 touch:min-h-9 max-w-full items-center gap-2 rounded-control bg-tile pl-2.5 text-table font-medium">
      <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-2" />
      <span className="truncate">{name}</span>
      <button
        type="button"
        aria-label={`Leave out ${name}`}
        onClick={(event) => {
          // The focus goes on to the next one, before this one is gone.
          event.currentTarget.closest('li')?.nextElementSibling?.querySelector('button')?.focus()
          onLeaveOut()
        }}
        className="-ml-1.5 grid size-7 touch:size-9 shrink-0 place-items-center rounded-control text-text-3 hover:text-text"
      >
        <X size={13} aria-hidden />
      </button>
    </li>
  )
}
