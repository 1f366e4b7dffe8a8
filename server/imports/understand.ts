import { folded } from '../../contract/fold.ts'
import type { Mapping, MappingChange } from '../../contract/import-mapping.ts'
import type { Understood } from './judge.ts'
import type { Basics } from './known.sql.ts'
import { type BadRow, type FileRow, type FoundMapping, isBad } from './read/row.ts'
import { numberOf } from './words.ts'

/**
 * Which accounts and categories of the book the names of a file are: as a person said, else as they were in an earlier file, else those
 * of the same name. A name that is none of these is made at the commit.
 */
export function understand(
  rows: readonly (FileRow | BadRow)[],
  {
    account_id,
    mapping,
    given,
  }: { account_id: string | null; mapping: FoundMapping; given: MappingChange | null },
  basics: Basics,
): Understood {
  const accounts = countNames(rows.flatMap((row) => (isBad(row) ? [] : [row.account, row.to_account])))
  const named = [...accounts].map(([name, count]) => ({
    name,
    count,
    account_id: accountFor(name, given, basics),
  }))
  const [only] = named
  // A file of one account is of the account that it was sent for.
  const isOfOne = named.length === 1 && only !== undefined
  if (isOfOne && account_id !== null && !given?.accounts) only.account_id = account_id
  return {
    account_id: isOfOne ? only.account_id : named.length > 1 ? null : account_id,
    mapping: { ...mapping, accounts: named, categories: categoriesIn(rows, given, basics) },
  }
}

function countNames(names: readonly (string | undefined)[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function accountFor(name: string, given: MappingChange | null, { accounts, names }: Basics): string | null {
  const said = given?.accounts?.find((one) => one.name === name)
  if (said) return said.account_id
  const isSame = (other: string) =>
    folded(other) === folded(name) || (/\d{4}/.test(name) && numberOf(other) === numberOf(name))
  const before = names.findLast((one) => one.kind === 'account' && isSame(one.name) && accounts.has(one.id))
  return before?.id ?? [...accounts.values()].find((one) => isSame(one.name))?.id ?? null
}

function categoriesIn(
  rows: readonly (FileRow | BadRow)[],
  given: MappingChange | null,
  { categories, names }: Basics,
): Mapping['categories'] {
  const found = new Map<string, Mapping['categories'][number]>()
  const byName = new Map([...categories.values()].map((one) => [`${one.kind} ${folded(one.name)}`, one.id]))
  const before = new Map(names.map((one) => [`${one.kind} ${folded(one.name)}`, one.id]))
  const count = (name: string, kind: 'expense' | 'income') => {
    const known = found.get(`${kind} ${name}`)
    if (known) {
      known.count++
      return
    }
    const said = given?.categories?.find((one) => one.name === name && one.kind === kind)
    const key = `${kind} ${folded(name)}`
    const earlier = before.get(key)
    const same = earlier !== undefined && categories.has(earlier) ? earlier : byName.get(key)
    found.set(`${kind} ${name}`, {
      name,
      kind,
      category_id: said ? said.category_id : (same ?? null),
      count: 1,
    })
  }
  for (const row of rows) {
    if (isBad(row) || row.to_account !== undefined) continue
    const kind = row.category_kind ?? (row.amount.startsWith('-') ? 'expense' : 'income')
    if (row.category) count(row.category, kind)
    for (const split of row.splits ?? []) count(split.category, kind)
  }
  return [...found.values()]
}
