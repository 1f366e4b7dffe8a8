import { listAccounts } from '../../contract/accounts.ts'
import { getMe } from '../../contract/auth.ts'
import { getBook } from '../../contract/books.ts'
import { listTransactions, type TransactionQuery } from '../../contract/budgeting.ts'
import { getBudgets } from '../../contract/budgets.ts'
import { listCategories } from '../../contract/categories.ts'
import { listContacts } from '../../contract/contacts.ts'
import { forecast } from '../../contract/forecast.ts'
import { listBooks } from '../../contract/members.ts'
import { listObligations } from '../../contract/obligations.ts'
import { overview } from '../../contract/overview.ts'
import { listPlans } from '../../contract/plans.ts'
import { incomeStatement } from '../../contract/reports.ts'
import { listSuggestions } from '../../contract/suggestions.ts'
import { asking, everything, paging } from '../api/ask.ts'
import { accounts } from './accounts.ts'
import { book, books, me } from './me.ts'
import { TIMELINE_ROWS } from './timeline-rows.ts'

/**
 * The answers that are kept on this device, the most important first: who is signed in, what an entry is made of, Home, the timeline, and budgets.
 * A key ends with the address that was asked; filtered lists are not kept.
 */
const timelineQuery: TransactionQuery = { limit: TIMELINE_ROWS }
export const forEntries = {
  accounts,
  categories: everything(listCategories),
  contacts: everything(listContacts),
  suggestions: asking(listSuggestions, { query: { limit: 100 } }),
}
export const timeline = paging(listTransactions, { query: timelineQuery })
const debts = everything(listObligations)
const balances = everything(listContacts, { query: { include: 'balance' } })

/** Without these nothing of the book can be shown, and no entry be taken. */
export const essential: readonly (readonly unknown[])[] = [
  me.queryKey,
  book.queryKey,
  books.queryKey,
  forEntries.accounts.queryKey,
  forEntries.categories.queryKey,
  forEntries.contacts.queryKey,
]

const exactly = (...keys: (readonly unknown[])[]) => {
  const texts = new Set(keys.map((key) => JSON.stringify(key)))
  return (key: readonly unknown[]) => texts.has(JSON.stringify(key))
}
const ofPath =
  (path: string, isKept: (address: string) => boolean = () => true) =>
  (key: readonly unknown[]) =>
    key[0] === path && isKept(String(key.at(-1)))

const ranks: readonly ((key: readonly unknown[]) => boolean)[] = [
  exactly(...essential),
  exactly(forEntries.suggestions.queryKey, asking(overview).queryKey),
  exactly(timeline.queryKey, everything(listPlans).queryKey, debts.queryKey, balances.queryKey),
  // Home asks for the forecast from its day on, and for the debts of its latest entries; the timeline for the months of a year.
  ofPath(forecast.path),
  ofPath(listObligations.path, (address) => /[?&]id=/.test(address)),
  ofPath(incomeStatement.path, (address) => /[?&]by=month(&|$)/.test(address)),
  // The months of budgets that were opened, and those beside them.
  ofPath(getBudgets.path),
]

/** The rank of an answer among those that are kept, 0 first; undefined if it is not kept. */
export function rankOf(key: readonly unknown[]): number | undefined {
  const rank = ranks.findIndex((isOne) => isOne(key))
  return rank === -1 ? undefined : rank
}

const MAX_PAGES = 2

/** An answer as it is kept: of the timeline, its first pages. */
export function trimmed(key: readonly unknown[], answer: unknown): unknown {
  if (key[1] !== 'pages') return answer
  const { pages, pageParams } = answer as { pages: unknown[]; pageParams: unknown[] } // as every list by pages has them
  return { pages: pages.slice(0, MAX_PAGES), pageParams: pageParams.slice(0, MAX_PAGES) }
}

/** The routes whose answers are kept: if the shape of one changes, SHAPE has to be raised. */
export const keptRoutes = [
  getMe,
  getBook,
  listBooks,
  listAccounts,
  listCategories,
  listContacts,
  listSuggestions,
  listTransactions,
  listObligations,
  listPlans,
  overview,
  forecast,
  incomeStatement,
  getBudgets,
]
