import type { ImportRule, Leaf, When } from '../../../contract/import-rules.ts'
import { comparisons, negated } from './rule-form.ts'

export type RuleNames = {
  readonly account: (id: string) => string
  readonly category: (id: string) => string
  readonly contact: (id: string) => string
}

function leafWords({ field, is, not, value }: Leaf, names: RuleNames): string {
  if (field === 'direction') return (value === 'out') !== (not ?? false) ? 'money goes out' : 'money comes in'
  const label = comparisons[field].find((one) => one.value === is)?.label ?? is
  const verb = not ? (negated[label] ?? label) : label
  const shown = field === 'account' ? names.account(value) : field === 'text' ? `“${value}”` : String(value)
  return `the ${field} ${verb} ${shown}`
}

/** The conditions of a rule as a person would say them. */
export function whenWords({ match, conditions }: When, names: RuleNames): string {
  const joined = match === 'all' ? ' and ' : ' or '
  return conditions
    .map((one) => {
      if (one.field !== 'group') return leafWords(one, names)
      const inner = one.conditions
        .map((each) => leafWords(each, names))
        .join(one.match === 'all' ? ' and ' : ' or ')
      return one.not ? `not (${inner})` : one.conditions.length > 1 ? `(${inner})` : inner
    })
    .join(joined)
}

/** The effect of a rule, as a person would say it. */
export function setWords({ set }: Pick<ImportRule, 'set'>, names: RuleNames): string {
  return [
    ...(set.category_id === null ? [] : [names.category(set.category_id)]),
    ...(set.to_account_id === null ? [] : [`moved to or from ${names.account(set.to_account_id)}`]),
    ...(set.contact_id === null ? [] : [`with ${names.contact(set.contact_id)}`]),
    ...set.add_tags.map((tag) => `#${tag}`),
    ...(set.notes === null ? [] : ['with notes']),
  ].join(', ')
}
