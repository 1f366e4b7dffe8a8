import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { anybody } from '../server/auth/auth.sql.ts'
import { ownerless } from '../server/auth/erase.sql.ts'
import { failedImports, OLDEST, outdated } from '../server/auth/housekeeping.ts'
import { interested } from '../server/currencies/published.sql.ts'
import { privileges } from '../server/database/privileges.ts'
import { textOf } from '../server/database/sql.ts'
import { abandoned } from '../server/imports/imports.sql.ts'
import { booksNamed, membersOfAll } from '../server/members/members.sql.ts'
import { duePlans, FIRST_POSITION } from '../server/plans/post-due.sql.ts'
import { recordPrivileges } from '../server/records/kinds.ts'
import { watched } from '../server/streams/streams.sql.ts'

/**
 * Looks at every distinct statement that the tests made the service run. Each is explained; a scan of a book's table that is not
 * restricted to one book, or of a person's that is not restricted to one person, is reported. So is a privilege that nothing uses.
 */
export async function faultsOf(file: string, connection: pg.ClientConfig): Promise<string[]> {
  const lines = new Set((await readFile(file, 'utf8')).trimEnd().split('\n'))
  const texts = [...lines].map((line): string => JSON.parse(line))
  const session = new pg.Client(connection)
  await session.connect()
  try {
    const scopes = await scopesOf(session)
    const faults: string[] = []
    for (const text of oneOfEachShape(texts)) faults.push(...(await scanFaults(session, scopes, text)))
    return [...faults, ...unused(texts)]
  } finally {
    await session.end()
  }
}

/** Rows of `values` count as one: a statement for two books is planned as one for twenty. The shortest of each shape is kept. */
function oneOfEachShape(texts: readonly string[]): string[] {
  const shapeOf = (text: string) =>
    text
      .replaceAll(/\$\d+(::\w+)?/g, '$')
      .replaceAll(/\(((?:folded\()?\$\)?(?:, (?:folded\()?\$\)?)*)\)(?:, \(\1\))+/g, '($1)')
  const shortest = new Map<string, string>()
  for (const text of texts.toSorted((a, b) => b.length - a.length)) shortest.set(shapeOf(text), text)
  return [...shortest.values()]
}

/**
 * The statements of the writer, which load and change several books at once: the load, the write of a group, and the parts of a large
 * change.
 */
const isOfWriter = (text: string) =>
  /^\s*(select \$1 as part,|with part_0 as|update books set|update (changes|entries|obligations) set .* from \(select v\.|delete from (book_rates|budgets|cleared_lines) using \((values|select v\.))/s.test(
    text,
  )

/** The column that says whose a row is, by table. Where there is none, rows belong to everybody. */
async function scopesOf(session: pg.Client): Promise<Map<string, string>> {
  const { rows } = await session.query<{ table_name: string }>(
    `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'book_id'`,
  )
  const people = {
    books: 'id',
    users: 'id',
    tokens: 'user_id',
    user_events: 'user_id',
    logins: 'email_key',
    members: '(user_id|book_id)',
    former_members: '(user_id|book_id)',
  }
  return new Map([
    ...rows.map(({ table_name }) => [table_name, 'book_id'] as const),
    ...Object.entries(people),
  ])
}

type Plan = { 'Relation Name'?: string; 'Node Type': string; Plans?: Plan[] } & Record<string, unknown>

/**
 * Housekeeping, the job that posts plans, the look for unread files, the one for books that want the ECB's rates and the one at watched books read everybody's rows: they run by the clock, not for a request. Whether
 * anybody has an account is told to everybody. The books of one person are read at once, by the ids that their memberships have, and so are the members of these.
 * No other statement may.
 */
const forEverybody = new Set(
  [
    ...Object.values(outdated).map((statement) => statement(OLDEST)),
    failedImports,
    ownerless,
    abandoned,
    duePlans(FIRST_POSITION, '', 1),
    interested,
    watched([]),
    booksNamed([]),
    membersOfAll([]),
    anybody,
  ].map(textOf),
)

async function scanFaults(session: pg.Client, scopes: Map<string, string>, ran: string): Promise<string[]> {
  const text = ran.replace(/^declare \w+ no scroll cursor for /, '') // planned as the statement itself
  if (forEverybody.has(text) || !/^\s*(select|with|insert|update|delete)\b/i.test(text)) return []
  const { rows } = await session
    .query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (generic_plan, format json) ${text}`)
    .catch((error: Error) => {
      throw new Error(`${error.message} in ${text}`)
    })
  const scans = nodesOf(rows[0]?.['QUERY PLAN'][0].Plan).filter((node) => /Scan/.test(node['Node Type']))
  return scans.flatMap((scan) => {
    const table = scan['Relation Name'] ?? ''
    const scope = scopes.get(table)
    // Several books at once are for the writer alone; names of several people are shown with their changes.
    const areSeveral = isOfWriter(text) || table === 'users'
    if (scope === undefined || isHeldTo(scope, scan, areSeveral)) return []
    return [`a scan of ${table} without ${scope} = a constant (${conditionsOf(scan)}) in: ${text}`]
  })
}

const nodesOf = (plan: Plan | undefined): Plan[] =>
  plan ? [plan, ...(plan.Plans ?? []).flatMap(nodesOf)] : []

const conditionsOf = (scan: Plan) => `${scan['Index Cond']} ${scan['Recheck Cond']} ${scan.Filter}`

/** A person's book is found by a subquery (an InitPlan) on that person's memberships, itself a scan that is looked at. */
const isHeldTo = (scope: string, scan: Plan, areSeveral: boolean) =>
  new RegExp(`\\b${scope} = (\\$\\d|${areSeveral ? 'ANY \\(\\$\\d|' : ''}'[^']*'::)`).test(
    conditionsOf(scan),
  ) ||
  (scan['Relation Name'] === 'books' && /\bid = \(InitPlan \d+\)/.test(conditionsOf(scan)))

/** The privileges of the service's role that no statement uses. */
function unused(texts: readonly string[]): string[] {
  // The rows of a file come by `copy`, which has no plan.
  const all = [...texts, 'insert into import_rows'].join('\n;\n').toLowerCase()
  const doing: Record<string, (table: string) => RegExp> = {
    select: (table) => new RegExp(`\\b(from|join)\\s+${table}\\b`),
    insert: (table) => new RegExp(`insert into ${table}\\b`),
    // Several inserts may be parts of one statement: an upsert's `do update` comes before the next `insert into`.
    update: (table) =>
      new RegExp(`(^|[(\\s])update ${table}\\b|insert into ${table}\\b(?:(?!insert into)[^;])*do update`),
    delete: (table) => new RegExp(`delete from ${table}\\b`),
  }
  return Object.entries({ ...privileges, ...recordPrivileges }).flatMap(([table, granted]) =>
    granted
      .split(', ')
      .filter((verb) => !doing[verb.split(' ')[0] ?? '']?.(table).test(all)) // less the column that it is for
      .map((verb) => `nothing needs ${verb} on ${table}`),
  )
}
