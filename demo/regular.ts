import type { Account, Contact, Expense } from './chart.ts'
import { dayIn, type Month, monthsOf, type Span, workingDay } from './days.ts'
import { type Details, type Event, got, moved, spent } from './events.ts'
import type { Random } from './random.ts'
import type { Text } from './say.ts'

const bank: Account = 'Joint account'
const card: Account = 'Credit card'

/** A bill that comes every month. */
type Bill = {
  memo: Text
  category: Expense
  day: number
  cents: bigint
  from: Account
  contact?: Contact
  /** Percent that a month differs from the usual: up in winter, down in summer. */
  winter?: number
}

const BILLS: readonly Bill[] = [
  { memo: 'Internet', category: 'Utilities', day: 15, cents: 2990n, from: bank, contact: 'Fibernet' },
  { memo: 'Mobile phones', category: 'Utilities', day: 12, cents: 3480n, from: card },
  { memo: 'Heating and water', category: 'Utilities', day: 10, cents: 11200n, from: bank, winter: 22 },
  { memo: 'Streamly', category: 'Subscriptions', day: 4, cents: 1399n, from: card },
  { memo: 'Tunebox', category: 'Subscriptions', day: 12, cents: 1099n, from: card },
  { memo: 'Daily paper', category: 'Subscriptions', day: 2, cents: 1890n, from: bank },
  { memo: 'Cloud storage', category: 'Subscriptions', day: 19, cents: 299n, from: card },
  { memo: 'Gym', category: 'Leisure', day: 3, cents: 3490n, from: bank },
  { memo: 'City transport pass', category: 'Transport', day: 12, cents: 3800n, from: card },
  {
    memo: 'Kindergarten',
    category: 'Children',
    day: 5,
    cents: 18600n,
    from: bank,
    contact: 'Kindergarten Sunflower',
  },
  { memo: 'Music school', category: 'Children', day: 8, cents: 4200n, from: bank },
  { memo: 'Account fee', category: 'Bank and interest', day: 28, cents: 490n, from: bank },
]

/** A bill that comes once a year, on a day of a month. */
const YEARLY: readonly { memo: Text; category: Expense; month: number; cents: bigint; contact: Contact }[] = [
  { memo: 'Car insurance', category: 'Insurance', month: 1, cents: 61240n, contact: 'Alpina Insurance' },
  { memo: 'Home insurance', category: 'Insurance', month: 5, cents: 18450n, contact: 'Alpina Insurance' },
  { memo: 'Travel insurance', category: 'Insurance', month: 3, cents: 9900n, contact: 'Alpina Insurance' },
  {
    memo: 'Accident insurance',
    category: 'Insurance',
    month: 9,
    cents: 21600n,
    contact: 'Alpina Insurance',
  },
]

/** Percent that prices and pay have grown since the books began. */
const grown = (cents: bigint, years: number, percent: bigint): bigint =>
  years === 0 ? cents : grown((cents * (100n + percent)) / 100n, years - 1, percent)

/** Regular income and bills. */
export function regular(random: Random, span: Span): Event[] {
  return monthsOf(span).flatMap((month) => {
    const years = span.first.toPlainYearMonth().until(month, { largestUnit: 'months' }).months / 12
    const age = Math.floor(years)
    return [
      ...incomes(random, month, age),
      ...bills(random, month, age),
      ...flat(month, age),
      ...carLoan(month, Math.round(years * 12)),
    ]
  })
}

function incomes(random: Random, month: Month, age: number): Event[] {
  const payday = workingDay(dayIn(month, 31))
  const employer: Details = { memo: 'Salary', contact: 'Northwind Design' }
  const partner: Details = { memo: 'Salary Jonas', contact: 'Lakeside Clinic' }
  const [own, other] = [grown(218_000n, age, 4n), grown(152_000n, age, 3n)]
  const events = [
    got(payday, own, 'Salary', bank, employer),
    got(payday, other, 'Salary', bank, partner),
    got(workingDay(dayIn(month, 11)), 18_240n, 'Child benefit', bank, { memo: 'Child benefit' }),
  ]
  // The thirteenth and the fourteenth salary.
  if (month.month === 6 || month.month === 11) {
    const memo = month.month === 6 ? 'Holiday pay' : 'Christmas pay'
    const day = workingDay(dayIn(month, 13))
    events.push(got(day, (own * 85n) / 100n, 'Salary', bank, { ...employer, memo }))
    events.push(
      got(day, (other * 85n) / 100n, 'Salary', bank, { ...partner, memo: `${memo} Jonas` as const }),
    )
  }
  if (month.month % 3 === 0)
    events.push(
      got(dayIn(month, 31), BigInt(5_200 + random.below(1_900)), 'Interest', 'Savings', { memo: 'Interest' }),
    )
  if (month.month === 4)
    events.push(
      got(dayIn(month, 22), 48_710n, 'Tax refund', bank, { memo: 'Tax refund', contact: 'Tax office' }),
    )
  if (random.chance(0.35))
    events.push(
      got(dayIn(month, 5 + random.below(20)), BigInt(80 + random.below(320)) * 100n, 'Side jobs', bank, {
        memo: random.pick(['Poster for the theatre', 'Logo', 'Translation', 'Old bike sold']),
        tags: ['freelance'],
      }),
    )
  return events
}

