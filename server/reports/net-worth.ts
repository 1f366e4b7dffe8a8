import { type Day, LAST_DAY, todayIn } from '../../contract/day.ts'
import { refuseField } from '../../contract/refusals.ts'
import type { NetWorth } from '../../contract/reports.ts'
import { type Db, onlyRow, rows } from '../database/database.ts'
import { type Sql, sql, wholeNumber } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { balancesOnDays } from '../ledger/balances.sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { accountsAt, countsAt } from '../ledger/known-at.sql.ts'
import { registerAddress, transactionsAddress, valuationAddress } from '../lists/explain.ts'
import { startSlice } from '../process/slices.ts'
import { sectionOf } from '../records/sections.ts'
import { type Holding, isWorth, pairsOn, type Rates, readRates, type Valued, valueOn } from './holdings.ts'
import { type By, pointsIn, type Range, sumOf } from './periods.ts'

/** The most movements, and the most rates, that net worth is computed from. */
const MAX_STEPS = 100_000

type WorthMovement = {
  section: string
  account_id: string | null
  currency_id: string | null
  period: number
  amount: string
  base_amount: string
}

/**
 * In one statement: the balances of each asset and liability on the first day and their changes up to each later one, the changes of stated
 * values and the money from other books up to each day, and the movements of each other section between the first and the last day.
 */
const readSteps = (
  db: Db,
  book: BookRow,
  days: readonly Day[],
  version: number | undefined,
): Promise<WorthMovement[]> => {
  const isValued = sql`a.type in ('asset', 'liability')`
  return rows(
    db,
    // Materialised: without statistics, the planner expects one account, and would repeat the sum for each.
    sql`with p as materialized (
          select period, account_id, currency_id, sum(amount) as amount, sum(base_amount) as base_amount
          from ${balancesOnDays(book, days, version)} parts group by period, account_id, currency_id)
        select section, account_id, currency_id, period, sum(amount)::text as amount, sum(base_amount)::text as base_amount
        from (select case when a.role = 'other_book' then 'between' else ${sectionOf(sql`a`)} end as section,
                     case when ${isValued} then a.id end as account_id,
                     case when ${isValued} then p.currency_id end as currency_id,
                     case when ${isValued} or a.role in ('value_changes', 'other_book') then p.period else 1 end as period, p.amount, p.base_amount
              from p join ${accountsAt(book, version)} a on a.id = p.account_id
              where p.period > 0 or ${isValued}) steps
        group by section, account_id, currency_id, period
        order by period limit ${wholeNumber(MAX_STEPS + 1)}`,
  )
}

/** A balance that an account began with, or debts from before they were recorded; what is owed is below zero. */
type OpeningRow = { account_id: string; account_name: string; type: string; date: Day; base_amount: string }

/** Reads what was there before it was recorded, by account and day, up to today or to the last point, whichever is later. */
const readOpenings = (
  db: Db,
  book: BookRow,
  last: Day,
  version: number | undefined,
): Promise<OpeningRow[]> => {
  const today = todayIn(book.time_zone)
  // In the order of the account's own index: otherwise a plan for all books reads the whole index by day, which has every other column.
  const side = (own: Sql, other: Sql, sign: Sql) => sql`
   (select e.${other} as account_id, e.date, ${sign}e.base_amount as base_amount
    from entries e
    where e.book_id = ${book.id}
      and e.${own} = (select o.id from accounts o where o.book_id = ${book.id} and o.role = 'opening_balances')
      and e.date <= ${last > today ? last : today}::date and ${countsAt(version, sql`e.`)}
    order by e.date desc, e.created_version desc, e.created_position desc, e.ordinal desc offset 0)`
  const [debit, credit] = [sql`debit_account_id`, sql`credit_account_id`]
  return rows(
    db,
    sql`select a.id as account_id, a.name as account_name, a.type, b.date, sum(b.base_amount)::text as base_amount
        from (${side(credit, debit, sql``)} union all ${side(debit, credit, sql`-`)}) b
        join ${accountsAt(book, version)} a on a.id = b.account_id
        group by a.id, a.name, a.type, a.code, b.date having sum(b.base_amount) <> 0
        order by b.date, a.code limit ${wholeNumber(MAX_STEPS + 1)}`,
  )
}

