import type { Day } from '../../contract/day.ts'
import type { Obligation } from '../../contract/obligations.ts'
import { comma, t } from '../../words/t.ts'
import { dayShort, daysBetween, dueText } from '../ui/dates.ts'
import { shortNameOf } from '../ui/initials.ts'
import { decimalsOf, minorOf, sumOf } from '../ui/money.ts'
import { debtName, isNamedShare } from './debt-name.ts'

/** Who owes whom, said from my side, and added up exactly. */

/** receivable: others owe me. payable: I owe others. */
export type DebtSide = Obligation['direction']
export type Debt = Obligation

export const ages = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'older'] as const
export type Age = (typeof ages)[number]

export const ageWords: Record<Age, () => string> = {
  not_due: () => t('not due yet'),
  days_1_30: () => t('1–30 days late'),
  days_31_60: () => t('31–60 days late'),
  days_61_90: () => t('61–90 days late'),
  older: () => t('over 90 days late'),
}

/** How late a debt is today. One without a due date is never late. */
export function ageOf(due: Day | null, today: Day): Age {
  const late = due === null ? 0 : daysBetween(due, today)
  if (late <= 0) return 'not_due'
  if (late <= 30) return 'days_1_30'
  if (late <= 60) return 'days_31_60'
  return late <= 90 ? 'days_61_90' : 'older'
}

export const isOpen = (debt: Debt): boolean => debt.status === 'open'
export const isLate = (debt: Debt, today: Day): boolean =>
  isOpen(debt) && debt.due_date !== null && debt.due_date < today

/** How much of the debts is how late, in minor units of the base currency; ages without anything are left out. */
export const ageing = (debts: readonly Debt[], base: string, today: Day): { age: Age; base: bigint }[] =>
  ages
    .map((age) => ({
      age,
      base: sumBase(
        debts.filter(({ due_date }) => ageOf(due_date, today) === age),
        base,
      ),
    }))
    .filter((part) => part.base > 0n)

/** The outstanding total, in minor units of the base currency. */
export const sumBase = (debts: readonly Debt[], base: string): bigint =>
  sumOf(
    debts.map(({ outstanding_base }) => outstanding_base),
    base,
  )

/** An amount in one currency, in minor units. */
export type Sum = { currency: string; minor: bigint }

/** The outstanding totals by currency: the base currency first, the others by name. */
export function sumsByCurrency(debts: readonly Debt[], base: string): Sum[] {
  const sums = new Map<string, bigint>()
  for (const { currency_id, outstanding_amount } of debts)
    sums.set(currency_id, (sums.get(currency_id) ?? 0n) + minorOf(outstanding_amount, currency_id))
  return [...sums]
    .map(([currency, minor]) => ({ currency, minor }))
    .sort(
      (a, b) =>
        Number(b.currency === base) - Number(a.currency === base) || (a.currency < b.currency ? -1 : 1),
    )
}

/** All debts of one side with one contact. */
export type Party = { id: string; name: string; debts: Debt[]; sums: Sum[]; base: bigint; isLate: boolean }

/** Debts by their due day, those without one last; then the oldest first. */
const byDue = (a: Debt, b: Debt): number =>
  compare(a.due_date ?? '9', b.due_date ?? '9') ||
  compare(a.opened_date, b.opened_date) ||
  compare(a.id, b.id)

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

export const dueFirst = (debts: readonly Debt[]): Debt[] => debts.toSorted(byDue)

/** The contacts that debts are with, the one with the earliest due day first, so that whoever is late leads. */
export function parties(debts: readonly Debt[], base: string, today: Day): Party[] {
  const groups = Map.groupBy(debts, ({ contact_id }) => contact_id)
  return [...groups]
    .map(([id, own]) => {
      const sorted = dueFirst(own)
      return {
        id,
        name: sorted[0]?.contact.name ?? t('Somebody'),
        debts: sorted,
        sums: sumsByCurrency(sorted, base),
        base: sumBase(sorted, base),
        isLate: sorted.some((debt) => isLate(debt, today)),
      }
    })
    .sort((a, b) => (a.debts[0] && b.debts[0] ? byDue(a.debts[0], b.debts[0]) : 0))
}

