import { ArrowDownWideNarrow, CalendarSearch, ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { useAddress } from '../../page/address.ts'
import { useBook, useToday } from '../../page/me.ts'
import { SearchField } from '../../page/SearchField.tsx'
import { useShortcut } from '../../page/shortcuts.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { type Chip, chipsOf, type FilterName, isFiltered, type NamesOf, sortIn, without } from '../filters.ts'
import { useImportNames, useReferences } from '../references.ts'
import { FilterPopup } from './FilterPopup.tsx'
import { JumpPopup } from './JumpPopup.tsx'

/** Search and filters: the filters of the list are in the address, and in sight. */
export function FilterBar({ end }: { end: React.ReactNode }) {
  const { search, filter } = useAddress()
  const { month_starts_on } = useBook()
  const today = useToday()
  const references = useReferences()
  const imports = useImportNames(search.import_id)
  const nameOf: NamesOf = (parameter, id) =>
    parameter === 'import_id' ? imports.nameOf(id) : references.nameOf(parameter, id)
  const [editing, setEditing] = useState<FilterName | 'choose'>()
  const [isJumping, setJumping] = useState(false)
  useShortcut('f', 'Add a filter', () => setEditing('choose'), 'Transactions')
  const isLargestFirst = sortIn(search) !== undefined
  const chips = chipsOf(search, nameOf, month_starts_on, today)
  // A phone has no room for these words beside a chip, and one chip is cleared by its own cross.
  const beside = chips.length > 0 ? 'max-sm:sr-only' : ''
  const isOneChip = chips.length === 1 && !search.q
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField label="Search transactions" group="Transactions" />
      {references.isReady &&
        imports.isReady &&
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
        <Button
          look="quiet"
          icon={<CalendarSearch size={15} />}
          onClick={() => setJumping(true)}
          title="Jump to"
          className="min-w-11"
        >
          <span className={beside}>Jump to</span>
        </Button>
      )}
      <Button
        look={isLargestFirst ? 'secondary' : 'quiet'}
        aria-pressed={isLargestFirst}
        icon={<ArrowDownWideNarrow size={15} />}
        onClick={() => filter({ sort: isLargestFirst ? undefined : '-amount' })}
        title="Largest first"
        className={classes('min-w-11', isLargestFirst && 'bg-tile')}
      >
        <span className={beside}>Largest first</span>
      </Button>
      {isFiltered(search) && (
        <Button look="quiet" onClick={() => filter(without())} className={isOneChip ? 'max-sm:hidden' : ''}>
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
