import { CopyCheck, FolderInput, PanelRightOpen, Trash2 } from 'lucide-react'
import { t } from '../../../words/t.ts'
import { Menu } from '../../ui/Menu.tsx'
import { useMay } from '../../ui/rights.ts'

export type RowAction = 'open' | 'category' | 'select' | 'delete'

/** The actions on one row, the same as by drawing it aside, by keys and by a long press. */
export function RowMenu({
  title,
  isSelectable,
  hasCategory,
  onAct,
  onClose,
}: {
  title: string
  /** Whether it can be changed with others; an opening balance and a payment are only opened. */
  isSelectable: boolean
  hasCategory: boolean
  onAct: (action: RowAction) => void
  onClose: () => void
}) {
  const mayWrite = useMay('write')
  return (
    <Menu
      title={title}
      onClose={onClose}
      items={[
        { words: t('Open [verb]'), icon: <PanelRightOpen size={17} />, run: () => onAct('open') },
        ...(isSelectable && hasCategory
          ? [
              {
                words: t('Change the category'),
                icon: <FolderInput size={17} />,
                run: () => onAct('category'),
              },
            ]
          : []),
        ...(isSelectable
          ? [{ words: t('Select [verb]'), icon: <CopyCheck size={17} />, run: () => onAct('select') }]
          : []),
        ...(isSelectable && mayWrite
          ? [{ words: t('Delete'), icon: <Trash2 size={17} />, isDanger: true, run: () => onAct('delete') }]
          : []),
      ]}
    />
  )
}
