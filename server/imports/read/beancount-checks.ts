import type { Day } from '../../../contract/day.ts'
import { later } from '../../../words/t.ts'
import type { BookedAtCost } from './beancount-complete.ts'
import { shown } from './beancount-complete.ts'
import type { HeldLots } from './beancount-lots.ts'
import type { LeftOutOfFile } from './besides.ts'
import { isNot } from './journal-fault.ts'
import { absolute, by, isBelow, isNone, minus, type Num, negative, plus, ZERO } from './journal-number.ts'
import { decimalWord } from './kept-sentences.ts'

/** The balances that a file states, and the paddings that make some of them right. */

type Pad = {
  readonly date: Day
  readonly line: number
  readonly source: string
  readonly padded: Set<string>
}
type Check = {
  readonly line: number
  readonly date: Day
  readonly account: string
  readonly currency: string
  readonly stated: Num
  readonly tolerance: Num
  there: Num
}
/** The transaction that pads an account: so much of a currency comes to it from the source. */
export type Padding = {
  readonly date: Day
  readonly line: number
  readonly account: string
  readonly source: string
  readonly number: Num
  readonly currency: string
  readonly narration: string
}

const TWO: Num = { digits: 2n, scale: 0 }

export function makeChecks(watched: ReadonlySet<string>, multiplier: Num, holdings: HeldLots) {
  const totals = new Map<string, Num>()
  const above = new Map<string, string[]>()
  const pads = new Map<string, Pad>()
  const checks: Check[] = []
  const all: (Pad & { readonly account: string })[] = []

  /** The account and those that it is within, of which balances are stated. */
  const around = (account: string): string[] => {
    const known = above.get(account)
    if (known) return known
    const found: string[] = []
    for (let name = account; name !== ''; name = name.slice(0, Math.max(name.lastIndexOf(':'), 0)))
      if (watched.has(name)) found.push(name)
    above.set(account, found)
    return found
  }
  const add = (account: string, currency: string, units: Num) => {
    for (const name of around(account)) {
      const key = `${name} ${currency}`
      totals.set(key, plus(totals.get(key) ?? ZERO, units))
    }
  }
  /** A padding is dated before balances that were checked already. */
  const moved = (account: string, currency: string, units: Num, date: Day) => {
    add(account, currency, units)
    const names = new Set(around(account))
    for (let at = checks.length - 1; at >= 0; at--) {
      const check = checks[at]
      if (check === undefined || check.date <= date) break
      holdings.look(1)
      if (check.currency === currency && names.has(check.account)) check.there = plus(check.there, units)
    }
  }

  return {
    book({ source, currency, units }: BookedAtCost): void {
      add(source.account, currency, units)
    },
    pad(account: string, source: string, date: Day, line: number): void {
      const pad = { date, line, source, account, padded: new Set<string>() }
      pads.set(account, pad)
      all.push(pad)
    },
    /** Compares a balance; the padding that it needs, if the account is padded. */
    balance(
      account: string,
      { number, currency, tolerance }: { number: Num; currency: string; tolerance: Num | undefined },
      date: Day,
      line: number,
    ): Padding | undefined {
      const there = totals.get(`${account} ${currency}`) ?? ZERO
      const difference = minus(number, there)
      const lastDigit = { digits: 1n, scale: number.scale }
      const mayBeOff = tolerance ?? (number.scale === 0 ? ZERO : by(lastDigit, by(multiplier, TWO)))
      const isOff = isBelow(mayBeOff, absolute(difference))
      const pad = pads.get(account)
      const isPadded = isOff && pad !== undefined && !pad.padded.has(currency)
      if (isPadded && holdings.hasLots(account, currency))
        isNot(`${account} holds ${currency} at cost, and what has a cost cannot be padded.`)
      pad?.padded.add(currency)
      if (isPadded) {
        moved(account, currency, difference, pad.date)
        moved(pad.source, currency, negative(difference), pad.date)
      }
      const stated = { line, date, account, currency, stated: number, tolerance: mayBeOff }
      checks.push({ ...stated, there: isPadded ? number : there })
      const narration = `Padding for the balance of ${shown(number)} ${currency} on ${date}`
      return isPadded && !isNone(difference)
        ? {
            date: pad.date,
            line: pad.line,
            account,
            source: pad.source,
            number: difference,
            currency,
            narration,
          }
        : undefined
    },
    /** The balances that the transactions contradict. */
    wrong: (): LeftOutOfFile[] => [
      ...all
        .filter(({ padded }) => padded.size === 0)
        .map(({ account, line }) => ({
          kind: 'other' as const,
          name: later('Padding of {account}', { account }),
          why: later('Line {line}: no stated balance after it needs it.', { line }),
        })),
      ...checks
        .filter(({ stated, there, tolerance }) => isBelow(tolerance, absolute(minus(stated, there))))
        .map(({ line, date, account, currency, stated, there }) => ({
          kind: 'other' as const,
          name: later('Balance of {account}, {day}', { account, day: date }),
          why: later(
            'Line {line}: the file states {stated} {currency}, and its transactions come to {sum} {currency}.',
            {
              line,
              stated: decimalWord(shown(stated)),
              sum: decimalWord(shown(there)),
              currency,
            },
          ),
        })),
    ],
  }
}
