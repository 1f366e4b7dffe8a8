import type { ColumnRole, Mapping } from '../../contract/import-mapping.ts'
import { t } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import { SelectField } from '../ui/Field.tsx'
import { useIsPhone } from '../ui/media.ts'
import { Sideways } from '../ui/Sideways.tsx'
import { isFigure, roleWords, sampleRows } from './columns.ts'

const roles = Object.entries(roleWords) as [ColumnRole, () => string][] // its keys are the roles

type Columns = {
  columns: Mapping['columns']
  onRole: (index: number, role: ColumnRole) => void
}

/** The first rows of the file unchanged, with the choice of its role above each column; on a phone, a column below the other. */
export function ColumnTable(props: Columns) {
  const isPhone = useIsPhone()
  return isPhone ? <ColumnList {...props} /> : <ColumnsBeside {...props} />
}

function RoleChoice({
  column: { name, role },
  onRole,
}: {
  column: Mapping['columns'][number]
  onRole: (role: ColumnRole) => void
}) {
  return (
    <SelectField
      label={t('What the column {column} holds', { column: name })}
      isLabelHidden
      value={role}
      onChange={(event) => onRole(event.target.value as ColumnRole)} // the options are the roles
    >
      {roles.map(([value, words]) => (
        <option key={value} value={value}>
          {words()}
        </option>
      ))}
    </SelectField>
  )
}

/** Of each column its heading, its role and its first values. */
function ColumnList({ columns, onRole }: Columns) {
  const samples = sampleRows(columns)
  return (
    <section aria-label={t('The columns of the file')}>
      <ul className="divide-y divide-line">
        {columns.map((column, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading; a column has its place.
            key={index}
            className="grid grid-cols-2 items-center gap-3 px-4 py-2.5"
          >
            <span className="min-w-0">
              <span className="line-clamp-2 text-body font-medium wrap-anywhere">{column.name}</span>
              {samples.slice(0, 2).map((cells, row) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file have no other name than their place.
                  key={row}
                  className="block truncate text-caption text-text-2"
                >
                  {cells[index]}
                </span>
              ))}
            </span>
            <RoleChoice column={column} onRole={(role) => onRole(index, role)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ColumnsBeside({ columns, onRole }: Columns) {
  return (
    <section aria-label={t('The first rows of the file')}>
      <Sideways className="relative rounded-card">
        <table className="w-full text-start text-table">
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading; a column has its place.
                  key={index}
                  scope="col"
                  className="min-w-24 px-2 pt-3 pb-2 align-bottom font-normal first:ps-4 last:pe-4 [&_select]:field-sizing-content [&_select]:min-w-full"
                >
                  <span
                    className={classes(
                      'mb-1 block max-w-48 truncate text-caption font-medium text-text-2',
                      isFigure(column.role) && 'ms-auto text-end',
                    )}
                    title={column.name}
                  >
                    {column.name}
                  </span>
                  <RoleChoice column={column} onRole={(role) => onRole(index, role)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sampleRows(columns).map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file have no other name than their place.
              <tr key={row} className="border-t border-line">
                {cells.map((cell, index) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above, a column has its place.
                    key={index}
                    className={classes(
                      'max-w-56 truncate px-2 py-2 first:ps-4 last:pe-4',
                      columns[index]?.role === 'ignore' ? 'text-text-3' : 'text-text',
                      isFigure(columns[index]?.role) && 'text-end tabular-nums',
                    )}
                    title={cell}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Sideways>
    </section>
  )
}
