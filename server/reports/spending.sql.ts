import type { Day } from '../../contract/day.ts'
import { type Db, onlyRow } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { isCreatedBy } from '../ledger/authors.ts'
import type { BookRow } from '../ledger/book.ts'
import { accountsAt, countsAt, transactionsAt } from '../ledger/known-at.sql.ts'
import { hasMoneyAccount, sectionOf } from '../records/sections.ts'

/** Inside JSON a bigint is text, so that it is not rounded. */
type SpendingFigures = { amount: string; previous: string; count: number }
export type SpentRow = SpendingFigures & { id: string | null; name: string | null; account_id: string | null }
/** A category in a group, or the category of a group itself, whose `group_id` is its own id. */
type SpentMember = SpentRow & { group_id: string }
type SpendingRows = { total: SpendingFigures; rows: SpentRow[]; members: SpentMember[] }

type SpentQuery = {
  by: 'category' | 'group' | 'contact' | 'tag' | 'account' | 'period'
  /** Whether the categories of groups are read, too. */
  hasMembers: boolean
  kind: 'expense' | 'income'
  /** The first day of each period, and the day after the last; and the same of the days that they are compared with, which are before. */
  starts: readonly Day[]
  previous: readonly Day[]
  version: number | undefined
  /** The person whose transactions count; those of all unless it is given. */
  created_by: string | undefined
  /** The largest number of rows. */
  limit: number
}

/** Lines of income or expense accounts, positive on their normal side. */
function linesOf(book: BookRow, { kind, starts, previous, version, created_by }: SpentQuery): Sql {
  const isTheirs =
    created_by === undefined ? sql`true` : isCreatedBy(book, sql`entries.created_version`, created_by)
  const ours = sql`array(select a.id from ${accountsAt(book, version)} a where ${sectionOf(sql`a`)} = ${kind})`
  const side = (isDebit: boolean) => sql`
    select transaction_id, date, ${isDebit ? sql`debit_account_id` : sql`credit_account_id`} as account_id,
           ${isDebit === (kind === 'expense') ? sql`` : sql`-`}base_amount as amount,
           date >= ${starts[0]}::date as is_now
    from entries
    where book_id = ${book.id} and ${isDebit ? sql`debit_account_id` : sql`credit_account_id`} = any (${ours})
      and date >= ${previous[0]}::date and date < ${starts.at(-1)}::date
      and (date >= ${starts[0]}::date or date < ${previous.at(-1)}::date) and ${countsAt(version)} and ${isTheirs}`
  return sql`${side(true)} union all ${side(false)}`
}

/** Amounts now and before, and how many transactions. */
const ofTransactions: Sql = sql`
  coalesce(sum(lines.amount) filter (where is_now), 0) as amount, coalesce(sum(lines.amount) filter (where not is_now), 0) as previous,
  count(distinct transaction_id) filter (where is_now) as count`

/**
 * The lines by group, as rows without account_id, and by account. `root_id` is the account of the group, or of a category without one. A transaction that is
 * split among the categories of a group counts once in the group.
 */
const groupedLines = (book: BookRow): Sql => sql`
  tree as materialized (
    select c.account_id, coalesce(p.account_id, c.account_id) as root_id, p.id is not null or c.id = any (array(
             select k.parent_id from categories k where k.book_id = ${book.id} and k.parent_id is not null)) as is_member,
           coalesce(p.id, c.id) as group_id
    from categories c left join categories p on p.book_id = ${book.id} and p.id = c.parent_id where c.book_id = ${book.id}),
  grouped as materialized (
    select coalesce(tree.root_id, lines.account_id) as root_id, lines.account_id, ${ofTransactions}
    from lines left join tree on tree.account_id = lines.account_id
    group by grouping sets ((1), (1, 2)))`

/** Figures of accounts, with the names of their categories. */
const ofAccounts = (book: BookRow, found: Sql, more: Sql = sql``): Sql => sql`
  select c.id::text, coalesce(c.name, a.name) as name, a.id as account_id, g.amount, g.previous, g.count::int${more}
  from ${found} g join accounts a on a.book_id = ${book.id} and a.id = g.account_id
  left join categories c on c.book_id = ${book.id} and c.account_id = a.id`

/** The lines by category, group, contact, tag, account or period: rows of key, its figures, and its name. */
function groupsOf(book: BookRow, query: SpentQuery): Sql {
  const { by, starts, previous, version } = query
  const t = version === undefined ? sql`transactions` : transactionsAt(book, version)
  const grouped = (key: Sql, more: Sql = sql``) => sql`
    select ${key} as key, ${ofTransactions} from lines
    join ${t} t on t.book_id = ${book.id} and t.id = lines.transaction_id ${more} group by 1`
  const figures = sql`g.amount, g.previous, g.count::int`
  switch (by) {
    case 'category':
      return ofAccounts(book, sql`(select account_id, ${ofTransactions} from lines group by account_id)`)
    case 'group':
      return ofAccounts(
        book,
        sql`(select root_id as account_id, amount, previous, count from grouped where account_id is null)`,
      )
    case 'contact':
      return sql`
        select p.id::text, p.name, null::uuid as account_id, ${figures} from (${grouped(sql`t.contact_id`)}) g
        left join contacts p on p.book_id = ${book.id} and p.id = g.key`
    case 'tag':
      return sql`
        select g.key as id, g.key as name, null::uuid as account_id, ${figures}
        from (${grouped(sql`tag.name`, sql`left join lateral unnest(t.tags) tag (name) on true`)}) g`
    case 'account':
      return sql`
        select a.id::text, a.name, null::uuid as account_id, ${figures}
        from (${grouped(sql`case when ${hasMoneyAccount(book)} then t.account_id end`)}) g
        left join accounts a on a.book_id = ${book.id} and a.id = g.key`
    case 'period': {
      const period = sql`width_bucket(date, case when is_now then ${starts}::date[] else ${previous}::date[] end)`
      return sql`
        select g.key::text as id, null as name, null::uuid as account_id, ${figures}
        from (select ${period} as key, ${ofTransactions} from lines group by 1) g`
    }
  }
}

/** Reads spending or income in one statement. */
export function readSpent(db: Db, book: BookRow, query: SpentQuery): Promise<SpendingRows> {
  const shown = (found: Sql, more: Sql = sql``) => sql`
    (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'account_id', account_id, 'amount', amount::text,
                                                'previous', previous::text, 'count', count${more})), '[]')
     from (select * from (${found}) g where amount <> 0 or previous <> 0 or count > 0
           order by amount desc, previous desc, name, id limit ${query.limit}) shown)`
  const members = ofAccounts(
    book,
    sql`(select grouped.account_id, amount, previous, count, tree.group_id
         from grouped join tree on tree.account_id = grouped.account_id and tree.is_member)`,
    sql`, g.group_id`,
  )
  return onlyRow<SpendingRows>(
    db,
    sql`with lines as materialized (${linesOf(book, query)})${query.by === 'group' ? sql`, ${groupedLines(book)}` : sql``}
        select (select json_build_object('amount', f.amount::text, 'previous', f.previous::text, 'count', f.count)
                from (select ${ofTransactions} from lines) f) as total,
               ${shown(groupsOf(book, query))} as rows,
               ${query.hasMembers ? shown(members, sql`, 'group_id', group_id`) : sql`'[]'::json`} as members`,
  )
}
