import { type Day, laterDay, todayIn } from '../../contract/day.ts'
import type { Because, Forecast } from '../../contract/forecast.ts'
import { convert, convertBack } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Database, type Db, snapshot } from '../database/database.ts'
import { envelopesOn } from '../goals/forecast.sql.ts'
import { amountToApi, decimalsOf } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import type { Transaction } from '../ledger/journal.ts'
import { findRate } from '../ledger/rates.ts'
import type { Decision } from '../ledger/verb.ts'
import { unwatched } from '../ledger/watched.ts'
import { mapInSlices } from '../process/slices.ts'
import type { MoveRow } from '../records/goal-move.ts'
import type { Debt } from '../records/obligation.ts'
import { dueDay } from './drafts.ts'
import { isRefused, tryAll } from './dry-run.ts'
import {
  balancesOn,
  type DueDebt,
  dueDebts,
  laterMoves,
  type MoneyAccount,
  moneyAccounts,
  ratesOn,
} from './forecast.sql.ts'
import { isDone } from './next.ts'
import { livePlans, type ScheduledPlan, scheduledPlans } from './upcoming.sql.ts'
import { type Coming, checkUntil, comingBetween, firstDay, plannedOf } from './upcoming.ts'

/** The most steps of a forecast. */
const MAX_STEPS = 5_000

/** One change of a balance: debits less credits, in minor units. */
type BalanceStep = { date: Day; account_id: string; currency_id: string; amount: bigint; because: Because }
/** An occurrence or a debt that the forecast leaves out, and the accounts that it would change. */
type LeftOut = Forecast['left_out'][number] & { accounts: (string | null | undefined)[] }
/** A due debt: the forecast assumes that it is paid from the default account, or to it. */
type Due = Pick<DueDebt, 'due_date' | 'direction' | 'currency_id'> & { amount: bigint; because: Because }
type ExpectedSteps = { steps: BalanceStep[]; leftOut: LeftOut[] }
/** An amount that a plan puts into the envelope of a goal. */
type Fill = Pick<MoveRow, 'goal_id' | 'date' | 'amount'>

/** The balances of money accounts from today on, all read at one moment. */
export const readForecast = (
  db: Database,
  book: BookRow,
  query: { until?: Day; account_id?: string },
): Promise<Forecast> => snapshot(db, (reading) => computeForecast(reading, book, query))

async function computeForecast(
  db: Db,
  book: BookRow,
  { until, account_id }: { until?: Day; account_id?: string },
): Promise<Forecast> {
  const today = todayIn(book.time_zone)
  const inAYear = Temporal.PlainDate.from(today).add({ years: 1 }).toString()
  const to = checkUntil(until ?? inAYear, today)
  const all = await moneyAccounts(db, book)
  const shown = account_id === undefined ? all : all.filter(({ id }) => id === account_id.toLowerCase())
  if (account_id !== undefined && shown.length === 0) refuse('account_not_usable', { field: 'account_id' })
  const ids = shown.map(({ id }) => id)
  const most = MAX_STEPS + 1
  const moves = (await laterMoves(db, book, ids, { from: today, to, most })).map(
    ({ amount, id, name, date, ...move }): BalanceStep => ({
      ...move,
      date,
      amount: BigInt(amount),
      because: { kind: 'transaction', id, name, date },
    }),
  )
  const defaultId = all.find(({ is_default }) => is_default)?.id
  const isShown = new Set(ids)
  const planned = await fromPlans(db, book, isShown, { to, today, defaultId })
  const debts = (await dueDebts(db, book, to, most)).map(
    ({ id, name, amount, ...debt }): Due => ({
      ...debt,
      amount: BigInt(amount),
      because: { kind: 'obligation', id, name, date: debt.due_date },
    }),
  )
  const paid = await fromDebts(db, book, [...debts, ...planned.due], all, { to, today })
  const steps = [...moves, ...paid.steps.filter((step) => isShown.has(step.account_id)), ...planned.steps]
  if (steps.length > MAX_STEPS) tooLong(to)
  const left_out = [...planned.leftOut, ...paid.leftOut]
    .filter(({ accounts }) => account_id === undefined || accounts.some((id) => id && isShown.has(id)))
    .map(({ accounts: _, ...one }) => one)
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  return {
    date_from: today,
    date_to: to,
    points: await pointsOf(db, book, shown, steps, today),
    envelopes: await envelopesOf(db, book, isShown, planned.fills, today),
    is_complete: left_out.length === 0,
    left_out,
  }
}

