import { addDays, type Day, todayIn } from '../../contract/day.ts'
import { convert, divide, readAmount } from '../../contract/money.ts'
import type { FixedPlans } from '../../contract/recurring.ts'
import { firstOccurrence, type Schedule } from '../../contract/schedule.ts'
import type { Db } from '../database/database.ts'
import { amountToApi, decimalsOf } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { findRate } from '../ledger/rates.ts'
import { mapInSlices } from '../process/slices.ts'
import type { PlanRow } from '../records/plan.ts'
import { amountOfDraft } from './drafts.ts'
import { ratesOn } from './forecast.sql.ts'
import { accountTypesOf, livePlans } from './upcoming.sql.ts'

/** How often a schedule comes in a year of 365 days, 52 weeks or 12 months, of which four have a fifth weekday. */
function timesAYear({ unit, on }: Schedule): bigint {
  if (unit === 'month' && typeof on === 'object' && on?.nth === 5) return 4n
  return { day: 365n, week: 52n, month: 12n, year: 1n }[unit]
}

/** Whether a plan has begun, or begins within a year, and has two dates to come: one date is no rhythm. */
function goesOn(schedule: Schedule, today: Day): boolean {
  const first = schedule.start > addDays(today, 366) ? undefined : firstOccurrence(schedule, today)
  return first !== undefined && firstOccurrence(schedule, addDays(first, 1)) !== undefined
}

/** The side of a plan: whether its money goes out or comes in, or stays with the person. */
function sideOf(
  { kind, draft }: PlanRow,
  typeOf: (id: string) => string | undefined,
): 'out' | 'in' | undefined {
  if (kind === 'transfer' || kind === 'goal') return undefined
  if (kind !== 'obligation') return (kind === 'expense') === (draft.is_refund !== true) ? 'out' : 'in'
  const type = typeOf(draft.account_id ?? '')
  return type === 'income' || type === 'asset' ? 'in' : 'out'
}

/** The amounts that plans take and bring in a month, at the rates of today. */
export async function readFixed(db: Db, book: BookRow): Promise<FixedPlans> {
  const today = todayIn(book.time_zone)
  const base = book.base_currency_id
  const plans = (await livePlans(db, book)).filter(({ schedule }) => goesOn(schedule, today))
  const types = await accountTypesOf(
    db,
    book,
    plans.flatMap(({ kind, draft }) => (kind === 'obligation' ? (draft.account_id ?? []) : [])),
  )
  const monthly = await mapInSlices(plans, (plan) => {
    const side = sideOf(plan, (id) => types.get(id))
    if (!side) return undefined
    const { amount, currency_id } = amountOfDraft(book, plan, () => undefined)
    const minor = readAmount(amount, decimalsOf(currency_id))
    // Without a currency of its own, its amount may have more decimals than the base currency of today.
    if (typeof minor !== 'bigint') return { plan, side, currency_id, amount: undefined }
    const year = minor * timesAYear(plan.schedule)
    return { plan, side, currency_id, amount: divide(year, 12n * BigInt(plan.schedule.every)) }
  })
  const counted = monthly.filter((one) => one !== undefined)
  const currencies = [...new Set(counted.map(({ currency_id }) => currency_id))]
  const known = new Map((await ratesOn(db, book, currencies, today)).map((one) => [one.currency_id, one]))
  const sums = { out: 0n, in: 0n }
  const rows: FixedPlans['rows'] = []
  const left_out: FixedPlans['left_out'] = []
  for (const { plan, side, currency_id, amount } of counted) {
    const found = findRate(book, currency_id, today, known.get(currency_id))
    const ofPlan = { plan_id: plan.id, plan_name: plan.name, currency_id }
    if (!found || amount === undefined) {
      left_out.push({ ...ofPlan, reason: amount === undefined ? 'amount_decimals' : 'fx_rate_missing' })
      continue
    }
    const inBase = convert(amount, decimalsOf(currency_id), found.rate, decimalsOf(base))
    sums[side] += inBase
    rows.push({
      ...ofPlan,
      amount: amountToApi(amount, currency_id),
      side,
      base_amount: amountToApi(inBase, base),
    })
  }
  return {
    base_currency_id: base,
    date: today,
    out: amountToApi(sums.out, base),
    in: amountToApi(sums.in, base),
    rows,
    is_complete: left_out.length === 0,
    left_out,
  }
}
