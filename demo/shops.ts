import type { Account, Contact, Expense } from './chart.ts'
import { type Day, daysOf, isBefore, isWeekend, type Span } from './days.ts'
import { type Event, spent } from './events.ts'
import type { Random } from './random.ts'
import type { Text } from './say.ts'

/** A place where the household spends money now and then. */
type Shop = {
  memos: readonly Text[]
  category: Expense
  /** How often in a month. */
  times: number
  /** The least and the most, in cents; small amounts are likelier. */
  cents: readonly [number, number]
  from: readonly Account[]
  on?: 'working days' | 'weekends'
  contact?: Contact
  tags?: readonly Text[]
  /** A part of some receipts is of another category. */
  also?: Expense
  /** Some of it goes back to the shop. */
  returned?: Partial<Record<Text, Text>>
}

const bank: Account = 'Joint account'
const card: Account = 'Credit card'
const cash: Account = 'Cash'

const SHOPS: readonly Shop[] = [
  {
    memos: ['Greenleaf Market'],
    category: 'Groceries',
    times: 9,
    cents: [1190, 9800],
    from: [bank, bank, card],
    contact: 'Greenleaf Market',
    also: 'Household',
  },
  {
    memos: ['Corner Shop', 'Nordkauf', 'Organic Corner'],
    category: 'Groceries',
    times: 10,
    cents: [380, 4200],
    from: [bank, cash],
    also: 'Household',
  },
  {
    memos: ['Market hall', 'Farmers market'],
    category: 'Groceries',
    times: 4,
    cents: [900, 3900],
    from: [cash],
    on: 'weekends',
  },
  {
    memos: ['Bakery', 'Bakery on the corner', 'Ice cream'],
    category: 'Eating out',
    times: 19,
    cents: [210, 890],
    from: [cash],
  },
  {
    memos: ['Coffee', 'Café Linde'],
    category: 'Eating out',
    times: 9,
    cents: [290, 1150],
    from: [cash, card],
    on: 'working days',
  },
  {
    memos: ['Canteen'],
    category: 'Eating out',
    times: 20,
    cents: [590, 1180],
    from: [bank],
    on: 'working days',
  },
  {
    memos: ['Trattoria Sole'],
    category: 'Eating out',
    times: 2,
    cents: [2800, 9200],
    from: [card, cash],
    contact: 'Trattoria Sole',
  },
  {
    memos: ['Sushi Hana', 'Burger Yard', 'Pho House', 'Taverna Blue', 'Pizza to go'],
    category: 'Eating out',
    times: 4,
    cents: [1450, 7400],
    from: [card],
  },
  {
    memos: ['Bus ticket', 'Tram ticket', 'Night bus'],
    category: 'Transport',
    times: 7,
    cents: [260, 580],
    from: [cash, bank],
  },
  {
    memos: ['Train ticket'],
    category: 'Transport',
    times: 1.5,
    cents: [1290, 6400],
    from: [card],
    tags: ['train'],
  },
  {
    memos: ['Petrol station'],
    category: 'Car',
    times: 2.2,
    cents: [3900, 7900],
    from: [card],
    tags: ['car'],
  },
  {
    memos: ['Parking', 'Car wash'],
    category: 'Car',
    times: 3,
    cents: [250, 1600],
    from: [cash, card],
    tags: ['car'],
  },
  { memos: ['Drugstore'], category: 'Household', times: 5, cents: [490, 4300], from: [bank], also: 'Health' },
  {
    memos: ['Hardware store', 'Furniture outlet', 'Garden centre'],
    category: 'Household',
    times: 1.4,
    cents: [990, 14500],
    from: [card],
  },
  { memos: ['Pharmacy'], category: 'Health', times: 2.5, cents: [560, 3900], from: [bank, cash] },
  {
    memos: ['Barber', 'Hairdresser'],
    category: 'Health',
    times: 1.2,
    cents: [1800, 6200],
    from: [cash],
    on: 'working days',
  },
  {
    memos: ['Winter boots', 'Thread & Co', 'Trousers', 'Jacket', 'Sports shoes'],
    category: 'Clothes',
    times: 2.6,
    cents: [1490, 13900],
    from: [card],
    returned: {
      'Winter boots': 'Winter boots, returned',
      'Thread & Co': 'Thread & Co, returned',
      Trousers: 'Trousers, returned',
      Jacket: 'Jacket, returned',
      'Sports shoes': 'Sports shoes, returned',
    },
  },
  {
    memos: ['Toy Box', 'School things', 'Swimming lesson', 'Playground café', 'Shoes for Lea'],
    category: 'Children',
    times: 5,
    cents: [400, 6900],
    from: [bank, cash],
    tags: ['lea'],
  },
  {
    memos: ['Cinema', 'Newsagent', 'Bookshop', 'Museum', 'Zoo', 'Climbing hall'],
    category: 'Leisure',
    times: 8,
    cents: [320, 5400],
    from: [cash, card],
  },
  {
    memos: ['Concert', 'Theatre'],
    category: 'Leisure',
    times: 0.6,
    cents: [2900, 11800],
    from: [card],
    tags: ['culture'],
  },
  {
    memos: ['Birthday present', 'Flowers', 'Wedding present', 'Present for a colleague'],
    category: 'Gifts',
    times: 1.3,
    cents: [900, 8900],
    from: [cash, card],
    tags: ['present'],
  },
  {
    memos: ['Present from overseas', 'Photo prints', 'Records from Boston'],
    category: 'Gifts',
    times: 0.5,
    cents: [1500, 7200],
    from: ['Travel card'],
    tags: ['present', 'online'],
  },
]

