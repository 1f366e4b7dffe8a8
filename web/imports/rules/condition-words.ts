import type { ImportRule, Leaf, When } from '../../../contract/import-rules.ts'
import { t } from '../../../words/t.ts'
import { withCommas } from '../said/commas.ts'

export type RuleNames = {
  readonly account: (id: string) => string
  readonly category: (id: string) => string
  readonly contact: (id: string) => string
}

function leafWords({ field, is, not, value }: Leaf, names: RuleNames): string {
  switch (field) {
    case 'direction':
      return (value === 'out') !== (not ?? false) ? t('money goes out') : t('money comes in')
    case 'text':
      return not
        ? t(
            '{is, select, contains {the text does not contain “{words}”} begins_with {the text does not begin with “{words}”} other {the text is not “{words}”}}',
            { is, words: value },
          )
        : t(
            '{is, select, contains {the text contains “{words}”} begins_with {the text begins with “{words}”} other {the text is “{words}”}}',
            { is, words: value },
          )
    case 'amount':
      return not
        ? t(
            '{is, select, at_least {the amount is less than {amount}} at_most {the amount is more than {amount}} other {the amount is not {amount}}}',
            { is, amount: value },
          )
        : t(
            '{is, select, at_least {the amount is at least {amount}} at_most {the amount is at most {amount}} other {the amount is {amount}}}',
            { is, amount: value },
          )
    case 'account':
      return not
        ? t('the account is not {account}', { account: names.account(value) })
        : t('the account is {account}', { account: names.account(value) })
    case 'currency':
      return not
        ? t('the currency is not {currency}', { currency: value })
        : t('the currency is {currency}', { currency: value })
  }
}

const together = (match: When['match'], conditions: readonly string[]): string =>
  conditions.length === 0
    ? ''
    : conditions.reduce((first, next) =>
        match === 'all' ? t('{first} and {next}', { first, next }) : t('{first} or {next}', { first, next }),
      )

/** The conditions of a rule as a person would say them. */
export function whenWords({ match, conditions }: When, names: RuleNames): string {
  return together(
    match,
    conditions.map((one) => {
      if (one.field !== 'group') return leafWords(one, names)
      const inner = together(
        one.match,
        one.conditions.map((each) => leafWords(each, names)),
      )
      if (one.not) return t('not ({conditions})', { conditions: inner })
      return one.conditions.length > 1 ? t('({conditions})', { conditions: inner }) : inner
    }),
  )
}

/** The effect of a rule, as a person would say it. */
export function setWords({ set }: Pick<ImportRule, 'set'>, names: RuleNames): string {
  return withCommas([
    ...(set.category_id === null ? [] : [names.category(set.category_id)]),
    ...(set.to_account_id === null
      ? []
      : [t('moved to or from {account}', { account: names.account(set.to_account_id) })]),
    ...(set.contact_id === null ? [] : [t('with {person}', { person: names.contact(set.contact_id) })]),
    ...set.add_tags.map((tag) => `#${tag}`),
    ...(set.notes === null ? [] : [t('with notes')]),
  ])
}
