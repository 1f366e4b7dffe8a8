import assert from 'node:assert/strict'
import type { Day } from '../../contract/day.ts'
import { currencyFacts, currencyOn } from '../../contract/iso4217.ts'
import { refuse } from '../../contract/refusals.ts'
import { closedDay, isLive, isSameLine, linesOf, type Step, type Transaction } from '../ledger/journal.ts'
import type { Known } from '../ledger/known.ts'
import type { AccountRow, Role } from './account.ts'
import type { ContactRow } from './contact.ts'
import type { Tick } from './reconciliation.ts'

/** The id of a currency that exists, or existed. */
export const requireCurrency = (id: string, field = 'currency_id'): string =>
  currencyFacts(id)?.id ?? refuse('currency_not_found', { field, id: id.slice(0, 20) })

/** Refuses a day on which a currency had ended. The base currency of a book stays as it is, whenever it ended. */
export function checkCurrencyDay(
  { base_currency_id }: { base_currency_id: string },
  id: string,
  day: Day,
  field = 'currency_id',
): void {
  if (id === base_currency_id || currencyOn(id, day)) return
  refuse('currency_not_found', { field, id, until: String(currencyFacts(id)?.until), day })
}

/** A contact that is not in the trash. The stored one may stay even if it is. */
export function requireContact(
  known: Known,
  id: string,
  stored: string | null | undefined,
  field = 'contact_id',
): ContactRow {
  const contact = known.find('contact', id)
  const isUsable = contact && (contact.deleted_at === null || contact.id === stored)
  return isUsable ? contact : refuse('contact_not_found', { field })
}

/** Refuses an external_id that another transaction of the book has, in the trash or not. */
export function checkExternalId(known: Known, { before, after: { external_id } }: Step): void {
  if (external_id === null || external_id === before?.external_id) return
  const id = known.find('external_id', external_id)
  if (id !== undefined) refuse('external_id_taken', { external_id, id })
}

/** Whether an account can be at a bank, a card company or in a purse: an asset that is not a claim, or a liability, and not a system account. */
export const isBankable = ({ type, is_claim, role }: AccountRow): boolean =>
  ((type === 'asset' && !is_claim) || type === 'liability') && role === null

/** Why no value can be stated of an account, if that is so: only of a thing or a debt of one's own, in one currency. */
export function whyNotValued({
  type,
  is_claim,
  role,
  currency_id,
}: AccountRow): 'type' | 'claim' | 'system' | 'currency' | null {
  if (type !== 'asset' && type !== 'liability') return 'type'
  if (role !== null) return 'system'
  return is_claim ? 'claim' : currency_id === null ? 'currency' : null
}

/** Whether an account is money of one's own: only that is saved, and the default account is such. A thing is worth something without being money. */
export const isOwnMoney = ({
  type,
  is_claim,
  is_valued,
  role,
}: Pick<AccountRow, 'type' | 'is_claim' | 'is_valued' | 'role'>): boolean =>
  type === 'asset' && !is_claim && !is_valued && role === null

/** Why a goal of a currency cannot count an account, if that is so: it counts only money of one's own, in its currency. */
export function whyNotCounted(account: AccountRow, currencyId: string): 'money' | 'currency' | null {
  if (!isOwnMoney(account)) return 'money'
  return account.currency_id === null || account.currency_id === currencyId ? null : 'currency'
}

/** Whether money can come from an account or go to it. */
export const isMoneyAccount = (account: AccountRow): boolean =>
  isBankable(account) && account.is_active && account.deleted_at === null

/**
 * An account that money can come from or go to: the one with this id, or the book's default account if a request names none. The
 * stored one may stay even if it has become unusable.
 */
export function requireMoneyAccount(
  known: Known,
  id: string | null,
  stored: string | null | undefined,
  field: string,
): AccountRow {
  const account = id === null ? known.find('default', '') : known.find('account', id)
  if (account && account.id === stored) return account
  return account && isMoneyAccount(account) ? account : refuse('account_not_usable', { field })
}

/** The account that Florin itself posts to for a purpose. Every book has it. */
export function accountWithRole(known: Known, role: Role): AccountRow {
  const account = known.find('role', role)
  assert(account, `a book without ${role}`)
  return account
}

/**
 * Refuses a step that touches a closed day, or a line of a finished reconciliation. Every verb that posts calls this above the line
 * below which nothing refuses. `reopened` are the reconciliations that the same change reopens.
 */
export function checkOpen(
  book: { closed_through: Day | null },
  known: Known,
  steps: readonly Step[],
  reopened: ReadonlySet<string> = new Set(),
): void {
  for (const step of steps) {
    const date = closedDay(book, step)
    if (date !== undefined) refuse('locked', { date, closed_through: String(book.closed_through) })
    if (isLive(step.before)) checkTicks(known, step.before, step.after, reopened)
  }
}

function checkTicks(
  known: Known,
  before: Transaction,
  after: Transaction,
  reopened: ReadonlySet<string>,
): void {
  const tick = lostTick(known, before, after, reopened)
  if (!tick) return
  const { reconciliation_id, account_name, date: statement_date } = tick
  refuse('locked', { date: before.date, reconciliation_id, account_name, statement_date })
}

/** A tick of a finished reconciliation whose line the step changes, moves to another day or removes. The other side of its entry may change. */
function lostTick(
  known: Known,
  before: Transaction,
  after: Transaction,
  reopened: ReadonlySet<string>,
): Tick | undefined {
  const ticks = (known.find('ticks', before.id) ?? []).filter(
    ({ is_finished, reconciliation_id }) => is_finished && !reopened.has(reconciliation_id),
  )
  if (ticks.length === 0) return undefined
  const isSameDay = before.date === after.date
  const had = before.entries.flatMap(linesOf)
  const has = isLive(after) ? after.entries.flatMap(linesOf) : []
  return ticks.find(({ line_id }) => {
    const line = had.find(({ id }) => id === line_id)
    return line && !(isSameDay && has.some((one) => one.id === line_id && isSameLine(one, line)))
  })
}
