import {
  ArrowDownWideNarrow,
  CalendarSearch,
  CopyCheck,
  Download,
  EllipsisVertical,
  FileSpreadsheet,
  ListFilter,
} from 'lucide-react'
import { useState } from 'react'
import { listTransactions } from '../../../contract/budgeting.ts'
import { t } from '../../../words/t.ts'
import { fileAddress } from '../../api/DownloadList.tsx'
import { SearchField } from '../../page/SearchField.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { useLocale } from '../../ui/locale.ts'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { useMay } from '../../ui/rights.ts'

/** The tools of the list in one row: search, the filters with their number, and a menu with the others. */
export function PhoneTools({
  count,
  query,
  isLargestFirst,
  onFilters,
  onJump,
  onSort,
  onSelectAll,
}: {
  /** How many filters there are. */
  count: number
  query: object
  isLargestFirst: boolean
  onFilters: () => void
  onJump: (() => void) | undefined
  onSort: () => void
  onSelectAll: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  const locale = useLocale()
  const mayAnnotate = useMay('annotate')
  const file = (more: object) => fileAddress(listTransactions, { ...query, format: 'csv', ...more })
  const items: MenuItem[] = [
    ...(onJump ? [{ words: t('Jump to a month'), icon: <CalendarSearch size={17} />, run: onJump }] : []),
    {
      words: t('Largest first'),
      icon: <ArrowDownWideNarrow size={17} />,
      isOn: isLargestFirst,
      run: onSort,
    },
    ...(mayAnnotate
      ? [{ words: t('Select all that match'), icon: <CopyCheck size={17} />, run: onSelectAll }]
      : []),
    {
      words: t('Download for a spreadsheet'),
      icon: <FileSpreadsheet size={17} />,
      href: file({ locale }),
    },
    { words: t('Download as CSV'), icon: <Download size={17} />, href: file({}) },
  ]
  return (
    <div role="toolbar" aria-label={t('Tools of the list')} className="mb-2 flex items-center gap-1.5">
      <SearchField label={t('Search transactions')} group={t('Transactions')} />
      <Button icon={<ListFilter size={15} />} onClick={onFilters}>
        {t('Filters')}
        {count > 0 && (
          <span className="min-w-5 rounded-full bg-fill px-1 text-center text-caption leading-5 text-white tabular-nums">
            {count}
          </span>
        )}
      </Button>
      <IconButton label={t('More tools')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <EllipsisVertical size={18} />
      </IconButton>
      {isOpen && <Menu title={t('Tools')} items={items} onClose={() => setOpen(false)} />}
    </div>
  )
}
