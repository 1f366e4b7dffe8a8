import { join, names, type Sql, sql } from '../database/sql.ts'
import { isId } from '../process/ids.ts'
import { entriesOf } from './entries.sql.ts'
import type { Reference, References } from './known.ts'
import { erasedInPart, pastParts, referrersPart, usedByPart } from './past.sql.ts'
import { rateColumns, rateJoins } from './rates.ts'
import { entryColumns, type Kind, tables } from './records.ts'
import {
  externalIdsPart,
  outstandingAfterPart,
  postingParts,
  slimDebtsPart,
  slimOccurrencesPart,
  touchedPart,
} from './slim.sql.ts'
import { listOf, part, wholePart } from './stored.ts'
import { clearedPart, headsPart, linesPart, ticksOfPart, ticksPart } from './ticks.sql.ts'

/** The records of a book to load for a request. */
export type LoadRequest = {
  bookId: string
  /** The token that the request came with; null if the request is Florin's own. */
  token: { userId: string; id: string } | null
  /** Its Idempotency-Key. */
  key: string | undefined
  /** The changes that earlier attempts may have written. */
  changeIds: readonly string[]
  references: References
}

/** The keys of all requests for a kind of reference, well-formed ids only. */
const idsIn = (asked: readonly LoadRequest[], reference: Reference): string[] => [
  ...new Set(asked.flatMap(({ references }) => (references[reference] ?? []).filter(isAnId))),
]
const isAnId = (key: string | null | undefined): key is string => typeof key === 'string' && isId(key)

/** Ids as PostgreSQL writes a list of them: the driver would look through each for characters to escape. */
const idList = (ids: readonly string[]): Sql => sql`${`{${ids.join(',')}}`}::uuid[]`

const textsIn = (asked: readonly LoadRequest[], reference: Reference): string[] => [
  ...new Set(
    asked.flatMap(({ references }) => (references[reference] ?? []).filter((key) => typeof key === 'string')),
  ),
]

const entryList = listOf(entryColumns, 'e')

/** The rows of one table that meet a condition, which calls them by `alias`. */
function rowsPart(kind: Exclude<Kind, 'book'>, alias: string) {
  const { table, columns } = tables[kind]
  const [list, of] = [listOf(columns, alias), names(alias)]
  return (books: Sql, condition: Sql): Sql =>
    part(
      kind,
      sql`${of}.book_id`,
      list,
      sql`${names(table)} ${of} where ${of}.book_id = any (${books}) and ${condition}`,
    )
}

const accountsPart = rowsPart('account', 'a')
const contactsPart = rowsPart('contact', 'p')
const categoriesPart = rowsPart('category', 'g')
const debtsPart = rowsPart('obligation', 'o')
const ratesPart = rowsPart('exchange_rate', 'r')
const budgetsPart = rowsPart('budget', 'b')
const transactionsPart = rowsPart('transaction', 't')
const reconciliationsPart = rowsPart('reconciliation', 'c')
const plansPart = rowsPart('plan', 'n')
const rulesPart = rowsPart('import_rule', 'u')
const occurrencesPart = rowsPart('plan_occurrence', 'c')

/** Transactions with their entries. */
const transactionParts = (books: Sql, condition: Sql): Sql[] => [
  transactionsPart(books, condition),
  part('entry', sql`e.book_id`, sql`e.transaction_id, e.ordinal, ${entryList}`, entriesOf(books, condition)),
  ticksPart(books, condition),
]

/** The records that stored transactions refer to, which their verbs look at too. */
function linkedParts(books: Sql, ids: Sql): Sql[] {
  const entries = entriesOf(books, sql`t.id = any (${ids})`)
  return [
    accountsPart(
      books,
      sql`a.id in (select unnest(array[e.debit_account_id, e.credit_account_id]) from ${entries})`,
    ),
    categoriesPart(books, sql`g.id in (select e.category_id from ${entries})`),
    contactsPart(
      books,
      sql`p.id in (select t.contact_id from transactions t where t.book_id = any (${books}) and t.id = any (${ids})
                       union select o.contact_id from obligations o where o.book_id = any (${books}) and o.expense_id = any (${ids}))`,
    ),
  ]
}

/** The contacts of obligations. */
const debtContacts = (books: Sql, condition: Sql): Sql =>
  contactsPart(
    books,
    sql`p.id in (select o.contact_id from obligations o where o.book_id = any (${books}) and ${condition})`,
  )

/** The accounts of obligations. */
const debtAccounts = (books: Sql, condition: Sql): Sql =>
  accountsPart(
    books,
    sql`a.id in (select unnest(array[o.account_id, o.claim_account_id, o.counter_account_id])
                     from obligations o where o.book_id = any (${books}) and ${condition})`,
  )

