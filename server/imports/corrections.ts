import type { Mapping, MappingChange } from '../../contract/import-mapping.ts'
import { refuse } from '../../contract/refusals.ts'
import { later } from '../../words/t.ts'

/** Corrections on top of earlier ones. Accounts and categories that are not named keep their earlier corrections. */
export function mergeCorrections(earlier: MappingChange | null, added: MappingChange): MappingChange {
  const accounts = merged(earlier?.accounts, added.accounts, ({ name }) => name)
  const categories = merged(earlier?.categories, added.categories, ({ name, kind }) => `${kind} ${name}`)
  return { ...earlier, ...added, ...(accounts && { accounts }), ...(categories && { categories }) }
}

const merged = <Item>(
  earlier: readonly Item[] | undefined,
  added: readonly Item[] | undefined,
  key: (item: Item) => string,
): Item[] | undefined =>
  earlier || added
    ? [...new Map([...(earlier ?? []), ...(added ?? [])].map((item) => [key(item), item])).values()]
    : undefined

/** Refuses corrections that cannot be meant for this file. */
export function checkCorrections(sent: MappingChange, found: Mapping | null): void {
  if (sent.encoding !== undefined && !isEncoding(sent.encoding))
    refuse('mapping_invalid', {
      field: 'mapping.encoding',
      reason: later('"{encoding}" is not an encoding of the WHATWG Encoding Standard.', {
        encoding: sent.encoding,
      }),
    })
  if (sent.separator !== undefined && /["\r\n\s]/.test(sent.separator.replace('\t', '')))
    refuse('mapping_invalid', {
      field: 'mapping.separator',
      reason: later('a quotation mark or the end of a line cannot separate cells.'),
    })
  if (sent.columns) checkColumns(sent.columns, found)
  const isNamed = (names: readonly { name: string }[] | undefined, name: string) =>
    found === null || names?.some((one) => one.name === name)
  for (const [index, { name }] of (sent.accounts ?? []).entries())
    if (!isNamed(found?.accounts, name)) refuseName(`mapping.accounts.${index}.name`, 'account', name)
  for (const [index, { name }] of (sent.categories ?? []).entries())
    if (!isNamed(found?.categories, name)) refuseName(`mapping.categories.${index}.name`, 'category', name)
}

const refuseName = (field: string, what: 'account' | 'category', name: string): never =>
  refuse('mapping_invalid', {
    field,
    reason: later(
      '{what, select, account {the file names no account "{name}".} other {the file names no category "{name}".}}',
      { what, name: name.slice(0, 100) },
    ),
  })

function checkColumns(columns: NonNullable<MappingChange['columns']>, found: Mapping | null): void {
  const has = (...roles: string[]) => columns.some(({ role }) => roles.includes(role))
  const count = found?.columns.length
  const reason =
    count !== undefined && count > 0 && count !== columns.length
      ? later('the file has {columns} columns, and {roles} roles were sent.', {
          columns: count,
          roles: columns.length,
        })
      : !has('date')
        ? later('no column has the role date.')
        : has('amount', 'debit', 'credit')
          ? undefined
          : later('no column has the role amount, debit or credit.')
  if (reason) refuse('mapping_invalid', { field: 'mapping.columns', reason })
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}
