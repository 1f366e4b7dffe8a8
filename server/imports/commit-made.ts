import type { AccountDraft } from '../../contract/accounts.ts'
import type { CategoryDraft } from '../../contract/categories.ts'
import { todayIn } from '../../contract/day.ts'
import type { Mapping } from '../../contract/import-mapping.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import { type Later, later } from '../../words/t.ts'
import { openAccount } from '../accounts/accounts.ts'
import { addCategory } from '../categories/categories.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { Course } from '../ledger/course.ts'
import { decideEach } from '../ledger/known.ts'
import type { Book } from '../ledger/verb.ts'
import { mapInSlices } from '../process/slices.ts'
import type { CategoryRow } from '../records/category.ts'
import { askingFor } from '../records/half.ts'
import type { ChosenRow } from './commit.sql.ts'
import { type DefaultNames, defaultNames, OTHER } from './default-category.ts'
import { cut, isOfBank } from './draft.ts'
import { pathOf } from './groups.ts'
import type { FileAccount, KeptBesides } from './read/besides.ts'
import { reasonOf } from './said-again.ts'

/** Creates the records that a file names and the book lacks, in the same change, before all rows. */
export type MadeRecords = {
  /** The account of a row, and the one on the other side of its transfer. */
  readonly account: (row: ChosenRow) => string
  readonly otherAccount: (row: ChosenRow) => string
  /** The account of a name that the file has besides its rows; it is opened unless a row has it. */
  readonly named: (name: string) => string
  readonly category: (kind: 'expense' | 'income', part: ChosenCategory) => string | undefined
  /** The opening of a created account, by the number of the row that has it. */
  readonly opening: ReadonlyMap<number, string>
  /** The records that names of the file stand for since: accounts by their names, categories by kind and name. */
  readonly became: {
    readonly accounts: ReadonlyMap<string, string>
    readonly categories: ReadonlyMap<string, string>
  }
}
type ChosenCategory = { readonly category_id: string | null; readonly category_name: string | null }

/** The longest name that an account or a category may have. */
const MAX_NAME = 255
const nameOf = (text: string) => cut(text.trim(), MAX_NAME)

/** An account to create, with the facts that the rows naming it give. */
type PlannedAccount = {
  readonly name: string
  readonly currencies: Set<string>
  readonly row: ChosenRow
  opening: ChosenRow | undefined
}

export async function makeMissing(
  book: Book,
  course: Course,
  mapping: Mapping | null,
  rows: readonly ChosenRow[],
  besides: KeptBesides = {},
): Promise<MadeRecords> {
  const described = new Map(besides.accounts?.map((account) => [account.name, account]))
  const mapped = new Map((mapping?.accounts ?? []).map(({ name, account_id }) => [name, account_id]))
  const accounts = new Map<string, string>()
  const opening = new Map<number, string>()
  await decideEach(await plannedIn(rows, mapped), ([inFile, planned]) => {
    const { answer, changes } = ofRow(planned.opening ?? planned.row, () =>
      openAccount(draftOf(book, planned, described.get(inFile)), todayIn(book.time_zone)).decide(
        book,
        course.known,
      ),
    )
    course.add({ answer, changes })
    accounts.set(inFile, answer.id)
    const posted = changes.find(({ kind }) => kind === 'transaction')?.after?.id
    if (planned.opening && posted) opening.set(planned.opening.n, posted)
  })
  const [categories, asked] = [new Map<string, string>(), new Map<string, string>()]
  const isGrouping = !isOfBank(mapping?.columns ?? [])
  let named: ReturnType<typeof accountsByName> | undefined
  let defaults: DefaultNames | undefined
  const accountOf = (row: ChosenRow, id: string | null, inFile: string | undefined, fault: Later) =>
    id ??
    (inFile === undefined ? undefined : (mapped.get(inFile) ?? accounts.get(inFile))) ??
    refuseRow(row, fault)
  const inFile = new Set(mapping?.categories.map((one) => `${one.kind} ${one.name}`))
  /** Rows that were judged before names of defaults were those of the book have the English one. */
  const isDefault = (kind: 'expense' | 'income', name: string) =>
    name === OTHER[kind] && !inFile.has(`${kind} ${name}`)
  const defaultName = (kind: 'expense' | 'income'): string => {
    defaults ??= defaultNames(categoryNames(course))
    return defaults[kind]
  }
  /** The category in its group, which is found by its name, or made. */
  const inGroup = (kind: 'expense' | 'income', path: { group: string; name: string }): string => {
    const key = `${kind} ${path.group}`
    const isFree = ({ parent_id }: CategoryRow) => parent_id === null
    const parent_id =
      categories.get(key) ??
      categoryOf(course, named?.get(key) ?? [], isFree) ??
      newCategory(book, course, { kind, name: path.group })
    categories.set(key, parent_id)
    const isIn = (one: CategoryRow) => one.parent_id === parent_id
    return (
      categoryOf(course, named?.get(`${kind} ${path.name}`) ?? [], isIn) ??
      newCategory(book, course, { kind, name: path.name, parent_id })
    )
  }
  const made: MadeRecords = {
    account: (row) =>
      accountOf(row, row.account_id, row.file_row.account, later('Its account is not known.')),
    otherAccount: (row) =>
      accountOf(
        row,
        row.draft.other_account_id,
        row.file_row.to_account,
        later('The account on the other side of the transfer is not known.'),
      ),
    named(name) {
      const known = mapped.get(name) ?? accounts.get(name)
      if (known !== undefined) return known
      const { currency } = described.get(name) ?? {}
      const planned = {
        name: nameOf(name),
        currencies: new Set(currency ? [currency] : []),
        opening: undefined,
      }
      const draft = draftOf(book, planned, described.get(name))
      const { id } = course.add(openAccount(draft, todayIn(book.time_zone)).decide(book, course.known))
      accounts.set(name, id)
      return id
    },
    category(kind, { category_id, category_name }) {
      if (category_id !== null || category_name === null) return category_id ?? undefined
      const name = nameOf(isDefault(kind, category_name) ? defaultName(kind) : category_name)
      const key = `${kind} ${name}`
      const path = isGrouping ? pathOf(name) : undefined
      named ??= accountsByName(course)
      const id =
        categories.get(key) ??
        categoryOf(course, named.get(key) ?? []) ??
        (path ? inGroup(kind, path) : newCategory(book, course, { kind, name }))
      categories.set(key, id)
      asked.set(`${kind} ${category_name}`, id)
      return id
    },
    opening,
    became: { accounts, categories: asked },
  }
  await decideEach(rows, (row) => {
    const { draft } = row
    if (draft.kind !== 'expense' && draft.kind !== 'income') return
    const { kind, splits } = draft
    ofRow(row, () => (splits.length > 0 ? splits : [draft]).map((part) => made.category(kind, part)))
  })
  return made
}

