import { StartError } from '../process/start-error.ts'
import { type Database, type Db, onlyRow, row, rows, script, type Tx } from './database.ts'
import { alone } from './migrate.ts'
import { sessionSettings } from './session.ts'
import { sql } from './sql.ts'

/** The role that the service works as. It owns nothing, and has only the privileges listed here. */
export const SERVICE_ROLE = 'florin_service'

export type Privileges = Readonly<Record<string, string>>

/**
 * The privileges of the service on each table, except for the tables of records, whose kinds say theirs (`records/kinds.ts`); it cannot read
 * any other table. The log and the entries cannot be overwritten, except for the version until which an entry counts and the version that
 * undoes a change.
 */
export const privileges: Privileges = {
  balances: 'select, insert, update',
  book_halves: 'select, insert, delete',
  book_invitations: 'select, insert, delete',
  changes: 'select, insert, update (undone_by)',
  cleared_lines: 'select, insert, delete',
  currencies: 'select',
  email_links: 'select, insert, delete',
  entries: 'select, insert, update (until_version)',
  events: 'select, insert',
  former_members: 'select, insert, delete',
  idempotency_keys: 'select, insert, update, delete',
  import_files: 'select, insert, delete',
  import_rows: 'select, insert, update, delete',
  imports: 'select, insert, update, delete',
  invitations: 'select, insert, delete',
  jobs: 'select, insert, update, delete',
  login_attempts: 'select, insert, update, delete',
  logins: 'select, insert, delete',
  members: 'select, insert, update, delete',
  migrations: 'select',
  oidc_links: 'select, insert, update, delete',
  oidc_states: 'select, insert, delete',
  operators: 'select, update',
  passkeys: 'select, insert, update, delete',
  published_rates: 'select, insert, update',
  recovery_codes: 'select, insert, delete',
  recovery_links: 'select, insert, delete',
  second_factors: 'select, insert, update, delete',
  tokens: 'select, insert, update, delete',
  totals: 'select, insert, update',
  used_challenges: 'select, insert, delete',
  user_events: 'select, insert, delete',
  users: 'select, insert, update, delete',
}

/** Gives the role the listed privileges, those on the tables of records, and nothing else. Returns whether the owner of the database may work as it. */
export const grantPrivileges = (owner: Database, ofRecords: Privileges): Promise<boolean> =>
  alone(owner, async (tx) => {
    if (!(await hasRole(tx)) && !(await mayMakeRoles(tx))) return false
    if (!(await hasRole(tx))) await script(tx, `create role ${SERVICE_ROLE} nologin noinherit`)
    // An owner who is not a superuser can work as the role only as a member of it.
    if (await mayMakeRoles(tx)) await script(tx, `grant ${SERVICE_ROLE} to current_user`)
    const grants = Object.entries({ ...privileges, ...ofRecords }).map(
      ([table, what]) => `grant ${what} on table ${table} to ${SERVICE_ROLE};`,
    )
    await script(
      tx,
      `revoke all on all tables in schema public from ${SERVICE_ROLE};
       revoke create on schema public from public;
       revoke execute on function erase_book, erase_records, remove_chart from public;
       grant execute on function erase_book, erase_records, remove_chart to ${SERVICE_ROLE};
       ${grants.join('\n')}
       ${keepOut}`,
    )
    if (await isCluster(tx)) await script(tx, `${eraseAsService(ofRecords)}\n${lockAsService}`)
    return mayActAsRole(tx)
  })

/**
 * Stores session settings with the roles on every node, because sessions between nodes do not inherit those of the service's or a command's
 * session. The roles are the service's and, in this database, the owner and the accounts that are members of it. Citus would hand on only
 * settings of roles that it knows.
 */
export const tellNodes = (owner: Database): Promise<void> =>
  alone(owner, async (tx) => {
    const told = await rows<{ nodename: string; nodeport: number; success: boolean; result: string }>(
      tx,
      sql`select n.nodename, n.nodeport, r.success, r.result
          from run_command_on_all_nodes(${settingsOfNodes}, give_warning_for_connection_errors => true) r join pg_dist_node n using (nodeid)`,
    )
    const failed = told.find(({ success }) => !success)
    if (failed)
      throw new StartError(
        `The node ${failed.nodename}:${failed.nodeport} does not take the settings of the roles: ${failed.result}.`,
      )
  })

