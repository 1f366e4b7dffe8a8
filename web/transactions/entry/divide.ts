import { t } from '../../../words/t.ts'
import { amountForEditing, readAmountText } from '../../ui/amount-text.ts'
import { moneyText } from '../../ui/money.ts'
import { byWeight, equally, putOn, remainderOf } from '../sheet/parts.ts'
import { type EntryAmount, type EntryContact, type EntryFault, personKey } from './reading.ts'

/**
 * How an expense is divided among me, who paid it, and others. Each way keeps its own texts, so that going from one to another and back
 * loses nothing. Where nothing was typed, the rest is divided equally; minor units that do not divide are mine.
 */
export type Way = 'equally' | 'exact' | 'percent' | 'shares'

/** The texts of a way, by person. */
type Texts = Readonly<Record<string, string>>
export type TypedDivision = { readonly way: Way } & Readonly<Partial<Record<Way, Texts>>>

export const ME = 'me'

export type Part = {
  readonly key: string
  /** Null for me. */
  readonly contact: EntryContact | null
  readonly minor: bigint
  /** The typed text; undefined if nothing was typed. */
  readonly typed: string | undefined
  /** The text of the field: typed, else the part that it has by itself. */
  readonly text: string
}

export type Division = {
  readonly way: Way
  /** Mine first. */
  readonly parts: readonly Part[]
  /** €6.00 left, all assigned, 100 %, 5 shares */
  readonly state: string
  /** Why it cannot be recorded yet; `state` says it in words, if it is open. */
  readonly fault: Extract<EntryFault, 'shares_open' | 'mine_missing'> | null
}

type Style = { readonly separator: '.' | ','; readonly locale?: string }

/** The whole of 100 %, in hundredths of a percent. */
const WHOLE_PERCENT = 10_000n
const PERCENT_DECIMALS = 2

export function divided(
  amount: EntryAmount,
  people: readonly EntryContact[],
  typed: TypedDivision | undefined,
  style: Style,
): Division {
  const way = typed?.way ?? 'equally'
  const everybody = [null, ...people].map((contact) => {
    const key = contact ? personKey(contact) : ME
    return { key, contact, typed: typed?.[way]?.[key] }
  })
  const texts = everybody.map((one) => one.typed)
  const { minors, fields, state, isOpen } = ways[way](amount, texts, style)
  const parts = everybody.map((one, index) => ({
    ...one,
    minor: minors[index] ?? 0n,
    text: one.typed ?? fields[index] ?? '',
  }))
  const isMine = (minors[0] ?? 0n) > 0n
  return { way, parts, state, fault: isOpen ? 'shares_open' : isMine ? null : 'mine_missing' }
}

type Divided = {
  readonly minors: readonly bigint[]
  readonly fields: readonly string[]
  readonly state: string
  readonly isOpen: boolean
}
type Divide = (amount: EntryAmount, texts: readonly (string | undefined)[], style: Style) => Divided

const money = ({ currency_id }: EntryAmount, minor: bigint, { locale }: Style): string =>
  moneyText(minor, currency_id, { ...(locale && { locale }) })

/** The numbers of the fields in units of `decimals`; null where the text is not one. An empty field is 0. */
const numbers = (texts: readonly (string | undefined)[], decimals: number, { separator }: Style) =>
  texts.map((text) => {
    if (text === undefined) return undefined
    if (text.trim() === '') return 0n
    const read = readAmountText(text, { decimals, separator })
    return read.fault === undefined && read.minor >= 0n ? read.minor : null
  })

/** Divides what the typed numbers leave of a whole among the fields without one, and says how much is left. */
function filledUp(whole: bigint, typed: readonly (bigint | null | undefined)[]) {
  const rest = remainderOf(
    whole,
    typed.map((one) => one ?? 0n),
  )
  const free = typed.filter((one) => one === undefined).length
  const each = free === 0 ? [] : equally(rest > 0n ? rest : 0n, free)
  const numbers = typed.map((one) => (one === undefined ? (each.shift() ?? 0n) : (one ?? 0n)))
  return { numbers, left: remainderOf(whole, numbers) }
}

