import { bulkTransactions, type TransactionBulk } from '../../contract/batches.ts'
import { listTransactions, type Transaction } from '../../contract/budgeting.ts'
import { Refused } from '../../contract/client.ts'
import type { Day } from '../../contract/day.ts'
import type { Problem } from '../../contract/problem.ts'
import type { ReplyOf } from '../../contract/route.ts'
import { t } from '../../words/t.ts'
import { cache } from '../api/ask.ts'
import { send, sentenceOf } from '../api/change.ts'
import { dayText } from '../ui/dates.ts'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { say } from '../ui/toast.ts'
import { sayDoneAndMoved } from './moved-starts.ts'
import { type SomeRefused, someRefused } from './some-refused.ts'
import { type AccountsById, countedTransactions, titleOf } from './title.ts'
import { refusalWords } from './transaction-refusals.ts'

/** Changes of one or several transactions from the list: shown at once, taken back if they are refused. One change, one undo. */

/** The pages of a timeline that are loaded. */
export type LoadedPages = { pages: ReplyOf<typeof listTransactions>[]; pageParams: string[] }
type Rows = readonly Transaction[]
/** A change that was refused for some, and the same change without these. */
export type RefusedChange = SomeRefused & { readonly goOn: (without: readonly string[]) => void }
export type Context = {
  accounts: AccountsById
  today: Day
  /** The base currency of the book. */
  base: string
  /** Called in place of the message if some of several are refused, with which these are. */
  onSomeRefused?: (refused: RefusedChange) => void
}

async function change(
  rows: Rows,
  body: Omit<TransactionBulk, 'ids'>,
  patch: (row: Transaction) => Transaction | undefined,
  wordsOf: (rows: Rows) => string,
  context: Context,
): Promise<boolean> {
  const { today, base, onSomeRefused } = context
  const ids = rows.map(({ id }) => id)
  const chosen = new Set(ids)
  const takeBack = patchRows((row) => (chosen.has(row.id) ? patch(row) : row))
  const run = async () =>
    sayDoneAndMoved(
      { done: wordsOf(rows), undone: undoneText(rows, context) },
      await send(bulkTransactions, { body: { ids, ...body } }),
      { base, today },
    )
  return attempt(run, takeBack, today, (problem) => {
    const refused = rows.length > 1 ? someRefused(problem, rows, today) : undefined
    const without = (left: readonly string[]) => rows.filter(({ id }) => !left.includes(id))
    if (refused)
      onSomeRefused?.({
        ...refused,
        goOn: (left) => void change(without(left), body, patch, wordsOf, context),
      })
    return refused !== undefined && onSomeRefused !== undefined
  })
}

/** Sends a change that the screen shows already; if it is refused, takes it off the screen and says why. */
async function attempt(
  run: () => Promise<unknown>,
  takeBack: () => void,
  today: Day,
  isSaid: (problem: Problem) => boolean = () => false,
): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    takeBack()
    if (error instanceof Refused && isSaid(error.problem)) return false
    const sentence = error instanceof Refused ? refusalWords(error.problem, today) : sentenceOf(error)
    say({ words: sentence, tone: 'refused' })
    return false
  }
}

/** Takes one transaction off the screen at once, then deletes it by the route of its kind. */
export const removeOne = ({ id }: Transaction, run: () => Promise<unknown>, today: Day) =>
  attempt(
    run,
    patchRows((row) => (row.id === id ? undefined : row)),
    today,
  )

const named = (rows: Rows, { accounts }: Context): string => {
  const [row] = rows
  return row && rows.length === 1 ? titleOf(row, accounts) : countedTransactions(rows.length)
}

/** After an undo: not the value that they no longer have. */
const undoneText = (rows: Rows, context: Context): string =>
  t(
    '{count, plural, one {Undone. {transactions} is as before} other {Undone. {transactions} are as before}}',
    { count: rows.length, transactions: named(rows, context) },
  )

export const recategorise = (rows: Rows, category: { id: string; name: string }, context: Context) =>
  change(
    rows,
    { set: { category_id: category.id } },
    (row) => ({ ...row, category_id: category.id, category_name: category.name }),
    (some) =>
      t('{transactions}: now {category}', { transactions: named(some, context), category: category.name }),
    context,
  )

/** Changes the account that was paid from or into. */
export const moveTo = (rows: Rows, account: { id: string; name: string }, context: Context) =>
  change(
    rows,
    { set: { asset_account_id: account.id } },
    (row) => (row.kind === 'transfer' ? row : { ...row, asset_account_id: account.id }),
    (some) =>
      t('{transactions}: now on {account}', { transactions: named(some, context), account: account.name }),
    context,
  )

export const setContact = (rows: Rows, contact: { id: string; name: string } | null, context: Context) =>
  change(
    rows,
    { set: { contact_id: contact?.id ?? null } },
    (row) => ({ ...row, contact_id: contact?.id ?? null, contact_name: contact?.name ?? null }),
    (some) =>
      contact
        ? t('{transactions}: now with {person}', { transactions: named(some, context), person: contact.name })
        : t('{transactions}: now with nobody', { transactions: named(some, context) }),
    context,
  )

/** Changes the day. The rows move in the list once the service has answered. */
export const setDay = (rows: Rows, date: Day, context: Context) =>
  change(
    rows,
    { set: { date } },
    (row) => row,
    (some) => t('{transactions}: now on {day}', { transactions: named(some, context), day: dayText(date) }),
    context,
  )

export const addTag = (rows: Rows, tag: string, context: Context) =>
  change(
    rows,
    { set: { add_tags: [tag] } },
    (row) => (row.tags.includes(tag) ? row : { ...row, tags: [...row.tags, tag] }),
    (some) => t('{transactions}: now with #{tag}', { transactions: named(some, context), tag }),
    context,
  )

export const putIntoTrash = (rows: Rows, context: Context) => {
  const wordsOf = (some: Rows) => {
    const [row] = some
    if (!row || some.length > 1)
      return t(
        '{count, plural, one {# transaction is in the trash} other {# transactions are in the trash}}',
        { count: some.length },
      )
    return t('{transaction}, {amount} is in the trash', {
      transaction: titleOf(row, context.accounts),
      amount: hiddenMoneyText(row.amount, row.currency_id),
    })
  }
  return change(rows, { delete: true }, () => undefined, wordsOf, context)
}

/** Changes rows of every timeline that is loaded, at once; answers with the way back. */
function patchRows(change: (row: Transaction) => Transaction | undefined): () => void {
  const prefix = [listTransactions.path, 'pages']
  const before = cache.getQueriesData<LoadedPages>({ queryKey: prefix })
  for (const [key, data] of before) {
    if (!data) continue
    const pages = data.pages.map((page) => {
      let isChanged = false
      const rows = page.data.flatMap((row) => {
        const next = change(row)
        isChanged ||= next !== row
        return next ? [next] : []
      })
      return isChanged ? { ...page, data: rows } : page
    })
    cache.setQueryData(key, { ...data, pages })
  }
  return () => {
    for (const [key, data] of before) cache.setQueryData(key, data)
  }
}
