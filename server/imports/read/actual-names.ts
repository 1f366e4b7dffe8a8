import { later } from '../../../words/t.ts'
import type { ActualTables } from './actual-tables.ts'
import { inOrderOf, isSet, textIn } from './actual-tables.ts'
import type { Besides, FileAccount, FileCategory, LeftOutOfFile } from './besides.ts'
import { plainText, shortValue } from './file-values.ts'

export type ActualAccount = {
  readonly name: string
  readonly isOff: boolean
  readonly isClosed: boolean
  readonly type: 'asset' | 'liability' | undefined
}
export type ActualCategory = {
  /** With its group before it. */
  readonly name: string
  readonly kind: 'expense' | 'income'
  readonly isHidden: boolean
}
/** Someone, or the account on the other side of a transfer. */
export type ActualPayee = { readonly name: string; readonly account: string | undefined }

/** The types that old versions gave their accounts. */
const OWED = /^(?:credit|mortgage|debt|loan)$/i

/** The names and kinds that ids of a budget stand for. Something that was deleted stands for nothing. */
export type ActualNames = ReturnType<typeof namesOf>

export function namesOf(tables: ActualTables) {
  const { accounts, doubles } = accountsOf(tables)
  const { categories, templates } = categoriesOf(tables)
  const merged = mappedBy(tables, 'category_mapping', 'transferId')
  const renamed = mappedBy(tables, 'payee_mapping', 'targetId')
  const payees = new Map<string, ActualPayee>()
  for (const row of tables('payees')) {
    const account = textIn(row, 'transfer_acct') || undefined
    if (isSet(row, 'tombstone')) continue
    payees.set(textIn(row, 'id'), { name: plainText(textIn(row, 'name'), 255), account })
  }
  return {
    templates,
    account: (id: string): ActualAccount | undefined => accounts.get(id),
    category: (id: string): ActualCategory | undefined => categories.get(merged.get(id) ?? id),
    payeeId: (id: string): string => renamed.get(id) ?? id,
    payee: (id: string): ActualPayee | undefined => payees.get(renamed.get(id) ?? id),
    described: (currency: string | undefined): Pick<Besides, 'accounts' | 'groups'> => ({
      accounts: [...accounts.values()].map(
        ({ name, type, isClosed }): FileAccount => ({
          name,
          ...(type && { type }),
          ...(currency && { currency }),
          ...(isClosed && { is_closed: true }),
        }),
      ),
      groups: [...categories.values()].map(
        ({ kind, name, isHidden }): FileCategory => ({ kind, name, ...(isHidden && { is_hidden: true }) }),
      ),
    }),
    said: (): LeftOutOfFile[] => [
      ...doubles,
      ...[...accounts.values()]
        .filter(({ isOff }) => isOff)
        .map(
          ({ name }): LeftOutOfFile => ({
            kind: 'accounts',
            name,
            why: later(
              'It comes over, and it is off budget in Actual. Florin has no such accounts: its entries count as income and expenses.',
            ),
          }),
        ),
    ],
  }
}

const mappedBy = (tables: ActualTables, name: string, column: string): ReadonlyMap<string, string> =>
  new Map(
    tables(name).flatMap((row) => {
      const to = textIn(row, column)
      return to === '' ? [] : [[textIn(row, 'id'), to]]
    }),
  )

/** Accounts in their order, open ones first. Two of one name are told apart by a number. */
function accountsOf(tables: ActualTables) {
  const accounts = new Map<string, ActualAccount>()
  const taken = new Set<string>()
  const doubles: LeftOutOfFile[] = []
  const live = tables('accounts').filter((row) => !isSet(row, 'tombstone'))
  for (const row of live.toSorted(inOrderOf('closed', 'offbudget', 'sort_order', 'name', 'id'))) {
    const called = plainText(textIn(row, 'name'), 240) || 'Account'
    let name = called
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${called} (${number})`
    taken.add(name.toLowerCase())
    if (name !== called)
      doubles.push({
        kind: 'accounts',
        name,
        why: later(
          'It comes over under this name, since another account of the budget is called "{name}" too.',
          { name: shortValue(called) },
        ),
      })
    const type = textIn(row, 'type')
    accounts.set(textIn(row, 'id'), {
      name,
      isOff: isSet(row, 'offbudget'),
      isClosed: isSet(row, 'closed'),
      type: OWED.test(type) ? 'liability' : undefined,
    })
  }
  return { accounts, doubles }
}

/** Categories in the order of their groups. Those of income need no group: Actual has one for all of them. */
function categoriesOf(tables: ActualTables) {
  const groups = new Map(
    tables('category_groups')
      .filter((row) => !isSet(row, 'tombstone'))
      .toSorted(inOrderOf('is_income', 'sort_order', 'id'))
      .map((row, place) => [textIn(row, 'id'), { row, place }]),
  )
  const placeOf = (id: string) => groups.get(id)?.place ?? groups.size
  const live = tables('categories')
    .filter((row) => !isSet(row, 'tombstone'))
    .toSorted(inOrderOf('sort_order', 'id'))
    .sort((a, b) => placeOf(textIn(a, 'cat_group')) - placeOf(textIn(b, 'cat_group')))
  const categories = new Map<string, ActualCategory>()
  let templates = 0
  for (const row of live) {
    const group = groups.get(textIn(row, 'cat_group'))?.row
    const isIncome = isSet(row, 'is_income')
    const name = plainText(textIn(row, 'name'), 120) || 'Category'
    const above = group && !isIncome ? plainText(textIn(group, 'name').replaceAll(':', ' '), 120) : ''
    categories.set(textIn(row, 'id'), {
      // A colon in a name alone would part a group from it.
      name: above === '' ? name.replaceAll(':', ' ') : `${above}: ${name}`,
      kind: isIncome ? 'income' : 'expense',
      isHidden: isSet(row, 'hidden') || (group !== undefined && isSet(group, 'hidden')),
    })
    if (/\w/.test(textIn(row, 'goal_def'))) templates++
  }
  return { categories, templates }
}
