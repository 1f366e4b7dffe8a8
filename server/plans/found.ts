import { createHash } from 'node:crypto'
import { type Day, todayIn } from '../../contract/day.ts'
import { folded } from '../../contract/fold.ts'
import type { FoundPlan } from '../../contract/recurring.ts'
import { firstOccurrence, postingDay } from '../../contract/schedule.ts'
import type { Db } from '../database/database.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { isSameName, nameWords, wordsOf } from '../lists/words.ts'
import { startSlice } from '../process/slices.ts'
import type { PlanRow } from '../records/plan.ts'
import { amountOfDraft } from './drafts.ts'
import { type MoneyAccount, moneyAccounts } from './forecast.sql.ts'
import {
  type PaymentWords,
  paymentsBetween,
  type RecordedPayment,
  recordedWith,
  wordsOfPayments,
} from './found.sql.ts'
import { amountsOf, findRhythm, isOver, type Rhythm } from './rhythm.ts'
import { livePlans } from './upcoming.sql.ts'

/** The most payments that a proposal names. */
const MAX_EVIDENCE = 12
/** A payment of every year has come twice in these months, whenever in the year it comes. */
const MONTHS = 26

/** Payments alike that repeat. */
type Repeated = {
  readonly key: string
  readonly words: ReadonlySet<string>
  readonly last: RecordedPayment
  readonly rhythm: Rhythm
}

/** Languages whose names of months are left out of texts: "Rent November" and "Rent December" are the same payment. */
const unnamed = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'hu']
const monthNames = new Set<string>()

/** Adds the names of one more language; false once all are there. They are made for the first text that is looked at: a start need not wait for them. */
function addMonthNames(): boolean {
  const language = unnamed.pop()
  if (language === undefined) return false
  for (const style of ['long', 'short'] as const) {
    const { format } = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
    for (let month = 0; month < 12; month++)
      monthNames.add(folded(format(Date.UTC(2026, month))).replace('.', ''))
  }
  return true
}

/** All names together take longer than one turn may. */
async function prepareMonthNames(): Promise<void> {
  const slice = startSlice()
  while (addMonthNames()) if (slice.isOver()) await slice.next()
}

function isMonthName(word: string): boolean {
  while (addMonthNames());
  return monthNames.has(word)
}

/** The words that payments of the same thing have in common: without figures and months. Of a text without such words, all. */
function lastingWords(text: string): ReadonlySet<string> {
  const words = wordsOf(text).flatMap(({ folded: word }) => (isMonthName(word) ? [] : word))
  return new Set(words.length > 0 ? words : nameWords(text))
}

/** A month in figures with its year: 10/2026, 10.2026, 2026-10. */
const MONTH_AND_YEAR = /^(?:(?:0?[1-9]|1[0-2])[./-]20\d\d|20\d\d[./-](?:0[1-9]|1[0-2]))[.,;:]?$/
const YEAR = /^20\d\d[.,;:]?$/

/** A text without the month that it is for: "Gehalt 10/2026" is Gehalt. A month's name counts at the end, and beside a year; a text that is nothing else stays. */
export function withoutMonth(text: string): string {
  const words = text.split(/\s+/).filter(Boolean)
  const isName = (word: string | undefined) =>
    word !== undefined && isMonthName(folded(word).replace(/[.,;:]$/, ''))
  const isGone = (word: string, at: number) => {
    const [before, next] = [words[at - 1], words[at + 1]]
    if (MONTH_AND_YEAR.test(word)) return true
    if (YEAR.test(word)) return isName(before)
    return isName(word) && (next === undefined || YEAR.test(next))
  }
  return words.filter((word, at) => !isGone(word, at)).join(' ') || text
}

/** Payments by what they have in common; without words, by category and contact. */
async function alike(payments: readonly RecordedPayment[]): Promise<Map<string, RecordedPayment[]>> {
  const groups = new Map<string, RecordedPayment[]>()
  const slice = startSlice()
  for (const one of payments) {
    const words = [...lastingWords(one.text)].sort().join(' ') || `${one.category_id} ${one.contact_id}`
    const key = [one.account_id, one.kind, one.to_account_id, one.currency_id, words].join(' ')
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
    if (slice.isOver()) await slice.next()
  }
  return groups
}

/**
 * The rhythms of payments alike, by the amount that they are of: of all of them, else of those with the same amount, as of a subscription
 * at a shop where one also buys.
 */
