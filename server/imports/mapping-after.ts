import type { Mapping } from '../../contract/import-mapping.ts'
import type { MadeRecords } from './commit-made.ts'

/**
 * The mapping of a recorded file, with the record that each of its names stands for since, also those that no row has: the next file of the program finds
 * it, whatever a person calls it by then.
 */
export function mappingAfter<M extends Mapping>(
  mapping: M,
  { became }: Pick<MadeRecords, 'became'>,
  beside: MadeRecords['became'] = became,
): M {
  const accounts = new Map([...beside.accounts, ...became.accounts])
  const categories = new Map([...beside.categories, ...became.categories])
  for (const { name } of mapping.accounts) accounts.delete(name)
  for (const { kind, name } of mapping.categories) categories.delete(`${kind} ${name}`)
  return {
    ...mapping,
    accounts: [
      ...mapping.accounts.map((one) => ({
        ...one,
        account_id: one.account_id ?? became.accounts.get(one.name) ?? null,
      })),
      ...[...accounts].map(([name, account_id]) => ({ name, account_id, is_own: false, count: 0 })),
    ],
    categories: [
      ...mapping.categories.map((one) => ({
        ...one,
        category_id: one.category_id ?? became.categories.get(`${one.kind} ${one.name}`) ?? null,
      })),
      ...[...categories].map(([key, category_id]) => {
        const [, kind = '', name = ''] = /^(expense|income) (.*)$/s.exec(key) ?? []
        return {
          name,
          kind: kind === 'income' ? ('income' as const) : ('expense' as const),
          category_id,
          count: 0,
        }
      }),
    ],
  }
}
