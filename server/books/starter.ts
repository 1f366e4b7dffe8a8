import type { AccountDraft } from '../../contract/accounts.ts'
import type { Starter } from '../../contract/books.ts'
import type { CategoryDraft } from '../../contract/categories.ts'
import { todayIn } from '../../contract/day.ts'
import { openAccount } from '../accounts/accounts.ts'
import { addCategory } from '../categories/categories.ts'
import type { Found, Known, Reference } from '../ledger/known.ts'
import type { AccountRow } from '../ledger/records.ts'
import type { Decision, RecordChange, Verb } from '../ledger/verb.ts'

const spending = [
  ...['Groceries', 'Eating out', 'Rent', 'Utilities', 'Phone and internet', 'Household', 'Transport', 'Car'],
  ...['Health', 'Clothing', 'Education', 'Children', 'Pets', 'Leisure', 'Travel', 'Subscriptions', 'Gifts'],
  ...['Insurance', 'Taxes', 'Bank fees', 'Other expenses'],
]
const earning = ['Salary', 'Interest', 'Gifts received', 'Other income']

/** Beside the accounts that every book starts with, Cash and Bank among them. */
const accounts: readonly AccountDraft[] = [
  { name: 'Savings', type: 'asset' },
  { name: 'Credit card', type: 'liability' },
]

const categories: readonly Required<Pick<CategoryDraft, 'name' | 'kind'>>[] = [
  ...spending.map((name) => ({ name, kind: 'expense' as const })),
  ...earning.map((name) => ({ name, kind: 'income' as const })),
]

/** Adds the categories and accounts of the ready-made set whose names the book does not have yet. */
export const addStarterSet: Verb<Starter> = {
  looksAt: { codes: [''], names: [''] },
  isBatch: true,
  async decide(book, known) {
    const taken = new Set((known.find('names', '') ?? []).map(({ type, name }) => keyOf(type, name)))
    const codes = [...(known.find('codes', '') ?? [])]
    const changes: RecordChange[] = []
    const add = async <Answer>(verb: Verb<Answer>): Promise<Answer> => {
      const decision: Decision<Answer> = await verb.decide(book, withCodes(known, codes))
      changes.push(...decision.changes)
      for (const { kind, after } of decision.changes)
        if (kind === 'account') codes.push((after as AccountRow).code) // a row of this kind
      return decision.answer
    }
    const made: Omit<Starter, 'version'> = { categories: [], accounts: [] }
    for (const draft of categories)
      if (!taken.has(keyOf(draft.kind, draft.name))) made.categories.push(await add(addCategory(draft)))
    for (const draft of accounts)
      if (!taken.has(keyOf(draft.type, draft.name)))
        made.accounts.push(await add(openAccount(draft, todayIn(book.time_zone))))
    const version = changes.length > 0 ? book.version : book.version - 1
    return { answer: { version, ...made }, changes }
  },
}

const keyOf = (type: string, name: string): string => `${type} ${name.trim().toLowerCase()}`

/** The same records, with the codes that the accounts before have taken. */
const withCodes = (known: Known, codes: readonly string[]): Known => ({
  ...known,
  find: <R extends Reference>(reference: R, key: string): Found[R] | undefined =>
    reference === 'codes' ? ([...codes] as Found[R]) : known.find(reference, key), // what `codes` finds
})