/** The balances of assets and liabilities at one point, by account and currency; `advance` takes them to the next point. */
type Balances = Map<string, Valued & { by: Map<string, Holding> }>

function advance(
  accounts: Balances,
  { section, account_id, currency_id, amount, base_amount }: WorthMovement,
): void {
  if (account_id === null || currency_id === null) return
  const account = accounts.get(account_id) ?? {
    account_id,
    account_name: '',
    section,
    holdings: [],
    by: new Map<string, Holding>(),
  }
  accounts.set(account_id, account)
  const holding = account.by.get(currency_id) ?? { currency_id, amount: 0n, base_amount: 0n }
  if (!account.by.has(currency_id)) account.holdings.push(holding)
  account.by.set(currency_id, holding)
  holding.amount += BigInt(amount)
  holding.base_amount += BigInt(base_amount)
}

/** Calls `at` with the accounts at the end of each day, in time slices. */
async function walk(
  days: readonly Day[],
  steps: readonly WorthMovement[],
  at: (day: Day, accounts: Valued[]) => void,
): Promise<void> {
  const accounts: Balances = new Map()
  const slice = startSlice()
  let next = 0
  for (const [period, day] of days.entries()) {
    for (let step = steps[next]; step && step.period <= period; step = steps[++next]) advance(accounts, step)
    at(day, [...accounts.values()])
    if (slice.isOver()) await slice.next()
  }
}

type Worth = { assets: bigint; liabilities: bigint; unrealised: bigint; isComplete: boolean }

function worthOf(book: BookRow, day: Day, accounts: readonly Valued[], rates: Rates): Worth {
  const worth = { assets: 0n, liabilities: 0n, unrealised: 0n, isComplete: true }
  for (const { section, holdings } of accounts) {
    const { recorded, value, counted } = valueOn(book, holdings, day, rates)
    if (value === null) worth.isComplete = false
    if (section === 'liability') worth.liabilities -= counted
    else worth.assets += counted
    worth.unrealised += counted - recorded
  }
  return worth
}

const findOpeningBalances = async (db: Db, book: BookRow): Promise<string> => {
  const account = await onlyRow<{ id: string }>(
    db,
    sql`select id from accounts where book_id = ${book.id} and role = 'opening_balances'`,
  )
  return account.id
}

/** Refuses points that need more movements or rates than one answer may use. */
function checkSteps(count: number, days: readonly Day[]): void {
  if (count > MAX_STEPS)
    refuseField('by', 'too_many_steps', { points: days.length, last: String(days.at(-1)), most: MAX_STEPS })
}

/** Reads the worth of accounts at the end of each day, the movements of other sections between the first and the last day, and the rates. */
export async function readWorth(db: Db, book: BookRow, days: readonly Day[], version: number | undefined) {
  const all = await readSteps(db, book, days, version)
  checkSteps(all.length, days)
  const steps = all.filter(isWorth)
  const pairs: { currency_id: string; date: Day }[] = []
  await walk(days, steps, (day, accounts) => {
    for (const pair of pairsOn(accounts, day)) pairs.push(pair)
    checkSteps(pairs.length, days)
  })
  const rates = await readRates(db, book, pairs, version)
  const openings = await readOpenings(db, book, days.at(-1) ?? '', version)
  checkSteps(openings.length, days)
  const worth: Worth[] = []
  await walk(days, steps, (day, accounts) => worth.push(worthOf(book, day, accounts, rates)))
  const moved = (section: string) => sumOf(all.filter((step) => step.section === section).map(baseAmount))
  const began = beganBy(days, openings)
  /** The amount that was there before, of what has come since a point. */
  const openedSince = (point: number) => (began.at(-1)?.net ?? 0n) - (began[point]?.net ?? 0n)
  /** The changes of stated values since a point, or the money from other books. */
  const since = (wanted: 'value' | 'between', point: number) =>
    -sumOf(all.filter(({ section, period }) => section === wanted && period > point).map(baseAmount))
  /** The change since a point of the difference between value and recorded base amounts, which no entry has realised. */
  const revaluedSince = (point: number) => (worth.at(-1)?.unrealised ?? 0n) - (worth[point]?.unrealised ?? 0n)
  return { worth, moved, openings, began, openedSince, since, revaluedSince, rates }
}

