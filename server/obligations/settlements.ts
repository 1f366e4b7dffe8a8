import assert from 'node:assert/strict'
import { type Day, todayIn } from '../../contract/day.ts'
import type { Payment } from '../../contract/obligations.ts'
import { Refusal, refusalAt, refuse, refuseField } from '../../contract/refusals.ts'
import type { ContactPayment, SetOff, WrittenPayments } from '../../contract/settlements.ts'
import { type Later, later } from '../../words/t.ts'
import { amountOf, amountToApi, formatAmount } from '../ledger/amounts.ts'
import type { Step } from '../ledger/journal.ts'
import { type Known, rateKey, requireLoaded, wholeOf } from '../ledger/known.ts'
import type { Book, Decision, Verb } from '../ledger/verb.ts'
import { mapInSlices } from '../process/slices.ts'
import type { AccountRow } from '../records/account.ts'
import type { ContactRow } from '../records/contact.ts'
import type { Debt, SlimDebt } from '../records/obligation.ts'
import {
  accountWithRole,
  checkCurrencyDay,
  checkOpen,
  requireCurrency,
  requireMoneyAccount,
} from '../records/require.ts'
import { debtChanges, sentRate } from './obligations.ts'
import { composePayment, debtAfter } from './payments.ts'
import { paymentToApi } from './to-api.ts'

/** Records one payment over several obligations of a contact, of one direction: in one currency, or each with a given part. */
export const payContact = (id: string, draft: ContactPayment): Verb<WrittenPayments> => ({
  looksAt: {
    contact: [id],
    owed: draft.obligations ? [] : [id],
    obligation: draft.obligation_ids ?? draft.obligations?.map(({ obligation_id }) => obligation_id) ?? [],
    account: [draft.asset_account_id],
    default: draft.asset_account_id === undefined ? [''] : [],
    role: ['currency_exchange', 'exchange_gains'],
    rate: sentRate(draft.currency_id, draft.date),
  },
  isServedAlone: true,
  async decide(book, known) {
    const contact = requireContact(known, id)
    const { asset_account_id, fx_rate, notes = null, obligations } = draft
    const currency_id = requireCurrency(draft.currency_id ?? book.base_currency_id)
    const amount = amountOf(draft.amount, currency_id, 'amount')
    const date = draft.date ?? todayIn(book.time_zone)
    checkCurrencyDay(book, currency_id, date)
    requireMoneyAccount(known, asset_account_id ?? null, undefined, 'asset_account_id')
    const wanted = { direction: draft.direction, currency_id, date }
    const parts = obligations
      ? requireParts(known, contact, draft, wanted, amount)
      : spreadParts(known, contact, draft, wanted, amount)
    const settlement = makeSettlement(book, known, parts)
    const sent = { date, notes, currency_id, asset_account_id, fx_rate }
    await mapInSlices(parts, ([debt, part], index) => {
      const { applied_amount } = obligations?.[index] ?? {}
      try {
        settlement.pay(debt, part, { ...sent, applied_amount })
      } catch (error) {
        throw obligations && error instanceof Refusal ? refusalOfPart(error, index) : error
      }
    })
    return settlement.decision()
  },
})

/** The parts of an amount that obligations of its currency get, the oldest first. */
function spreadParts(
  known: Known,
  contact: ContactRow,
  { obligation_ids }: ContactPayment,
  wanted: Wanted & { currency_id: string },
  amount: bigint,
): DebtPart[] {
  const { direction, currency_id, date } = wanted
  const place = {
    list: 'obligation_ids',
    refuseAt: (index: number, reason: Later) =>
      refuse('obligation_not_payable', { field: `obligation_ids.${index}`, reason }),
  }
  const debts = obligation_ids
    ? requireDebts(known, contact, obligation_ids, wanted, place)
    : openDebts(known, contact, wanted)
  if (debts.length === 0) refuse('nothing_owed', { name: contact.name, direction, currency_id, date })
  checkTotal(amount, sumOf(debts), currency_id, obligation_ids ? undefined : date)
  return [...partsOf(inOrder(debts), amount)]
}