/** The line below a name. Lateness stands apart, since it has another colour; amounts too, since they can be hidden. */
export type Caption = {
  text: string
  late?: string
  /** So much of so much is paid, in minor units. */
  part?: { paid: bigint; of: bigint; currency: string; isWhole: boolean }
}

export function debtCaption(debt: Debt, today: Day): Caption {
  const part = partPaid(debt)
  const about = isNamedShare(debt) ? t('share of a bill') : undefined
  if (isLate(debt, today) && debt.due_date)
    return { late: dueText(debt.due_date, today), text: about ?? '', ...(part && { part }) }
  const day =
    debt.due_date && isOpen(debt) ? dueText(debt.due_date, today) : dayShort(debt.opened_date, today)
  return { text: [day, about].filter(Boolean).join(comma()), ...(part && { part }) }
}

/** How much of an open debt is paid, if something is. Cents are left out where both amounts have none. */
function partPaid({ currency_id: currency, ...debt }: Debt): Caption['part'] {
  const of = minorOf(debt.original_amount, currency)
  const paid = of - minorOf(debt.outstanding_amount, currency)
  const unit = 10n ** BigInt(decimalsOf(currency))
  const isWhole = paid % unit === 0n && of % unit === 0n
  return paid > 0n && debt.outstanding_amount > 0 ? { paid, of, currency, isWhole } : undefined
}

/** 2 debts, one 13 days late */
export function partyCaption({ debts }: Pick<Party, 'debts'>, today: Day): Caption {
  const [only] = debts
  if (debts.length === 1 && only) {
    const caption = debtCaption(only, today)
    return { ...caption, text: [debtName(only), caption.text].filter(Boolean).join(comma()) }
  }
  const overdue = debts.filter((debt) => isLate(debt, today))
  const due = overdue[0]?.due_date
  const text = t('{count, plural, one {# debt} other {# debts}}', { count: debts.length })
  if (!due) return { text }
  const late =
    overdue.length === 1
      ? t('{days, plural, one {one # day late} other {one # days late}}', { days: daysBetween(due, today) })
      : t('{count, plural, one {# late} other {# late}}', { count: overdue.length })
  return { text, late }
}

/** The words beside the net of both sides; the amount after them has no sign. */
export const onBalance = (net: bigint): string =>
  net > 0n
    ? t('On balance, others owe you')
    : net < 0n
      ? t('On balance, you owe others')
      : t('On balance, nobody owes anybody anything')

/** Bela owes you; you owe Bela; all is settled with Bela. */
export function whoOwes(name: string, net: bigint): string {
  const person = shortNameOf(name)
  if (net === 0n) return t('All settled with {person}', { person })
  return net > 0n ? t('{person} owes you', { person }) : t('You owe {person}', { person })
}

/** The amount that both owe each other in one currency, which can be set off: the smaller of the two sides. */
export function mutual(debts: readonly Debt[]): { contactId: string; currency: string; minor: bigint }[] {
  const groups = Map.groupBy(debts.filter(isOpen), (debt) => `${debt.contact_id} ${debt.currency_id}`)
  return [...groups].flatMap(([, own]) => {
    const [first] = own
    if (!first) return []
    const of = (side: DebtSide) =>
      sumOf(
        own.filter(({ direction }) => direction === side).map((debt) => debt.outstanding_amount),
        first.currency_id,
      )
    const [theirs, mine] = [of('receivable'), of('payable')]
    const minor = theirs < mine ? theirs : mine
    return minor > 0n ? [{ contactId: first.contact_id, currency: first.currency_id, minor }] : []
  })
}
