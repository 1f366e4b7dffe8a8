import { type Static, Type } from 'typebox'
import {
  DayOf,
  Forever,
  Id,
  IdOf,
  listOf,
  listQuery,
  Name,
  Nullable,
  named,
  OneOf,
  route,
  Search,
  Timestamp,
  Trash,
  Version,
} from './route.ts'
import { Notes } from './transaction-fields.ts'
import { who } from './who.ts'

/** The most rules that a book can have, trash included: each row of a file is compared with all of them. */
export const MAX_RULES = 200

/** The most conditions of a rule, those in its groups included: each row of a file is compared with all of them. */
export const MAX_CONDITIONS = 100

/** The most conditions beside each other, in a rule or in one of its groups. */
const MAX_TOGETHER = 50

const only = <const K extends string>(...values: K[]) => Type.Unsafe<K>({ type: 'string', enum: values })
const Not = Type.Optional(Type.Boolean({ description: 'true: the condition must not hold.' }))

const OfText = named(
  'RuleTextCondition',
  Type.Object({
    field: only('text'),
    is: only('contains', 'begins_with', 'equals'),
    value: Name(255),
    not: Not,
  }),
)
const OfAmount = named(
  'RuleAmountCondition',
  Type.Object({
    field: only('amount'),
    is: only('at_least', 'at_most', 'equals'),
    value: Type.Number({ minimum: 0, description: 'Without a sign, in the currency of the row.' }),
    not: Not,
  }),
)
const OfDirection = named(
  'RuleDirectionCondition',
  Type.Object({
    field: only('direction'),
    is: only('equals'),
    value: only('in', 'out'),
    not: Not,
  }),
)
const OfAccount = named(
  'RuleAccountCondition',
  Type.Object({ field: only('account'), is: only('equals'), value: IdOf('An account.'), not: Not }),
)
const OfCurrency = named(
  'RuleCurrencyCondition',
  Type.Object({
    field: only('currency'),
    is: only('equals'),
    value: Type.String({
      pattern: '^[A-Za-z]{3}$',
      'x-allowed': 'currency_code',
      description: 'An ISO 4217 code.',
    }),
    not: Not,
  }),
)
const leaves = [OfText, OfAmount, OfDirection, OfAccount, OfCurrency]
export type Leaf = Static<(typeof leaves)[number]>

const Match = Type.Unsafe<'all' | 'any'>({
  type: 'string',
  enum: ['all', 'any'],
  description: 'all: every condition must hold (and). any: one is enough (or).',
})

const Group = named(
  'RuleGroup',
  Type.Object({
    field: only('group'),
    match: Match,
    conditions: Type.Array(OneOf('field', leaves), { minItems: 1, maxItems: MAX_TOGETHER }),
    not: Not,
  }),
)

/** Conditions with and, or, not. Nested groups are not needed: every such condition can be written with one level of groups. */
const When = named(
  'RuleConditions',
  Type.Object({
    match: Match,
    conditions: Type.Array(OneOf('field', [...leaves, Group]), {
      minItems: 1,
      maxItems: MAX_TOGETHER,
      description: `At most ${MAX_CONDITIONS} in all, those in groups included.`,
    }),
  }),
)
export type When = Static<typeof When>

/** The conditions of a rule, those in its groups included. */
export const leavesOf = ({ conditions }: When) =>
  conditions.flatMap((one) => (one.field === 'group' ? one.conditions : [one]))

const tags = Type.Array(Name(50), { maxItems: 20 })
const actions = {
  category_id: Nullable(
    IdOf(
      'The category to set, where it fits: a category of expenses for money out, of incomes for money in.',
    ),
  ),
  contact_id: Nullable(Id),
  add_tags: tags,
  notes: Nullable(Type.String({ maxLength: 10_000 })),
  to_account_id: Nullable(IdOf('Makes it a transfer, with this account on the other side.')),
}
const Set_ = named('RuleActions', Type.Object(actions))
export type RuleSet = Static<typeof Set_>

const SentSet = named(
  'RuleActionsDraft',
  Type.Object(
    {
      category_id: Type.Optional(actions.category_id),
      contact_id: Type.Optional(actions.contact_id),
      add_tags: Type.Optional(tags),
      notes: Notes,
      to_account_id: Type.Optional(actions.to_account_id),
    },
    { description: 'At least one field. category_id and to_account_id exclude each other.' },
  ),
)

export const ImportRule = named(
  'ImportRule',
  Type.Object({
    id: Id,
    name: Type.String(),
    rank: Type.Integer({
      description:
        'Rules are evaluated in this order. The first rule that sets a field decides; the tags of all rules are added.',
    }),
    is_active: Type.Boolean(),
    when: When,
    set: Set_,
    version: Version,
    ...who,
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Nullable(Timestamp),
  }),
)
export type ImportRule = Static<typeof ImportRule>

const optional = {
  rank: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Default: after all others.' }),
  ),
  is_active: Type.Optional(Type.Boolean()),
}
const RuleDraft = named(
  'ImportRuleDraft',
  Type.Object({ name: Name(150), when: When, set: SentSet, ...optional }),
)
export type RuleDraft = Static<typeof RuleDraft>
const RuleChange = named(
  'ImportRuleChange',
  Type.Object({
    name: Type.Optional(Name(150)),
    when: Type.Optional(When),
    set: Type.Optional(SentSet),
    ...optional,
  }),
)
export type RuleChange = Static<typeof RuleChange>

