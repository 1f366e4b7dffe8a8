import { createObligation, createPayment, writeOff } from '../contract/obligations.ts'
import { payContact, setOff } from '../contract/settlements.ts'
import { type Account, accountOf, type Contact, type Expense } from './chart.ts'
import { type Day, dayIn, isBefore, isWithin, monthsOf, type Span } from './days.ts'
import { type Event, type Move, spent } from './events.ts'
import { idOf, step } from './play.ts'
import type { Random } from './random.ts'
import { amountToApi, type Currency } from './rates.ts'
import { FLATMATES, owedFor, POWER_DAY, RENT_DAY, shareOf } from './regular.ts'
import { say, type Text } from './say.ts'

const bank: Account = 'Joint account'

type Debt = {
  name: Text
  contact: Contact
  amount: bigint
  /** The origin of the debt: money that was lent, a category, or a claim from before the books began. */
  of: Account | Expense | 'Receivables' | 'Payables'
  due?: Day
  currency?: Currency
  notes?: Text
}

/** Somebody owes an amount from a day on. */
function owed(day: Day, debt: Debt, moves: Move[] = [], account = idOf(debt.of)): Event {
  const { name, contact, amount, due, currency = 'EUR', notes } = debt
  const body = {
    name: say(name),
    opened_date: day.toString(),
    original_amount: amountToApi(amount, currency),
    outstanding_amount: amountToApi(amount, currency),
    contact_id: idOf(contact),
    account_id: account,
    currency_id: currency,
    ...(due && { due_date: due.toString() }),
    ...(notes !== undefined && { notes: say(notes) }),
  }
  return { day, moves, steps: [step(createObligation, { body }, { [name]: 'id' })] }
}

/** Money was lent: it left an account. */
const lent = (day: Day, debt: Debt & { of: Account }): Event =>
  owed(day, debt, [{ account: debt.of, currency: 'EUR', minor: -debt.amount }])

/** A bill, or a purchase that somebody else paid: it counts as spent, and is owed. */
const billed = (day: Day, debt: Debt & { of: Expense }): Event =>
  owed(day, debt, [], idOf(accountOf(debt.of)))

/** A debt is paid, in part or in full: `gets` where the money comes to us. */
function paid(
  day: Day,
  name: string,
  amount: bigint,
  account: Account,
  way: 'gets' | 'gives',
  notes?: Text,
): Event {
  const body = {
    amount: amountToApi(amount, 'EUR'),
    date: day.toString(),
    asset_account_id: idOf(account),
    ...(notes !== undefined && { notes: say(notes) }),
  }
  return {
    day,
    moves: [{ account, currency: 'EUR', minor: way === 'gets' ? amount : -amount }],
    steps: [step(createPayment, { params: { id: idOf(name) }, body })],
  }
}

/** Debts beside those of the flat: loans, bills and favours, most of them paid back. */
export function debts(span: Span): Event[] {
  const { today } = span
  const ago = (days: number) => today.subtract({ days })
  const ahead = (days: number) => today.add({ days })
  const recent = [
    lent(ago(95), { name: 'Loan for the bike', contact: 'Bela', amount: 60_000n, of: bank, due: ahead(15) }),
    paid(ago(46), 'Loan for the bike', 15_000n, 'Cash', 'gets', 'In cash.'),
    paid(ago(2), 'Loan for the bike', 10_000n, bank, 'gets'),
    lent(ago(16), { name: 'Concert tickets', contact: 'Bela', amount: 4_500n, of: 'Cash', due: ago(13) }),
    billed(ago(33), {
      name: 'Parking fine',
      contact: 'Parking office',
      amount: 8_200n,
      of: 'Car',
      due: ago(5),
    }),
    billed(ago(9), {
      name: 'Invoice 2211',
      contact: 'Dental practice at the park',
      amount: 26_800n,
      of: 'Health',
      due: ahead(6),
    }),
    billed(ago(21), { name: 'Train to Graz', contact: 'Sam', amount: 6_240n, of: 'Transport' }),
    billed(ago(40), { name: 'Sushi', contact: 'Sam', amount: 1_800n, of: 'Eating out' }),
    paid(ago(12), 'Sushi', 1_800n, 'Cash', 'gives'),
    owed(span.first, {
      name: 'Flat deposit',
      contact: 'Noor',
      amount: 79_400n,
      of: 'Receivables',
      due: ahead(62),
      notes: 'From the flat before this one; she pays it out when it is let again.',
    }),
  ]
  return [...recent, ...longAgo(span)]
}

