import type { ImportRule, Leaf, RuleDraft, When } from '../../../contract/import-rules.ts'
import { t } from '../../../words/t.ts'
import { amountOfField, fieldOfAmount, readField } from '../../ui/amount-input.ts'

/** A condition as the form has it: every value is text. `key` tells rows apart while they come and go. */
export type LeafForm = {
  readonly key: number
  readonly field: Leaf['field']
  readonly is: string
  readonly not: boolean
  readonly value: string
}
export type GroupForm = {
  readonly key: number
  readonly field: 'group'
  readonly match: 'all' | 'any'
  readonly not: boolean
  readonly conditions: readonly LeafForm[]
}
export type ConditionForm = LeafForm | GroupForm

export type RuleForm = {
  readonly name: string
  readonly isActive: boolean
  readonly match: 'all' | 'any'
  readonly conditions: readonly ConditionForm[]
  readonly kind: 'expense' | 'income' | 'transfer' | 'keep'
  readonly categoryId: string | null
  readonly toAccountId: string | null
  readonly contactId: string | null
  readonly tags: readonly string[]
  readonly notes: string
}

type Comparison = {
  readonly value: string
  readonly label: () => string
  /** The same the other way round. */
  readonly negated: () => string
}

const contains: Comparison = {
  value: 'contains',
  label: () => t('contains'),
  negated: () => t('does not contain'),
}
const beginsWith: Comparison = {
  value: 'begins_with',
  label: () => t('begins with'),
  negated: () => t('does not begin with'),
}
const equals: Comparison = {
  value: 'equals',
  label: () => t('is [comparison]'),
  negated: () => t('is not [comparison]'),
}
const atLeast: Comparison = {
  value: 'at_least',
  label: () => t('is at least'),
  negated: () => t('is less than'),
}
const atMost: Comparison = {
  value: 'at_most',
  label: () => t('is at most'),
  negated: () => t('is more than'),
}

/** The comparisons that each field has. */
export const comparisons = {
  text: [contains, beginsWith, equals],
  amount: [atLeast, atMost, equals],
  direction: [equals],
  account: [equals],
  currency: [equals],
} as const satisfies Record<Leaf['field'], readonly Comparison[]>

export const leaf = (key: number, field: Leaf['field'] = 'text', value = ''): LeafForm => ({
  key,
  field,
  is: comparisons[field][0].value,
  not: false,
  value: field === 'direction' && value === '' ? 'out' : value,
})

/** A key that no condition of the form has. */
export const freeKey = ({ conditions }: Pick<RuleForm, 'conditions'>): number =>
  1 +
  Math.max(
    0,
    ...conditions.flatMap((one) => [
      one.key,
      ...(one.field === 'group' ? one.conditions.map(({ key }) => key) : []),
    ]),
  )

/** A form to begin with; given values come from a row of an import. */
export const emptyRule = (
  given: { text?: string; categoryId?: string; direction?: 'in' | 'out' } = {},
): RuleForm => ({
  name: '',
  isActive: true,
  match: 'all',
  conditions: [
    leaf(1, 'text', given.text ?? ''),
    ...(given.direction ? [leaf(2, 'direction', given.direction)] : []),
  ],
  kind: 'expense',
  categoryId: given.categoryId ?? null,
  toAccountId: null,
  contactId: null,
  tags: [],
  notes: '',
})

/** A rule as the form shows it. `kindOf` is the kind of its category. */
export function ruleFormOf(rule: ImportRule, kindOf: 'expense' | 'income', currencyId: string): RuleForm {
  let key = 0
  const leafOf = ({ field, is, not = false, value }: Leaf): LeafForm => ({
    key: ++key,
    field,
    is,
    not,
    value: typeof value === 'number' ? fieldOfAmount(value, currencyId) : value,
  })
  const { category_id, to_account_id, contact_id, add_tags, notes } = rule.set
  return {
    name: rule.name,
    isActive: rule.is_active,
    match: rule.when.match,
    conditions: rule.when.conditions.map((one) =>
      one.field === 'group'
        ? {
            key: ++key,
            field: 'group',
            match: one.match,
            not: one.not ?? false,
            conditions: one.conditions.map(leafOf),
          }
        : leafOf(one),
    ),
    kind: to_account_id !== null ? 'transfer' : category_id !== null ? kindOf : 'keep',
    categoryId: category_id,
    toAccountId: to_account_id,
    contactId: contact_id,
    tags: add_tags,
    notes: notes ?? '',
  }
}

/** The faults of missing fields; `conditions` by the key of the condition. */
export type RuleFaults = {
  readonly name?: string
  readonly category?: string
  readonly set?: string
  readonly conditions: Readonly<Record<number, string>>
}

export function ruleFaults(form: RuleForm, currencyId: string): RuleFaults {
  const leaves = form.conditions.flatMap((one) => (one.field === 'group' ? one.conditions : [one]))
  const faultOf = ({ field, value }: LeafForm): string | undefined => {
    if (field === 'amount' && readField(value, currencyId).fault !== undefined) return t('Which amount?')
    if (value.trim() !== '') return undefined
    if (field === 'text') return t('Which words?')
    if (field === 'account') return t('Which account?')
    return field === 'currency' ? t('Which currency?') : undefined
  }
  const conditions = Object.fromEntries(
    leaves.flatMap((one) => {
      const fault = faultOf(one)
      return fault === undefined ? [] : [[one.key, fault]]
    }),
  )
  const isCategoryMissing = (form.kind === 'expense' || form.kind === 'income') && form.categoryId === null
  const isAccountMissing = form.kind === 'transfer' && form.toAccountId === null
  const setsNothing =
    form.kind === 'keep' && form.contactId === null && form.tags.length === 0 && form.notes.trim() === ''
  return {
    ...(form.name.trim() === '' && { name: t('What is it called?') }),
    ...(isCategoryMissing && { category: t('Which category?') }),
    ...(isAccountMissing && { category: t('Which account?') }),
    ...(setsNothing && { set: t('Nothing would happen. Choose a person, a tag or notes.') }),
    conditions,
  }
}

export const hasFaults = ({ conditions, ...faults }: RuleFaults): boolean =>
  Object.keys(faults).length > 0 || Object.keys(conditions).length > 0

/** The request of a form that has no faults. */
export function ruleOf(form: RuleForm, currencyId: string): RuleDraft {
  const leafOf = ({ field, is, not, value }: LeafForm) =>
    ({
      field,
      is,
      not,
      value: field === 'amount' ? amountOfField(value, currencyId) : value.trim(),
    }) as Leaf // the form has the comparisons of each field
  const conditions: When['conditions'] = form.conditions.map((one) =>
    one.field === 'group'
      ? { field: 'group', match: one.match, not: one.not, conditions: one.conditions.map(leafOf) }
      : leafOf(one),
  )
  const isTransfer = form.kind === 'transfer'
  return {
    name: form.name.trim(),
    is_active: form.isActive,
    when: { match: form.match, conditions },
    set: {
      category_id: isTransfer || form.kind === 'keep' ? null : form.categoryId,
      to_account_id: isTransfer ? form.toAccountId : null,
      contact_id: form.contactId,
      add_tags: [...form.tags],
      notes: form.notes.trim() || null,
    },
  }
}
