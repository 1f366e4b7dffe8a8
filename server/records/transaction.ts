import { type Sql, sql } from '../database/sql.ts'
import { type Entry, postingName, type SlimTransaction, type Transaction } from '../ledger/journal.ts'
import type { Keys, StoredColumns } from '../ledger/kind.ts'
import { type Holder, hold, type List } from '../ledger/known.ts'
import { entriesOf } from '../ledger/postings.sql.ts'
import { entryColumns, fromList, holdRow, listOf, part, without } from '../ledger/stored.ts'
import { mapInSlices, startSlice } from '../process/slices.ts'
import { account } from './account.ts'
import { category } from './category.ts'
import {
  amountIn,
  baseAmount,
  type Column,
  chargedAmount,
  currency,
  day,
  flag,
  fx,
  id,
  name,
  oneOf,
  orNull,
  place,
  recordsOf,
  severalOf,
  since,
  text,
  time,
  version,
} from './columns.ts'
import { contact } from './contact.ts'
import { belongsTo, kind, type RecordKind, refersTo, storedOf } from './kind.ts'
import { ticksPart } from './ticks.sql.ts'
import { namesIn, transactionToApi } from './transaction-to-api.ts'

/** A split bill that is shared has 100 parts and 100 shares at most, and one entry more. */
const MAX_ENTRIES = 201

/** A transaction: its row is the ledger's own (`ledger/journal.ts`), and so are its entries. */
const columns = {
  id,
  kind: oneOf('expense', 'income', 'transfer', 'opening', 'value', 'obligation', 'payment', 'write_off'),
  date: day,
  currency_id: currency,
  amount: amountIn(),
  base_amount: baseAmount,
  ...fx,
  category_id: orNull(id),
  account_id: orNull(id),
  charged_amount: orNull(chargedAmount),
  to_account_id: orNull(id),
  to_amount: orNull(amountIn('to_currency_id')),
  to_currency_id: orNull(currency),
  other_source: orNull(oneOf('given', 'found')),
  contact_id: orNull(id),
  obligation_id: orNull(id),
  plan_id: orNull(id),
  is_refund: flag,
  notes: orNull(text(10_000)),
  tags: severalOf(name(50), 20),
  external_id: since(null, orNull(name(255))),
  created_version: version,
  created_position: place,
  version,
  created_at: time,
  updated_at: time,
  deleted_at: orNull(time),
} satisfies { [N in keyof Omit<Transaction, 'entries'>]: Column<Transaction[N]> }

const entry = {
  debit_account_id: id,
  credit_account_id: id,
  debit_line_id: id,
  credit_line_id: id,
  currency_id: currency,
  amount: amountIn(),
  base_amount: baseAmount,
  category_id: orNull(id),
  obligation_id: orNull(id),
  memo: { ...text(255), absent: () => '' },
} satisfies { [N in keyof Entry]: Column<Entry[N]> }

declare module '../ledger/known.ts' {
  interface Found {
    transaction: Transaction
    /** The id of the transaction with an external_id, in the trash or not. By that name. */
    external_id: string
    /** Where the other half is of a transfer between two books; a half stays a half. */
    half: { book_id: string; transaction_id: string }
    /** The opening of an account, in the trash or not, by the account's id. */
    opening: Transaction
    /** The latest live write-off of an obligation, by the obligation's id. */
    write_off: Transaction
  }
}

/** Transactions and entries as lists have them: without the texts that people write at length. */
export const slimTransactionColumns = without(storedOf(columns), 'notes', 'tags')
export const slimEntryColumns = without(entryColumns, 'memo')

/** Transactions with their entries and their ticks. */
const withEntries = (books: Sql, condition: Sql): Sql[] => [
  transaction.rows(books, condition),
  part(
    'entry',
    sql`e.book_id`,
    sql`e.transaction_id, e.ordinal, ${listOf(entryColumns, 'e')}`,
    entriesOf(books, condition),
  ),
  ticksPart(books, condition),
]