function rhythmsOf(payments: readonly RecordedPayment[], isNamed: boolean): Map<bigint | 'any', Rhythm> {
  const { smallest, largest } = amountsOf(payments)
  const whole = isNamed || smallest === largest ? findRhythm(payments) : undefined
  if (whole) return new Map([['any', whole]])
  const found = new Map<bigint, Rhythm>()
  for (const [amount, some] of Map.groupBy(payments, (one) => one.amount)) {
    const rhythm = some.length < 3 || some.length === payments.length ? undefined : findRhythm(some)
    if (rhythm) found.set(amount, rhythm)
  }
  return found
}

/** The payments of a book that repeat and have not stopped. */
async function findRepeated(payments: readonly RecordedPayment[], today: Day): Promise<Repeated[]> {
  const through = new Map<string, Day>()
  for (const { account_id, date } of payments) through.set(account_id, date) // the latest is the last
  const found: Repeated[] = []
  const named = new Set<string>()
  const add = (some: readonly RecordedPayment[], group: string, rhythm: Rhythm) => {
    const last = some.findLast(({ id }) => id === rhythm.payments.at(-1)?.id)
    if (!last || isOver(rhythm, through.get(last.account_id) ?? today, today)) return
    const key = createHash('sha256').update(group).digest('hex').slice(0, 32)
    found.push({ key, words: lastingWords(last.text), last, rhythm })
    for (const { id } of rhythm.payments) named.add(id)
  }
  const groups = await alike(payments)
  const slice = startSlice()
  for (const [group, some] of groups) {
    const isNamed = lastingWords(some[0]?.text ?? '').size > 0
    for (const [amount, rhythm] of some.length < 2 ? [] : rhythmsOf(some, isNamed))
      add(some, `${group} ${amount}`, rhythm)
    if (slice.isOver()) await slice.next()
  }
  for (const [group, some] of sameIncome(payments.filter(({ id }) => !named.has(id)))) {
    const rhythm = findRhythm(some)
    if (rhythm) add(some, group, rhythm)
    if (slice.isOver()) await slice.next()
  }
  return found
}

/** Income under several names, as of a salary that was typed once and came from the bank once: all of a category, if it is always the same amount. */
function sameIncome(payments: readonly RecordedPayment[]): Map<string, RecordedPayment[]> {
  const income = payments.filter(({ kind, category_id }) => kind === 'income' && category_id !== null)
  const groups = Map.groupBy(income, (one) =>
    ['income', one.account_id, one.currency_id, one.category_id].join(' '),
  )
  for (const [group, some] of groups) {
    const { smallest, largest } = amountsOf(some)
    const names = new Set(some.map(({ text }) => [...lastingWords(text)].sort().join(' ')))
    if (smallest !== largest || names.size < 2) groups.delete(group)
  }
  return groups
}

/** The account that a plan's money comes from or goes to; of a plan without one, the default account. */
const accountOfPlan = ({ draft }: PlanRow, accounts: readonly MoneyAccount[]) =>
  draft.from_account_id ?? draft.asset_account_id ?? accounts.find(({ is_default }) => is_default)?.id

/** Whether a plan has the amount and the rhythm of payments, on about the same day, under whatever name. */
function isSameRhythm(book: BookRow, plan: PlanRow, { last, rhythm }: Repeated): boolean {
  const { smallest, largest } = amountsOf(rhythm.payments)
  const { amount, currency_id } = amountOfDraft(book, plan, () => last.currency_id)
  const [least, most] = [smallest, largest].map((one) => amountToApi(one, last.currency_id))
  if (currency_id !== last.currency_id || amount < (least ?? 0) || amount > (most ?? 0)) return false
  const { unit, every, start } = rhythm.schedule
  if (plan.schedule.unit !== unit || plan.schedule.every !== every) return false
  const near = firstOccurrence(plan.schedule, Temporal.PlainDate.from(start).subtract({ days: 4 }).toString())
  return near !== undefined && Temporal.PlainDate.from(start).until(near).days <= 4
}

/** Leaves out payments that a plan records: those with its words; of several, or if none has them, those with its amount and rhythm. */
async function withoutPlanned(
  book: BookRow,
  all: readonly Repeated[],
  plans: readonly PlanRow[],
  accounts: readonly MoneyAccount[],
): Promise<Repeated[]> {
  const covered = new Set<Repeated>()
  const slice = startSlice()
  for (const plan of plans) {
    const account = accountOfPlan(plan, accounts)
    const own = all.filter(
      ({ last }) =>
        (plan.kind === 'obligation'
          ? last.kind !== 'transfer'
          : last.kind === plan.kind && last.account_id === account) &&
        (last.to_account_id ?? undefined) === plan.draft.to_account_id,
    )
    const words = lastingWords(plan.name)
    const named = own.filter((one) => isSameName(one.words, words))
    const same = (named.length > 0 ? named : own).filter((one) => isSameRhythm(book, plan, one))
    for (const one of same.length > 0 ? same : named) covered.add(one)
    if (slice.isOver()) await slice.next()
  }
  return all.filter((one) => !covered.has(one))
}