/** Obligations, with the contact and the accounts of each. */
const debtParts = (books: Sql, condition: Sql): Sql[] => [
  debtsPart(books, condition),
  debtContacts(books, condition),
  debtAccounts(books, condition),
]

/** The keys of all requests that end with a day, as columns: the book, the text before the day, the day. */
function columnsOf(
  asked: readonly LoadRequest[],
  reference: 'rate' | 'rates_on',
): [string[], string[], string[]] {
  const keys = new Set(
    asked.flatMap(({ bookId, references }) =>
      (references[reference] ?? []).flatMap((key) => (key ? [`${bookId} ${key}`] : [])),
    ),
  )
  const columns: [string[], string[], string[]] = [[], [], []]
  for (const key of keys) {
    const [first, last] = [key.indexOf(' '), key.lastIndexOf(' ')]
    columns[0].push(key.slice(0, first))
    columns[1].push(key.slice(first + 1, last))
    columns[2].push(key.slice(last + 1))
  }
  return columns
}

/** The keys of all requests that are addresses, such as `EUR/USD/2026-01-31`, as columns. */
function addressColumns(asked: readonly LoadRequest[], reference: 'own_rate' | 'budget') {
  const addresses = textsIn(asked, reference).map((key) => key.split('/'))
  return (index: number) => addresses.map((address) => address[index])
}

/** The rates of currencies on days, for the rows of `d`: book_id, currency_id, day. */
const ratePart = (books: Sql, d: Sql): Sql =>
  part(
    'rate',
    sql`r.book_id`,
    sql`r.currency_id, r.day, r.own_date, r.own, r.is_inverse, r.published_date, r.from_per_euro, r.to_per_euro, r.later_date`,
    sql`(select d.book_id, d.currency_id, d.day, ${rateColumns}
         from ${d}
         join books b on b.id = d.book_id and b.id = any (${books})
         ${rateJoins(sql`book_id = any (${books}) and book_id = d.book_id`, sql`b.base_currency_id`, sql`d.currency_id`, sql`d.day`)}
         where d.currency_id <> b.base_currency_id) r`,
  )

