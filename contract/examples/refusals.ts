import { type Problem, problemOf } from '../problem.ts'
import { type Code, type DetailOf, Refusal, refusals } from '../refusals.ts'
import { at, id } from './ids.ts'

/** The codes whose sentence has something of the request in it. */
type Detailed = { [C in Code]: DetailOf<C> extends void ? never : C }[Code]

const LIMIT = 262_144

/** The details of each refusal, in the household of the examples. */
const details: { [C in Detailed]: DetailOf<C> } = {
  bad_request: { reason: 'its address has a broken percent code' },
  not_json: { reason: 'Unexpected end of JSON input' },
  cross_site: { origin: 'https://elsewhere.example' },
  not_allowed: { role: 'reader', needs: 'write' },
  route_not_found: { path: '/api/v1/contatcs' },
  method_not_allowed: { method: 'PATCH', allow: 'GET, HEAD, POST, OPTIONS' },
  stale: { expected: '"3-mXv0Zt6Jc1bQ9fHa"', version: 5 },
  body_too_large: { limit: LIMIT },
  uri_too_long: { length: 5000, limit: 4096 },
  unsupported_media_type: { type: 'text/plain' },
  invalid: { errors: { name: ['name must not be empty.'] } },
  reply_erased: { key: 'groceries-2026-03-01' },
  idempotency_key_reused: { key: 'concert-ticket' },
  rate_limited: { limit: 600, retry_after: 20 },
  too_many_failures: { limit: 1500, retry_after: 20 },
  headers_too_large: { limit: 8192 },
  password_too_short: { length: 5, minimum: 8 },
  too_many_attempts: { retry_after: 900 },
  currency_not_found: { field: 'currency_id', id: 'EUX' },
  change_too_large: { records: 10_000, most: 64 },
  quota_exceeded: {
    size: { rows: 5_000_000, bytes: 3_100_000_000 },
    most: { rows: 5_000_000, bytes: 20_000_000_000 },
  },
  nothing_to_copy: { from: '2026-04', kind: 'expense' },
  locked: { date: '2025-12-30', closed_through: '2025-12-31' },
  link_deleted: { link: 'contact', name: 'Bela' },
  in_use: {
    resource: 'contact',
    name: 'Bela',
    count: 2,
    by: { resource: 'obligation', id: id.debt },
  },
  not_in_trash: { resource: 'contact', name: 'Bela' },
  undo_blocked: {
    version: 11,
    count: 1,
    blockers: [{ version: 12, resource: 'payment', id: id.payment }],
  },
  already_undone: { version: 8, undone_by: 13 },
  not_undoable: { version: 1 },
  erased: { version: 3, erased_in: 14 },
  known_at_future: { known_at: '99', now: at, version: 12 },
  known_at_too_early: { known_at: '2019-12-31T23:59:59Z', created_at: '2026-05-20T08:00:00.000Z' },
  base_currency_fixed: { base_currency_id: 'EUR', count: 5 },
  time_zone_unknown: { time_zone: 'Europe/Wien' },
  amount_decimals: { field: 'amount', amount: 1200.5, currency_id: 'JPY', decimals: 0 },
  amount_too_large: { field: 'amount', amount: '10000000000000000', currency_id: 'EUR' },
  fx_rate_missing: {
    from: 'JPY',
    to: 'EUR',
    date: '2026-06-30',
    nearest: '2026-04-13',
    fields: ['fx_rate'],
    join: 'or',
  },
  fx_rate_base: { currency_id: 'EUR', fx_rate: 1.08 },
  rate_same_currency: { currency_id: 'EUR' },
  account_in_use: { name: 'Savings', count: 3 },
  account_is_system: { name: 'Receivables' },
  account_of_category: { name: 'Travel' },
  account_is_default: { name: 'Cash' },
  default_not_possible: { name: 'Receivables' },
  opening_not_possible: { type: 'income' },
  opening_missing: { field: 'opening_date' },
  claim_not_possible: { type: 'liability' },
  category_kind_fixed: { kind: 'expense' },
  category_not_found: { field: 'category_id', kind: 'expense' },
  category_inactive: { field: 'category_id', name: 'Travel' },
  account_not_usable: { field: 'asset_account_id' },
  contact_not_found: { field: 'contact_id' },
  splits_mismatch: { reason: '2 parts come to 1100, the amount is 1200.' },
  beside_splits: { field: 'category_id', reason: 'the category is that of the first split. Leave it out.' },
  charged_mismatch: { reason: '"Cash" takes JPY itself; leave it out.' },
  bulk_choice: { fields: ['set', 'delete'], sent: 'both' },
  transaction_not_found: { field: 'ids.3' },
  bulk_kind: { field: 'ids.3', kind: 'transfer', reason: 'a transfer has no category.' },
  tags_too_many: { field: 'set.add_tags', id: id.expense, count: 21, most: 20 },
  account_currency: { field: 'currency_id', name: 'Savings', bound: 'EUR', currency_id: 'USD' },
  transfer_mismatch: { reason: '200 cannot arrive as 190; record a fee as an expense of its own.' },
  has_payments: { name: 'Concert ticket', field: 'original_amount', count: 1 },
  obligation_of_share: { name: 'Dinner' },
  share_paid: { contact: 'Bela', amount: 10, currency_id: 'EUR' },
  shares_mismatch: { reason: 'they come to 30 of 30; some of it must be yours.' },
  payment_currency: { name: 'Savings', bound: 'EUR', currency_id: 'USD' },
  payment_mismatch: { reason: '30 cannot settle 35; leave it out.' },
  overpaid: { field: 'amount', applied: 60, outstanding: 50, currency_id: 'EUR' },
  write_off_category: { direction: 'receivable', kind: 'expense' },
  payment_date: {
    field: 'date',
    reason: '2026-05-01 is before 2026-05-03, when "Concert ticket" was opened.',
  },
  schedule_invalid: { field: 'schedule.end', reason: '2026-01-31 is before the start, 2026-03-31.' },
  schedule_never: { start: '2026-11-15', until: '2026-11-29' },
  plans_too_many: { count: 500 },
  until_out_of_range: { until: '2026-01-01', first: '2026-05-03', last: '2028-05-03' },
  forecast_too_long: { until: '2028-05-03', most: 5_000 },
  occurrence_not_found: { name: 'Rent', date: '2026-05-02', next: '2026-06-01' },
  occurrence_done: {
    ...{ name: 'Rent', date: '2026-05-01', state: 'skipped' },
    remedy: 'To take the skip back: POST /changes/42/undo.',
  },
  nothing_outstanding: { name: 'Concert ticket' },
  nothing_written_off: { name: 'Concert ticket' },
  account_not_reconcilable: { name: 'Receivables' },
  statement_date: { date: '2026-03-31', reason: 'is before 2026-04-30, the day of the statement before it.' },
  line_not_found: { field: 'cleared_line_ids.0', account_name: 'Savings', currency_id: 'EUR' },
  line_reconciled: {
    line_id: id.transferCredit,
    statement_date: '2026-04-30',
    reconciliation_id: id.reconciliation,
  },
  reconciliation_open: {
    account_name: 'Savings',
    currency_id: 'EUR',
    date: '2026-04-30',
    reconciliation_id: id.reconciliation,
  },
  reconciliation_finished: { date: '2026-04-30', finished_at: at },
  reconciliation_unfinished: { date: '2026-04-30' },
  reconciliation_followed: {
    date: '2026-03-31',
    later_date: '2026-04-30',
    reconciliation_id: id.reconciliation,
  },
  line_after_statement: {
    ...{ field: 'cleared_line_ids.0', line_id: id.transferCredit },
    ...{ line_date: '2026-04-02', statement_date: '2026-03-31' },
  },
  nothing_owed: { name: 'Bela', direction: 'payable', currency_id: 'EUR', date: '2026-05-20' },
  obligation_not_payable: {
    field: 'obligation_ids.0',
    reason: '"Dinner" is in USD, and the payment is in EUR.',
  },
  nothing_to_set_off: { name: 'Bela', owed: [{ receivable: '45.00 EUR', payable: '0.00 EUR' }] },
  payment_of_set_off: { date: '2026-05-20', version: 12 },
  statement_differs: { statement: '3812.50 EUR', cleared: '3800.00 EUR', difference: '12.50 EUR' },
}

const exampleProblem = (code: Code): Problem =>
  problemOf(new Refusal(code, { ...(details as Partial<Record<Code, object>>)[code] }), id.request) // some have none

/** An example of every refusal, by its code. */
export const examplesOfRefusals: Record<string, Problem> = Object.fromEntries(
  Object.keys(refusals).map((code) => [code, exampleProblem(code as Code)]), // the keys are the codes
)