const tooLong = (until: Day): never => refuse('forecast_too_long', { until, most: MAX_STEPS })

/** The movements of the shown accounts by open occurrences of plans, and the obligations that they open and that are due until `to`. */
async function fromPlans(
  db: Db,
  book: BookRow,
  isShown: ReadonlySet<string>,
  { to, today, defaultId }: { to: Day; today: Day; defaultId: string | undefined },
): Promise<ExpectedSteps & { due: Due[]; fills: Fill[] }> {
  const scheduled = await scheduledPlans(db, book)
  const days: Coming<ScheduledPlan>[] = []
  for await (const one of comingBetween(db, book, scheduled, {
    from: firstDay(scheduled, today),
    to,
    today,
  })) {
    if (!(one.stored && isDone(one.stored))) days.push(one)
    if (days.length > MAX_STEPS) tooLong(to)
  }
  const plans = new Map((await livePlans(db, book)).map((plan) => [plan.id, plan]))
  const open = days.flatMap((day): Coming[] => {
    const plan = plans.get(day.plan.id)
    return plan ? [{ ...day, plan }] : []
  })
  // A plan is tried once, and each changed occurrence once more. A late occurrence would be recorded today, even if its day is closed.
  const keyOf = ({ plan, scheduled, stored }: Coming) => (stored?.draft ? `${plan.id} ${scheduled}` : plan.id)
  const firsts = new Map(open.toReversed().map((one) => [keyOf(one), one]))
  const trials = [...firsts.values()].map((one) => ({
    planned: plannedOf(one),
    // An envelope is filled on its day, which is still to come: whether it can be is tried today.
    date: one.plan.kind === 'goal' ? today : laterDay(one.date, today),
  }))
  const results = await tryAll(db, { ...unwatched(book), closed_through: null }, trials, (decision) => ({
    moves: movesIn(decision, isShown),
    debts: debtsIn(decision),
    fills: fillsIn(decision),
  }))
  const byKey = new Map([...firsts.keys()].map((key, index) => [key, results[index]]))
  const found: ExpectedSteps & { due: Due[]; fills: Fill[] } = { steps: [], leftOut: [], due: [], fills: [] }
  await mapInSlices(open, (one) => {
    const result = byKey.get(keyOf(one))
    const { plan } = one
    const because: Because = { kind: 'plan', id: plan.id, name: plan.name, date: one.date }
    const date = laterDay(one.date, today)
    if (result && isRefused(result)) {
      const accounts = accountsOf(plannedOf(one), defaultId)
      found.leftOut.push({ date, because, reason: result, accounts })
    } else if (result) {
      for (const move of result.taken.moves) found.steps.push({ ...move, date, because })
      found.due.push(...dueIn(result.taken.debts, one, because))
      for (const fill of result.taken.fills) found.fills.push({ ...fill, date })
    }
  })
  return found
}

/** The accounts that a draft would move money on. An obligation is paid from the default account. */
const accountsOf = ({ kind, draft }: ReturnType<typeof plannedOf>, defaultId: string | undefined) =>
  kind === 'goal'
    ? []
    : kind === 'transfer'
      ? [draft.from_account_id, draft.to_account_id]
      : kind === 'obligation'
        ? [draft.account_id, draft.counter_account_id, defaultId]
        : [draft.asset_account_id ?? defaultId]

