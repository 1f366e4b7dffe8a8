import { createTransactions } from '../contract/batches.ts'
import { budgets } from './budgets.ts'
import { chartSteps } from './chart.ts'
import { type Day, isWithin } from './days.ts'
import type { Event } from './events.ts'
import { files } from './files.ts'
import { goals } from './goals.ts'
import { debts, dinners, flatmates } from './people.ts'
import { plans } from './plans.ts'
import { type Step, step } from './play.ts'
import { randomFrom } from './random.ts'
import { rateSteps } from './rates.ts'
import { reconciling } from './reconciling.ts'
import { regular } from './regular.ts'
import { everyday } from './shops.ts'
import { things } from './things.ts'
import { holidays, isOn, tripsOf } from './trips.ts'
import { keptUp } from './upkeep.ts'

/** The owner of the household, with a password that everybody may know: it protects nothing. */
export const ANA = { name: 'Ana', email: 'ana@example.com', password: 'demo household' } as const

/** The other adult of the household, who has a book of his own too. */
export const JONAS = { name: 'Jonas', email: 'jonas@example.com', password: ANA.password } as const

export type Options = {
  /** The last day of the household. */
  readonly today: Day
  readonly seed?: number
  readonly years?: number
}

/**
 * A family of three in a flat that it shares with two others: all that happened to their money in the years up to today, as calls of the API for
 * an empty book with the base currency EUR, whose names are in the language that is spoken. The same seed and the same day give the same calls.
 */
export function household({ today, seed = 7, years = 3 }: Options): Step[] {
  const span = { first: today.subtract({ years }).add({ days: 1 }), today }
  const random = randomFrom(seed)
  const trips = tripsOf(span)
  const events = [
    ...regular(random, span),
    ...everyday(random, span, (day) => trips.some((trip) => isOn(trip, day))),
    ...holidays(random, span),
    ...debts(span),
    ...dinners(random, span),
    ...flatmates(random, span),
  ].filter(({ day }) => isWithin(day, span))
  const inOrder = keptUp(random, events, span)
  return [
    ...rateSteps(span),
    ...chartSteps(span.first),
    ...things(span),
    ...batches(inOrder),
    ...inOrder.flatMap(({ steps = [] }) => steps),
    ...reconciling(inOrder, span),
    ...budgets(span),
    ...plans(inOrder, span),
    ...goals(span),
    ...files(span),
  ]
}

/** The transactions, a batch of each person for each month: Jonas records every third one. */
function batches(events: readonly Event[]): Step[] {
  const byMonth = Map.groupBy(events, ({ day }) => day.toPlainYearMonth().toString())
  return [...byMonth.values()].flatMap((ofMonth) => {
    const recorded = ofMonth.flatMap(({ item, names = {} }) => (item ? [{ item, names }] : []))
    const byPerson = Map.groupBy(recorded.entries(), ([place]) => (place % 3 === 2 ? JONAS.name : ANA.name))
    return [...byPerson].map(([by, entries]) => ({ ...batch(entries.map(([, one]) => one)), by }))
  })
}

function batch(recorded: readonly Required<Pick<Event, 'item' | 'names'>>[]): Step {
  const names = recorded.flatMap((one, place) =>
    Object.entries(one.names).map(([name, path]) => [name, `data.${place}.${path}`]),
  )
  const body = { transactions: recorded.map(({ item }) => item) }
  return step(createTransactions, { body }, Object.fromEntries(names))
}
