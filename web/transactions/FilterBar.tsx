import { ArrowDownWideNarrow, CalendarSearch, ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { useBook, useToday } from '../auth/me.ts'
import { useAddress } from '../shell/address.ts'
import { SearchField } from '../shell/SearchField.tsx'
import { useShortcut } from '../shell/shortcuts.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { FilterPopup } from './FilterPopup.tsx'
import { type Chip, chipsOf, type FilterName, isFiltered, sortIn, without } from './filters.ts'
import { JumpPopup } from './JumpPopup.tsx'
import { useReferences } from './names.ts'

/** Searching and filtering: what the list is held to is in the address, and in sight. */
export function FilterBar({ end }: { end: React.ReactNode }) {
  const { search, filter } = useAddress()
  const { month_starts_on } = useBook()
  const today = useToday()
  const references = useReferences()
  const [editing, setEditing] = useState<FilterName | 'choose'>()
  const [isJumping, setJumping] = useState(false)
  useShortcut('f', 'Add a filter', () => setEditing('choose'), 'Transactions')
  const isLargestFirst = sortIn(search) !== undefined
  const chips = chipsOf(search, references.nameOf, month_starts_on, today)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField label="Search transactions" group="Transactions" />
      {references.isReady &&
        chips.map((chip) => (
          <FilterChip
            key={chip.name}
            chip={chip}
            onEdit={() => setEditing(chip.name)}
            onRemove={() => filter(without(chip.name))}
          />
        ))}
      <Button icon={<ListFilter size={15} />} shortcut="F" onClick={() => setEditing('choose')}>
        Filter
      </Button>
      {!search.date_from && !isLargestFirst && (
        <Button look="quiet" icon={<CalendarSearch size={15} />} onClick={() => setJumping(true)}>
          Jump to
        </Button>
      )}
      <Button
        look={isLargestFirst ? 'secondary' : 'quiet'}
        aria-pressed={isLargestFirst}
        icon={<ArrowDownWideNarrow size={15} />}
        onClick={() => filter({ sort: isLargestFirst ? undefined : '-amount' })}
        className={isLargestFirst ? 'bg-tile' : ''}
      >
        Largest first
      </Button>
      {isFiltered(search) && (
        <Button look="quiet" onClick={() => filter(without())}>
          Clear
        </Button>
      )}
      <span className="ml-auto">{end}</span>
      {editing && (
        <FilterPopup start={editing} references={references} onClose={() => setEditing(undefined)} />
      )}
      {isJumping && <JumpPopup onClose={() => setJumping(false)} />}
    </div>
  )
}

const FilterChip = ({ chip, onEdit, onRemove }: { chip: Chip; onEdit: () => void; onRemove: () => void }) => (
  <span className="flex max-w-full items-center rounded-control bg-tile text-table font-medium">
    <button
      type="button"
      onClick={onEdit}
      className="min-h-8 min-w-0 truncate rounded-control py-1 pl-3 touch:min-h-11"
    >
      {chip.words}
    </button>
    <IconButton label={`Remove the filter ${chip.words}`} onClick={onRemove}>
      <X size={14} />
    </IconButton>
  </span>
)
