import { ArrowDownWideNarrow, CalendarSearch, ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { listTransactions } from '../../../contract/budgeting.ts'
import { t } from '../../../words/t.ts'
import { DownloadList, DownloadSheet } from '../../api/DownloadList.tsx'
import { useAddress } from '../../page/address.ts'
import { useBook, useToday } from '../../page/me.ts'
import { SearchField } from '../../page/SearchField.tsx'
import { useShortcut } from '../../page/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { useIsPhone } from '../../ui/media.ts'
import { chipsOf, type FilterName, isFiltered, type NamesOf, sortIn, without } from '../filters.ts'
import { useImportNames, useReferences } from '../references.ts'
import { FilterChip } from './FilterChip.tsx'
import { FilterPopup } from './FilterPopup.tsx'
import { JumpPopup } from './JumpPopup.tsx'
import { PhoneTools } from './PhoneTools.tsx'

/** Search and filters: the filters of the list are in the address, and in sight. A phone has them in one row, behind two buttons. */
export function FilterBar({
  query,
  totals,
  onSelectAll,
}: {
  /** The list, for its downloads. */
  query: object
  totals: ReactNode
  onSelectAll: () => void
}) {
  const { search, filter } = useAddress()
  const { month_starts_on } = useBook()
  const today = useToday()
  const isPhone = useIsPhone()
  const references = useReferences()
  const imports = useImportNames(search.import_id)
  const nameOf: NamesOf = (parameter, id) =>
    parameter === 'import_id' ? imports.nameOf(id) : references.nameOf(parameter, id)
  const [editing, setEditing] = useState<FilterName | 'choose'>()
  const [isJumping, setJumping] = useState(false)
  useShortcut('f', t('Add a filter'), () => setEditing('choose'), t('Transactions'))
  const isLargestFirst = sortIn(search) !== undefined
  const canJump = !search.date_from && !isLargestFirst
  const sortOrNot = () => filter({ sort: isLargestFirst ? undefined : '-amount' })
  const isNamed = references.isReady && imports.isReady
  const chips = chipsOf(search, nameOf, month_starts_on, today)
  const popups = (
    <>
      {editing && (
        <FilterPopup
          start={editing}
          chips={isPhone && isNamed ? chips : []}
          references={references}
          onClose={() => setEditing(undefined)}
        />
      )}
      {isJumping && <JumpPopup onClose={() => setJumping(false)} />}
    </>
  )
  if (isPhone)
    return (
      <>
        <PhoneTools
          count={chips.length}
          query={query}
          isLargestFirst={isLargestFirst}
          onFilters={() => setEditing('choose')}
          onJump={canJump ? () => setJumping(true) : undefined}
          onSort={sortOrNot}
          onSelectAll={onSelectAll}
        />
        <div className="mb-2 flex min-h-5 px-1">{totals}</div>
        {popups}
      </>
    )
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField label={t('Search transactions')} group={t('Transactions')} />
      {isNamed &&
        chips.map((chip) => (
          <FilterChip
            key={chip.name}
            chip={chip}
            onEdit={() => setEditing(chip.name)}
            onRemove={() => filter(without(chip.name))}
          />
        ))}
      <Button icon={<ListFilter size={15} />} shortcut="F" onClick={() => setEditing('choose')}>
        {t('Filter [verb]')}
      </Button>
      {canJump && (
        <Button look="quiet" icon={<CalendarSearch size={15} />} onClick={() => setJumping(true)}>
          {t('Jump to')}
        </Button>
      )}
      <Button look="quiet" icon={<ArrowDownWideNarrow size={15} />} onClick={sortOrNot}>
        {isLargestFirst ? t('Sort: largest') : t('Sort: newest')}
      </Button>
      {isFiltered(search) && (
        <Button look="quiet" onClick={() => filter(without())}>
          {t('Clear [verb]')}
        </Button>
      )}
      <span className="ms-auto flex items-center gap-2">
        {totals}
        {/* Beside an open sheet they would need a second line. */}
        {search.open === undefined && (
          <>
            <DownloadSheet route={listTransactions} query={query}>
              {t('Spreadsheet')}
            </DownloadSheet>
            <DownloadList route={listTransactions} query={query}>
              {t('CSV')}
            </DownloadList>
          </>
        )}
      </span>
      {popups}
    </div>
  )
}