/**
 * The amounts of percentages, rounded down. Those that were not typed divide the rest of the amount, not the rounded rest of 100: thirds
 * stay the equal parts that they were.
 */
function minorsOfPercent(
  total: bigint,
  typed: readonly (bigint | null | undefined)[],
  left: bigint,
): bigint[] {
  const partOf = (percent: bigint) => (total * percent) / WHOLE_PERCENT
  const fixed = typed.map((one) => (one === undefined ? undefined : partOf(one ?? 0n)))
  const free = fixed.filter((one) => one === undefined).length
  const rest = remainderOf(
    total - partOf(left > 0n ? left : 0n),
    fixed.map((one) => one ?? 0n),
  )
  const each = free === 0 || rest < 0n ? 0n : rest / BigInt(free)
  return fixed.map((one) => one ?? each)
}

const unreadable = (): string => t('One of these is not a number')

const ways: Readonly<Record<Way, Divide>> = {
  equally: (amount, texts, { separator }) => {
    const minors = equally(amount.minor, texts.length)
    const fields = minors.map((minor) => amountForEditing(minor, { ...amount, separator }))
    return { minors, fields, state: t('all assigned'), isOpen: false }
  },
  exact: (amount, texts, style) => {
    const typed = numbers(texts, amount.decimals, style)
    const { numbers: minors, left } = filledUp(amount.minor, typed)
    const fields = minors.map((minor) => amountForEditing(minor, { ...amount, separator: style.separator }))
    const state =
      left === 0n
        ? t('all assigned')
        : left > 0n
          ? t('{amount} left', { amount: money(amount, left, style) })
          : t('{amount} too much', { amount: money(amount, -left, style) })
    const isUnread = typed.includes(null)
    return { minors, fields, state: isUnread ? unreadable() : state, isOpen: isUnread || left !== 0n }
  },
  percent: (amount, texts, style) => {
    const typed = numbers(texts, PERCENT_DECIMALS, style)
    const { numbers: percents, left } = filledUp(WHOLE_PERCENT, typed)
    const said = (value: bigint) => percentText(value, style)
    const state =
      left === 0n
        ? '100 %'
        : left > 0n
          ? t('{percent} % left', { percent: said(left) })
          : t('{percent} % too much', { percent: said(-left) })
    const isUnread = typed.includes(null)
    const isOpen = isUnread || left !== 0n
    const parts = minorsOfPercent(amount.minor, typed, left)
    return {
      // While it is open, the rest belongs to nobody.
      minors: isOpen ? parts : putOn(amount.minor, parts, 0),
      fields: percents.map(said),
      state: isUnread ? unreadable() : state,
      isOpen,
    }
  },
  shares: (amount, texts, style) => {
    const typed = numbers(texts, 0, style)
    const weights = typed.map((one) => (one === undefined ? 1n : (one ?? 0n)))
    const count = weights.reduce((all, one) => all + one, 0n)
    const isUnread = typed.includes(null)
    return {
      minors: byWeight(amount.minor, weights),
      fields: weights.map(String),
      state: isUnread
        ? unreadable()
        : t('{count, plural, one {# share} other {# shares}}', { count: Number(count) }),
      isOpen: isUnread || count === 0n,
    }
  },
}

const percentText = (value: bigint, { separator }: Style): string =>
  amountForEditing(value, { decimals: PERCENT_DECIMALS, separator }).replace(/[.,]00$/, '')

/** Another way. What was typed in each of them stays. */
export const withWay = (typed: TypedDivision | undefined, way: Way): TypedDivision => ({ ...typed, way })

/** A typed field. An amount that is typed over an equal part makes the amounts exact. */
export function withText(typed: TypedDivision | undefined, key: string, text: string): TypedDivision {
  const way = typed?.way === undefined || typed.way === 'equally' ? 'exact' : typed.way
  const isFresh = way !== typed?.way
  return { ...typed, way, [way]: { ...(isFresh ? {} : typed?.[way]), [key]: text } }
}
