import type { ImportRule, RuleChange, RuleDraft, RuleEffects } from '../import-rules.ts'
import { id, stamps } from './ids.ts'

const when: RuleDraft['when'] = {
  match: 'all',
  conditions: [
    {
      field: 'group',
      match: 'any',
      conditions: [
        { field: 'text', is: 'contains', value: 'JR East' },
        { field: 'text', is: 'begins_with', value: 'OEBB' },
      ],
    },
    { field: 'amount', is: 'at_least', value: 500, not: true },
  ],
}
const rule: ImportRule = {
  id: id.importRule,
  name: 'Trains',
  rank: 1,
  is_active: true,
  when,
  set: { category_id: id.travel, contact_id: null, add_tags: ['train'], notes: null, to_account_id: null },
  version: 13,
  ...stamps,
}
const draft: RuleDraft = { name: 'Trains', when, set: { category_id: id.travel, add_tags: ['train'] } }
const change: RuleChange = { is_active: false }
const values = {
  kind: 'expense',
  category_id: id.travel,
  category_name: 'Travel',
  contact_id: null,
  contact_name: null,
  tags: [],
  notes: null,
  to_account_id: null,
  to_account_name: null,
}
const effects: RuleEffects = {
  book_version: 12,
  matching: 1,
  changing: 1,
  closed: 0,
  is_complete: true,
  data: [
    {
      transaction_id: id.expense,
      date: '2026-05-02',
      amount: 12_800,
      currency_id: 'JPY',
      text: 'jr east',
      before: values,
      after: { ...values, tags: ['train'] },
    },
  ],
}

/** A rule of the household of the examples, by the name of its shape. */
export const examplesOfRules: Record<string, unknown> = {
  ImportRule: rule,
  ImportRuleDraft: draft,
  ImportRuleChange: change,
  RuleTrial: { when, set: draft.set, date_from: '2026-01-01' },
  RulePast: { date_from: '2026-01-01' },
  RuleApplication: { date_from: '2026-01-01', book_version: 12 },
  RuleEffects: effects,
  AppliedRule: { version: 14, changed: 1, left: 0 },
}
