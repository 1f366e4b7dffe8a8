import { isDeepStrictEqual } from 'node:util'
import {
  type ImportRule,
  leavesOf,
  MAX_CONDITIONS,
  MAX_RULES,
  type RuleChange,
  type RuleDraft,
  type RuleSet,
  type When,
} from '../../../contract/import-rules.ts'
import { refuse } from '../../../contract/refusals.ts'
import { later } from '../../../words/t.ts'
import type { Known, References } from '../../ledger/known.ts'
import { type Book, changed, type Decision, type Guard, unchanged, type Verb } from '../../ledger/verb.ts'
import { newId } from '../../process/ids.ts'
import type { RuleRow } from '../../records/import-rule.ts'
import { ruleToApi } from '../../records/import-rule.ts'
import type { Erasable } from '../../records/life-cycle.ts'
import { requireContact, requireCurrency, requireMoneyAccount } from '../../records/require.ts'

/** The accounts that conditions name. */
const accountsIn = (when: When): string[] =>
  leavesOf(when).flatMap((one) => (one.field === 'account' ? [one.value] : []))

/** The records that checking a rule looks at. */
export const recordsNamedIn = ({
  when,
  set,
}: {
  when?: When | undefined
  set?: RuleDraft['set'] | undefined
}): References => ({
  account: [set?.to_account_id, ...(when ? accountsIn(when) : [])],
  category: [set?.category_id],
  contact: [set?.contact_id],
})

/** The actions in the request, with every field, if the records that they name can be used. Unchanged actions of a stored rule are not checked again. */
export function checkActions(known: Known, sent: RuleDraft['set'], stored?: RuleSet): RuleSet {
  const { category_id, contact_id, to_account_id, notes } = sent
  const set = {
    category_id: category_id?.toLowerCase() ?? null,
    contact_id: contact_id?.toLowerCase() ?? null,
    add_tags: [...new Set(sent.add_tags ?? [])],
    notes: notes || null,
    to_account_id: to_account_id?.toLowerCase() ?? null,
  }
  if (isDeepStrictEqual(set, stored)) return set
  if (set.category_id !== null && set.to_account_id !== null)
    refuse('rule_invalid', {
      field: 'set',
      reason: later('a transfer has no category: send category_id or to_account_id, not both.'),
    })
  if (Object.values(set).every((value) => value === null || value.length === 0))
    refuse('rule_invalid', {
      field: 'set',
      reason: later(
        'it sets nothing. Send at least one of category_id, contact_id, add_tags, notes and to_account_id.',
      ),
    })
  if (set.category_id !== null && known.find('category', set.category_id)?.deleted_at !== null)
    refuse('rule_invalid', { field: 'set.category_id', reason: later('there is no such category.') })
  if (set.contact_id !== null) requireContact(known, set.contact_id, stored?.contact_id, 'set.contact_id')
  if (set.to_account_id !== null)
    requireMoneyAccount(known, set.to_account_id, stored?.to_account_id, 'set.to_account_id')
  return set
}

/** The conditions in the request, if they are not too many and their accounts and currencies exist. */
export function checkConditions(known: Known, when: When): When {
  const leaves = leavesOf(when)
  if (leaves.length > MAX_CONDITIONS)
    refuse('rule_invalid', {
      field: 'when',
      reason: later('it has {count} conditions, those in groups included; {most} is the most.', {
        count: leaves.length,
        most: MAX_CONDITIONS,
      }),
    })
  for (const id of accountsIn(when))
    if (!known.find('account', id)) refuse('account_not_usable', { field: 'when' })
  for (const one of leaves) if (one.field === 'currency') requireCurrency(one.value.toUpperCase(), 'when')
  return when
}

export const addRule = (sent: RuleDraft): Verb<ImportRule> => ({
  looksAt: { ruled: [''], ...recordsNamedIn(sent) },
  decide(book, known) {
    const { count, last } = known.find('ruled', '') ?? { count: 0, last: 0 }
    if (count >= MAX_RULES) refuse('rules_too_many', { count })
    const conditions = checkConditions(known, sent.when)
    const actions = checkActions(known, sent.set)

    // Nothing below this line refuses.
    const { name, rank = last + 1, is_active = true } = sent
    const after: RuleRow = {
      id: newId(),
      name,
      rank,
      is_active,
      conditions,
      actions,
      created_version: book.version,
      version: book.version,
      created_at: book.at,
      updated_at: book.at,
      deleted_at: null,
    }
    return { answer: ruleToApi(after), changes: [changed('import_rule', null, after)] }
  },
})

export const changeRule = (id: string, sent: RuleChange, guard: Guard): Verb<ImportRule> => ({
  looksAt: { rule: [id], ...recordsNamedIn(sent) },
  decide(book, known) {
    const before = requireRule(known, id)
    const { name = before.name, rank = before.rank, is_active = before.is_active } = sent
    const conditions = sent.when ? checkConditions(known, sent.when) : before.conditions
    const actions = sent.set ? checkActions(known, sent.set, before.actions) : before.actions
    guard(before)

    // Nothing below this line refuses.
    const after = { ...before, name, rank, is_active, conditions, actions }
    return isDeepStrictEqual(after, before) ? unchanged(ruleToApi(before)) : saved(book, before, after)
  },
})

/** Once a rule is deleted for good, the effects that it had stay. */
export const ruleLife = (id: string): Erasable<RuleRow, ImportRule> => ({
  looksAt: { rule: [id] },
  find: (known) => known.find('rule', id),
  show: (_, __, rule) => ruleToApi(rule),
  trash: (book, _, before) => saved(book, before, { ...before, deleted_at: book.at }),
  restore: (book, _, before) => saved(book, before, { ...before, deleted_at: null }),
  erase: (_, __, { name }) => ({ resource: 'import_rule', name }),
})

/** A rule that is not in the trash. */
function requireRule(known: Known, id: string): RuleRow {
  const rule = known.find('rule', id)
  return rule && rule.deleted_at === null ? rule : refuse('not_found')
}

function saved(book: Book, before: RuleRow, fields: RuleRow): Decision<ImportRule> {
  const after = { ...fields, version: book.version, updated_at: book.at }
  return { answer: ruleToApi(after), changes: [changed('import_rule', before, after)] }
}
