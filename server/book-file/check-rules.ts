import type { Leaf, When } from '../../contract/import-rules.ts'
import { leavesOf, MAX_CONDITIONS, MAX_RULES } from '../../contract/import-rules.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { fault } from '../records/columns.ts'
import type { RuleRow } from '../records/import-rule.ts'
import { type KnownInFile, linked } from './file-records.ts'
import { eachOf, type FileBook } from './format.ts'

/** Rules of imports: the accounts, categories, contacts and currencies that they name. */
export async function checkRules({ records }: FileBook, known: KnownInFile): Promise<void> {
  await eachOf(records.import_rule, (rule, index) => {
    if (index >= MAX_RULES) fault(`it is one of more than ${MAX_RULES} rules`)
    checkConditions(known, rule)
    checkActions(known, rule)
  })
}

function checkConditions(known: KnownInFile, { name, conditions }: RuleRow): void {
  if (leavesOf(conditions).length > MAX_CONDITIONS)
    fault(`the rule "${name}" has more than ${MAX_CONDITIONS} conditions`)
  for (const one of conditions.conditions) {
    if (one.field !== 'group') checkLeaf(known, name, one)
    else {
      checkKnown(name, one, ['field', 'match', 'conditions', 'not'])
      for (const leaf of (one as Pick<When, 'conditions'>).conditions) checkLeaf(known, name, leaf as Leaf) // a group has no groups
    }
  }
}

function checkLeaf(known: KnownInFile, name: string, leaf: Leaf): void {
  checkKnown(name, leaf, ['field', 'is', 'value', 'not'])
  if (leaf.field === 'account') linked(known.accounts, 'a condition', leaf.value.toLowerCase())
  if (leaf.field === 'currency' && !currencyFacts(leaf.value.toUpperCase()))
    fault(`the rule "${name}" names the unknown currency ${leaf.value}`)
}

function checkKnown(name: string, one: object, fields: readonly string[]): void {
  if (Object.keys(one).some((field) => !fields.includes(field)))
    fault(`the rule "${name}" has a field that is not known`)
}

function checkActions(known: KnownInFile, { name, actions }: RuleRow): void {
  const { category_id, contact_id, add_tags, notes, to_account_id } = actions
  if ([category_id, contact_id, add_tags, notes, to_account_id].includes(undefined as never))
    fault(`the rule "${name}" does not say all that it sets`)
  if (category_id !== null) linked(known.categories, 'category_id', category_id)
  if (contact_id !== null) linked(known.contacts, 'contact_id', contact_id)
  if (to_account_id !== null) linked(known.accounts, 'to_account_id', to_account_id)
  if (category_id !== null && to_account_id !== null)
    fault(`the rule "${name}" sets a category and a transfer`)
}