/** The parts of an amount as the request has them, of obligations in any currency. */
function requireParts(
  known: Known,
  contact: ContactRow,
  { obligation_ids, obligations = [] }: ContactPayment,
  { direction, currency_id, date }: Wanted & { currency_id: string },
  amount: bigint,
): DebtPart[] {
  if (obligation_ids) refuseField('obligations', 'with_obligation_ids', {})
  const amounts = obligations.map((part, index) =>
    inPart(index, () => amountOf(part.amount, currency_id, 'amount')),
  )
  const total = amounts.reduce((sum, part) => sum + part, 0n)
  if (total !== amount) {
    const [parts, whole] = [formatAmount(total, currency_id), formatAmount(amount, currency_id)]
    refuse('parts_mismatch', { count: amounts.length, parts, amount: whole })
  }
  const ids = obligations.map(({ obligation_id }) => obligation_id)
  const place = {
    list: 'obligations',
    refuseAt: (index: number, reason: Later) =>
      inPart(index, () => refuse('obligation_not_payable', { field: 'obligation_id', reason })),
  }
  const debts = requireDebts(known, contact, ids, { direction, date }, place)
  // All rates at once: each rate that is missing later costs one more load, and a request has only a few loads.
  requireLoaded(known, { rate: debts.map((debt) => rateKey(debt.currency_id, date)) })
  return debts.map((debt, index) => [debt, amounts[index] ?? 0n])
}

/** A refusal of one part names the part, as in a batch. */
function inPart<Made>(index: number, work: () => Made): Made {
  try {
    return work()
  } catch (error) {
    throw error instanceof Refusal ? refusalAt(error, `obligations.${index}`) : error
  }
}

/** A refusal of one part names the part in its fields, except for those that all parts share. */
function refusalOfPart(refusal: Refusal, index: number): Refusal {
  const at = `obligations.${index}`
  const isOfPart = (field: unknown) => field === 'amount' || field === 'applied_amount'
  const { fields } = refusal.detail
  if (Array.isArray(fields)) {
    const placed = fields.map((field) => (isOfPart(field) ? `${at}.${field}` : field))
    return new Refusal(refusal.code, { ...refusal.detail, fields: placed })
  }
  return Object.keys(refusal.errors ?? {}).some(isOfPart) ? refusalAt(refusal, at) : refusal
}

/** Sets off the receivables of a contact against the payables, in one currency or in each. */
export const setOff = (id: string, draft: SetOff): Verb<WrittenPayments> => ({
  looksAt: {
    contact: [id],
    owed: [id],
    role: ['currency_exchange', 'exchange_gains'],
    rate: sentRate(draft.currency_id, draft.date),
  },
  isServedAlone: true,
  async decide(book, known) {
    const contact = requireContact(known, id)
    const date = draft.date ?? todayIn(book.time_zone)
    const { fx_rate } = draft
    const notes = draft.notes ?? `Set-off with ${contact.name}`
    const isOne = draft.currency_id !== undefined || Boolean(draft.amount ?? draft.fx_rate)
    const chosen = isOne ? requireCurrency(draft.currency_id ?? book.base_currency_id) : undefined
    const sent = draft.amount && chosen ? amountOf(draft.amount, chosen, 'amount') : undefined
    const currencies = chosen
      ? [chosen]
      : [...new Set((known.find('owed', contact.id) ?? []).map(({ currency_id }) => currency_id))].sort(
          byText,
        )
    const sides = currencies.map((currency_id) => sidesIn(known, contact, currency_id, date))
    const mutual = sides.filter(({ most }) => most > 0n)
    if (mutual.length === 0) refuseSetOff(contact, sides)
    const between = accountWithRole(known, 'currency_exchange')
    const parts = mutual.flatMap(({ currency_id, most, receivables, payables }) => {
      const amount = sent ?? most
      checkTotal(amount, most, currency_id, date)
      return pairsOf(receivables, payables, amount)
    })
    const settlement = makeSettlement(book, known, parts)
    await mapInSlices(parts, ([debt, part]) =>
      settlement.pay(debt, part, { date, notes, fx_rate, currency_id: debt.currency_id }, between),
    )
    return settlement.decision()
  },
})

