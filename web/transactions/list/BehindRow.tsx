import { FolderInput, Trash2 } from 'lucide-react'
import { t } from '../../../words/t.ts'
import { classes } from '../../ui/classes.ts'
import type { Swipe } from '../../ui/use-swipe.ts'

/** Behind a row that is drawn aside: the action of letting go, on the side that it uncovers; pale until it would act. */
export const BehindRow = ({ swipe: { toward, isFar } }: { swipe: Swipe }) => (
  <span
    className={classes(
      'absolute inset-0 flex items-center gap-2 px-4 text-table font-semibold',
      toward === 'start'
        ? classes('flex-row-reverse text-bad', isFar ? 'bg-bad-soft' : 'bg-canvas')
        : classes('text-accent', isFar ? 'bg-accent-soft' : 'bg-canvas'),
    )}
  >
    {toward === 'start' ? <Trash2 size={18} /> : <FolderInput size={18} />}
    {toward === 'start' ? t('Delete') : t('Category')}
  </span>
)
