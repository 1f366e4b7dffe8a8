import { X } from 'lucide-react'
import { t } from '../../../words/t.ts'
import { IconButton } from '../../ui/Button.tsx'
import type { Chip } from '../filters.ts'

/** A filter of the list in words; pressing it changes it, its cross takes it away. */
export const FilterChip = ({
  chip,
  onEdit,
  onRemove,
}: {
  chip: Chip
  onEdit: () => void
  onRemove: () => void
}) => (
  <span className="flex max-w-full items-center rounded-control bg-tile text-table font-medium">
    <button
      type="button"
      onClick={onEdit}
      className="min-h-8 min-w-0 truncate rounded-control py-1 ps-3 touch:min-h-11"
    >
      {chip.words}
    </button>
    <IconButton label={t('Remove the filter {filter}', { filter: chip.words })} onClick={onRemove}>
      <X size={14} />
    </IconButton>
  </span>
)