const byText = (a: string, b: string) => (a < b ? -1 : 1)

function requireContact(known: Known, id: string): ContactRow {
  const contact = known.find('contact', id)
  return contact && contact.deleted_at === null ? contact : refuse('not_found')
}

type Wanted = { direction: Debt['direction']; currency_id?: string; date: Day }

/** The open obligations of a contact that had been opened by a day. */
const openDebts = (known: Known, contact: ContactRow, wanted: Wanted): SlimDebt[] =>
  (known.find('owed', contact.id) ?? []).filter(
    (debt) => faultOf(debt, contact, wanted) === undefined && debt.opened_date <= wanted.date,
  )

/** The obligations that a request names; `place` says where. */
function requireDebts(
  known: Known,
  contact: ContactRow,
  ids: readonly string[],
  wanted: Wanted,
  { list, refuseAt }: { list: string; refuseAt: (index: number, reason: Later) => never },
): SlimDebt[] {
  const unique = new Set(ids.map((id) => id.toLowerCase())) // an id may be written in either case
  if (unique.size < ids.length) refuseField(list, 'named_twice', { resource: 'obligation' })
  return [...unique].map((id, index) => {
    const debt = known.find('obligation', id)
    const reason = faultOf(debt, contact, wanted)
    return reason === undefined && debt ? debt : refuseAt(index, reason ?? notBetween(contact))
  })
}

/** The reason why an obligation cannot be paid, if any. Nothing is revealed about an obligation of another contact. */
function faultOf(debt: SlimDebt | undefined, contact: ContactRow, wanted: Wanted): Later | undefined {
  if (debt?.contact_id !== contact.id || debt.deleted_at !== null) return notBetween(contact)
  const { name, direction, currency_id } = debt
  if (direction !== wanted.direction)
    return later(
      '{direction, select, receivable {"{name}" is a receivable: "{contact}" owes it to you. The payment is of payables.} other {"{name}" is a payable: you owe it to "{contact}". The payment is of receivables.}}',
      { direction, name, contact: contact.name },
    )
  if (wanted.currency_id !== undefined && currency_id !== wanted.currency_id)
    return later('"{name}" is in {currency_id}, and the payment is in {wanted}.', {
      name,
      currency_id,
      wanted: wanted.currency_id,
    })
  return debt.outstanding_amount > 0n
    ? undefined
    : later('"{name}" is settled: nothing is outstanding.', { name })
}

const notBetween = ({ id, name }: ContactRow): Later =>
  later(
    'there is no such obligation between you and "{name}"; GET /obligations?contact_id={id} lists them.',
    { name, id },
  )

/** The oldest obligation comes first: of those opened on the same day, the one that is due first, and one without a due date last. */
const inOrder = (debts: readonly SlimDebt[]): SlimDebt[] =>
  debts.toSorted(
    (a, b) =>
      compare(a.opened_date, b.opened_date) ||
      compare(a.due_date ?? '9', b.due_date ?? '9') ||
      a.created_version - b.created_version ||
      compare(a.id, b.id),
  )
const compare = (a: string, b: string) => (a === b ? 0 : byText(a, b))

const sumOf = (debts: readonly SlimDebt[]): bigint =>
  debts.reduce((sum, { outstanding_amount }) => sum + outstanding_amount, 0n)

function checkTotal(amount: bigint, most: bigint, currency_id: string, opened_by?: Day): void {
  if (amount <= most) return
  const [applied, outstanding] = [amountToApi(amount, currency_id), amountToApi(most, currency_id)]
  refuse('overpaid', {
    field: 'amount',
    applied,
    outstanding,
    currency_id,
    ...(opened_by !== undefined && { opened_by }),
  })
}

/** The part of an amount that a debt gets. */
type DebtPart = readonly [SlimDebt, bigint]

