import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { starterName } from '../../contract/starter.ts'
import { t } from '../../words/t.ts'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { iconOfCategory } from '../ui/icons.tsx'
import { categoryNames, groupNames, nameLists, type SetDraft } from './ready-set.ts'

/** The categories of the set by group, each of which can be left out, and others that can be added. */
export function ReadySet({ draft, change }: { draft: SetDraft; change: (part: Partial<SetDraft>) => void }) {
  const [isAdding, setAdding] = useState(false)
  const { leftOut, added } = draft
  const leaveOut = (name: string) =>
    added.includes(name)
      ? change({ added: added.filter((one) => one !== name) })
      : change({ leftOut: [...leftOut, name] })
  const isThere = (name: string) =>
    [...categoryNames(draft), ...groupNames(draft)].some(
      (one) => starterName(one).toLowerCase() === name.toLowerCase(),
    )
  return (
    <div data-ready-set className="space-y-3">
      {nameLists(draft).map(({ title, names }) => (
        <div key={title} className="gap-x-3 sm:grid sm:grid-cols-[104px_1fr]">
          <h2 className="py-1.5 text-caption text-text-2">{title}</h2>
          <ul aria-label={title} className="flex flex-wrap gap-2">
            {names.map((name) => (
              <Chip key={name} name={name} onLeaveOut={() => leaveOut(name)} />
            ))}
          </ul>
        </div>
      ))}
      <Button icon={<Plus size={15} />} onClick={() => setAdding(true)} className="touch:min-h-9">
        {t('Add [verb]')}
      </Button>
      {isAdding && (
        <Choice
          title={t('Add a category')}
          placeholder={t('Type a name')}
          options={leftOut.map((name) => {
            const Icon = iconOfCategory(name)
            return { id: name, name: starterName(name), icon: <Icon size={16} strokeWidth={1.75} /> }
          })}
          onPick={(name) => {
            change({ leftOut: leftOut.filter((one) => one !== name) })
            setAdding(false)
          }}
          onNew={(name) => {
            if (!isThere(name)) change({ added: [...added, name] })
            setAdding(false)
          }}
          newText={(name) => t('New category “{name}”', { name })}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

function Chip({ name, onLeaveOut }: { name: string; onLeaveOut: () => void }) {
  const Icon = iconOfCategory(name)
  return (
    <li className="flex min-h-8 touch:min-h-9 max-w-full items-center gap-2 rounded-control bg-tile ps-2.5 text-table font-medium">
      <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-2" />
      <span className="truncate">{starterName(name)}</span>
      <button
        type="button"
        aria-label={t('Leave out {category}', { category: starterName(name) })}
        onClick={({ currentTarget }) => {
          // The focus goes on to the next one, or to Add behind the last, before this one is gone.
          const all = [...(currentTarget.closest('[data-ready-set]')?.querySelectorAll('button') ?? [])]
          all[all.indexOf(currentTarget) + 1]?.focus()
          onLeaveOut()
        }}
        className="-ms-1.5 grid size-7 touch:size-9 shrink-0 place-items-center rounded-control text-text-3 hover:text-text"
      >
        <X size={13} aria-hidden />
      </button>
    </li>
  )
}