/** Percent of a year's swing by month, January first: heating. */
const SEASON = [10, 9, 6, 1, -4, -8, -10, -9, -5, 1, 6, 9]

function bills(random: Random, month: Month, age: number): Event[] {
  const season = SEASON[month.month - 1] ?? 0
  const monthly = BILLS.map(({ memo, category, day, cents, from, contact, winter = 0 }) => {
    const usual = grown(cents, age, winter > 0 ? 5n : 2n)
    const swing = (usual * BigInt(winter * season + (winter > 0 ? random.below(80) : 0))) / 1_000n
    return spent(dayIn(month, day), usual + swing, category, from, { memo, ...(contact && { contact }) })
  })
  const yearly = YEARLY.filter((bill) => bill.month === month.month).map(
    ({ memo, category, cents, contact }) =>
      spent(workingDay(dayIn(month, 16)), grown(cents, age, 4n), category, bank, {
        memo,
        contact,
        tags: ['yearly'],
      }),
  )
  // The yearly settlement: too much was paid for heating.
  const refund =
    month.month === 2
      ? [
          spent(dayIn(month, 18), BigInt(6_000 + random.below(9_000)), 'Utilities', bank, {
            memo: 'Heating, settlement of the year',
            isRefund: true,
          }),
        ]
      : []
  const dollars = spent(dayIn(month, 9), 1_200n, 'Subscriptions', 'Travel card', { memo: 'Drawing software' })
  return [...monthly, ...yearly, ...refund, dollars]
}

/** Names of the debts that a month of the shared flat brings. */
export const shareOf = (what: 'rent' | 'power', who: Contact, month: Month): string =>
  `${what} ${month} ${who}`
export const FLATMATES = ['Sam', 'Mia'] as const
export const RENT_DAY = 1
export const POWER_DAY = 6

/** The flat is shared with two others: the household pays, they owe their shares. */
function flat(month: Month, age: number): Event[] {
  const rent = grown(148_000n, age, 3n)
  const power = grown(9_600n, age, 6n)
  const shares = (what: 'rent' | 'power', amount: bigint) =>
    FLATMATES.map((contact) => ({ contact, amount, name: shareOf(what, contact, month) }))
  return [
    spent(dayIn(month, RENT_DAY), rent, 'Rent', bank, {
      memo: 'Rent',
      contact: 'Riverside Housing',
      shares: shares('rent', rent / 4n),
    }),
    spent(dayIn(month, POWER_DAY), power, 'Utilities', bank, {
      memo: 'Electricity',
      contact: 'City Power',
      shares: shares('power', power / 4n),
    }),
  ]
}

/** A flatmate's share of a month. */
export function owedFor(month: Month, { first }: Span): { rent: bigint; power: bigint } {
  const age = Math.floor(first.toPlainYearMonth().until(month, { largestUnit: 'months' }).months / 12)
  return { rent: grown(148_000n, age, 3n) / 4n, power: grown(9_600n, age, 6n) / 4n }
}

const PRINCIPAL = 26_500n

/** An instalment of the car loan: interest on the rest of it, and a part of the loan itself. */
function carLoan(month: Month, paid: number): Event[] {
  const left = 1_440_000n - PRINCIPAL * BigInt(paid)
  if (left < PRINCIPAL) return []
  const day = dayIn(month, 5)
  return [
    moved(day, PRINCIPAL, bank, 'Car loan', 'Car loan'),
    spent(day, (left * 39n) / 12_000n, 'Bank and interest', bank, {
      memo: 'Interest on the car loan',
      tags: ['car'],
    }),
  ]
}