/** The accounts that rows name and the book lacks. */
async function plannedIn(
  rows: readonly ChosenRow[],
  mapped: ReadonlyMap<string, string | null>,
): Promise<Map<string, PlannedAccount>> {
  const planned = new Map<string, PlannedAccount>()
  const plan = (row: ChosenRow, inFile: string | undefined, currency_id: string | undefined) => {
    if (inFile === undefined || mapped.get(inFile)) return undefined
    const one: PlannedAccount = planned.get(inFile) ?? {
      name: nameOf(inFile),
      currencies: new Set<string>(),
      row,
      opening: undefined,
    }
    if (currency_id !== undefined) one.currencies.add(currency_id)
    planned.set(inFile, one)
    return one
  }
  await mapInSlices(rows, (row) => {
    const { account_id, currency_id, draft, file_row } = row
    const own = account_id === null ? plan(row, file_row.account, currency_id) : undefined
    if (own && file_row.is_opening) own.opening ??= row
    if (draft.kind === 'transfer' && draft.other_account_id === null)
      plan(row, file_row.to_account, file_row.to_currency ?? (file_row.to_amount ? undefined : currency_id))
  })
  return planned
}

/**
 * An account whose currency the file says is kept in it, and so is one of one other currency; any other account takes all currencies.
 */
function draftOf(
  book: Book,
  { name, currencies, opening }: Omit<PlannedAccount, 'row'>,
  described: FileAccount | undefined,
): AccountDraft {
  const [only] = currencies.size === 1 ? currencies : []
  const type = described?.type ?? (/^liabilit/i.test(name) ? 'liability' : 'asset')
  const bound = opening?.currency_id ?? described?.currency ?? only
  return {
    name,
    type,
    ...(bound !== undefined &&
      (described?.currency === bound || bound !== book.base_currency_id) && { currency_id: bound }),
    ...(opening && openingOf(opening, type)),
  }
}

/** The opening balance in a row, on the normal side of its account. */
export const openingOf = ({ amount, currency_id, date }: ChosenRow, type: string) => ({
  opening_balance: amountToApi(type === 'liability' ? -amount : amount, currency_id),
  opening_date: date,
})

/** The live accounts of the book as it was before the change, by their type and name. */
const accountsByName = ({ known }: Course) =>
  Map.groupBy(
    (known.find('names', '') ?? []).filter(({ is_live }) => is_live),
    ({ type, name }) => `${type} ${name}`,
  )

/** The names of the categories that the book had, which are those of their accounts. */
const categoryNames = ({ known }: Course) =>
  (known.find('names', '') ?? []).flatMap(({ type, name, is_live }) =>
    is_live && (type === 'expense' || type === 'income') ? [{ kind: type, name } as const] : [],
  )

/** The category of the first of these accounts whose category is in use. */
function categoryOf(
  { known }: Course,
  accounts: readonly { id: string }[],
  isMeant: (category: CategoryRow) => boolean = () => true,
): string | undefined {
  for (const { id } of accounts) {
    const category = known.find('category_of', id)
    if (category?.is_active && isMeant(category)) return category.id
  }
  return undefined
}

const newCategory = (book: Book, course: Course, draft: CategoryDraft): string =>
  course.add(addCategory(draft).decide(book, course.known)).id

/** Refuses an import because of one of its rows. */
export const refuseRow = ({ n, file_row: { line, part } }: ChosenRow, reason: Later): never =>
  refuse('row_refused', { n, line, ...(part !== undefined && { part }), reason })

/** Turns the refusal of a verb into one that names the row and its line. */
export function ofRow<T>(row: ChosenRow, record: () => T): T {
  try {
    return askingFor([], record) // a row has no field for a rate
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'row_refused') throw error
    return refuseRow(row, reasonOf(error))
  }
}
