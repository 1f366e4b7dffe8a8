import type { Day } from '../../contract/day.ts'
import { dayInSentence } from '../ui/dates.ts'
import { shortNameOf } from '../ui/initials.ts'
import { moneyText } from '../ui/money.ts'
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
      ? ['everything between us is settled.']
      : theirs.length === 0
        ? [`this is what I owe you: ${listed(mine, base, today)}.`, total(mine, base)]
        : mine.length === 0
          ? [`this is where we stand: ${listed(theirs, base, today)}.`, total(theirs, base)]
          : [
              `this is where we stand. From you to me: ${listed(theirs, base, today)}.`,
              `From me to you: ${listed(mine, base, today)}.`,
              net(open, base),
            ]
  const place = isToPay(debts, base) && payTo.trim() !== '' ? `Please pay to: ${onOneLine(payTo)}.` : ''
  return [`Hi ${shortNameOf(contact)},`, ...said, place, 'Thank you!', shortNameOf(me)].filter(Boolean)
}

const onOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')

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

/** €45.00 for “Concert tickets”, which was for 2 November, and €350.00 for “Loan for the bike”, by 30 November */
function listed(debts: readonly Debt[], base: string, today: Day): string {
  const told = debts.slice(0, MAX_SHOWN).map((debt) => toldOf(debt, today))
  const rest = debts.slice(MAX_SHOWN)
  if (rest.length > 0) told.push(`${sums(rest, base)} for ${rest.length} more`)
  return joined(told)
}

function toldOf(debt: Debt, today: Day): string {
  const amount = moneyText(debt.outstanding_amount, debt.currency_id)
  const isNameless = debt.expense_id !== null && debt.name === 'Shared expense'
  const what = isNameless
    ? `the bill of ${dayInSentence(debt.opened_date, today)}`
    : `“${debt.name}”${debt.expense_id === null ? '' : ' (your share)'}`
  if (debt.due_date === null) return `${amount} for ${what}`
  const day = dayInSentence(debt.due_date, today)
  if (debt.due_date < today) return `${amount} for ${what}, which was for ${day}`
  return `${amount} for ${what}, by ${debt.due_date === today ? 'today' : day}`
}

/** Only several amounts have a total that is worth saying. */
const total = (debts: readonly Debt[], base: string): string =>
  debts.length < 2 ? '' : `That makes ${sums(debts, base)}.`

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
  if (theirs.length + mine.length === 0) return 'That makes nothing at all.'
  const parts = [
    theirs.length > 0 && `${amounts(theirs)} from you to me`,
    mine.length > 0 && `${amounts(mine)} from me to you`,
  ].filter((part) => part !== false)
  return `That makes ${parts.join(' and ')}.`
}

const sums = (debts: readonly Debt[], base: string): string => amounts(sumsByCurrency(debts, base))

const amounts = (list: readonly Sum[]): string =>
  joined(list.map(({ minor, currency }) => moneyText(minor, currency)))

/** a; a and b; a, b and c. Parts with a comma of their own are told apart by one before "and". */
function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  if (parts.length < 2) return last
  const before = parts.slice(0, -1)
  const comma = parts.some((part) => part.includes(', ')) ? ',' : ''
  return `${before.join(', ')}${comma} and ${last}`
}