/** The parts that a kind of reference takes: `ids` are the well-formed ids of all requests. */
const partsOf: {
  readonly [R in Reference]: (books: Sql, ids: Sql, asked: readonly LoadRequest[]) => Sql[]
} = {
  account: (books, ids) => [accountsPart(books, sql`a.id = any (${ids})`)],
  role: (books, _, asked) => [accountsPart(books, sql`a.role = any (${textsIn(asked, 'role')}::text[])`)],
  default: (books) => [accountsPart(books, sql`a.is_default`)],
  code: (books, _, asked) => [accountsPart(books, sql`a.code = any (${textsIn(asked, 'code')}::text[])`)],
  category: (books, ids) => [categoriesPart(books, sql`g.id = any (${ids})`)],
  category_of: (books, ids) => [categoriesPart(books, sql`g.account_id = any (${ids})`)],
  account_of: (books, ids) => [
    accountsPart(
      books,
      sql`a.id in (select g.account_id from categories g where g.book_id = any (${books}) and g.id = any (${ids}))`,
    ),
  ],
  contact: (books, ids) => [contactsPart(books, sql`p.id = any (${ids})`)],
  obligation: (books, ids) => debtParts(books, sql`o.id = any (${ids})`),
  owed: (books, ids) => [
    slimDebtsPart(
      'owed',
      books,
      sql`o.contact_id = any (${ids}) and o.outstanding_amount > 0 and o.deleted_at is null`,
    ),
  ],
  // The live ones, of which an expense has a few, change with it, and so are loaded whole too.
  shares: (books, ids) => [
    slimDebtsPart('shares', books, sql`o.expense_id = any (${ids})`),
    debtsPart(books, sql`o.expense_id = any (${ids}) and o.deleted_at is null`),
    debtContacts(books, sql`o.expense_id = any (${ids})`),
    debtAccounts(books, sql`o.expense_id = any (${ids})`),
    touchedPart(
      books,
      sql`obligation_id in (select o.id from obligations o where o.book_id = any (${books}) and o.expense_id = any (${ids}))`,
    ),
  ],
  transaction: (books, ids) => [
    ...transactionParts(books, sql`t.id = any (${ids})`),
    ...linkedParts(books, ids),
  ],
  external_id: (books, _, asked) => [externalIdsPart(books, sql`${textsIn(asked, 'external_id')}::text[]`)],
  opening: (books, ids) => transactionParts(books, sql`t.kind = 'opening' and t.account_id = any (${ids})`),
  postings: (books, ids) => [
    ...postingParts(books, ids),
    categoriesPart(
      books,
      sql`g.id in (select t.category_id from transactions t where t.book_id = any (${books}) and t.obligation_id = any (${ids}))`,
    ),
  ],
  outstanding_after: (books, ids) => [outstandingAfterPart(books, ids)],
  write_off: (books, ids) =>
    transactionParts(
      books,
      sql`t.id in (select distinct on (w.book_id, w.obligation_id) w.id from transactions w
                   where w.book_id = any (${books}) and w.obligation_id = any (${ids}) and w.kind = 'write_off' and w.deleted_at is null
                   order by w.book_id, w.obligation_id, w.created_version desc, w.created_position desc)`,
    ),
  is_touched: (books, ids) => [touchedPart(books, sql`obligation_id = any (${ids})`)],
  plan: (books, ids) => [plansPart(books, sql`n.id = any (${ids})`)],
  occurrence: (books, ids) => [occurrencesPart(books, sql`c.id = any (${ids})`)],
  occurrences: (books, ids) => [slimOccurrencesPart(books, sql`c.plan_id = any (${ids})`)],
  planned: wholePart('planned', sql`count(*)`, sql`plans`),
  rule: (books, ids) => [rulesPart(books, sql`u.id = any (${ids})`)],
  ruled: wholePart('ruled', sql`json_build_object('count', count(*), 'last', max(rank))`, sql`import_rules`),
  reconciliation: (books, ids) => [reconciliationsPart(books, sql`c.id = any (${ids})`)],
  reconciliations: (books, ids) => [headsPart(books, ids)],
  ticks: (books, ids) => [ticksOfPart(books, ids)],
  line: (books, ids) => [linesPart(books, ids)],
  cleared: (books, ids) => [clearedPart(books, ids)],
  own_rate: (books, _, asked) => {
    const column = addressColumns(asked, 'own_rate')
    return [
      ratesPart(
        books,
        sql`(r.from_id, r.to_id, r.date) in (
              select * from unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::date[]))`,
      ),
    ]
  },
  budget: (books, _, asked) => {
    const column = addressColumns(asked, 'budget')
    return [
      budgetsPart(
        books,
        sql`(b.category_id, b.month) in (select * from unnest(${column(0)}::uuid[], ${column(1)}::text[]))`,
      ),
    ]
  },
  rate: (books, _, asked) => {
    const [bookIds, currencies, days] = columnsOf(asked, 'rate')
    return [
      ratePart(
        books,
        sql`unnest(${bookIds}::uuid[], ${currencies}::text[], ${days}::date[]) d (book_id, currency_id, day)`,
      ),
    ]
  },
  rates_on: (books, _, asked) => {
    const [bookIds, accounts, days] = columnsOf(asked, 'rates_on')
    return [
      ratePart(
        books,
        sql`(select k.book_id, s.currency_id, k.day
             from unnest(${bookIds}::uuid[], ${accounts}::uuid[], ${days}::date[]) k (book_id, account_id, day)
             join totals s on s.book_id = k.book_id and s.account_id = k.account_id
             where s.book_id = any (${books}) and s.amount <> 0) d`,
      ),
    ]
  },
  totals: (books, ids) => [
    part(
      'totals',
      sql`s.book_id`,
      sql`s.account_id, s.currency_id, s.amount::text, s.base_amount::text`,
      sql`totals s where s.book_id = any (${books}) and s.account_id = any (${ids})`,
    ),
  ],
  uses: (books, ids) => {
    const side = (column: Sql) => sql`
      select e.book_id, e.${column} as account_id, e.currency_id from entries e
      where e.book_id = any (${books}) and e.${column} = any (${ids}) and e.until_version is null
      union all
      select e.book_id, e.${column}, e.currency_id from transactions t
      join entries e on e.book_id = t.book_id and e.transaction_id = t.id and e.until_version = t.version
      where t.book_id = any (${books}) and t.deleted_at is not null and e.book_id = any (${books}) and e.${column} = any (${ids})`
    return [
      part(
        'uses',
        sql`u.book_id`,
        sql`u.account_id, u.currency_id, u.count`,
        sql`(select book_id, account_id, currency_id, count(*) as count
             from (${side(sql`debit_account_id`)} union all ${side(sql`credit_account_id`)}) one
             group by book_id, account_id, currency_id) u`,
      ),
    ]
  },
  codes: wholePart('codes', sql`json_agg(code)`, sql`accounts`),
  names: wholePart(
    'names',
    sql`json_agg(json_build_object('id', id, 'type', type, 'name', name, 'is_live', deleted_at is null) order by id)`,
    sql`accounts`,
  ),
  recorded: (books) => [
    part(
      'recorded',
      sql`r.book_id`,
      sql`sum(r.count)`,
      sql`(select book_id, count(*) as count from transactions where book_id = any (${books}) group by book_id
           union all select book_id, count(*) from budgets where book_id = any (${books}) group by book_id) r group by r.book_id`,
    ),
  ],
  person: (books, ids) => [
    part(
      'person',
      sql`m.book_id`,
      sql`u.id, u.name`,
      sql`members m join users u on u.id = m.user_id where m.book_id = any (${books}) and m.user_id = any (${ids}) and u.id = any (${ids})`,
    ),
  ],
  past: (books, _, asked) => pastParts(books, sql`${textsIn(asked, 'past')}::bigint[]`),
  referrers: (books, _, asked) => [referrersPart(books, textsIn(asked, 'referrers'))],
  erased_in: (books, _, asked) => [erasedInPart(books, sql`${textsIn(asked, 'erased_in')}`)],
  used_by: (books, ids) => [usedByPart(books, ids)],
}

