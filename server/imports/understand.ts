import { folded } from '../../contract/fold.ts'
import type { Mapping, MappingChange } from '../../contract/import-mapping.ts'
import { numberOf } from '../lists/words.ts'
import { mapInSlices } from '../process/slices.ts'
import type { Basics } from './book-knows.sql.ts'
import { isOfBank } from './draft.ts'
import { pathOf } from './groups.ts'
import type { Understood } from './judge.ts'
import { type BadRow, type FileRow, isBad, type KeptMapping } from './read/row.ts'

/**
 * Finds the accounts and categories of the book that the names of a file stand for: as a person chose, else as in an earlier file, else by
 * the same name. The commit creates records for all other names, except categories that only the bank has.
 */
export async function understand(
  rows: readonly (FileRow | BadRow)[],
  {
    account_id,
    mapping,
    given,
  }: { account_id: string | null; mapping: KeptMapping; given: MappingChange | null },
  basics: Basics,
): Promise<Understood> {
  const accounts = new Map<string, number>()
  const owners = new Set<string | undefined>()
  await mapInSlices(rows, (row) => {
    if (isBad(row)) return
    owners.add(row.account)
    for (const name of [row.account, row.to_account])
      if (name !== undefined) accounts.set(name, (accounts.get(name) ?? 0) + 1)
  })
  const accountFor = await makeFinder(given, basics)
  const named = [...accounts].map(([name, count]) => ({
    name,
    count,
    is_own: owners.has(name),
    account_id: accountFor(name),
  }))
  const own = named.filter(({ is_own }) => is_own)
  const [only] = own
  // A file of one account belongs to the account that it was sent for. An account that is only the other side of transfers is never that account.
  const isOfOne = own.length === 1 && only !== undefined
  const isSaid = given?.accounts?.some(({ name }) => name === only?.name)
  if (isOfOne && account_id !== null && !isSaid) only.account_id = account_id
  return {
    account_id: isOfOne ? only.account_id : owners.has(undefined) || own.length === 0 ? account_id : null,
    mapping: {
      ...mapping,
      accounts: named,
      categories: await categoriesIn(rows, given, basics, isOfBank(mapping.columns)),
    },
  }
}

/**
 * Finds the account of a name, one in use before any other. The names of the book and of earlier files are indexed once, however many names a
 * file has.
 */
async function makeFinder(given: MappingChange | null, { accounts, retired, names }: Basics) {
  const said = new Map(given?.accounts?.map((one) => [one.name, one.account_id]))
  const indexes: ReturnType<typeof makeIndex>[] = []
  for (const some of [accounts, retired]) {
    const [before, same] = [makeIndex(), makeIndex()]
    // The latest file that named an account decides; of accounts with the same name, the oldest.
    const earlier = names.filter(({ kind, id }) => kind === 'account' && some.has(id)).reverse()
    await mapInSlices(earlier, before.add)
    await mapInSlices(some.values(), same.add)
    indexes.push(before, same)
  }
  return (name: string): string | null => {
    const stated = said.get(name)
    if (stated !== undefined) return stated
    for (const index of indexes) {
      const found = index.find(name)
      if (found !== undefined) return found
    }
    return null
  }
}

/** Finds the first added item of the same name, or of the same number if the name has one. */
function makeIndex() {
  type Added = { readonly id: string; readonly rank: number }
  const [byName, byNumber] = [new Map<string, Added>(), new Map<string, Added>()]
  return {
    add({ name, id }: { readonly name: string; readonly id: string }, rank: number) {
      const [key, number] = [folded(name), numberOf(name)]
      if (!byName.has(key)) byName.set(key, { id, rank })
      if (!byNumber.has(number)) byNumber.set(number, { id, rank })
    },
    find(name: string): string | undefined {
      const named = byName.get(folded(name))
      const numbered = /\d{4}/.test(name) ? byNumber.get(numberOf(name)) : undefined
      return named && numbered && numbered.rank < named.rank ? numbered.id : (named ?? numbered)?.id
    },
  }
}

async function categoriesIn(
  rows: readonly (FileRow | BadRow)[],
  given: MappingChange | null,
  { categories, names }: Basics,
  isBank: boolean,
): Promise<Mapping['categories']> {
  const found = new Map<string, Mapping['categories'][number]>()
  // A bank's "Food" says less than the words of a row, which may mean a category in the person's group of that name.
  const groups = new Set(isBank ? [...categories.values()].map(({ parent_id }) => parent_id) : [])
  const byName = new Map(
    [...categories.values()]
      .filter(({ id }) => !groups.has(id))
      .map((one) => [`${one.kind} ${folded(one.name)}`, one.id]),
  )
  const nameOf = (id: string) => folded(categories.get(id)?.name ?? '')
  const byPath = new Map(
    [...categories.values()].flatMap(({ id, kind, name, parent_id }) =>
      parent_id === null ? [] : [[`${kind} ${nameOf(parent_id)}:${folded(name)}`, id] as const],
    ),
  )
  const before = new Map<string, string>()
  await mapInSlices(names, (one) => before.set(`${one.kind} ${folded(one.name)}`, one.id))
  const saidOf = new Map(given?.categories?.map((one) => [`${one.kind} ${one.name}`, one]))
  const count = (name: string, kind: 'expense' | 'income') => {
    const known = found.get(`${kind} ${name}`)
    if (known) {
      known.count++
      return
    }
    const said = saidOf.get(`${kind} ${name}`)
    const key = `${kind} ${folded(name)}`
    const named = (key: string) => {
      const earlier = before.get(key)
      return earlier !== undefined && categories.has(earlier) ? earlier : byName.get(key)
    }
    const path = pathOf(name)
    const same =
      named(key) ??
      (path && byPath.get(`${kind} ${folded(path.group)}:${folded(path.name)}`)) ??
      (path?.isLoose ? named(`${kind} ${folded(path.name)}`) : undefined)
    found.set(`${kind} ${name}`, {
      name,
      kind,
      category_id: said ? said.category_id : (same ?? null),
      count: 1,
      is_created: said ? (said.is_created ?? true) : !isBank,
    })
  }
  await mapInSlices(rows, (row) => {
    if (isBad(row) || row.to_account !== undefined) return
    const kind = row.category_kind ?? (row.amount.startsWith('-') ? 'expense' : 'income')
    if (row.category) count(row.category, kind)
    for (const split of row.splits ?? []) count(split.category, kind)
  })
  return [...found.values()]
}
