import { useState } from 'react'
import type { Mapping, MappingChange } from '../../contract/import-mapping.ts'
import { type Import, updateImport } from '../../contract/imports.ts'
import { useChange } from '../api/change.ts'
import { missingIn } from './columns.ts'

/**
 * How the file is understood, with corrections that show at once. They are sent as soon as the file can be read with them; until then
 * they wait here.
 */
export function useMapping(file: Import) {
  const given = file.mapping
  const [edits, setEdits] = useState<{ on: Mapping | null; change: MappingChange }>({ on: given, change: {} })
  const change = useChange(updateImport)
  // The service has read the file with other corrections: its mapping holds them.
  const waiting = edits.on === given ? edits.change : {}
  const mapping = given && merged(given, waiting)
  const missing = mapping ? missingIn(mapping.columns) : []
  return {
    mapping,
    missing,
    sentence: change.sentence,
    isBusy: change.isBusy || file.status === 'reading',
    set(part: MappingChange) {
      const categories = [...(part.categories ?? []), ...(waiting.categories ?? [])] // of two for one name, the first counts
      const all = {
        ...waiting,
        ...part,
        ...(categories.length > 0 && { categories: firstOfEach(categories) }),
      }
      setEdits({ on: given, change: all })
      const columns = all.columns ?? given?.columns ?? []
      // Another separator, encoding or heading gives other columns, which are guessed anew.
      const isOther =
        part.separator !== undefined || part.skip_lines !== undefined || part.has_header !== undefined
      if (isOther || missingIn(columns).length === 0)
        void change.send({ params: { id: file.id }, body: { mapping: isOther ? part : all } })
    },
  }
}

const firstOfEach = (all: NonNullable<MappingChange['categories']>) =>
  all.filter((one, at) => all.findIndex(({ name, kind }) => name === one.name && kind === one.kind) === at)

/** A mapping with corrections. */
function merged(mapping: Mapping, { columns, accounts, categories, ...rest }: MappingChange): Mapping {
  const plain = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    ...mapping,
    ...plain,
    columns: mapping.columns.map((column, index) => ({
      ...column,
      role: columns?.[index]?.role ?? column.role,
    })),
    accounts: mapping.accounts.map((account) => ({
      ...account,
      ...accounts?.find(({ name }) => name === account.name),
    })),
    categories: mapping.categories.map((category) => ({
      ...category,
      ...categories?.find(({ name, kind }) => name === category.name && kind === category.kind),
    })),
  }
}
