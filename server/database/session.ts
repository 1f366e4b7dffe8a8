/**
 * The settings of every session, as an option says them or, behind a pooler, as the role has them (`pooled.ts`): by the names that PostgreSQL's
 * catalog has for them.
 */
export const sessionSettings = {
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
  // Days, times and bytes are parsed in these formats, whatever the database's own settings are.
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  bytea_output: 'hex',
  // No statement of ours gains from parallel processes, and starting them delays all others.
  max_parallel_workers_per_gather: '0',
  // Rows come from memory, or from a disk without a head: reading a page elsewhere costs little more than reading the next one. At
  // PostgreSQL's default of 4, names in a table of two pages were looked up by reading all of it, each time.
  random_page_cost: '1.1',
  default_transaction_read_only: 'on',
}

export const optionsOf = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ')

/**
 * The writer's statements are repeated, and their plans do not depend on the values; but on a cluster the values decide which shard a
 * statement goes to, and Citus cannot plan most statements without them.
 */
export const forWriters = (isCluster: boolean) => ({
  default_transaction_read_only: 'off',
  plan_cache_mode: isCluster ? 'auto' : 'force_generic_plan',
})