const bookPart = (books: Sql): Sql =>
  part(
    'book',
    sql`b.id`,
    sql`b.id, b.name, b.base_currency_id, b.time_zone, b.closed_through, b.month_starts_on, b.version, encode(b.hash, 'hex'), b.changed_at,
        b.created_at, b.updated_at, b.row_count, b.byte_count`,
    sql`books b where b.id = any (${books}) and not b.is_ownerless`,
  )

/** Only a member's token opens a book. The part is left out if there are no tokens: Citus has no shard for a list without people. */
function tokenPart(books: Sql, asked: readonly LoadRequest[]): Sql {
  const tokens = asked.flatMap(({ token }) => token ?? [])
  const [people, ids] = [idList(tokens.map(({ userId }) => userId)), idList(tokens.map(({ id }) => id))]
  return part(
    'token',
    sql`m.book_id`,
    sql`k.user_id, k.id, encode(k.secret_hash, 'hex'), k.device_name, k.created_at, k.last_used_at, m.role`,
    sql`tokens k join members m on m.user_id = k.user_id
        where k.user_id = any (${people}) and k.id = any (${ids})
          and m.user_id = any (${people}) and m.book_id = any (${books})`,
  )
}

const ownersWhere = (condition: Sql): Sql =>
  part('owner', sql`m.book_id`, sql`m.user_id`, sql`members m where ${condition} and m.role = 'owner'`)

/** The owners of books, in whose name Florin itself writes; here those of first books, whose id is their owner's. */
const ownersPart = (books: Sql): Sql => ownersWhere(sql`m.user_id = any (${books}) and m.book_id = m.user_id`)

/** The owners of other books, in a statement of its own, since on a cluster they are elsewhere, and every shard is asked. */
export const ownersStatement = (asked: readonly LoadRequest[]): Sql =>
  ownersWhere(sql`m.book_id = any (${idList(asked.map(({ bookId }) => bookId))})`)

/** The earlier replies to the requests' Idempotency-Keys. */
const keysPart = (books: Sql, keys: readonly string[]): Sql =>
  part(
    'key',
    sql`i.book_id`,
    sql`i.key, encode(i.request_hash, 'hex'), i.reply, i.created_at`,
    sql`idempotency_keys i where i.book_id = any (${books}) and i.key = any (${keys}::text[])`,
  )

/** The changes that earlier attempts have written. */
const changesPart = (books: Sql, ids: readonly string[]): Sql =>
  part(
    'change',
    sql`c.book_id`,
    sql`c.id`,
    sql`changes c where c.book_id = any (${books}) and c.id = any (${ids}::uuid[])`,
  )

/** The one statement for all requests: their tokens, their books, and everything that they refer to. */
export function loadStatement(asked: readonly LoadRequest[]): Sql {
  const books = idList([...new Set(asked.map(({ bookId }) => bookId))])
  const parts = Object.entries(partsOf).flatMap(([name, partsFor]) => {
    const reference = name as Reference // a key of `partsOf`
    const isAsked = asked.some(({ references }) => (references[reference] ?? []).length > 0)
    return isAsked ? partsFor(books, idList(idsIn(asked, reference)), asked) : []
  })
  const keys = asked.flatMap(({ key }) => (key === undefined ? [] : [key]))
  const changeIds = asked.flatMap(({ changeIds }) => changeIds)
  const requestParts = [
    ...(asked.some(({ token }) => token !== null) ? [tokenPart(books, asked)] : []),
    ...(asked.some(({ token }) => token === null) ? [ownersPart(books)] : []),
    ...(keys.length > 0 ? [keysPart(books, keys)] : []),
    ...(changeIds.length > 0 ? [changesPart(books, changeIds)] : []),
  ]
  return join([bookPart(books), ...requestParts, ...parts], sql` union all `)
}
