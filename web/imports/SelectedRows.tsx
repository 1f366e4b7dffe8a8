import { FolderInput } from 'lucide-react'
import { t } from '../../words/t.ts'
import { Button } from '../ui/Button.tsx'
import { SelectedToolbar } from '../ui/SelectedToolbar.tsx'

/** The actions on all selected rows, above the foot of the page. */
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
  <SelectedToolbar
    label={t('Selected rows')}
    count={count}
    onEnd={onEnd}
    className="bottom-[calc(124px+env(safe-area-inset-bottom))] sm:bottom-20"
  >
    <Button
      look="quiet"
      icon={<FolderInput size={15} className="max-sm:hidden" />}
      shortcut="C"
      onClick={onCategory}
    >
      {t('Category')}
    </Button>
    <Button look="quiet" onClick={() => onTick(true)}>
      {t('Add')}
    </Button>
    <Button look="quiet" onClick={() => onTick(false)}>
      {t('Leave out')}
    </Button>
  </SelectedToolbar>
)
