import type { Day } from '../../contract/day.ts'
import { MAX_ACCOUNTS } from '../../contract/goals.ts'
import { type Sql, sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { createdIn } from '../ledger/authors.ts'
import { hold } from '../ledger/known.ts'
import { fromList, listOf, part, without } from '../ledger/stored.ts'
import { amountIn, currency, day, flag, id, name, orNull, type RowOf, severalOf, text } from './columns.ts'
import { byId, dated, kind, refersTo, storedOf } from './kind.ts'

/** A saving goal. It counts whole accounts, or an envelope: a part of one account that moves fill and empty. */
const columns = {
  id,
  name: name(255),
  target_amount: amountIn(),
  currency_id: currency,
  target_date: orNull(day),
  account_ids: severalOf(id, MAX_ACCOUNTS),
  envelope_account_id: orNull(id),
  icon: orNull(name(50)),
  notes: orNull(text(10_000)),
  is_active: flag,
  ...dated,
}
export type GoalRow = RowOf<typeof columns>

/** A goal as a list has it: without its notes, and with what its envelope holds. */
export type SlimGoal = Omit<GoalRow, 'notes'> & { held: bigint }
const slimColumns = without(storedOf(columns), 'notes')

declare module '../ledger/rows.ts' {
  interface Rows {
    goal: GoalRow
  }
}
declare module '../ledger/known.ts' {
  interface Found {
    goal: GoalRow
    /** All goals of the book, in the trash or not, in the order of their creation; its key is `''`. */
    goals: SlimGoal[]
    /** The day on which accounts came to have an amount, as `reachedKey` writes them. */
    reached: Day
  }
}

/** The fields of a goal that the history shows: not those that follow from accounts and moves. */
export const goalFieldsToApi = ({ created_version, target_amount, envelope_account_id, ...goal }: GoalRow) =>
  createdIn(created_version, {
    ...goal,
    target_amount: amountToApi(target_amount, goal.currency_id),
    envelope: envelope_account_id === null ? null : { account_id: envelope_account_id },
  })

/** The key of the day on which accounts came to have an amount of a currency, seen from a day. */
export const reachedKey = (
  accountIds: readonly string[],
  currencyId: string,
  amount: bigint,
  today: Day,
): string => [accountIds.join(','), currencyId, amount, today].join(' ')

/**
 * The first day with the amount since the last end of a month without it. The ends of months come from the stored balances, so that only the
 * entries of one month are read, however long the goal has been reached.
 */
function reachedPart(books: Sql, asked: readonly { bookId: string; key: string }[]): Sql {
  const keys = asked.map(({ bookId, key }) => [bookId, key, ...key.split(' ')])
  const column = (index: number) => keys.map((one) => one[index])
  const ofAccounts = (of: Sql, account: Sql) =>
    sql`${of}.book_id = any (${books}) and ${of}.book_id = k.book_id and ${of}.currency_id = k.currency_id
        and ${of}.${account} = any (string_to_array(k.accounts, ',')::uuid[])`
  const inMonth = (side: Sql, sign: Sql) => sql`
    select e.date, ${sign}e.amount as amount from entries e
    where ${ofAccounts(sql`e`, side)} and e.until_version is null and e.date >= m.month and e.date < m.month + interval '1 month' and e.date <= k.day`
  return part(
    'reached',
    sql`k.book_id`,
    sql`k.key, coalesce(d.date, m.month)`,
    sql`unnest(${column(0)}::uuid[], ${column(1)}::text[], ${column(2)}::text[], ${column(3)}::text[], ${column(4)}::bigint[], ${column(5)}::date[])
          k (book_id, key, accounts, currency_id, amount, day)
        cross join lateral (
          select min(s.month) as month, (array_agg(s.before order by s.month))[1] as before
          from (select r.month, r.balance - r.moved as before,
                       max(r.month) filter (where r.balance < k.amount and r.month < date_trunc('month', k.day)) over () as short
                from (select b.month, sum(b.amount) as moved, sum(sum(b.amount)) over (order by b.month) as balance
                      from balances b where ${ofAccounts(sql`b`, sql`account_id`)} and b.month <= k.day group by b.month) r) s
          where s.short is null or s.month > s.short) m
        left join lateral (
          select min(r.date) as date
          from (select o.date, m.before + sum(o.amount) over (order by o.date) as balance
                from (select date, sum(amount) as amount
                      from (${inMonth(sql`debit_account_id`, sql``)} union all ${inMonth(sql`credit_account_id`, sql`-`)}) sides
                      group by date) o) r
          where r.balance >= k.amount) d on true
        where m.month is not null`,
  )
}

export const goal = kind('goal', {
  table: 'goals',
  alias: 'l',
  columns,
  entered: [
    'name',
    ['target_amount', 'currency_id'],
    'target_date',
    ['account_ids', 'envelope_account_id'],
    'icon',
    'notes',
    'is_active',
  ],
  refers: { envelope_account_id: refersTo('account') },
  links: ({ account_ids, envelope_account_id }) => ({ account: [...account_ids, envelope_account_id] }),
  referrers: (to, ids) =>
    to === 'account'
      ? [
          {
            resource: sql`'goal'`,
            id: sql`x.id`,
            referred: sql`counted.id`,
            from: sql`goals x cross join unnest(x.account_ids) counted (id) where counted.id = ${ids} and x.deleted_at is null`,
          },
        ]
      : [],
  users: (ids, books) => [
    sql`select x.book_id, counted.id as used_id, 'goal' as resource, x.id::text as id, false as is_past
        from goals x cross join unnest(x.account_ids) counted (id) where x.book_id = any (${books}) and counted.id = any (${ids})`,
  ],
  finds: {
    goal: byId(sql`l`),
    goals: {
      none: [],
      load: (books) => [
        part(
          'goals',
          sql`l.book_id`,
          sql`coalesce(m.held, 0)::text, ${listOf(slimColumns, 'l')}`,
          sql`goals l left join (
                select book_id, goal_id, sum(amount) as held from goal_moves where book_id = any (${books}) and deleted_at is null
                group by book_id, goal_id) m on m.book_id = l.book_id and m.goal_id = l.id
              where l.book_id = any (${books})`,
        ),
      ],
    },
    reached: { load: (books, { ofBooks }) => [reachedPart(books, ofBooks())], isExact: true },
  },
  holders: {
    goals(holdings, lists) {
      const all = lists.map(
        ([held, ...list]) => ({ ...fromList(slimColumns, list), held: BigInt(String(held)) }) as SlimGoal,
      )
      all.sort((a, b) => a.created_version - b.created_version || (a.id < b.id ? -1 : 1))
      hold(holdings, 'goals', '', all)
    },
    reached(holdings, lists) {
      for (const [key, date] of lists) hold(holdings, 'reached', String(key), String(date))
    },
  },
  show: goalFieldsToApi,
})