/** The sums of what accounts began with up to each day, and apart those of liabilities. Both lists are in the order of days. */
function beganBy(days: readonly Day[], openings: readonly OpeningRow[]): { net: bigint; owed: bigint }[] {
  const sum = { net: 0n, owed: 0n }
  let next = 0
  return days.map((day) => {
    for (let one = openings[next]; one && one.date <= day; one = openings[++next]) {
      sum.net += baseAmount(one)
      if (one.type === 'liability') sum.owed -= baseAmount(one)
    }
    return { ...sum }
  })
}

const baseAmount = ({ base_amount }: { base_amount: string }) => BigInt(base_amount)

/** What the accounts of a book began with, each with its first day; null without any. */
export function beganWith(book: BookRow, openings: readonly OpeningRow[]): NetWorth['began_with'] {
  const base = book.base_currency_id
  const accounts = Map.groupBy(openings, ({ account_id }) => account_id)
  return openings.length === 0
    ? null
    : {
        net: amountToApi(sumOf(openings.map(baseAmount)), base),
        accounts: [...accounts.values()].flatMap((own) =>
          own.slice(0, 1).map(({ account_id, account_name, date }) => ({
            account_id,
            account_name,
            date,
            net: amountToApi(sumOf(own.map(baseAmount)), base),
          })),
        ),
      }
}

/** The points of net worth on the wire. */
export function pointsToApi(
  book: BookRow,
  days: readonly Day[],
  { worth, openings, began }: Pick<Awaited<ReturnType<typeof readWorth>>, 'worth' | 'openings' | 'began'>,
  version: number | undefined,
): NetWorth['points'] {
  const base = book.base_currency_id
  const nothing = { net: 0n, owed: 0n }
  const all = beganBy([LAST_DAY], openings)[0] ?? nothing
  return days.map((date, index) => {
    const { assets = 0n, liabilities = 0n, isComplete = true } = worth[index] ?? {}
    const by = began[index] ?? nothing
    const later = { net: all.net - by.net, owed: all.owed - by.owed }
    return {
      date,
      assets: amountToApi(assets, base),
      liabilities: amountToApi(liabilities, base),
      net: amountToApi(assets - liabilities, base),
      opening: amountToApi(by.net - (began[index - 1] ?? by).net, base),
      begins_later: {
        assets: amountToApi(later.net + later.owed, base),
        liabilities: amountToApi(later.owed, base),
      },
      is_complete: isComplete,
      explain: valuationAddress(date, {}, version),
    }
  })
}

/** Net worth before the range and at the end of each of its periods, and why it changed. */
export async function computeNetWorth(
  db: Db,
  book: BookRow,
  range: Range,
  by: By,
  version: number | undefined,
): Promise<NetWorth> {
  const days = pointsIn(book, by, range)
  const read = await readWorth(db, book, days, version)
  const { moved, openedSince, revaluedSince, rates } = read
  const base = book.base_currency_id
  const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
  const explain = (section: string) => transactionsAddress({ section }, range, version)
  return {
    base_currency_id: base,
    ...range,
    points: pointsToApi(book, days, read, version),
    changes: {
      income: amountToApi(-moved('income'), base),
      expense: amountToApi(moved('expense'), base),
      exchange: amountToApi(-moved('exchange') + revaluedSince(0), base),
      revalued: amountToApi(revaluedSince(0), base),
      other: amountToApi(-moved('equity') - moved('between'), base),
      value: amountToApi(-moved('value'), base),
      opening: amountToApi(openedSince(0), base),
      between: amountToApi(-moved('between'), base),
    },
    explains: {
      income: explain('income'),
      expense: explain('expense'),
      exchange: valuationAddress(last, { of: 'difference', since: first }, version),
      other: explain('equity'),
      value: explain('value'),
      opening: registerAddress(await findOpeningBalances(db, book), range, version),
      between: transactionsAddress({ section: 'money,thing,liability', flow: 'between' }, range, version),
    },
    began_with: beganWith(book, read.openings),
    is_complete: rates.missing.length === 0,
    missing_rates: rates.missing,
  }
}
