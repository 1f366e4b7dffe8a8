import type { Day } from '../../contract/day.ts'
import { comma, listed, t } from '../../words/t.ts'
import { dayInSentence } from '../ui/dates.ts'
import { shortNameOf } from '../ui/initials.ts'
import { moneyText } from '../ui/money.ts'
import { isNamedShare } from './debt-name.ts'
import { type Debt, type DebtSide, isOpen, type Sum, sumsByCurrency } from './owed.ts'

/** A kind message about the open debts between two people, ready to send. */

const MAX_SHOWN = 6

type Told = {
  contact: string
  me: string
  debts: readonly Debt[]
  base: string
  today: Day
  /** Where the contact is asked to pay to, if the contact is to pay. */
  payTo?: string
}

/** The message as one text. */
export const messageTo = (told: Told): string => messageParts(told).join(' ')

/** The message in parts, which are paragraphs of a letter. */
export function messageParts({ contact, me, debts, base, today, payTo = '' }: Told): string[] {
  const open = debts.filter(isOpen)
  const of = (side: DebtSide) => open.filter(({ direction }) => direction === side)
  const [theirs, mine] = [of('receivable'), of('payable')]
  const said =
    open.length === 0
      ? [t('everything between us is settled.')]
      : theirs.length === 0
        ? [t('this is what I owe you: {debts}.', { debts: debtsText(mine, base, today) }), total(mine, base)]
        : mine.length === 0
          ? [
              t('this is where we stand: {debts}.', { debts: debtsText(theirs, base, today) }),
              total(theirs, base),
            ]
          : [
              t('this is where we stand. From you to me: {debts}.', {
                debts: debtsText(theirs, base, today),
              }),
              t('From me to you: {debts}.', { debts: debtsText(mine, base, today) }),
              net(open, base),
            ]
  const place =
    isToPay(debts, base) && payTo.trim() !== ''
      ? t('Please pay to: {place}.', { place: onOneLine(payTo) })
      : ''
  return [
    t('Hi {name},', { name: shortNameOf(contact) }),
    ...said,
    place,
    t('Thank you!'),
    shortNameOf(me),
  ].filter(Boolean)
}

const onOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(comma())

/** Whether the contact owes more than I do, in any currency. */
export const isToPay = (debts: readonly Debt[], base: string): boolean =>
  nets(debts.filter(isOpen), base).some(({ minor }) => minor > 0n)

/** The address that opens a mail program with the message in it. */
export const mailTo = (
  email: string | null | undefined,
  subject: string,
  paragraphs: readonly string[],
): string =>
  `mailto:${encodeURIComponent(email ?? '')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(paragraphs.join('\r\n\r\n'))}`

/** €45.00 for “Concert tickets”, due on 2 November, and €350.00 for “Loan for the bike”, by 30 November */
function debtsText(debts: readonly Debt[], base: string, today: Day): string {
  const told = debts.slice(0, MAX_SHOWN).map((debt) => toldOf(debt, today))
  const rest = debts.slice(MAX_SHOWN)
  if (rest.length > 0)
    told.push(
      t('{count, plural, one {{amounts} for # more} other {{amounts} for # more}}', {
        amounts: sums(rest, base),
        count: rest.length,
      }),
    )
  return joined(told)
}

function toldOf(debt: Debt, today: Day): string {
  const values = {
    amount: moneyText(debt.outstanding_amount, debt.currency_id),
    kind: debt.expense_id === null ? 'debt' : isNamedShare(debt) ? 'share' : 'bill',
    name: debt.name,
    billDay: dayInSentence(debt.opened_date, today),
  }
  if (debt.due_date === null)
    return t(
      '{kind, select, bill {{amount} for the bill of {billDay}} share {{amount} for “{name}” (your share)} other {{amount} for “{name}”}}',
      values,
    )
  const day = dayInSentence(debt.due_date, today)
  if (debt.due_date < today)
    return t(
      '{kind, select, bill {{amount} for the bill of {billDay}, due on {day}} share {{amount} for “{name}” (your share), due on {day}} other {{amount} for “{name}”, due on {day}}}',
      { ...values, day },
    )
  if (debt.due_date === today)
    return t(
      '{kind, select, bill {{amount} for the bill of {billDay}, by today} share {{amount} for “{name}” (your share), by today} other {{amount} for “{name}”, by today}}',
      values,
    )
  return t(
    '{kind, select, bill {{amount} for the bill of {billDay}, by {day}} share {{amount} for “{name}” (your share), by {day}} other {{amount} for “{name}”, by {day}}}',
    { ...values, day },
  )
}

/** Only several amounts have a total that is worth saying. */
const total = (debts: readonly Debt[], base: string): string =>
  debts.length < 2 ? '' : t('That makes {amounts}.', { amounts: sums(debts, base) })

/** The balance with a contact in each currency: their debts to me less mine to them. */
function nets(debts: readonly Debt[], base: string): Sum[] {
  const of = (side: DebtSide, currency: string) =>
    sumsByCurrency(
      debts.filter(({ direction }) => direction === side),
      base,
    ).find((sum) => sum.currency === currency)?.minor ?? 0n
  return sumsByCurrency(debts, base).map(({ currency }) => ({
    currency,
    minor: of('receivable', currency) - of('payable', currency),
  }))
}

/** The net between both, in each currency. */
function net(debts: readonly Debt[], base: string): string {
  const from = (isTheirs: boolean) =>
    nets(debts, base)
      .filter(({ minor }) => (isTheirs ? minor > 0n : minor < 0n))
      .map((sum): Sum => ({ ...sum, minor: sum.minor < 0n ? -sum.minor : sum.minor }))
  const [theirs, mine] = [from(true), from(false)]
  if (theirs.length + mine.length === 0) return t('That makes nothing at all.')
  if (mine.length === 0) return t('That makes {amounts} from you to me.', { amounts: amounts(theirs) })
  if (theirs.length === 0) return t('That makes {amounts} from me to you.', { amounts: amounts(mine) })
  return t('That makes {theirs} from you to me and {mine} from me to you.', {
    theirs: amounts(theirs),
    mine: amounts(mine),
  })
}

const sums = (debts: readonly Debt[], base: string): string => amounts(sumsByCurrency(debts, base))

const amounts = (list: readonly Sum[]): string =>
  joined(list.map(({ minor, currency }) => moneyText(minor, currency)))

/** a; a and b; a, b and c. Parts with a comma of their own are told apart by one before "and". */
function joined(parts: readonly string[]): string {
  if (parts.length < 2 || !parts.some((part) => part.includes(comma()))) return listed(parts)
  return t('{parts}, and {last}', { parts: parts.slice(0, -1).join(comma()), last: parts.at(-1) ?? '' })
}
