import { type Account, currencyOf, OPENINGS } from './chart.ts'
import { type Day, daysOf, type Span } from './days.ts'
import { type Event, type Move, moved } from './events.ts'
import type { Random } from './random.ts'
import { type Currency, inEuros } from './rates.ts'

const bank: Account = 'Joint account'
const STATEMENT_DAY = 23
const SAVING_DAY = 3
/** The joint account is kept above the first, and the excess over the second is saved. */
const [LEAST, ENOUGH] = [40_000n, 260_000n]
const DOLLARS = 30_000n

/** The balances as days go by, each account in each of its currencies. */
function makePurse() {
  const balances = new Map<string, bigint>()
  const key = (account: Account, currency: Currency) => `${account} ${currency}`
  const of = (account: Account, currency: Currency = currencyOf(account) ?? 'EUR'): bigint =>
    balances.get(key(account, currency)) ?? 0n
  const add = ({ account, currency, minor }: Move): void => {
    balances.set(key(account, currency), of(account, currency) + minor)
  }
  for (const [account, minor] of Object.entries(OPENINGS) as [Account, bigint][]) // the keys are accounts
    add({ account, currency: currencyOf(account) ?? 'EUR', minor })
  return { of, add }
}

/**
 * All events in the order of their days, with the transfers that keep the household solvent: cash is drawn before it runs out, the
 * card is paid off every month, money beyond ENOUGH goes to the savings and comes back when it is needed.
 */
export function keptUp(random: Random, events: readonly Event[], span: Span): Event[] {
  const byDay = Map.groupBy(events, ({ day }) => day.toString())
  const purse = makePurse()
  const result: Event[] = []
  const happen = (event: Event): void => {
    for (const move of event.moves) purse.add(move)
    result.push(event)
  }
  /** Makes room on an account for an amount that is about to leave it. */
  function provide(day: Day, { account, currency, minor }: Move): void {
    const after = purse.of(account, currency) + minor
    if (account === bank && after < LEAST)
      happen(moved(day, roundUp(LEAST - after + 50_000n), 'Savings', bank, 'From the savings'))
    if (account === 'Cash' && currency === 'EUR' && after < 0n) {
      const drawn = roundUp(-after) + random.pick([5_000n, 10_000n, 10_000n])
      provide(day, { account: bank, currency: 'EUR', minor: -drawn })
      happen(moved(day, drawn, bank, 'Cash', 'Cash from a machine'))
    }
    if (account === 'Travel card' && after < 0n) {
      const euros = (inEuros(DOLLARS, 'USD', day, span.today) * 1_005n) / 1_000n
      provide(day, { account: bank, currency: 'EUR', minor: -euros })
      happen(moved(day, euros, bank, 'Travel card', 'Dollars loaded', { amount: DOLLARS, currency: 'USD' }))
    }
  }
  let statement = -OPENINGS['Credit card']
  for (const day of daysOf(span)) {
    for (const event of byDay.get(day.toString()) ?? []) {
      for (const move of event.moves) if (move.minor < 0n) provide(day, move)
      happen(event)
    }
    if (day.day === STATEMENT_DAY && statement > 0n) {
      provide(day, { account: bank, currency: 'EUR', minor: -statement })
      happen(moved(day, statement, bank, 'Credit card', 'Credit card is paid off'))
    }
    const over = purse.of(bank) - ENOUGH
    if (day.day === SAVING_DAY && over >= 10_000n)
      happen(moved(day, over - (over % 5_000n), bank, 'Savings', 'To the savings'))
    if (day.day === day.daysInMonth) statement = -purse.of('Credit card')
  }
  return result
}

/** To whole fifties. */
const roundUp = (cents: bigint): bigint => ((cents + 4_999n) / 5_000n) * 5_000n
