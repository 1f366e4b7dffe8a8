import { type Later, listed, t } from '../words/t.ts'

/**
 * Everything that can be wrong with one field of a request: a stable code, and the sentence, which begins with the field. `errors` of an answer has the
 * sentences by field, and `faults` the codes with their numbers, for programs that write sentences of their own.
 */
export const faults = {
  required: (d: Field) => t('{field} is required.', d),
  debt_category_required: (d: Field) =>
    t(
      '{field} is required: send a category of expenses for a receivable (owed to you), or of incomes for a payable (owed by you).',
      d,
    ),
  // The kind and the size of a value.
  not_of_type: (d: Field & { wanted: string; given: string }) =>
    t('{field} must be {wanted}, not {given}.', { ...d, wanted: kindsIn(d.wanted), given: kindsIn(d.given) }),
  not_readable_as: (d: Field & { wanted: string; value: string }) =>
    t('{field} must be {wanted}; {value} is not.', { ...d, wanted: kindsIn(d.wanted) }),
  number_too_large: (d: Field) => t('{field} must be a number small enough to be read.', d),
  not_once: (d: Field & { count: number }) =>
    t('{field} must be given once; this request has it {count} times.', d),
  empty: (d: Field) => t('{field} must not be empty.', d),
  blank: (d: Field) => t('{field} must not be blank.', d),
  too_short: (d: Field & Limit) =>
    t(
      '{field} must have at least {limit, plural, one {{limit} character} other {{limit} characters}}; this one has {length}.',
      d,
    ),
  too_long: (d: Field & Limit) =>
    t(
      '{field} must have at most {limit, plural, one {{limit} character} other {{limit} characters}}; this one has {length}.',
      d,
    ),
  too_few_entries: (d: Field & Limit) =>
    t(
      '{field} must have at least {limit, plural, one {{limit} entry} other {{limit} entries}}; this has {length}.',
      d,
    ),
  too_many_entries: (d: Field & Limit) =>
    t(
      '{field} must have at most {limit, plural, one {{limit} entry} other {{limit} entries}}; this has {length}.',
      d,
    ),
  entry_twice: (d: Field & { first: number; second: number }) =>
    t('{field} must have each entry once; entries {first} and {second} are the same.', d),
  too_small: (d: Field & Bound) => t('{field} must be at least {limit}; {value} is not.', d),
  not_above: (d: Field & Bound) => t('{field} must be greater than {limit}; {value} is not.', d),
  too_large: (d: Field & Bound) => t('{field} must be at most {limit}; {value} is not.', d),
  // The form of a value.
  not_in_form: (d: Field & { form: Form; value: string }) =>
    t('{field} must be {form}; {value} is not.', { ...d, form: forms[d.form]() }),
  not_in_list: (d: Field & { values: string; value: string }) =>
    t('{field} must be one of {values}; {value} is not.', d),
  not_all_in_list: (d: Field & { values: string; value: string }) =>
    t('{field} must be one or several of {values}, separated by commas; it has {value}.', d),
  shape_required: (d: Field & { values: string }) => t('{field} is required: one of {values}.', d),
  unknown_shape: (d: Field & { values: string; value: string }) =>
    t('{field} must be one of {values}; {value} is not.', d),
  not_valid: (d: Field & { reason: Later }) => t('{field} {reason}.', d),
  no_text: (d: Field) => t('{field} contains U+0000 or half of a surrogate pair, which no text can keep.', d),
  outside: (_: Field) => t('A value is outside what can be kept.'),
  // The body as a whole.
  list_too_long: (d: Field & { most: number }) =>
    t('{field} has a list that is too long: at most {most} entries are read.', d),
  too_much_around: (d: Field & { most: number }) =>
    t('{field} has too much around its lists: at most {most} characters are read.', d),
  entry_too_long: (d: Field & { most: number }) =>
    t('{field} has an entry that is too long: at most {most} characters are read.', d),
  unknown_field: (d: Field) => t('{field} is not known here.', d),
  in_address: (d: Field) =>
    t('{field} belongs in the body of this request: in the address it has no effect.', d),
  for_pages: (d: Field & { name: string; format: string }) =>
    t('{name} is for pages; {format} has all records in one file. Leave it out.', d),
  for_csv: (d: Field) => t('{field} is for format=csv. Add it, or leave {field} out.', d),
  key_form: (d: Field) => t('{field} must have 1 to 255 visible ASCII characters.', d),
  // Days, and what is asked about them.
  not_a_day: (d: Field & { first: string; last: string; value: string }) =>
    t('{field} must be a day from {first} to {last}, as YYYY-MM-DD; "{value}" is not.', d),
  not_a_month: (d: Field & { value: string }) =>
    t('{field} must be a month from 1901-01 to 2199-12, as YYYY-MM; "{value}" is not.', d),
  not_a_moment: (d: Field) => t('{field} must be a time with its zone, or a version.', d),
  ends_before_it_starts: (d: Field & Record<'date_from' | 'date_to', string>) =>
    t('{field} must not be before date_from; {date_to} is before {date_from}.', d),
  since_after_date: (d: Field & Record<'since' | 'date', string>) =>
    t('{field} must not be after date; {since} is after {date}.', d),
  first_day_of_all: (d: Field & { first: string }) =>
    t(
      'Net worth starts with the day before {field}, and {first} is the first day of all. Ask for a later {field}.',
      d,
    ),
  too_many_points: (d: Field & Range & { most: number }) =>
    t(
      'by={by} from {date_from} to {date_to} makes more than {most} points. Ask for fewer days, or for points that are further apart.',
      d,
    ),
  too_many_amounts: (d: Field & Range & { most: number }) =>
    t(
      'by={by} from {date_from} to {date_to} makes more than {most} amounts. Ask for fewer days, or for longer periods.',
      d,
    ),
  too_many_steps: (d: Field & { points: number; last: string; most: number }) =>
    t('{points} points up to {last} take more than {most} movements or rates. Ask for fewer points.', d),
  longer_than_year: (d: Field & Record<'date_from' | 'date_to', string>) =>
    t(
      'compare=year takes at most a year; {date_from} to {date_to} is longer. Ask for fewer days, or leave {field} out.',
      d,
    ),
  groups_of_categories: (d: Field & { by: string }) =>
    t(
      'by_group=true opens groups to their categories, which only by=category has; by={by} has a row for each {by}. Leave {field} out, or ask for by=category.',
      d,
    ),
  without_section: (d: Field) => t('{field} leaves accounts out of section, which is missing.', d),
  flow_without_section: (d: Field) => t('{field} is of the accounts of section, which is missing.', d),
  // People and their keys.
  password_or_passkey: (d: Field) => t('{field} or passkey is required.', d),
  ends_too_late: (d: Field & { days: number }) =>
    t('{field} must be ahead of now, by at most {days} days.', d),
  ended_already: (d: Field) => t('{field} must be ahead of now.', d),
  email_domain: (d: Field) => t('{field} must be an e-mail address; its domain is not a possible name.', d),
  // Records of a book.
  named_twice: (d: Field & { resource: 'transaction' | 'category' | 'obligation' | 'line' }) =>
    t(
      '{resource, select, transaction {{field} must not name a transaction twice.} category {{field} must not name a category twice.} obligation {{field} must not name an obligation twice.} other {{field} must not name a line twice.}}',
      d,
    ),
  into_itself: (d: Field) => t('{field} must be another category than the one that is merged.', d),
  not_a_rate: (d: Field & { kind: 'currency' | 'day'; value: string }) =>
    t(
      '{kind, select, day {{field} must be a day, as YYYY-MM-DD; "{value}" is not.} other {{field} must be a currency of ISO 4217; "{value}" is not.}}',
      d,
    ),
  no_currency: (d: Field) => t('{field} names no currency, as in USD,JPY.', d),
  nothing_moved: (d: Field) => t('{field} must not be 0: put something in, or take it out.', d),
  both_places: (d: Field) => t('{field}: either account_ids or envelope, not both.', d),
  no_place: (d: Field) =>
    t('{field}: a goal is saved on accounts (account_ids, 1 to 20) or in an envelope of one.', d),
  only_needs_amount: (d: Field & { month: string }) =>
    t(
      '{field} must be a number: only takes {month} alone, and without an amount the running budget would end. Send 0 for no budget in this month.',
      d,
    ),
  both_balances: (d: Field & Record<'balance' | 'statement_balance', number>) =>
    t('{field} ({statement_balance}) must be the same as balance ({balance}). Send one of them.', d),
  only_with_post: (d: Field) => t('{field}: another day is possible only with post.', d),
  skipped_has_no_draft: (d: Field) =>
    t('{field}: a skipped occurrence is not recorded and has no draft. Leave it out.', d),
  days_of_schedule: (d: Field) => t('{field}: the days of a plan follow from its schedule. Leave it out.', d),
  with_obligation_ids: (d: Field) => t('{field} must not be sent together with obligation_ids.', d),
} as const

