import type { Period } from '../../contract/report-parts.ts'
import type { CashFlow } from '../../contract/reports.ts'
import { kinds } from '../../contract/transaction-query.ts'
import { type Db, rows } from '../database/database.ts'
import { sql, wholeNumber } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { accountsAt, countsAt } from '../ledger/known-at.sql.ts'
import { registerAddress, transactionsAddress } from '../lists/explain.ts'
import { mapInSlices } from '../process/slices.ts'
import { sectionOf } from '../records/sections.ts'
import {
  addUp,
  type By,
  checkAmounts,
  MAX_AMOUNTS,
  periodsIn,
  type Range,
  seriesToApi,
  startsOf,
} from './periods.ts'

type FlowRow = {
  account_id: string
  account_name: string
  period: number
  came: string
  went: string
  /** The part of the money in that came from another money account. */
  moved: string
  /** The part of the money in, and of the money out, that the account began with. */
  had: string
  owed: string
  /** The part of the money in that came from another book, and of the money out that went to one. */
  got: string
  gave: string
  /** Changes in value, which are in neither. */
  rose: string
  fell: string
}

/** Every kind but changes in value: an account whose worth was stated has the list without them behind its figures. */
const FLOWING = kinds.filter((kind) => kind !== 'value').join()

/** Money in and out of each money account in each period, and apart from it the changes in value. A transfer from another money account counts as moved. */
function readFlows(
  db: Db,
  book: BookRow,
  periods: readonly Period[],
  version: number | undefined,
): Promise<FlowRow[]> {
  const starts = startsOf(periods)
  const ours = sql`array(select a.id from ${accountsAt(book, version)} a where ${sectionOf(sql`a`)} = 'money')`
  const others = sql`array(select o.id from accounts o where o.book_id = ${book.id} and o.role = 'other_book')`
  const side = (isDebit: boolean) => {
    const between = sql`case when e.kind = 'transfer' and ${isDebit ? sql`e.credit_account_id` : sql`e.debit_account_id`} = any (${others})
                             then e.base_amount else 0 end`
    const account = isDebit ? sql`e.debit_account_id` : sql`e.credit_account_id`
    const isMoved = sql`e.kind = 'transfer' and exists (
      select from entries x where x.book_id = ${book.id} and x.transaction_id = e.transaction_id
        and x.credit_account_id = any (${ours}) and ${countsAt(version, sql`x.`)})`
    const opened = sql`case when e.kind = 'opening' then e.base_amount else 0 end`
    const valued = sql`case when e.kind = 'value' then e.base_amount else 0 end`
    const flowed = sql`case when e.kind = 'value' then 0 else e.base_amount end`
    return sql`
      select ${account} as account_id, width_bucket(e.date, ${starts}::date[]) as period,
             ${isDebit ? flowed : sql`0`} as came, ${isDebit ? sql`0` : flowed} as went,
             ${isDebit ? sql`case when ${isMoved} then e.base_amount else 0 end` : sql`0`} as moved,
             ${isDebit ? opened : sql`0`} as had, ${isDebit ? sql`0` : opened} as owed,
             ${isDebit ? between : sql`0`} as got, ${isDebit ? sql`0` : between} as gave,
             ${isDebit ? valued : sql`0`} as rose, ${isDebit ? sql`0` : valued} as fell
      from entries e
      where e.book_id = ${book.id} and ${account} = any (${ours})
        and e.date >= ${starts[0]}::date and e.date < ${starts.at(-1)}::date and ${countsAt(version, sql`e.`)}`
  }
  return rows(
    db,
    sql`select a.id as account_id, a.name as account_name, s.period, s.came::text, s.went::text, s.moved::text, s.had::text, s.owed::text,
               s.got::text, s.gave::text, s.rose::text, s.fell::text
        from (select account_id, period, sum(came) as came, sum(went) as went, sum(moved) as moved,
                     sum(had) as had, sum(owed) as owed, sum(got) as got, sum(gave) as gave, sum(rose) as rose, sum(fell) as fell
              from (${side(true)} union all ${side(false)}) flows group by account_id, period) s
        join ${accountsAt(book, version)} a on a.id = s.account_id
        order by a.code, s.period limit ${wholeNumber(MAX_AMOUNTS + 1)}`,
  )
}

const minus = (amounts: readonly bigint[], others: readonly bigint[]): bigint[] =>
  amounts.map((amount, index) => amount - (others[index] ?? 0n))

