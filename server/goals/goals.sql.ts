import { type Day, todayIn } from '../../contract/day.ts'
import { type Db, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { accountsAt, countsAt, recordsAt } from '../ledger/known-at.sql.ts'
import type { GoalRow } from '../records/goal.ts'
import { byDay, type GoalFacts } from './figures.ts'

/** Amounts are text in statements. */
type AsRead<Row, Amount extends keyof Row> = Omit<Row, Amount> & Record<Amount, string>

export type ReadGoal = AsRead<GoalRow, 'target_amount'>

/** The goals of a book as rows, those in the trash too. */
export const goalsOf = (book: BookRow, version: number | undefined): Sql => sql`
  (select id, name, target_amount::text as target_amount, currency_id, target_date, account_ids::text[] as account_ids, envelope_account_id,
          icon, notes, is_active, created_version::float8 as created_version, version::float8 as version, created_at, updated_at, deleted_at
   from ${recordsAt(book, 'goals', version)} kept) g`

export const goalFrom = (read: ReadGoal): GoalRow => ({ ...read, target_amount: BigInt(read.target_amount) })

/** The moves of a goal as rows, those in the trash too. */
export const movesOf = (book: BookRow, version: number | undefined): Sql => sql`
  (select id, goal_id, date, amount::text as amount, currency_id, notes, plan_id, created_version::float8 as created_version,
          version::float8 as version, created_at, updated_at, deleted_at
   from ${recordsAt(book, 'goal_moves', version)} kept) v`

type DaySum = { account_id: string; currency_id: string; date: Day; amount: string; opened: string | null }

/** The movements of the accounts of goals by day, up to a day, and the part of them that opened the account. */
function daySums(book: BookRow, ids: readonly string[], today: Day, version: number): Sql {
  const side = (account: Sql, sign: Sql) => sql`
    select ${account} as account_id, currency_id, date, kind, ${sign}amount as amount from entries
    where book_id = ${book.id} and ${account} = any (${ids}::uuid[]) and date <= ${today} and ${countsAt(version)}`
  return sql`
    select s.account_id, s.currency_id, s.date, sum(s.amount)::text as amount,
           (sum(s.amount) filter (where s.kind = 'opening'))::text as opened
    from (${side(sql`debit_account_id`, sql``)} union all ${side(sql`credit_account_id`, sql`-`)}) s
    join ${accountsAt(book, version)} a on a.id = s.account_id and a.type = 'asset' and not a.is_claim and not a.is_valued and a.role is null
    group by s.account_id, s.currency_id, s.date order by s.date`
}

/** The facts of all goals of a book, as known at a version. */
export async function factsAt(db: Db, book: BookRow, version: number): Promise<GoalFacts> {
  const today = todayIn(book.time_zone)
  const found = (await rows<ReadGoal>(db, sql`select * from ${goalsOf(book, version)}`)).map(goalFrom)
  const moves = Map.groupBy(
    (
      await rows<{ goal_id: string; date: Day; amount: string }>(
        db,
        sql`select goal_id, date, amount from ${movesOf(book, version)} where deleted_at is null`,
      )
    ).map((move) => ({ ...move, amount: BigInt(move.amount) })),
    ({ goal_id }) => goal_id,
  )
  const ids = found.flatMap(({ account_ids, envelope_account_id }) =>
    [...account_ids, envelope_account_id ?? []].flat(),
  )
  const days = (await rows<DaySum>(db, daySums(book, [...new Set(ids)], today, version))).map((one) => ({
    ...one,
    amount: BigInt(one.amount),
  }))
  const byAccount = Map.groupBy(days, ({ account_id, currency_id }) => `${account_id} ${currency_id}`)
  const of = (id: string, currencyId: string) => byAccount.get(`${id} ${currencyId}`) ?? []
  const sumOf = (amounts: readonly { amount: bigint }[]) =>
    amounts.reduce((all, { amount }) => all + amount, 0n)
  return {
    today,
    version,
    goals: found
      .filter(({ deleted_at }) => deleted_at === null)
      .map(({ notes: _, ...goal }) => ({ ...goal, held: sumOf(moves.get(goal.id) ?? []) })),
    moves: (goalId) => moves.get(goalId) ?? [],
    balance: (id, currencyId, day) => sumOf(of(id, currencyId).filter(({ date }) => date <= day)),
    began: (id, currencyId) => of(id, currencyId)[0]?.date,
    opening(id, currencyId) {
      const opened = of(id, currencyId).find(({ opened }) => opened !== null)
      return opened && { date: opened.date, amount: BigInt(opened.opened ?? 0) }
    },
    reached(accountIds, currencyId, amount) {
      const moved = byDay(accountIds.flatMap((id) => of(id, currencyId)))
      return firstDayWith(moved, amount, today)
    },
  }
}

/** The first day with an amount since the last end of a month without it, as `reached` finds it. */
function firstDayWith(moved: readonly [Day, bigint][], amount: bigint, today: Day): Day | null {
  let [held, since]: [bigint, Day | null] = [0n, null]
  for (const [index, [date, ofDay]] of moved.entries()) {
    held += ofDay
    if (held >= amount) since ??= date
    const month = date.slice(0, 7)
    const isLastOfMonth = moved[index + 1]?.[0].slice(0, 7) !== month
    if (isLastOfMonth && held < amount && month < today.slice(0, 7)) since = null
  }
  return since
}
