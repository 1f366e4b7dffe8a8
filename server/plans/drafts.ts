import type { ExpenseDraft, TransferDraft } from '../../contract/budgeting.ts'
import { addDays, type Day, LAST_DAY, todayIn } from '../../contract/day.ts'
import { fault } from '../../contract/faults.ts'
import { draftFields, type PlanDraft, type PlanKind } from '../../contract/plans.ts'
import { Refusal, refusalAt, refuse } from '../../contract/refusals.ts'
import { move } from '../goals/moves.ts'
import type { BookRow } from '../ledger/book.ts'
import { type Known, type References, requireLoaded } from '../ledger/known.ts'
import type { Book, Decision } from '../ledger/verb.ts'
import { addObligation } from '../obligations/obligations.ts'
import type { PlanRow } from '../records/plan.ts'
import { looksAt, recordOne } from '../transactions/transactions.ts'

/** A draft with its kind, and the name that an obligation gets if its draft has none. */
export type Planned = Pick<PlanRow, 'kind' | 'name' | 'draft'>

const lowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value)

/** A draft with the fields of its kind only; ids are in lower case, so that references to a record can be found. */
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
  goal: ['goal_id', 'amount'],
}

/** The plan's name, as the memo of a transaction without notes or memo. Splits have memos of their own. */
const memoOf = (name: string, { memo, notes, splits = [] }: PlanDraft) =>
  memo || notes || splits.length > 0 ? {} : { memo: name }

/** Records a draft on a day like a request would, but returns only the id of the new record. */
type Recording = {
  readonly looksAt: References
  readonly decide: (book: Book, known: Known) => Decision<{ id: string }> | Promise<Decision<{ id: string }>>
}

function recordingOf(book: BookRow, { kind, name, draft }: Planned, date: Day): Recording {
  const missing = required[kind].filter((field) => draft[field] === undefined || draft[field] === null)
  if (missing.length > 0) refuse('invalid', { faults: missing.map((field) => fault(field, 'required', {})) })
  if (kind === 'goal') return filling(draft, date)
  if (kind !== 'obligation') {
    const sent = { ...(draft as ExpenseDraft & TransferDraft), ...memoOf(name, draft), date } // as checked above
    return { looksAt: looksAt(sent), decide: (book, known) => recordOne(book, known, kind, sent) }
  }
  const { due_days = 0, original_amount = 0, contact_id, account_id = '', currency_id, ...rest } = draft
  return addObligation({
    name: [...name].slice(0, 150).join(''), // whole characters
    ...rest,
    original_amount,
    outstanding_amount: original_amount,
    contact_id: contact_id ?? '',
    account_id,
    currency_id: currency_id ?? book.base_currency_id,
    opened_date: date,
    due_date: due_days === null ? null : dueDay(date, due_days),
  })
}

/** Fills the envelope of a goal. */
function filling({ goal_id = '', amount = 0, currency_id, notes = null }: PlanDraft, date: Day): Recording {
  return {
    looksAt: { goal: [goal_id], move_days: [goal_id] },
    decide(book, known) {
      const goal = known.find('goal', goal_id)
      if (!goal || goal.deleted_at !== null) return refuse('goal_not_found', { field: 'goal_id' })
      if (currency_id !== undefined && currency_id !== goal.currency_id)
        refuse('account_currency', {
          field: 'currency_id',
          name: goal.name,
          bound: goal.currency_id,
          currency_id,
          is_goal: true,
        })
      const today = todayIn(book.time_zone)
      if (date > today && goal.envelope_account_id !== null)
        refuse('goal_move_date', { date, today, is_planned: true })
      return move(book, known, goal, { amount, date, notes })
    },
  }
}

/** The due date that is this many days after a day; at the latest, the last day that Florin knows. */
export function dueDay(date: Day, days: number): Day {
  const due = addDays(date, days)
  return due < LAST_DAY ? due : LAST_DAY
}

/** The records that recording a draft on a day needs; none if a field is missing, because it is then refused anyway. */
export function looksAtOf(book: BookRow, planned: Planned, date: Day): References {
  try {
    return recordingOf(book, planned, date).looksAt
  } catch (error) {
    if (error instanceof Refusal) return {}
    throw error
  }
}

/** Records a draft on a day. A refusal names the field in the draft. */
export async function recordDraft(
  book: Book,
  known: Known,
  planned: Planned,
  date: Day,
): Promise<Decision<{ id: string }>> {
  try {
    const recording = recordingOf(book, planned, date)
    requireLoaded(known, recording.looksAt)
    return await recording.decide(book, known)
  } catch (error) {
    throw error instanceof Refusal ? refusalAt(error, 'draft') : error
  }
}

/** Refusals that depend on the day: they matter only when an occurrence is posted. */
const LATER = ['fx_rate_missing', 'locked']

/** Refuses a draft that could not be recorded today, regardless of rates and of whether today is closed. */
export async function checkDraft(book: Book, known: Known, planned: Planned): Promise<void> {
  try {
    await recordDraft(book, known, planned, todayIn(book.time_zone))
  } catch (error) {
    if (!(error instanceof Refusal) || !LATER.includes(error.code)) throw error
  }
}

/** The amount of a draft, in its own currency. A transfer without a currency is in that of the account it comes from, and a goal has its own. */
export const amountOfDraft = (
  book: BookRow,
  { kind, draft }: Planned,
  currencyOf: (id: string) => string | null | undefined,
): { amount: number; currency_id: string } => ({
  amount: (kind === 'obligation' ? draft.original_amount : draft.amount) ?? 0,
  currency_id:
    draft.currency_id ??
    (kind === 'transfer'
      ? currencyOf(draft.from_account_id ?? '')
      : kind === 'goal'
        ? currencyOf(draft.goal_id ?? '')
        : undefined) ??
    book.base_currency_id,
})