type Field = { field: string }
type Limit = { limit: number; length: number }
type Bound = { limit: number; value: string }
type Range = { by: string; date_from: string; date_to: string }

/** The form that a value has to have, as a schema names it (`format` or `x-allowed`). */
const forms = {
  date: () => t('a day from 1900-01-01 to 2200-12-31, as YYYY-MM-DD'),
  'date-time': () => t('a time, as 2026-11-30T08:15:00Z'),
  moment: () => t('a time, as 2026-11-30T08:15:00Z, or a version, in digits alone'),
  month: () => t('a month from 1901-01 to 2199-12, as YYYY-MM'),
  budget_source: () => t('a month, as 2026-10, or what was spent in one, as actual:2026-10'),
  email: () => t('an e-mail address'),
  language_tag: () => t('a language tag, such as de-AT'),
  slug: () => t('a name of a-z, 0-9 and hyphens'),
  currency_code: () => t('a currency code of three letters, such as EUR'),
  month_start: () => t('a number from 1 to 28, or last_working_day'),
} as const
export type Form = keyof typeof forms

export const isForm = (name: unknown): name is Form => typeof name === 'string' && Object.hasOwn(forms, name)

/** The kinds of values of JSON, as a schema names them. */
const kinds: Readonly<Record<string, () => string>> = {
  integer: () => t('a whole number'),
  number: () => t('a number'),
  string: () => t('a string'),
  boolean: () => t('true or false'),
  array: () => t('a list'),
  object: () => t('an object'),
  null: () => t('null'),
  a_boolean: () => t('a boolean'),
  month_start: forms.month_start,
}

/** Kinds, separated by commas, in words. */
const kindsIn = (names: string): string =>
  listed(
    names.split(',').map((name) => kinds[name]?.() ?? name),
    'disjunction',
  )

export type FaultCode = keyof typeof faults
export type ParamsOf<C extends FaultCode> = Omit<Parameters<(typeof faults)[C]>[0], 'field'>
/** A fault of a field, as it is sent beside its sentence. */
export type Fault = { field: string; code: string; params: Record<string, unknown> }

export const fault = <C extends FaultCode>(field: string, code: C, params: ParamsOf<C>): Fault => ({
  field,
  code,
  params,
})

/** The sentence of a fault. */
export const sentenceOfFault = ({ field, code, params }: Fault): string =>
  (faults[code as FaultCode] as (d: object) => string)({ ...params, field }) // made by `fault`, which checks both
