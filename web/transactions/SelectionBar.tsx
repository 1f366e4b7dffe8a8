import { FolderInput, Hash, Trash2, X } from 'lucide-react'
import { Button, IconButton } from '../ui/Button.tsx'

/** What can be done with everything that is selected, at the foot of the page while there is something. */
export const SelectionBar = ({
  count,
  onCategory,
  onTag,
  onDelete,
  onClear,
}: {
  count: number
  onCategory: () => void
  onTag: () => void
  onDelete: () => void
  onClear: () => void
}) => (
  <div
    role="toolbar"
    aria-label="Selected transactions"
    className="fixed inset-x-3 bottom-[calc(68px+env(safe-area-inset-bottom))] z-30 mx-auto flex w-fit max-w-[calc(100%-24px)] items-center gap-1 rounded-card border border-line bg-raised p-1.5 shadow-overlay sm:bottom-6"
  >
    <span aria-live="polite" className="px-2.5 text-table font-semibold">
      {count}
      <span className="max-sm:sr-only"> selected</span>
    </span>
    <Button
      look="quiet"
      icon={<FolderInput size={15} className="max-sm:hidden" />}
      shortcut="C"
      onClick={onCategory}
    >
      Category
    </Button>
    <Button look="quiet" icon={<Hash size={15} className="max-sm:hidden" />} onClick={onTag}>
      Tag
    </Button>
    <Button
      look="quiet"
      icon={<Trash2 size={15} className="max-sm:hidden" />}
      shortcut="⌫"
      onClick={onDelete}
    >
      Delete
    </Button>
    <IconButton label="End the selection" onClick={onClear}>
      <X size={16} />
    </IconButton>
  </div>
)