function toApi(
  one: Repeated,
  words: PaymentWords,
  today: Day,
  nameOf: (accountId: string | null) => string,
  base: string,
): FoundPlan {
  const { last, rhythm, key } = one
  const { currency_id, kind, account_id, to_account_id, amount } = last
  const { smallest, largest } = amountsOf(rhythm.payments)
  const show = (minor: bigint) => amountToApi(minor, currency_id)
  const text = withoutMonth(words.memo ?? words.notes?.split('\n')[0]?.trim() ?? '')
  const start = startOf(rhythm, today)
  const parties =
    kind === 'transfer'
      ? { from_account_id: account_id, ...(to_account_id && { to_account_id }) }
      : { asset_account_id: account_id, ...(words.category_id && { category_id: words.category_id }) }
  return {
    key,
    name:
      text || words.contact_name || words.category_name || `${nameOf(account_id)} → ${nameOf(to_account_id)}`,
    kind,
    draft: {
      amount: show(amount),
      currency_id,
      ...parties,
      ...(words.contact_id && { contact_id: words.contact_id }),
    },
    schedule: { ...rhythm.schedule, start },
    next_date: postingDay(start, rhythm.schedule.working_days),
    amount: show(amount),
    base_amount: amountToApi(last.base_amount, base),
    smallest_amount: show(smallest),
    largest_amount: show(largest),
    currency_id,
    count: rhythm.payments.length,
    evidence: rhythm.payments
      .slice(-MAX_EVIDENCE)
      .map(({ id, date, amount: paid }) => ({ transaction_id: id, date, amount: show(paid) })),
  }
}

/** The next scheduled day that is not in the past: a payment that is late is more likely missing in the book than missed. */
function startOf({ schedule }: Rhythm, today: Day): Day {
  let start = schedule.start
  while (postingDay(start, schedule.working_days) < today)
    start = firstOccurrence(schedule, Temporal.PlainDate.from(start).add({ days: 1 }).toString()) ?? today
  return start
}

/** Proposes plans for payments that repeat, by their next date. */
export async function readFound(
  db: Db,
  book: BookRow,
  { import_id, limit }: { import_id?: string; limit: number },
): Promise<FoundPlan[]> {
  const today = todayIn(book.time_zone)
  const from = Temporal.PlainDate.from(today).subtract({ months: MONTHS }).toString()
  const accounts = await moneyAccounts(db, book)
  const usable = new Set(accounts.map(({ id }) => id))
  const payments = await paymentsBetween(db, book, from, today)
  await prepareMonthNames()
  const repeated = (await findRepeated(payments, today)).filter(
    ({ last }) =>
      usable.has(last.account_id) && (last.to_account_id === null || usable.has(last.to_account_id)),
  )
  if (repeated.length === 0) return []
  const open = await withoutPlanned(book, repeated, await livePlans(db, book), accounts)
  const kept = import_id === undefined ? open : await ofImport(db, book, import_id, open)
  const shown = kept.toSorted((a, b) => b.rhythm.payments.length - a.rhythm.payments.length).slice(0, limit)
  const words = await wordsOfPayments(
    db,
    book,
    shown.map(({ last }) => last.id),
  )
  const byId = new Map(words.map((one) => [one.id, one]))
  const nameOf = (accountId: string | null) => accounts.find(({ id }) => id === accountId)?.name ?? ''
  return shown
    .flatMap((one): FoundPlan[] => {
      const said = byId.get(one.last.id)
      return said ? [toApi(one, said, today, nameOf, book.base_currency_id)] : []
    })
    .sort((a, b) =>
      a.next_date === b.next_date ? (a.key < b.key ? -1 : 1) : a.next_date < b.next_date ? -1 : 1,
    )
}

async function ofImport(
  db: Db,
  book: BookRow,
  importId: string,
  all: readonly Repeated[],
): Promise<Repeated[]> {
  const ids = all.flatMap(({ rhythm }) => rhythm.payments.map(({ id }) => id))
  const own = await recordedWith(db, book, importId, ids)
  return all.filter(({ rhythm }) => rhythm.payments.some(({ id }) => own.has(id)))
}
