import type { ExpenseDraft, TransferDraft } from '../../contract/budgeting.ts'
import { addDays, type Day, LAST_DAY, todayIn } from '../../contract/day.ts'
import { draftFields, type PlanDraft, type PlanKind } from '../../contract/plans.ts'
import { Refusal, refusalAt, refuse } from '../../contract/refusals.ts'
import { type Known, requireLoaded } from '../ledger/known.ts'
import type { BookRow, PlanRow } from '../ledger/records.ts'
import type { Book, Decision, Verb } from '../ledger/verb.ts'
import { addObligation } from '../obligations/obligations.ts'
import { record } from '../transactions/transactions.ts'

/** Something to record: a kind, its draft, and the name that an obligation gets unless its draft has one. */
export type Planned = Pick<PlanRow, 'kind' | 'name' | 'draft'>

const lowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value)

/** A draft with the fields of its kind only; ids are in lower case, so that what refers to a record can be found. */
export function normalDraft(kind: PlanKind, draft: PlanDraft): PlanDraft {
  const lower = (fields: object): object =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        Array.isArray(value)
          ? value.map((item) => (typeof item === 'object' ? lower(item) : item))
          : /_id$/.test(name) && !/currency/.test(name)
            ? lowerCase(value)
            : value,
      ]),
    )
  const known = Object.entries(draft).filter(([name]) => draftFields[kind].includes(name))
  return lower(Object.fromEntries(known)) as PlanDraft // the same fields
}

const required: Readonly<Record<PlanKind, readonly (keyof PlanDraft)[]>> = {
  expense: ['amount'],
  income: ['amount'],
  transfer: ['from_account_id', 'to_account_id', 'amount'],
  obligation: ['original_amount', 'contact_id', 'account_id'],
}

/** The plan's name, for a transaction that would say nothing else about itself. Splits have memos of their own. */
const memoOf = (name: string, { memo, notes, splits = [] }: PlanDraft) =>
  memo || notes || splits.length > 0 ? {} : { memo: name }

/** The verb that records a draft on a day, as a request for it would. */
function recordingOf(book: BookRow, { kind, name, draft }: Planned, date: Day): Verb<{ id: string }> {
  const missing = required[kind].filter((field) => draft[field] === undefined || draft[field] === null)
  if (missing.length > 0)
    refuse('invalid', {
      errors: Object.fromEntries(missing.map((field) => [field, [`${field} is required.`]])),
    })
  const memo = memoOf(name, draft)
  if (kind === 'expense' || kind === 'income')
    return record(kind, { ...(draft as ExpenseDraft), ...memo, date }) // as checked above
  if (kind === 'transfer') return record(kind, { ...(draft as TransferDraft), ...memo, date }) // likewise
  const { due_days = 0, original_amount = 0, contact_id, account_id = '', currency_id, ...rest } = draft
  return addObligation({
    name: [...name].slice(0, 150).join(''), // whole characters
    ...rest,
    ...{ original_amount, outstanding_amount: original_amount, contact_id: contact_id ?? '', account_id },
    currency_id: currency_id ?? book.base_currency_id,
    opened_date: date,
    due_date: due_days === null ? null : dueDay(date, due_days),
  })
}

/** The due date that is this many days after a day; at the latest, the last day that Florin knows. */
export function dueDay(date: Day, days: number): Day {
  const due = addDays(date, days)
  return due < LAST_DAY ? due : LAST_DAY
}

/** Records a draft on a day. A refusal names the field in the draft. */
export async function recordDraft(
  book: Book,
  known: Known,
  planned: Planned,
  date: Day,
): Promise<Decision<{ id: string }>> {
  try {
    const verb = recordingOf(book, planned, date)
    requireLoaded(known, verb.looksAt)
    return await verb.decide(book, known)
  } catch (error) {
    throw error instanceof Refusal ? refusalAt(error, 'draft') : error
  }
}

/** Refusals that depend on the day: they count only when an occurrence is posted. */
const LATER = ['fx_rate_missing', 'locked']

/** Refuses a draft that could not be recorded today, whatever rates there are, and whether or not today is closed. */
export async function checkDraft(book: Book, known: Known, planned: Planned): Promise<void> {
  try {
    await recordDraft(book, known, planned, todayIn(book.time_zone))
  } catch (error) {
    if (!(error instanceof Refusal) || !LATER.includes(error.code)) throw error
  }
}

/** The amount of a draft, in its own currency. A transfer without one is in that of the account it comes from. */
export const amountOfDraft = (
  book: BookRow,
  { kind, draft }: Planned,
  currencyOfAccount: (id: string) => string | null | undefined,
): { amount: number; currency_id: string } => ({
  amount: (kind === 'obligation' ? draft.original_amount : draft.amount) ?? 0,
  currency_id:
    draft.currency_id ??
    (kind === 'transfer' ? currencyOfAccount(draft.from_account_id ?? '') : undefined) ??
    book.base_currency_id,
})
