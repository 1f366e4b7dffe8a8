import type { ColumnRole, Mapping } from '../../contract/import-mapping.ts'
import { classes } from '../ui/classes.ts'
import { SelectField } from '../ui/Field.tsx'
import { roleWords, sampleRows } from './columns.ts'

const roles = Object.entries(roleWords) as [ColumnRole, string][] // its keys are the roles

/** The first rows of the file unchanged, with the choice of its role above each column. */
export function ColumnTable({
  columns,
  onRole,
}: {
  columns: Mapping['columns']
  onRole: (index: number, role: ColumnRole) => void
}) {
  return (
    <section aria-label="The first rows of the file" className="relative overflow-x-auto rounded-card">
      <table className="w-full text-left text-table">
        <thead>
          <tr>
            {columns.map(({ name, role }, index) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading; a column has its place.
                key={index}
                scope="col"
                className="min-w-36 px-2 pt-3 pb-2 align-bottom font-normal first:pl-4 last:pr-4"
              >
                <span className="mb-1 block truncate text-caption font-medium text-text-2" title={name}>
                  {name}
                </span>
                <SelectField
                  label={`What the column ${name} holds`}
                  isLabelHidden
                  value={role}
                  onChange={(event) => onRole(index, event.target.value as ColumnRole)} // the options are the roles
                >
                  {roles.map(([value, words]) => (
                    <option key={value} value={value}>
                      {words}
                    </option>
                  ))}
                </SelectField>
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
                    'max-w-56 truncate px-2 py-2 first:pl-4 last:pr-4',
                    columns[index]?.role === 'ignore' ? 'text-text-3' : 'text-text',
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
    </section>
  )
}