const parts = ['came', 'went', 'moved', 'had', 'owed', 'got', 'gave', 'rose', 'fell'] as const
type Flow = Record<(typeof parts)[number], bigint[]>

const isSome = (amounts: readonly bigint[]): boolean => amounts.some((amount) => amount !== 0n)
const hasValues = ({ rose, fell }: Flow): boolean => isSome(rose) || isSome(fell)

/** The kinds behind the figures of accounts: all of them, unless there are changes in value to leave out. */
const kindsOf = (flows: readonly Flow[]): { kind?: string } =>
  flows.some(hasValues) ? { kind: FLOWING } : {}

/** Computes the money in and out of each money account, by periods. */
export async function computeCashFlow(
  db: Db,
  book: BookRow,
  range: Range,
  by: By,
  version: number | undefined,
): Promise<CashFlow> {
  const periods = periodsIn(book, by, range)
  const nothing = () => Array<bigint>(periods.length).fill(0n)
  const accounts = new Map<string, Flow & { name: string }>()
  const flows = await readFlows(db, book, periods, version)
  checkAmounts(flows.length, by, range)
  checkAmounts(new Set(flows.map(({ account_id }) => account_id)).size * periods.length, by, range)
  for (const { account_id, account_name, period, ...flow } of flows) {
    const empty = {
      name: account_name,
      came: nothing(),
      went: nothing(),
      moved: nothing(),
      had: nothing(),
      owed: nothing(),
      got: nothing(),
      gave: nothing(),
      rose: nothing(),
      fell: nothing(),
    }
    const account = accounts.get(account_id) ?? empty
    accounts.set(account_id, account)
    for (const what of parts) account[what][period - 1] = BigInt(flow[what])
  }
  const flowing = [...accounts].filter(
    ([, flow]) => isSome(flow.came) || isSome(flow.went) || !hasValues(flow),
  )
  const base = book.base_currency_id
  const flowToApi = (came: bigint[], went: bigint[], explain: (days: Range) => string) => ({
    in: seriesToApi(came, base),
    out: seriesToApi(went, base),
    net: seriesToApi(minus(came, went), base),
    explain: explain(range),
    explains: periods.map(explain),
  })
  const totalOf = (what: keyof Flow) =>
    addUp(
      periods.length,
      [...accounts.values()].map((flow) => flow[what]),
    )
  const moved = totalOf('moved')
  const [came, went] = [totalOf('came'), totalOf('went')].map((amounts) => minus(amounts, moved)) as [
    bigint[],
    bigint[],
  ] // one for each
  const [had, owed, rose, fell] = [totalOf('had'), totalOf('owed'), totalOf('rose'), totalOf('fell')]
  const [got, gave] = [totalOf('got'), totalOf('gave')]
  const opened = (amounts: bigint[], filter: Parameters<typeof transactionsAddress>[0]) => ({
    ...seriesToApi(amounts, base),
    explain: transactionsAddress(filter, range, version),
    explains: periods.map((days) => transactionsAddress(filter, days, version)),
  })
  return {
    base_currency_id: base,
    ...range,
    periods,
    accounts: await mapInSlices(flowing, ([account_id, flow]) => {
      const { name, came, went } = flow
      const register = (days: Range, side?: 'debit' | 'credit') =>
        registerAddress(account_id, days, version, { ...kindsOf([flow]), ...(side && { side }) })
      return {
        account_id,
        account_name: name,
        ...flowToApi(came, went, (days) => register(days)),
        in: { ...seriesToApi(came, base), explain: register(range, 'debit') },
        out: { ...seriesToApi(went, base), explain: register(range, 'credit') },
      }
    }),
    totals: {
      ...flowToApi(came, went, (days) =>
        transactionsAddress({ section: 'money', ...kindsOf([...accounts.values()]) }, days, version),
      ),
      moved: seriesToApi(moved, base),
      came_in: opened(minus(minus(came, had), got), { section: 'money', flow: 'in' }),
      went_out: opened(minus(minus(went, owed), gave), { section: 'money', flow: 'out' }),
      opening: opened(minus(had, owed), { section: 'money', kind: 'opening' }),
      between: opened(minus(got, gave), { section: 'money', flow: 'between' }),
      value: opened(minus(rose, fell), { section: 'money', kind: 'value' }),
    },
  }
}