const references = ['contact_not_found', 'account_not_usable', 'currency_not_found', 'rule_invalid'] as const

export const listImportRules = route({
  method: 'GET',
  path: '/import-rules',
  needs: 'read',
  summary: 'List rules, in the order in which they are evaluated.',
  query: listQuery(['rank', 'name', 'created_at'], { ...Search, ...Trash }),
  reply: listOf(ImportRule),
})

export const createImportRule = route({
  method: 'POST',
  path: '/import-rules',
  needs: 'write',
  summary:
    'Create a rule. It sets fields of imported rows, and of earlier transactions when it is applied to them.',
  body: RuleDraft,
  reply: ImportRule,
  refuses: [...references, 'rules_too_many'],
})

export const getImportRule = route({
  method: 'GET',
  path: '/import-rules/{id}',
  needs: 'read',
  summary: 'Show a rule.',
  reply: ImportRule,
})

export const updateImportRule = route({
  method: 'PUT',
  path: '/import-rules/{id}',
  needs: 'write',
  summary: 'Change a rule. Its earlier decisions stay.',
  body: RuleChange,
  reply: ImportRule,
  refuses: references,
})

export const deleteImportRule = route({
  method: 'DELETE',
  path: '/import-rules/{id}',
  needs: 'write',
  summary: 'Put a rule into the trash.',
  query: Forever,
  reply: ImportRule,
  refuses: ['not_in_trash'],
})

export const restoreImportRule = route({
  method: 'POST',
  path: '/import-rules/{id}/restore',
  needs: 'write',
  summary: 'Restore a rule from the trash.',
  reply: ImportRule,
})

const Values = Type.Object({
  kind: Type.String({ description: 'expense, income or transfer.' }),
  category_id: Nullable(Id),
  category_name: Nullable(Type.String()),
  contact_id: Nullable(Id),
  contact_name: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  notes: Nullable(Type.String()),
  to_account_id: Nullable(Id),
  to_account_name: Nullable(Type.String()),
})

/** The effects that a rule would have on recorded transactions. */
const RuleEffects = named(
  'RuleEffects',
  Type.Object({
    book_version: Type.Integer({
      description:
        'The version of the book at the preview: send it when applying the rule to apply exactly this.',
    }),
    matching: Type.Integer({ description: 'How many transactions meet the conditions of the rule.' }),
    changing: Type.Integer({ description: 'How many of these transactions the rule would change.' }),
    closed: Type.Integer({
      description: 'How many of these transactions the rule would change if their days were not closed.',
    }),
    is_complete: Type.Boolean({
      description:
        'false: these days have more transactions than can be examined at once; choose fewer days.',
    }),
    data: Type.Array(
      Type.Object({
        transaction_id: Id,
        date: Type.String({ format: 'date' }),
        amount: Type.Number(),
        currency_id: Type.String(),
        text: Type.String({ description: 'The text that the conditions were compared with.' }),
        before: Values,
        after: Values,
      }),
      { description: 'The latest 200 transactions that it would change.' },
    ),
  }),
)
export type RuleEffects = Static<typeof RuleEffects>

const days = {
  date_from: Type.Optional(DayOf('Only from this day on.')),
  date_to: Type.Optional(DayOf('Only until this day.')),
}
const Past = named('RulePast', Type.Object(days))
export type Past = Static<typeof Past>

export const previewNewRule = route({
  method: 'POST',
  path: '/import-rules/preview',
  needs: 'read',
  looksUp: true,
  summary: 'Preview the expenses and incomes that an unsaved rule would change. Nothing is written.',
  body: named('RuleTrial', Type.Object({ when: When, set: SentSet, ...days })),
  reply: RuleEffects,
  refuses: references,
})

export const previewImportRule = route({
  method: 'POST',
  path: '/import-rules/{id}/preview',
  needs: 'read',
  looksUp: true,
  summary: 'Preview the expenses and incomes that a rule would change. Nothing is written.',
  body: Past,
  reply: RuleEffects,
})

export const applyImportRule = route({
  method: 'POST',
  path: '/import-rules/{id}/apply',
  needs: 'write',
  looksUp: true,
  summary:
    'Apply a rule to expenses and incomes, as in its preview. It is one change, which POST /changes/{version}/undo takes back. At most 10,000 transactions are changed at once.',
  body: named(
    'RuleApplication',
    Type.Object({
      ...days,
      book_version: Type.Optional(
        Type.Integer({
          minimum: 0,
          description:
            'The book_version of the preview. If the book has changed since, the request is refused and nothing is changed. Default: the book as it is now.',
        }),
      ),
    }),
  ),
  reply: named(
    'AppliedRule',
    Type.Object({
      version: Type.Integer({ description: 'The version of the book that has all of these changes.' }),
      changed: Type.Integer({ description: 'How many transactions were changed.' }),
      left: Type.Integer({
        description:
          'How many were not changed, because they are reconciled or shared, or have changed in the meantime.',
      }),
    }),
  ),
  refuses: ['rule_too_wide', 'preview_stale'],
})
export type RuleApplication = Static<typeof applyImportRule.body>
export type AppliedRule = Static<typeof applyImportRule.reply>
