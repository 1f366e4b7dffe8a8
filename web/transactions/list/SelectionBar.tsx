import { FolderInput, Hash, Trash2 } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { SelectedToolbar } from '../../ui/SelectedToolbar.tsx'

/** The actions on all selected transactions, at the foot of the page while there are any. */
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
  <SelectedToolbar
    label="Selected transactions"
    count={count}
    onEnd={onClear}
    className="bottom-[calc(68px+env(safe-area-inset-bottom))] sm:bottom-6"
  >
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
  </SelectedToolbar>
)