/** The records that stored transactions refer to, which their verbs look at too. */
function linkedParts(books: Sql, { ids }: Keys): Sql[] {
  const entries = entriesOf(books, sql`t.id = any (${ids})`)
  return [
    account.rows(
      books,
      sql`a.id in (select unnest(array[e.debit_account_id, e.credit_account_id]) from ${entries})`,
    ),
    category.rows(books, sql`g.id in (select e.category_id from ${entries})`),
    contact.rows(
      books,
      sql`p.id in (select t.contact_id from transactions t where t.book_id = any (${books}) and t.id = any (${ids})
                       union select o.contact_id from obligations o where o.book_id = any (${books}) and o.expense_id = any (${ids}))`,
    ),
  ]
}

/** The entries of each transaction, in their order. */
export async function entriesIn(lists: readonly List[], columns: StoredColumns) {
  const entries = new Map<unknown, List[]>()
  const slice = startSlice()
  for (const list of lists) {
    const some = entries.get(list[0])
    if (some) some.push(list)
    else entries.set(list[0], [list])
    if (slice.isOver()) await slice.next()
  }
  return (id: string) =>
    (entries.get(id) ?? [])
      .sort(([, a], [, b]) => Number(a) - Number(b))
      .map(([, , ...entry]) => fromList(columns, entry))
}

export const inOrderOfBook = (a: SlimTransaction, b: SlimTransaction) =>
  a.created_version - b.created_version || a.created_position - b.created_position

/** If several parts loaded a transaction, each loaded its entries; the ids of their lines identify them. */
export const withoutRepeats = <T extends SlimTransaction>(transaction: T): T => ({
  ...transaction,
  entries: [...new Map(transaction.entries.map((entry) => [entry.debit_line_id, entry])).values()],
})

const holdTransactions: Holder = async (holdings, lists, { of }) => {
  const entries = await entriesIn(of('entry'), entryColumns)
  const all = await mapInSlices(lists, (list): Transaction => {
    const row = fromList(transaction.columns, list) as Omit<Transaction, 'entries'>
    return withoutRepeats({ ...row, entries: entries(row.id) as Entry[] })
  })
  // Several parts may load the same transaction.
  const transactions = [...new Map(all.map((one) => [one.id, one])).values()]
  for (const one of transactions.sort(inOrderOfBook)) {
    holdRow(holdings, transaction, one)
    hold(holdings, 'ticks', one.id, []) // the part `ticks`, which is held after this one, has rows only for those with ticks
  }
}

/** The name of a transaction in the log: of one, or of an entry `x`. */
const resource = sql`case x.kind when 'obligation' then 'obligation_posting' when 'value' then 'value_posting' else x.kind end`

/** Live entries, by a column that refers to a record. */
const entriesBy = (ids: Sql) => (column: Sql) => ({
  resource,
  id: sql`x.transaction_id`,
  referred: sql`x.${column}`,
  from: sql`entries x where x.${column} = ${ids} and x.until_version is null`,
})

const SIDES = [sql`debit_account_id`, sql`credit_account_id`]

