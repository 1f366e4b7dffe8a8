import { FolderInput, X } from 'lucide-react'
import { Button, IconButton } from '../ui/Button.tsx'

/** What can be done with all selected rows, above the foot of the page. */
export const SelectedRows = ({
  count,
  onCategory,
  onTick,
  onEnd,
}: {
  count: number
  onCategory: () => void
  onTick: (isChosen: boolean) => void
  onEnd: () => void
}) => (
  <div
    role="toolbar"
    aria-label="Selected rows"
    className="fixed inset-x-3 bottom-[calc(180px+env(safe-area-inset-bottom))] z-30 mx-auto flex w-fit max-w-[calc(100%-24px)] items-center gap-1 rounded-card border border-line bg-raised p-1.5 shadow-overlay sm:bottom-20"
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
    <Button look="quiet" onClick={() => onTick(true)}>
      Add
    </Button>
    <Button look="quiet" onClick={() => onTick(false)}>
      Leave out
    </Button>
    <IconButton label="End the selection" onClick={onEnd}>
      <X size={16} />
    </IconButton>
  </div>
)
