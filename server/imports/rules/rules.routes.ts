import * as contract from '../../../contract/import-rules.ts'
import { refuse } from '../../../contract/refusals.ts'
import { sql } from '../../database/sql.ts'
import { knownFrom } from '../../ledger/known.ts'
import { load } from '../../ledger/load.ts'
import { byCreation, contains, page } from '../../lists/lists.ts'
import { type RuleRow, ruleToApi } from '../../records/import-rule.ts'
import { remove, restore } from '../../records/life-cycle.ts'
import { serve } from '../../serve.ts'
import { applyRule, previewRule } from './apply.ts'
import { findRule, rulesOf } from './rules.sql.ts'
import { addRule, changeRule, checkActions, checkConditions, recordsNamedIn, ruleLife } from './rules.ts'

export const importRules = [
  serve(contract.listImportRules, ({ db, book, query }) =>
    page<RuleRow, contract.ImportRule>(db, query, {
      from: rulesOf(book.id),
      where: [
        query.deleted ? sql`deleted_at is not null` : sql`deleted_at is null`,
        ...(query.q ? [contains(sql`folded(name)`, query.q)] : []),
      ],
      order: 'rank',
      orders: {
        rank: { key: sql`rank`, type: 'integer' },
        name: { key: sql`name collate "und-x-icu"`, type: 'text' },
        created_at: { key: sql`created_at`, type: 'timestamptz' },
      },
      ties: byCreation,
      record: ruleToApi,
    }),
  ),

  serve(contract.createImportRule, ({ write, body }) => write(addRule(body))),

  serve(contract.previewNewRule, async ({ db, book, body }) => {
    const asked = {
      bookId: book.id,
      token: null,
      key: undefined,
      changeIds: [],
      references: recordsNamedIn(body),
    }
    const [loaded] = await load(db, [asked])
    const known = knownFrom(loaded?.holdings ?? new Map())
    const rule = { conditions: checkConditions(known, body.when), actions: checkActions(known, body.set) }
    return previewRule(db, book, rule, body)
  }),

  serve(contract.getImportRule, async ({ db, book, params }) =>
    ruleToApi((await findRule(db, book.id, params.id)) ?? refuse('not_found')),
  ),

  serve(contract.updateImportRule, ({ write, params, body, guard }) =>
    write(changeRule(params.id, body, guard)),
  ),

  serve(contract.deleteImportRule, ({ write, params, query, guard }) =>
    write(remove(ruleLife(params.id), query, guard)),
  ),

  serve(contract.restoreImportRule, ({ write, params }) => write(restore(ruleLife(params.id)))),

  serve(contract.previewImportRule, async ({ db, book, params, body }) =>
    previewRule(db, book, (await findRule(db, book.id, params.id)) ?? refuse('not_found'), body),
  ),

  serve(contract.applyImportRule, async ({ db, book, params, body, write }) =>
    write(await applyRule(db, book, (await findRule(db, book.id, params.id)) ?? refuse('not_found'), body)),
  ),
]
