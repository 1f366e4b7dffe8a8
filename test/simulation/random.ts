import type { Random } from '../../demo/random.ts'
import { decimals, numberOf } from '../model.ts'

export const CURRENCIES = ['EUR', 'USD', 'JPY', 'BHD', 'GBP'] as const

/** Published on a few days only, with days that have none within reach, and a pound that is published once. */
export const PUBLISHED = [
  { date: '2025-11-03', perEuro: { EUR: '1', USD: '1.0853', JPY: '163.27', BHD: '0.4091', GBP: '0.8342' } },
  { date: '2025-12-01', perEuro: { EUR: '1', USD: '1.1', JPY: '160', BHD: '0.4' } },
  { date: '2025-12-31', perEuro: { EUR: '1', USD: '1.0425', JPY: '171.009', BHD: '0.3971' } },
  { date: '2026-02-10', perEuro: { EUR: '1', USD: '1.2001', JPY: '155.5', BHD: '0.4523' } },
]

export const FIRST_DAY = '2025-11-01'
const DAYS = 120

/** Any day of a few months; their first and last days more often, where things go wrong first. */
export function dayFrom(random: Random): string {
  const day = Temporal.PlainDate.from(FIRST_DAY).add({ days: random.below(DAYS) })
  const edge = random.pick([1, 31]) // the last day, in shorter months
  return (random.chance(0.2) ? day.with({ day: edge }) : day).toString()
}

/** Mostly everyday amounts, now and then a single minor unit or a fortune. */
export function amountFrom(random: Random, currency: string): number {
  const most = random.pick([1, 10, 1_000, 1_000, 1_000, 50_000, 10_000_000])
  const whole = decimals(currency) === 0 ? most * 100 : most * 10 ** decimals(currency)
  return numberOf(BigInt(1 + random.below(whole)), currency)
}

const WORDS = [
  'Food',
  'food',
  'Rent',
  'Éva',
  'eva',
  'Zoo',
  '50%',
  'a_b',
  '日本',
  'x',
  'Árpád',
  'Trip 2',
  'o’Neil',
  '🍕',
]
export const wordFrom = (random: Random): string => random.pick(WORDS)
export const nameFrom = (random: Random): string =>
  random.chance(0.5) ? wordFrom(random) : `${wordFrom(random)} ${wordFrom(random)}`