export const transaction: RecordKind<'transaction'> = kind('transaction', {
  table: 'transactions',
  alias: 't',
  columns,
  inside: { entries: recordsOf(entry, MAX_ENTRIES) },
  order: sql`r.created_version, r.created_position`,
  // The columns of its posting are taken back together, or composed again: `changes/take-back.ts`.
  entered: ['contact_id', 'notes', 'tags', 'external_id'],
  resources: [
    'expense',
    'income',
    'transfer',
    'opening',
    'value_posting',
    'obligation_posting',
    'payment',
    'write_off',
  ],
  resource,
  resourceOf: postingName,
  finds: {
    transaction: {
      load: (books, keys) => [
        ...withEntries(books, sql`t.id = any (${keys.ids})`),
        ...linkedParts(books, keys),
      ],
      keys: ({ id }) => [id],
    },
    external_id: {
      load: (books, { texts }) => [
        part(
          'external_id',
          sql`t.book_id`,
          sql`t.external_id, t.id`,
          sql`transactions t where t.book_id = any (${books}) and t.external_id = any (${texts}::text[])`,
        ),
      ],
      keys: ({ external_id }) => [external_id],
      found: ({ id }) => id,
      isExact: true,
    },
    half: {
      survives: ['transaction'],
      load: (books, { ids }) => [
        part(
          'half',
          sql`h.book_id`,
          sql`h.transaction_id, h.other_book_id, h.other_transaction_id`,
          sql`book_halves h where h.book_id = any (${books}) and h.transaction_id = any (${ids})`,
        ),
      ],
    },
    opening: {
      survives: [],
      load: (books, { ids }) => withEntries(books, sql`t.kind = 'opening' and t.account_id = any (${ids})`),
      keys: ({ kind, account_id }) => (kind === 'opening' ? [account_id] : []),
    },
    write_off: {
      survives: [],
      load: (books, { ids }) =>
        withEntries(
          books,
          sql`t.id in (select distinct on (w.book_id, w.obligation_id) w.id from transactions w
                   where w.book_id = any (${books}) and w.obligation_id = any (${ids}) and w.kind = 'write_off' and w.deleted_at is null
                   order by w.book_id, w.obligation_id, w.created_version desc, w.created_position desc)`,
        ),
      keys: ({ kind, deleted_at, obligation_id }) =>
        kind === 'write_off' && deleted_at === null ? [obligation_id] : [],
    },
  },
  survives: ['transaction', 'obligation', 'contact'],
  course({ put }, before, after) {
    // Within a change, no verb looks at a transaction that was just made, except an opening: tens of thousands are not kept.
    if (before !== null) put('transaction', after.id, after)
    if (after.kind === 'opening' && after.account_id !== null) put('opening', after.account_id, after)
  },
  holders: {
    transaction: holdTransactions,
    external_id(holdings, lists) {
      for (const [name, id] of lists) hold(holdings, 'external_id', String(name), String(id))
    },
    half(holdings, lists) {
      for (const [id, bookId, otherId] of lists)
        hold(holdings, 'half', String(id), { book_id: String(bookId), transaction_id: String(otherId) })
    },
  },
  links: ({ id, contact_id, account_id, to_account_id, category_id, obligation_id, entries }) => ({
    ticks: [id],
    contact: [contact_id],
    account: [
      account_id,
      to_account_id,
      ...entries.flatMap(({ debit_account_id, credit_account_id }) => [debit_account_id, credit_account_id]),
    ],
    category: [category_id, ...entries.map((entry) => entry.category_id)],
    obligation: [obligation_id, ...entries.map((entry) => entry.obligation_id)],
  }),
  refers: { contact_id: refersTo('contact'), obligation_id: belongsTo('obligation') },
  referrers(to, ids, books) {
    if (to === 'obligation') return [entriesBy(ids)(sql`obligation_id`)]
    if (to === 'account') return SIDES.map(entriesBy(ids))
    if (to === 'category')
      return SIDES.map((column) => ({
        resource,
        id: sql`x.transaction_id`,
        referred: sql`g.id`,
        from: sql`categories g join entries x on x.book_id = g.book_id and x.${column} = g.account_id
          where g.book_id = any (${books}) and g.id = ${ids} and x.until_version is null`,
      }))
    // The undo of another base currency is held up by transactions recorded since, in the trash or not.
    const ofBook = {
      resource,
      id: sql`x.id`,
      referred: sql`x.book_id`,
      from: sql`transactions x where x.book_id = ${ids}`,
    }
    return to === 'book' ? [ofBook] : []
  },
  // Replaced entries count too, since they stay. The opening of an account is deleted with it, and so are the entries of its values.
  users: (ids, books) =>
    SIDES.map(
      (column) => sql`
    select x.book_id, x.${column} as used_id, ${resource} as resource, x.transaction_id::text as id,
           x.until_version is not null and not exists (
             select from transactions t where t.book_id = any (${books}) and t.book_id = x.book_id and t.id = x.transaction_id
               and t.deleted_at is not null and t.version = x.until_version) as is_past
    from entries x where x.book_id = any (${books}) and x.${column} = any (${ids}) and x.kind not in ('opening', 'value')`,
    ),
  show(row, book, known) {
    const names = namesIn(known, row, [])
    for (const { obligation_id } of row.kind === 'expense' ? row.entries : []) {
      const debt = obligation_id === null ? undefined : known.find('obligation', obligation_id)
      const contact = debt && known.find('contact', debt.contact_id)
      if (contact) names.shares.set(debt.id, { contact_id: contact.id, contact_name: contact.name })
    }
    return transactionToApi(book, row, names)
  },
})
