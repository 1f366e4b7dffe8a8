import { Plus } from 'lucide-react'
import type { ColumnRole, Mapping } from '../../contract/import-mapping.ts'
import { t } from '../../words/t.ts'
import { roleWords, unusedIn, usesOfColumn } from './columns.ts'

/** The columns that are not used, each with its first value; one press on a column says what it holds. */
export function UnusedColumns({
  columns,
  onRole,
}: {
  columns: Mapping['columns']
  onRole: (index: number, role: ColumnRole) => void
}) {
  const unused = unusedIn(columns)
  if (unused.length === 0) return null
  return (
    <section
      aria-label={t('Columns that are not used')}
      className="flex flex-wrap items-center gap-2 rounded-b-card border-t border-line bg-canvas px-4 py-2.5 text-table text-text-2"
    >
      <span>
        {t('{count, plural, one {# column is not used:} other {# columns are not used:}}', {
          count: unused.length,
        })}
      </span>
      {unused.map(({ index, name, value }) => (
        <label
          key={index}
          className="relative inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-control border border-line bg-surface px-2.5 hover:bg-tile has-focus-visible:outline-2 has-focus-visible:outline-accent touch:min-h-11"
        >
          <span className="font-medium text-text">{name}</span>
          <span className="max-w-40 truncate">{value}</span>
          <Plus size={14} aria-hidden className="shrink-0" />
          <select
            aria-label={t('Use the column {column} as', { column: name })}
            value="ignore"
            onChange={({ target }) => onRole(index, target.value as ColumnRole)} // the options are roles
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          >
            <option value="ignore">{roleWords.ignore()}</option>
            {usesOfColumn.map((role) => (
              <option key={role} value={role}>
                {roleWords[role]()}
              </option>
            ))}
          </select>
        </label>
      ))}
      <span className="ms-auto text-caption max-sm:hidden">
        {t('+ uses a column as words, person, category or tag')}
      </span>
    </section>
  )
}
