import type { Counts } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { useAddress } from '../page/address.ts'
import { SearchField } from '../page/SearchField.tsx'
import { countText } from '../ui/locale.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { Sideways } from '../ui/Sideways.tsx'
import type { useSortedBy } from './use-check-lines.ts'
import { addressOfTab, type CountedRows, countOf, type RowTab, tabsShown } from './verdict-words.ts'

/** The verdicts with how many rows have them, and the search. */
export function CheckTabs({
  counts,
  rows,
  tab,
  sorted,
}: {
  counts: Counts
  rows: CountedRows
  tab: RowTab
  /** How the rows are sorted, where there is a choice. */
  sorted: ReturnType<typeof useSortedBy> | undefined
}) {
  const { filter } = useAddress()
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
      <Sideways className="-m-1 max-w-[calc(100%+8px)] p-1">
        <Segmented
          label={t('Which rows')}
          value={tab}
          onChange={(next) => filter(addressOfTab(next))}
          options={tabsShown(counts, tab, rows).map(({ tab: value, label }) => ({
            value,
            label: (
              <>
                {label()}
                <span
                  className={`ms-1.5 rounded-full px-1.5 text-axis tabular-nums ${value === 'look' ? 'bg-warn-soft font-semibold text-warn' : 'bg-tile text-text-2'}`}
                >
                  {countText(countOf(value, counts, rows))}
                </span>
              </>
            ),
          }))}
        />
      </Sideways>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        {sorted && (
          <Segmented
            label={t('Sorted')}
            value={sorted[0]}
            onChange={sorted[1]}
            options={[
              { value: 'shop', label: t('by shop') },
              { value: 'day', label: t('by day') },
            ]}
          />
        )}
        <SearchField label={t('Search the rows')} group={t('Import')} />
      </div>
    </div>
  )
}