/** The parts of an amount that debts get, in their order. */
function* partsOf(debts: readonly SlimDebt[], amount: bigint): Generator<DebtPart> {
  let left = amount
  for (const debt of debts) {
    const part = left < debt.outstanding_amount ? left : debt.outstanding_amount
    if (part === 0n) return
    yield [debt, part]
    left -= part
  }
}

/** Both sides in a currency, and how much can be set off. */
function sidesIn(known: Known, contact: ContactRow, currency_id: string, date: Day) {
  const of = (direction: Debt['direction']) =>
    inOrder(openDebts(known, contact, { direction, currency_id, date }))
  const [receivables, payables] = [of('receivable'), of('payable')]
  const [receivable, payable] = [sumOf(receivables), sumOf(payables)]
  const most = receivable < payable ? receivable : payable
  return { currency_id, receivables, payables, receivable, payable, most }
}

function refuseSetOff({ name }: ContactRow, sides: readonly ReturnType<typeof sidesIn>[]): never {
  const owed = sides.map(({ currency_id, receivable, payable }) => ({
    receivable: formatAmount(receivable, currency_id),
    payable: formatAmount(payable, currency_id),
  }))
  refuse('nothing_to_set_off', { name, owed })
}

/** The parts of receivables and payables that are set off against each other, in their order. */
function pairsOf(
  receivables: readonly SlimDebt[],
  payables: readonly SlimDebt[],
  amount: bigint,
): DebtPart[] {
  const pairs: DebtPart[] = []
  const [mine, theirs] = [[...receivables], [...payables]].map((debts) =>
    debts.map((debt) => ({ debt, left: debt.outstanding_amount })),
  ) as [Left[], Left[]] // one for each list
  let [left, r, p] = [amount, 0, 0]
  for (;;) {
    const [one, other] = [mine[r], theirs[p]]
    if (left === 0n || !one || !other) return pairs
    const part = [left, one.left, other.left].reduce((least, next) => (next < least ? next : least))
    pairs.push([one.debt, part], [other.debt, part])
    for (const side of [one, other]) side.left -= part
    left -= part
    if (one.left === 0n) r++
    if (other.left === 0n) p++
  }
}
type Left = { debt: SlimDebt; left: bigint }

type SettlementDraft = {
  date: Day
  notes: string | null
  /** The currency of the payment. */
  currency_id: string
  applied_amount?: number | null | undefined
  fx_rate?: number | null | undefined
  asset_account_id?: string | undefined
}

/**
 * Several payments of one change. An obligation may be paid more than once, and is in the log once. Only those that get a part are loaded
 * whole, for the log.
 */
function makeSettlement(book: Book, known: Known, parts: readonly DebtPart[]) {
  const paid = new Map(parts.map(([debt]) => [debt.id, debt])).values()
  const debts = new Map(
    wholeOf(known, 'obligation', [...paid]).map((debt) => [
      debt.id,
      { before: debt, after: debt, steps: [] as Step[] },
    ]),
  )
  const data: Payment[] = []
  return {
    pay(
      { id }: SlimDebt,
      amount: bigint,
      { fx_rate, asset_account_id, applied_amount, ...sent }: SettlementDraft,
      against?: AccountRow,
    ): void {
      const entry = debts.get(id) ?? assert.fail('it has a part')
      const draft = {
        ...sent,
        amount: amountToApi(amount, sent.currency_id),
        ...(applied_amount !== undefined && { applied_amount }),
        ...(fx_rate !== undefined && { fx_rate }),
        ...(asset_account_id !== undefined && { asset_account_id }),
      }
      const step = { before: null, after: composePayment(book, known, draft, entry.after, null, against) }
      const after = debtAfter(book, entry.after, step)
      data.push(paymentToApi(book, entry.after, step.after, after.outstanding_amount))
      entry.steps.push(step)
      entry.after = after
    },
    decision(): Decision<WrittenPayments> {
      const all = [...debts.values()]
      checkOpen(
        book,
        known,
        all.flatMap(({ steps }) => steps),
      )

      // Nothing below this line refuses.
      return {
        answer: { version: book.version, data },
        changes: all.flatMap(({ before, after, steps }) => debtChanges(before, after, steps)),
      }
    },
  }
}