/** The movements of some accounts by the entries of a decision, by account and currency. */
function movesIn(
  { changes }: Decision<unknown>,
  accounts: ReadonlySet<string>,
): Pick<BalanceStep, 'account_id' | 'currency_id' | 'amount'>[] {
  const net = new Map<string, { account_id: string; currency_id: string; amount: bigint }>()
  for (const { kind, after } of changes) {
    if (kind !== 'transaction') continue
    for (const { debit_account_id, credit_account_id, currency_id, amount } of (after as Transaction).entries) // a row of this kind
      for (const [account_id, moved] of [
        [debit_account_id, amount],
        [credit_account_id, -amount],
      ] as const) {
        if (!accounts.has(account_id)) continue
        const key = `${account_id} ${currency_id}`
        const one = net.get(key)
        if (one) one.amount += moved
        else net.set(key, { account_id, currency_id, amount: moved })
      }
  }
  return [...net.values()].filter(({ amount }) => amount !== 0n)
}

/** The envelopes that a decision fills. */
const fillsIn = ({ changes }: Decision<unknown>): Fill[] =>
  changes.flatMap(({ kind, after }) => (kind === 'goal_move' && after ? [after as MoveRow] : [])) // a row of this kind

/** The amounts that the envelopes of the shown accounts hold today, and after each time that plans fill one. */
async function envelopesOf(
  db: Db,
  book: BookRow,
  isShown: ReadonlySet<string>,
  fills: readonly Fill[],
  today: Day,
): Promise<Forecast['envelopes']> {
  const goals = (await envelopesOn(db, book)).filter(({ account_id }) => isShown.has(account_id))
  const byId = new Map(goals.map((goal) => [goal.id, goal]))
  const steps = [
    ...goals.map(({ id, held }): Fill => ({ goal_id: id, date: today, amount: BigInt(held) })),
    ...fills.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
  ]
  const held = new Map<string, bigint>()
  const found = new Map<string, Forecast['envelopes'][number]>()
  for (const { goal_id, date, amount } of steps) {
    const goal = byId.get(goal_id)
    if (!goal) continue
    const { account_id, currency_id } = goal
    const key = `${account_id} ${currency_id}`
    const sum = (held.get(key) ?? 0n) + amount
    held.set(key, sum)
    found.set(`${key} ${date}`, { date, account_id, currency_id, held: amountToApi(sum, currency_id) })
  }
  return [...found.values()].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

type OpenedDebt = Pick<Due, 'direction' | 'currency_id' | 'amount'>

/** The obligations that a decision opens. The share of an expense has no due date. */
const debtsIn = ({ changes }: Decision<unknown>): OpenedDebt[] =>
  changes.flatMap(({ kind, after }): OpenedDebt[] => {
    if (kind !== 'obligation') return []
    const { direction, currency_id, outstanding_amount, expense_id } = after as Debt // a row of this kind
    return expense_id === null ? [{ direction, currency_id, amount: outstanding_amount }] : []
  })

/** Opened obligations, due as many days after the occurrence as after the day that was tried. */
function dueIn(debts: readonly OpenedDebt[], { date, plan, stored }: Coming, because: Because): Due[] {
  const { due_days = 0 } = { ...plan.draft, ...stored?.draft }
  if (due_days === null) return []
  const due_date = dueDay(date, due_days)
  return debts.map((debt) => ({ ...debt, due_date, because: { ...because, date: due_date } }))
}

/** Payments of the debts that are due, on the default account: at today's rate if that account is kept in another currency. */
async function fromDebts(
  db: Db,
  book: BookRow,
  debts: readonly Due[],
  accounts: readonly MoneyAccount[],
  { to, today }: { to: Day; today: Day },
): Promise<ExpectedSteps> {
  const account = accounts.find(({ is_default }) => is_default)
  const bound = account?.currency_id ?? null
  const currencies = [
    ...new Set([...debts.map(({ currency_id }) => currency_id), ...(bound === null ? [] : [bound])]),
  ]
  const known = bound === null ? [] : await ratesOn(db, book, currencies, today)
  const byCurrency = new Map(known.map((one) => [one.currency_id, one]))
  const rates = new Map(
    currencies.map((currency) => [currency, findRate(book, currency, today, byCurrency.get(currency))?.rate]),
  )
  const rateOf = (currency: string) => rates.get(currency)
  const found: ExpectedSteps = { steps: [], leftOut: [] }
  await mapInSlices(debts, ({ due_date, direction, currency_id, amount, because }) => {
    if (account === undefined || due_date > to) return
    const date = laterDay(due_date, today)
    const inBound = exchanged(book, amount, currency_id, bound ?? currency_id, rateOf)
    const missing = [currency_id, bound ?? currency_id].find((one) => rateOf(one) === undefined)
    if (inBound === undefined) {
      const message = `There is no rate from ${missing} to ${book.base_currency_id} for ${today}, and "${account.name}" is kept in ${bound}.`
      found.leftOut.push({
        date,
        because,
        reason: { code: 'fx_rate_missing', message },
        accounts: [account.id],
      })
      return
    }
    const [moved, currency] = [inBound, bound ?? currency_id]
    found.steps.push({
      date,
      account_id: account.id,
      currency_id: currency,
      because,
      amount: direction === 'payable' ? -moved : moved,
    })
  })
  return found
}

type FindRate = (currencyId: string) => Parameters<typeof convert>[2] | undefined

/** An amount in another currency, through the base currency; undefined if a rate is missing. */
function exchanged(
  book: BookRow,
  amount: bigint,
  from: string,
  to: string,
  rateOf: FindRate,
): bigint | undefined {
  if (from === to) return amount
  const [rate, back] = [rateOf(from), rateOf(to)]
  if (rate === undefined || back === undefined) return undefined
  const decimals = decimalsOf(book.base_currency_id)
  return convertBack(convert(amount, decimalsOf(from), rate, decimals), decimals, back, decimalsOf(to))
}

/** The balances of today, and after each step. A balance is positive on the normal side of its account. */
async function pointsOf(
  db: Db,
  book: BookRow,
  accounts: readonly MoneyAccount[],
  steps: readonly BalanceStep[],
  today: Day,
): Promise<Forecast['points']> {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const balances = new Map<string, bigint>()
  const keyOf = ({ account_id, currency_id }: { account_id: string; currency_id: string }) =>
    `${account_id} ${currency_id}`
  const found = await balancesOn(db, book, [...byId.keys()], today)
  for (const one of found) balances.set(keyOf(one), BigInt(one.amount))
  for (const step of steps) balances.set(keyOf(step), balances.get(keyOf(step)) ?? 0n)
  const start = [...balances.keys()].map((key): BalanceStep => {
    const [account_id = '', currency_id = ''] = key.split(' ')
    const because: Because = { kind: 'balance', id: null, name: null, date: today }
    return { date: today, account_id, currency_id, amount: 0n, because }
  })
  const places = new Map(accounts.map(({ id }, place) => [id, place]))
  const placeOf = ({ account_id }: BalanceStep) => places.get(account_id) ?? 0
  start.sort((a, b) => placeOf(a) - placeOf(b) || (a.currency_id < b.currency_id ? -1 : 1))
  const sorted = steps.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  return mapInSlices([...start, ...sorted], ({ date, account_id, currency_id, amount, because }) => {
    const key = keyOf({ account_id, currency_id })
    const balance = (balances.get(key) ?? 0n) + amount
    balances.set(key, balance)
    const account = byId.get(account_id)
    const sign = account?.type === 'liability' ? -1n : 1n
    return {
      date,
      account_id,
      account_name: account?.name ?? '',
      currency_id,
      amount: amountToApi(sign * amount, currency_id),
      balance: amountToApi(sign * balance, currency_id),
      because,
    }
  })
}
