import type { Mapping, MappingChange } from '../../contract/import-mapping.ts'
import { refuse } from '../../contract/refusals.ts'

/** Corrections on top of earlier ones. Accounts and categories that are not named keep their earlier corrections. */
export function mergeCorrections(earlier: MappingChange | null, later: MappingChange): MappingChange {
  const accounts = merged(earlier?.accounts, later.accounts, ({ name }) => name)
  const categories = merged(earlier?.categories, later.categories, ({ name, kind }) => `${kind} ${name}`)
  return { ...earlier, ...later, ...(accounts && { accounts }), ...(categories && { categories }) }
}

const merged = <Item>(
  earlier: readonly Item[] | undefined,
  later: readonly Item[] | undefined,
  key: (item: Item) => string,
): Item[] | undefined =>
  earlier || later
    ? [...new Map([...(earlier ?? []), ...(later ?? [])].map((item) => [key(item), item])).values()]
    : undefined

/** Refuses corrections that cannot be meant for this file. */
export function checkCorrections(sent: MappingChange, found: Mapping | null): void {
  if (sent.encoding !== undefined && !isEncoding(sent.encoding))
    refuse('mapping_invalid', {
      field: 'mapping.encoding',
      reason: `"${sent.encoding}" is not an encoding of the WHATWG Encoding Standard.`,
    })
  if (sent.separator !== undefined && /["\r\n\s]/.test(sent.separator.replace('\t', '')))
    refuse('mapping_invalid', {
      field: 'mapping.separator',
      reason: 'a quotation mark or the end of a line cannot separate cells.',
    })
  if (sent.columns) checkColumns(sent.columns, found)
  const isNamed = (names: readonly { name: string }[] | undefined, name: string) =>
    found === null || names?.some((one) => one.name === name)
  for (const [index, { name }] of (sent.accounts ?? []).entries())
    if (!isNamed(found?.accounts, name)) refuseName(`mapping.accounts.${index}.name`, 'account', name)
  for (const [index, { name }] of (sent.categories ?? []).entries())
    if (!isNamed(found?.categories, name)) refuseName(`mapping.categories.${index}.name`, 'category', name)
}

const refuseName = (field: string, what: string, name: string): never =>
  refuse('mapping_invalid', { field, reason: `the file names no ${what} "${name.slice(0, 100)}".` })

function checkColumns(columns: NonNullable<MappingChange['columns']>, found: Mapping | null): void {
  const has = (...roles: string[]) => columns.some(({ role }) => roles.includes(role))
  const count = found?.columns.length
  const reason =
    count !== undefined && count > 0 && count !== columns.length
      ? `the file has ${count} columns, and ${columns.length} roles were sent.`
      : !has('date')
        ? 'no column has the role date.'
        : has('amount', 'debit', 'credit')
          ? undefined
          : 'no column has the role amount, debit or credit.'
  if (reason) refuse('mapping_invalid', { field: 'mapping.columns', reason })
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}