const isCluster = async (tx: Tx): Promise<boolean> =>
  (await row(tx, sql`select where to_regclass('pg_catalog.pg_dist_partition') is not null`)) !== undefined

/**
 * On a cluster one transaction cannot change a shard as two roles, so the functions that erase within a change of the service do it as the
 * service, which then may delete such rows by itself too. The changes of the log stay out of its reach.
 */
const eraseAsService = (ofRecords: Privileges) => `
  alter function erase_records security invoker;
  alter function remove_chart security invoker;
  grant delete on ${[...Object.keys(ofRecords).filter((table) => table !== 'books'), 'balances', 'entries', 'totals'].join(', ')}
    to ${SERVICE_ROLE};
  grant update on events to ${SERVICE_ROLE};`

/**
 * While a node writes published rates, Citus locks the currencies that they refer to, which requires the privilege to change them. To
 * truncate a table that others refer to is refused anyway.
 */
const lockAsService = `grant truncate on currencies to ${SERVICE_ROLE};`

const namesOfNodes = [
  'lock_timeout',
  'TimeZone',
  'DateStyle',
  'bytea_output',
  'random_page_cost',
  'max_parallel_workers_per_gather',
] as const

/** A role may change its own settings; only a role that can create roles may change those of others. */
const settingsOfNodes = `do $$
  declare
    one record;
  begin
    perform set_config('citus.enable_ddl_propagation', 'off', true);
    for one in
      select r.rolname, s.name, s.value
      from pg_roles r,
           (values ${namesOfNodes.map((name) => `('${name}', '${sessionSettings[name]}')`).join(', ')}) s (name, value)
      where r.rolname = current_user
         or (select rolsuper or rolcreaterole from pg_roles where rolname = current_user)
            and not r.rolsuper
            and exists (select from pg_roles m where m.rolname = '${SERVICE_ROLE}' and pg_has_role(r.oid, m.oid, 'member'))
    loop
      execute format('alter role %I %s set %s = %L', one.rolname,
        case one.rolname when '${SERVICE_ROLE}' then '' else format('in database %I', current_database()) end, one.name, one.value);
    end loop;
  end
$$`

/**
 * PostgreSQL lets everybody make temporary tables and functions, and large objects. Only a superuser can close its own functions; any other
 * owner leaves them as they are.
 */
const keepOut = `do $$
  declare
    lo regprocedure;
  begin
    execute format('revoke temporary on database %I from public', current_database());
    if current_setting('is_superuser') = 'on' then
      for lo in
        select oid from pg_proc
        where pronamespace = 'pg_catalog'::regnamespace and proname ~ '^(lo_.*|loread|lowrite)$'
          and has_function_privilege('public', oid, 'execute')
      loop
        execute format('revoke execute on function %s from public', lo);
      end loop;
    end if;
  end
$$;`

const hasRole = async (db: Db): Promise<boolean> =>
  (await row(db, sql`select from pg_roles where rolname = ${SERVICE_ROLE}`)) !== undefined

/** Roles are of the whole server: another Florin there may have made this one, for itself. */
export const mayActAsRole = async (db: Db): Promise<boolean> =>
  (await row(
    db,
    sql`select from pg_roles where rolname = ${SERVICE_ROLE} and pg_has_role(current_user, oid, 'member')`,
  )) !== undefined

/** Refuses to start with an account that lacks the service's privileges: every request would fail. */
export async function checkDatabaseRole(db: Db, ofRecords: Privileges): Promise<void> {
  const { name, lacking } = await onlyRow<{ name: string; lacking: string | null }>(
    db,
    sql`select current_user::text as name, min(relname::text) as lacking from pg_class
        where relnamespace = 'public'::regnamespace and relname::text = any(${Object.keys({ ...privileges, ...ofRecords })})
          and not has_table_privilege(oid, 'select')`,
  )
  if (lacking !== null)
    throw new StartError(
      `The account ${name} of DATABASE_URL may not read the table ${lacking}: it has to be a member of ${SERVICE_ROLE}. ` +
        `Have a superuser run "grant ${SERVICE_ROLE} to ${name}", after "create role ${SERVICE_ROLE} nologin" if there is no such role, and start again.`,
    )
}

const mayMakeRoles = async (tx: Tx) =>
  (
    await row<{ may: boolean }>(
      tx,
      sql`select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user`,
    )
  )?.may ?? false
