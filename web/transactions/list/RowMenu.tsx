import { CopyCheck, FolderInput, PanelRightOpen, Trash2 } from 'lucide-react'
import type { Transaction } from '../../../contract/budgeting.ts'
import { t } from '../../../words/t.ts'
import { Menu } from '../../ui/Menu.tsx'
import { useMay } from '../../ui/rights.ts'
import { isSelectable } from './select-all.ts'

export type RowAction = 'open' | 'category' | 'select' | 'delete'

/** The actions on one row, the same as by drawing it aside, by keys and by a long press. */
export function RowMenu({
  title,
  row,
  onAct,
  onClose,
}: {
  title: string
  row: Transaction
  onAct: (action: RowAction) => void
  onClose: () => void
}) {
  const mayWrite = useMay('write')
  const isChangeable = isSelectable(row) // an opening balance and a payment are only opened
  return (
    <Menu
      title={title}
      onClose={onClose}
      items={[
        { words: t('Open [verb]'), icon: <PanelRightOpen size={17} />, run: () => onAct('open') },
        ...(isChangeable && row.kind !== 'transfer'
          ? [
              {
                words: t('Change the category'),
                icon: <FolderInput size={17} />,
                run: () => onAct('category'),
              },
            ]
          : []),
        ...(isChangeable
          ? [{ words: t('Select [verb]'), icon: <CopyCheck size={17} />, run: () => onAct('select') }]
          : []),
        ...(isChangeable && mayWrite
          ? [{ words: t('Delete'), icon: <Trash2 size={17} />, isDanger: true, run: () => onAct('delete') }]
          : []),
      ]}
    />
  )
}