/** Debts of years past: one settled, one forgiven, and one in dollars whose value changed until it was paid. */
function longAgo({ first, today }: Span): Event[] {
  const ago = (days: number) => today.subtract({ days })
  const old = isBefore(ago(800), first) ? 300 : 800 // a household of one year has a nearer past
  const dollars = (day: Day, name: string, amount: bigint): Event => ({
    day,
    moves: [{ account: 'Travel card', currency: 'USD', minor: -amount }],
    steps: [
      step(createPayment, {
        params: { id: idOf(name) },
        body: {
          amount: amountToApi(amount, 'USD'),
          date: day.toString(),
          asset_account_id: idOf('Travel card'),
        },
      }),
    ],
  })
  return [
    billed(ago(old), {
      name: 'Sofa',
      contact: 'Mia',
      amount: 25_000n,
      of: 'Household',
      notes: 'Second hand.',
    }),
    billed(ago(old), { name: 'Moving van', contact: 'Noor', amount: 3_600n, of: 'Household' }),
    {
      day: ago(old - 20),
      moves: [],
      // She owes the deposit, and the van comes off it.
      steps: [
        step(setOff, { params: { id: idOf('Noor') }, body: { amount: 36, date: ago(old - 20).toString() } }),
      ],
    },
    paid(ago(old - 30), 'Sofa', 10_000n, bank, 'gives'),
    paid(ago(old - 61), 'Sofa', 15_000n, bank, 'gives'),
    lent(ago(old - 40), { name: 'Tickets for the match', contact: 'Kai', amount: 4_000n, of: 'Cash' }),
    {
      day: ago(old - 250),
      moves: [],
      steps: [
        step(writeOff, {
          params: { id: idOf('Tickets for the match') },
          body: {
            category_id: idOf('Gifts'),
            date: ago(old - 250).toString(),
            notes: say('He has moved away.'),
          },
        }),
      ],
    },
    billed(ago(210), {
      name: 'Online course',
      contact: 'Zoe',
      amount: 32_000n,
      of: 'Leisure',
      currency: 'USD',
    }),
    dollars(ago(150), 'Online course', 12_000n),
    dollars(ago(64), 'Online course', 20_000n),
  ]
}

/** Somebody pays several debts at once. */
const paidTogether = (day: Day, who: Contact, amount: bigint, names: string[]): Event => ({
  day,
  moves: [{ account: bank, currency: 'EUR', minor: amount }],
  steps: [
    step(payContact, {
      params: { id: idOf(who) },
      body: {
        direction: 'receivable',
        amount: amountToApi(amount, 'EUR'),
        date: day.toString(),
        asset_account_id: idOf(bank),
        obligation_ids: names.map(idOf),
      },
    }),
  ],
})

/** Flatmates pay their shares of a month some days later. Mia is late this month. */
export function flatmates(random: Random, span: Span): Event[] {
  const { today } = span
  const months = monthsOf(span).filter((month) => isWithin(dayIn(month, RENT_DAY), span))
  return months.flatMap((month) =>
    FLATMATES.flatMap((who) => {
      const day = dayIn(month, POWER_DAY + 1 + random.below(8))
      const isLate = who === 'Mia' && !isBefore(day, today.subtract({ days: 31 }))
      if (isLate || !isWithin(day, span)) return []
      const { rent, power } = owedFor(month, span)
      return [
        paidTogether(day, who, rent + power, [shareOf('rent', who, month), shareOf('power', who, month)]),
      ]
    }),
  )
}

/** Evenings with friends that one paid for all of them. */
export function dinners(random: Random, span: Span): Event[] {
  const { today } = span
  return [4, 67, 131, 262].flatMap((days) => {
    const day = today.subtract({ days })
    const share = BigInt(18 + random.below(14)) * 100n
    const names = FLATMATES.map((who) => ({ contact: who, amount: share, name: `dinner ${days} ${who}` }))
    const dinner = spent(day, share * 3n, 'Eating out', 'Credit card', {
      memo: 'Dinner with Sam and Mia',
      shares: names,
      tags: ['friends'],
    })
    // The latest is still open.
    if (days === 4) return [dinner]
    return [dinner, ...names.map(({ name }) => paid(day.add({ days: 5 }), name, share, 'Cash', 'gets'))]
  })
}
