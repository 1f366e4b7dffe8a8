import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { zipOf } from './importing.ts'

/** Budgets as Actual exports them, made by hand: the tables that its public schema has, with an invented household. */

const SCHEMA = `
create table accounts (id text primary key, account_id text, name text, balance_current integer, official_name text, bank text,
  offbudget integer default 0, closed integer default 0, tombstone integer default 0, sort_order real, type text);
create table category_groups (id text primary key, name text, is_income integer default 0, sort_order real, tombstone integer default 0,
  hidden boolean not null default 0);
create table categories (id text primary key, name text, is_income integer default 0, cat_group text, sort_order real,
  tombstone integer default 0, hidden boolean not null default 0, goal_def text default null);
create table category_mapping (id text primary key, transferId text);
create table payees (id text primary key, name text, category text, tombstone integer default 0, transfer_acct text);
create table payee_mapping (id text primary key, targetId text);
create table transactions (id text primary key, isParent integer default 0, isChild integer default 0, acct text, category text,
  amount integer, description text, notes text, date integer, financial_id text, error text, imported_description text,
  starting_balance_flag integer default 0, transferred_id text, sort_order real, tombstone integer default 0,
  cleared integer default 1, pending integer default 0, parent_id text, schedule text, reconciled integer default 0);
create table zero_budgets (id text primary key, month integer, category text, amount integer default 0, carryover integer default 0);
create table reflect_budgets (id text primary key, month integer, category text, amount integer default 0, carryover integer default 0);
create table zero_budget_months (id text primary key, buffered integer default 0);
create table schedules (id text primary key, rule text, active integer default 0, completed integer default 0,
  posts_transaction integer default 0, tombstone integer default 0, name text default null);
create table schedules_next_date (id text primary key, schedule_id text, local_next_date integer, local_next_date_ts integer,
  base_next_date integer, base_next_date_ts integer, tombstone integer default 0);
create table rules (id text primary key, stage text, conditions text, actions text, tombstone integer default 0,
  conditions_op text default 'and');
create table preferences (id text primary key, value text);
create table notes (id text primary key, note text);
create table custom_reports (id text primary key, name text, tombstone integer default 0);
create table transaction_filters (id text primary key, name text, tombstone integer default 0);
create table messages_crdt (id integer primary key, timestamp text not null unique, dataset text not null, "row" text not null,
  "column" text not null, value blob not null);
create view v_payees as select id, name from payees;
create index trans_category on transactions(category);
`

/** Rows by their tables; what a row does not say is as the table has it by default. */
export type ActualBook = Readonly<Record<string, readonly Readonly<Record<string, SQLInputValue>>[]>>

/** The database of a budget. `more` is said to it at the end. */
export function actualDatabase(book: ActualBook, more = '', schema = SCHEMA): Buffer<ArrayBuffer> {
  const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
  db.exec(schema)
  db.exec('begin')
  for (const [table, rows] of Object.entries(book))
    for (const row of rows) {
      const names = Object.keys(row)
      db.prepare(
        `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
      ).run(...Object.values(row))
    }
  db.exec('commit')
  db.exec(more)
  const bytes = Buffer.from(db.serialize())
  db.close()
  return bytes
}

/** The zip that "Export data" writes. */
export const actualZip = (
  database: Uint8Array,
  metadata: Readonly<Record<string, unknown>> = { id: 'Home-1a2b3c4', budgetName: 'Home', resetClock: true },
): Promise<Buffer<ArrayBuffer>> =>
  zipOf({ 'db.sqlite': database, 'metadata.json': Buffer.from(JSON.stringify(metadata)) })