/** A month has this many days of each kind. */
const DAYS_IN_MONTH = { 'working days': 21.7, weekends: 8.7, any: 30.4 }

/** Everyday spending at home, day by day. */
export function everyday(random: Random, span: Span, isAway: (day: Day) => boolean): Event[] {
  const events: Event[] = []
  for (const day of daysOf(span)) {
    if (isAway(day)) continue
    for (const shop of SHOPS) {
      const isOpen = shop.on === undefined || (shop.on === 'weekends') === isWeekend(day)
      if (isOpen && random.chance(shop.times / DAYS_IN_MONTH[shop.on ?? 'any']))
        events.push(...visit(random, shop, day, span))
    }
  }
  return events
}

function visit(random: Random, shop: Shop, day: Day, { today }: Span): Event[] {
  const amount = amountBetween(random, shop.cents)
  const { category, also, contact, tags } = shop
  const account = random.pick(shop.from)
  const memo = random.pick(shop.memos)
  const rest = (amount * BigInt(10 + random.below(30))) / 100n
  const bought = spent(day, amount, category, account, {
    memo,
    ...(contact && random.chance(0.8) && { contact }),
    ...(tags && { tags }),
    ...(random.chance(0.015) && { notes: random.pick(NOTES) }),
    ...(also &&
      random.chance(0.15) && {
        splits: [
          { category, amount: amount - rest },
          { category: also, amount: rest },
        ],
      }),
  })
  const later = day.add({ days: 4 + random.below(9) })
  const returned = shop.returned?.[memo]
  if (returned === undefined || !random.chance(0.18) || isBefore(today, later)) return [bought]
  const back = { memo: returned, isRefund: true, tags: ['returned'] } as const
  return [bought, spent(later, amount, category, account, back)]
}

const NOTES: readonly Text[] = [
  'Receipt is in the blue folder.',
  'For the weekend with the grandparents.',
  'Warranty until two years from this day.',
  'Half of it is for the office, not claimed yet.',
]

/** An amount of cents; some end in a whole ten, as prices do. */
export function amountBetween(random: Random, [least, most]: readonly [number, number]): bigint {
  const skewed = random.next() * random.next()
  const cents = BigInt(least + Math.floor(skewed * (most - least)))
  return random.chance(0.4) ? cents - (cents % 10n) : cents
}
