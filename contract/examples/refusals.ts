import { later } from '../../words/t.ts'
import { fault } from '../faults.ts'
import { type Problem, problemOf } from '../problem.ts'
import { type Code, type DetailOf, Refusal, refusals } from '../refusals.ts'
import { at, id } from './ids.ts'

/** The codes whose sentence has values of the request. */
type Detailed = { [C in Code]: DetailOf<C> extends void ? never : C }[Code]

const LIMIT = 262_144

/** The details of each refusal, in the household of the examples. */
const details: { [C in Detailed]: DetailOf<C> } = {
  bad_request: { reason: later('its path has a broken percent code') },
  not_json: { reason: later('it ends too early') },
  cross_site: { origin: 'https://elsewhere.example' },
  not_allowed: { role: 'viewer', needs: 'write' },
  field_not_allowed: { role: 'annotator', field: 'amount' },
  book_archived: { name: 'Annenstraße' },
  book_is_default: { name: 'Household' },
  book_name_wrong: { name: 'Annenstraße' },
  too_many_books: { most: 20 },
  too_many_members: { most: 20 },
  too_many_streams: { most: 10 },
  streams_full: { most: 500 },
  last_owner: { books: [{ id: id.ana, name: 'Household' }] },
  half_fixed: { field: 'to_account_id', name: 'Other book of Ana' },
  route_not_found: { path: '/api/v1/contatcs' },
  method_not_allowed: { method: 'PATCH', allow: 'GET, HEAD, POST, OPTIONS' },
  stale: { expected: '"3-mXv0Zt6Jc1bQ9fHa"', version: 5 },
  body_too_large: { limit: LIMIT },
  uri_too_long: { length: 5000, limit: 4096 },
  unsupported_media_type: { type: 'text/plain' },
  invalid: { faults: [fault('name', 'empty', {})] },
  reply_erased: { key: 'groceries-2026-03-01' },
  idempotency_key_reused: { key: 'concert-ticket' },
  rate_limited: { limit: 600, retry_after: 20 },
  too_many_failures: { limit: 1500, retry_after: 20 },
  headers_too_large: { limit: 8192 },
  registration_closed: { registration: 'invited' },
  ability_missing: { name: 'Coffee shortcut', ability: 'read:accounts' },
  not_for_programs: { name: 'Coffee shortcut' },
  too_many_open: { what: 'invitations', most: 20 },
  password_wrong: { field: 'current_password' },
  password_too_short: { length: 5, minimum: 8 },
  too_many_attempts: { retry_after: 900 },
  currency_not_found: { field: 'currency_id', id: 'EUX' },
  read_too_large: { most: 32 },
  change_too_large: { records: 10_000, most: 64 },
  quota_exceeded: {
    size: { rows: 5_000_000, bytes: 3_100_000_000 },
    most: { rows: 5_000_000, bytes: 20_000_000_000 },
  },
  parent_invalid: {
    reason: later('"{parent}" stands in a group itself, and a group stands in none: there are two levels.', {
      parent: 'Groceries',
    }),
  },
  has_children: { name: 'Food', count: 2, children: ['Groceries', 'Restaurants'] },
  merge_too_large: { name: 'Food', count: 23_041, most: 20_000 },
  nothing_to_copy: { from: '2026-04', kind: 'expense' },
  imports_too_many: { count: 50, most: 50 },
  imports_too_large: { megabytes: 55, most_megabytes: 50, rows: 20_000, most_rows: 300_000 },
  import_reading: { filename: 'bank-may.csv' },
  import_failed: { filename: 'bank-may.csv', fault: 'line 1: it is empty.' },
  import_committed: { filename: 'bank-may.csv', version: 14 },
  import_undone: { filename: 'bank-may.csv', version: 14 },
  imported_again: { version: 43, filename: 'october.csv', again: 'autumn.csv', again_version: 44, rows: 3 },
  import_brings_changed: {
    filename: 'budget.zip',
    kind: 'budgets',
    was: 120,
    now: 118,
    left_out_was: 0,
    left_out: 2,
  },
  import_changed: { filename: 'bank-may.csv', rows: 2 },
  import_nothing: { filename: 'bank-may.csv', rows: 19, is_account_missing: true },
  import_undecided: {
    filename: 'bank-may.csv',
    needs: [
      {
        what: 'day_order',
        why: 'No day of the file has a number above 12 that tells the day from the month, as in 03/04/2026.',
        choices: [
          {
            value: 'day_first',
            example: '03/04/2026 is 3 April 2026',
            rows: [],
            mapping: { date_order: 'day_first' },
          },
          {
            value: 'month_first',
            example: '03/04/2026 is 4 March 2026',
            rows: [],
            mapping: { date_order: 'month_first' },
          },
        ],
      },
    ],
  },
  row_refused: {
    n: 7,
    line: 8,
    reason: later('Its amount is 0.'),
  },
  row_invalid: {
    field: 'is_chosen',
    n: 7,
    reason: later('row {n} cannot be read, and so cannot be recorded.', { n: 7 }),
  },
  mapping_invalid: {
    field: 'mapping.columns',
    reason: later('the file has {columns} columns, and {roles} roles were sent.', { columns: 7, roles: 5 }),
  },
  rules_too_many: { count: 200 },
  rule_invalid: {
    field: 'set',
    reason: later(
      'it sets nothing. Send at least one of category_id, contact_id, add_tags, notes and to_account_id.',
    ),
  },
  rule_too_wide: { changing: 12_041, most: 10_000 },
  preview_stale: { previewed: 12, version: 14 },
  book_not_empty: { count: 19 },
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
  not_undoable: { version: 1, opened: true },
  erased: { version: 3, erased_in: 14 },
  since_ahead: { since: 99, version: 12 },
  known_at_future: { known_at: '99', now: at, version: 12 },
  known_at_too_early: { known_at: '2019-12-31T23:59:59Z', created_at: '2026-05-20T08:00:00.000Z' },
  base_currency_fixed: { base_currency_id: 'EUR', count: 5 },
  rates_file_unreadable: {
    reason: later('line {line}: {reason}', {
      line: 1,
      reason: later('it starts with {first}, not with Date', { first: '"Booked;Text;Amount"' }),
    }),
  },
  rates_file_unused: { base_currency_id: 'EUR', used: ['RSD'], skipped: ['JPY'], is_base_missing: false },
  rates_too_many: { count: 34212, most: 20000, date_from: '2011-02-14' },
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
  balance_not_possible: { type: 'income' },
  balance_in_future: { date: '2027-01-01', today: '2026-11-16' },
  balance_or_opening: { field: 'opening_balance' },
  opening_missing: { field: 'opening_date' },
  claim_not_possible: { type: 'liability' },
  value_not_possible: { field: 'is_valued', name: 'Car', why: 'currency' },
  value_in_future: { date: '2027-01-01', today: '2026-11-16' },
  value_covered: { field: 'date', name: 'Car', date: '2026-04-30', as_of: '2026-05-01' },
  account_has_values: { name: 'Car' },
  account_has_goals: { name: 'Savings', goals: ['Japan in spring', 'A new bicycle'], count: 2 },
  category_kind_fixed: { kind: 'expense' },
  category_not_found: { field: 'category_id', kind: 'expense' },
  category_inactive: { field: 'category_id', name: 'Travel' },
  account_not_usable: { field: 'asset_account_id' },
  contact_not_found: { field: 'contact_id' },
  splits_mismatch: {
    reason: later(
      '{count, plural, one {# part adds up to {sum}, the amount is {whole}.} other {# parts add up to {sum}, the amount is {whole}.}}',
      { count: 2, sum: '1100', whole: '1200' },
    ),
  },
  beside_splits: {
    field: 'category_id',
    reason: later('the category is that of the first split. Leave it out.'),
  },
  charged_mismatch: {
    reason: later('"{account_name}" takes {currency_id} itself; leave it out.', {
      account_name: 'Cash',
      currency_id: 'JPY',
    }),
  },
  bulk_choice: { fields: ['set', 'delete'], sent: 'both' },
  transaction_not_found: { field: 'ids.3' },
  bulk_kind: { field: 'ids.3', kind: 'transfer', reason: later('a transfer has no category.') },
  external_id_taken: { external_id: 'bank-2026-04-13-0042', id: id.expense },
  tags_too_many: { field: 'set.add_tags', id: id.expense, count: 21, most: 20 },
  account_currency: { field: 'currency_id', name: 'Savings', bound: 'EUR', currency_id: 'USD' },
  transfer_mismatch: {
    reason: later('{whole} cannot arrive as {part}; record a fee as an expense of its own.', {
      whole: '200',
      part: '190',
    }),
  },
  has_payments: { name: 'Concert ticket', field: 'original_amount', count: 1 },
  obligation_of_share: { name: 'Dinner' },
  share_paid: { contact: 'Bela', amount: 10, currency_id: 'EUR' },
  shares_mismatch: {
    reason: later('they add up to {sum} of {whole}; some of it must be yours.', { sum: '30', whole: '30' }),
  },
  payment_currency: { name: 'Savings', bound: 'EUR', currency_id: 'USD' },
  payment_mismatch: {
    reason: later('{whole} cannot settle {part}; leave it out.', { whole: '30', part: '35' }),
  },
  overpaid: { field: 'amount', applied: 60, outstanding: 50, currency_id: 'EUR' },
  write_off_category: { direction: 'receivable', kind: 'expense' },
  payment_date: {
    field: 'date',
    reason: later('{date} is before {opened_date}, when "{name}" was opened.', {
      date: '2026-05-01',
      opened_date: '2026-05-03',
      name: 'Concert ticket',
    }),
  },
  schedule_invalid: {
    field: 'schedule.end',
    reason: later('{end} is before the start, {start}.', { end: '2026-01-31', start: '2026-03-31' }),
  },
  schedule_never: { start: '2026-11-15', until: '2026-11-29' },
  plans_too_many: { count: 500 },
  goals_too_many: { count: 100 },
  goal_account: {
    field: 'envelope.account_id',
    reason: later(
      '"{name}" is kept in {currency_id}, and the goal is in {goal_currency_id}. They have to be in one currency.',
      { name: 'Savings', currency_id: 'EUR', goal_currency_id: 'JPY' },
    ),
  },
  goal_has_moves: { name: 'Japan in spring', count: 4, currency_id: 'EUR' },
  goal_not_found: { field: 'goal_id' },
  goal_moves_too_many: { name: 'Japan', count: 10_000 },
  goal_move_date: { date: '2026-06-01', today: '2026-05-20' },
  goal_inactive: { name: 'Japan in spring' },
  goal_without_envelope: { name: 'Deposit for a flat' },
  envelope_short: { name: 'Japan in spring', date: '2026-05-20', held: '300.00 EUR', after: '-20.00 EUR' },
  until_out_of_range: { until: '2026-01-01', first: '2026-05-03', last: '2028-05-03' },
  forecast_too_long: { until: '2028-05-03', most: 5_000 },
  occurrence_not_found: { name: 'Rent', date: '2026-05-02', next: '2026-06-01' },
  occurrence_done: {
    name: 'Rent',
    date: '2026-05-01',
    state: later('skipped'),
    remedy: later('To take the skip back: POST /changes/{version}/undo.', { version: 42 }),
  },
  nothing_outstanding: { name: 'Concert ticket' },
  nothing_written_off: { name: 'Concert ticket' },
  account_not_reconcilable: { name: 'Receivables' },
  statement_date: {
    date: '2026-03-31',
    reason: later('is before {day}, the day of the statement before it.', { day: '2026-04-30' }),
  },
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
  line_in_balance: {
    field: 'cleared_line_ids.0',
    line_date: '2026-05-30',
    balance: '3,800.00 EUR',
    balance_date: '2026-06-01',
  },
  line_after_statement: {
    field: 'cleared_line_ids.0',
    line_id: id.transferCredit,
    line_date: '2026-04-02',
    statement_date: '2026-03-31',
  },
  nothing_owed: { name: 'Bela', direction: 'payable', currency_id: 'EUR', date: '2026-05-20' },
  obligation_not_payable: {
    field: 'obligation_ids.0',
    reason: later('"{name}" is in {currency_id}, and the payment is in {wanted}.', {
      name: 'Dinner',
      currency_id: 'USD',
      wanted: 'EUR',
    }),
  },
  parts_mismatch: { count: 2, parts: '95.00 EUR', amount: '100.00 EUR' },
  nothing_to_set_off: { name: 'Bela', owed: [{ receivable: '45.00 EUR', payable: '0.00 EUR' }] },
  payment_of_set_off: { date: '2026-05-20', version: 12 },
  statement_differs: { statement: '3812.50 EUR', cleared: '3800.00 EUR', difference: '12.50 EUR' },
}

/** The details by code; some have none. */
export const detailsOfRefusals: Partial<Record<Code, object>> = details

const exampleProblem = (code: Code): Problem =>
  problemOf(new Refusal(code, { ...detailsOfRefusals[code] }), id.request)

/** An example of every refusal, by its code. */
export const examplesOfRefusals: Record<string, Problem> = Object.fromEntries(
  Object.keys(refusals).map((code) => [code, exampleProblem(code as Code)]), // the keys are the codes
)
