import type { Account, Expense } from './chart.ts'
import { type Day, daysOf, isBefore, latest, type Span } from './days.ts'
import { type Event, moved, spent } from './events.ts'
import type { Random } from './random.ts'
import { inEuros } from './rates.ts'
import type { Text } from './say.ts'
import { amountBetween } from './shops.ts'

const bank: Account = 'Joint account'
const card: Account = 'Credit card'

type Trip = { name: 'japan' | 'boston' | 'lake'; from: Day; to: Day }

/** The holidays of the household: a week at a lake every summer, two weeks in Japan, a visit to Boston. */
export function tripsOf({ first, today }: Span): Trip[] {
  const trip = (name: Trip['name'], from: Day, days: number): Trip => ({
    name,
    from,
    to: from.add({ days: days - 1 }),
  })
  const lake = latest(8, 8, today, 14)
  const trips = [
    trip('japan', today.subtract({ days: 222 }), 14),
    trip('boston', today.subtract({ days: 408 }), 8),
    ...[0, 1, 2].map((years) => trip('lake', lake.subtract({ years }), 8)),
  ]
  return trips.filter(({ from }) => !isBefore(from, first))
}

export const isOn = (trip: Trip, day: Day): boolean => !isBefore(day, trip.from) && !isBefore(trip.to, day)

export function holidays(random: Random, span: Span): Event[] {
  return tripsOf(span).flatMap((trip) =>
    trip.name === 'japan'
      ? japan(random, trip, span)
      : trip.name === 'boston'
        ? boston(random, trip, span)
        : lake(random, trip),
  )
}

const inPlace = (trip: Trip): Day[] => daysOf({ first: trip.from, today: trip.to })

const YEN: readonly {
  memos: readonly Text[]
  category: Expense
  yen: readonly [number, number]
  times: number
}[] = [
  {
    memos: ['Ramen', 'Izakaya', 'Sushi bar', 'Curry house', 'Tempura'],
    category: 'Eating out',
    yen: [2_400, 11_800],
    times: 1.4,
  },
  {
    memos: ['Convenience store', 'Vending machine', 'Bakery'],
    category: 'Eating out',
    yen: [300, 1_900],
    times: 1.8,
  },
  { memos: ['Temple', 'Garden', 'Museum', 'Hot spring'], category: 'Leisure', yen: [800, 4_200], times: 0.9 },
  { memos: ['Subway', 'Bus', 'Bicycles for a day'], category: 'Transport', yen: [420, 3_600], times: 1.3 },
]

/** Two weeks of cash in yen, hotels on the credit card, and some yen that are left. */
function japan(random: Random, trip: Trip, { first, today }: Span): Event[] {
  const tags = ['holiday', 'japan'] as const
  const { from } = trip
  const onCard = (day: Day, yen: bigint, memo: Text) => {
    // The bank adds a fee to the day's rate.
    const charged = (inEuros(yen, 'JPY', day, today) * 1_017n) / 1_000n
    return spent(day, yen, 'Travel', card, { memo, tags, currency: 'JPY', charged })
  }
  const booked = from.subtract({ days: 88 })
  const events = [
    ...(isBefore(booked, first)
      ? []
      : [spent(booked, 214_800n, 'Travel', card, { memo: 'Flights to Tokyo', tags })]),
    onCard(from, 96_400n, 'Hotel in Tokyo'),
    onCard(from.add({ days: 5 }), 71_200n, 'Guest house in Kyoto'),
    onCard(from.add({ days: 10 }), 54_900n, 'Hotel in Osaka'),
    onCard(from.add({ days: 4 }), 58_600n, 'Trains'),
  ]
  let purse = 0n
  const draw = (day: Day, yen: bigint) => {
    const euros = (inEuros(yen, 'JPY', day, today) * 102n) / 100n
    events.push(moved(day, euros, bank, 'Cash', 'Yen from a machine', { amount: yen, currency: 'JPY', tags }))
    purse += yen
  }
  const pay = (day: Day, yen: bigint, category: Expense, memo: Text) => {
    if (purse < yen + LEFT_YEN) draw(day, 50_000n)
    purse -= yen
    events.push(spent(day, yen, category, 'Cash', { memo, tags, currency: 'JPY' }))
  }
  for (const day of inPlace(trip))
    for (const { memos, category, yen, times } of YEN)
      for (let left = times; left > 0; left--)
        if (random.chance(Math.min(left, 1)))
          pay(day, (amountBetween(random, yen) / 10n) * 10n, category, random.pick(memos))
  if (purse > LEFT_YEN) pay(trip.to, purse - LEFT_YEN, 'Gifts', 'Souvenirs at the airport')
  return events
}

/** The yen that came home, and are still in the drawer. */
const LEFT_YEN = 12_400n

const DOLLARS: readonly { memos: readonly Text[]; category: Expense; cents: readonly [number, number] }[] = [
  {
    memos: ['Diner', 'Oyster bar', 'Breakfast', 'Food truck'],
    category: 'Eating out',
    cents: [1_100, 7_900],
  },
  { memos: ['Subway card', 'Taxi', 'Ferry'], category: 'Transport', cents: [290, 3_400] },
  { memos: ['Ball game', 'Aquarium', 'Museum'], category: 'Leisure', cents: [1_800, 6_200] },
]

/** A week in Boston, paid in dollars by the travel card. */
function boston(random: Random, trip: Trip, { first, today }: Span): Event[] {
  const tags = ['holiday', 'boston'] as const
  const booked = trip.from.subtract({ days: 60 })
  const loaded = trip.from.subtract({ days: 3 })
  const dollars = 120_000n
  return [
    ...(isBefore(booked, first)
      ? []
      : [spent(booked, 124_600n, 'Travel', card, { memo: 'Flights to Boston', tags })]),
    ...(isBefore(loaded, first)
      ? []
      : [
          moved(
            loaded,
            (inEuros(dollars, 'USD', loaded, today) * 1_006n) / 1_000n,
            bank,
            'Travel card',
            'Dollars for Boston',
            {
              amount: dollars,
              currency: 'USD',
              tags,
            },
          ),
        ]),
    ...inPlace(trip).flatMap((day) =>
      DOLLARS.filter(() => random.chance(0.85)).map(({ memos, category, cents }) =>
        spent(day, amountBetween(random, cents), category, 'Travel card', { memo: random.pick(memos), tags }),
      ),
    ),
  ]
}

/** A week at the lake: a hut, boats, ice cream. */
function lake(random: Random, trip: Trip): Event[] {
  const tags = ['holiday', 'lake'] as const
  return [
    spent(trip.from, 68_000n, 'Travel', bank, { memo: 'Hut at the lake', tags }),
    ...inPlace(trip).flatMap((day) => [
      spent(day, amountBetween(random, [1_900, 7_800]), 'Eating out', card, {
        memo: random.pick(['Inn at the lake', 'Fish restaurant'] as const),
        tags,
      }),
      spent(day, amountBetween(random, [280, 1_400]), 'Leisure', 'Cash', {
        memo: random.pick(['Rowing boat', 'Ice cream', 'Beach'] as const),
        tags,
      }),
      spent(day, amountBetween(random, [900, 4_100]), 'Groceries', 'Cash', { memo: 'Village shop', tags }),
    ]),
  ]
}
