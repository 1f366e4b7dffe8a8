import { createImportRule, type ImportRule, type RuleSet, type When } from '../../contract/import-rules.ts'
import { sql } from '../database/sql.ts'
import { createdIn } from '../ledger/authors.ts'
import { hold } from '../ledger/known.ts'
import { wholePart } from '../ledger/stored.ts'
import { asSent, flag, id, name, type RowOf, wholeUpTo } from './columns.ts'
import { byId, dated, kind, namedIn } from './kind.ts'

const sent = createImportRule.body.properties

/** A rule for imports: its conditions and its actions are those of the API. */
const columns = {
  id,
  name: name(150),
  // A rule that comes after all others has the next rank, which may be above the highest that can be sent.
  rank: wholeUpTo(2_000_000, 'a rank'),
  is_active: flag,
  conditions: asSent<When>(sent.when),
  actions: asSent<RuleSet>(sent.set),
  ...dated,
}
export type RuleRow = RowOf<typeof columns>

declare module '../ledger/rows.ts' {
  interface Rows {
    import_rule: RuleRow
  }
}
declare module '../ledger/known.ts' {
  interface Found {
    rule: RuleRow
    /** How many rules the book has, trash included, and the last rank among them; its key is `''`. */
    ruled: { count: number; last: number }
  }
}

/** A rule as the API shows it. */
export const ruleToApi = ({ created_version, conditions, actions, ...rule }: RuleRow): ImportRule =>
  createdIn(created_version, { ...rule, when: conditions, set: actions })

export const importRule = kind('import_rule', {
  table: 'import_rules',
  alias: 'u',
  columns,
  entered: ['name', 'rank', 'is_active', 'conditions', 'actions'],
  finds: {
    rule: byId(sql`u`),
    ruled: {
      load: wholePart(
        'ruled',
        sql`json_build_object('count', count(*), 'last', max(rank))`,
        sql`import_rules`,
      ),
    },
  },
  holders: {
    ruled(holdings, lists) {
      for (const [all] of lists) hold(holdings, 'ruled', '', all as { count: number; last: number }) // as the part writes it
    },
  },
  course({ known, put }, before, after) {
    put('rule', after.id, after)
    if (before !== null) return
    const { count, last } = known.find('ruled', '') ?? { count: 0, last: 0 }
    put('ruled', '', { count: count + 1, last: Math.max(last, after.rank) })
  },
  users: (ids, books) => [
    namedIn(
      sql`'import_rule'`,
      sql`import_rules`,
      sql`id`,
      sql`d.actions::text || d.conditions::text`,
      ids,
      books,
    ),
  ],
  show: ruleToApi,
})
