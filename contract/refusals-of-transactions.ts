import { type Later, t } from '../words/t.ts'
import { entry, fewOf } from './refusal.ts'

/** The first few of many names: "Rent", "Power" and 3 more. */
const quoted = (names: readonly string[], count: number): string =>
  fewOf(
    names.slice(0, 3).map((name) => `"${name}"`),
    count,
  )

/** The name of a kind of transaction in a sentence. */
const kindOf = (kind: string): string =>
  t(
    '{kind, select, expense {expense} income {income} transfer {transfer} opening {opening} value {value} obligation {obligation} payment {payment} write_off {write_off} other {{kind}}}',
    { kind },
  )

/** Refusals about categories and transactions. */
export const transactionRefusals = {
  category_kind_fixed: entry(
    422,
    'Kind is fixed',
    (d: { kind: 'expense' | 'income' }) =>
      t(
        '{kind, select, income {kind: this is a category of incomes and stays one. Add another category instead.} other {kind: this is a category of expenses and stays one. Add another category instead.}}',
        d,
      ),
    'kind',
  ),
  category_not_found: entry(422, 'Unknown category', (d: { field: string; kind: string | null }) =>
    t(
      '{kind, select, expense {{field}: there is no such category of expenses; GET /budgeting/categories lists them.} income {{field}: there is no such category of incomes; GET /budgeting/categories lists them.} other {{field}: there is no such category; GET /budgeting/categories lists them.}}',
      { field: d.field, kind: String(d.kind) },
    ),
  ),
  category_inactive: entry(422, 'Category not active', (d: { field: string; name: string }) =>
    t('{field}: "{name}" is deactivated and takes no new transactions.', d),
  ),
  parent_invalid: entry(
    422,
    'Not possible as group',
    (d: { reason: Later }) => t('parent_id: {reason}', d),
    'parent_id',
  ),
  has_children: entry(409, 'Has categories in it', (d: { name: string; count: number; children: string[] }) =>
    t(
      '"{name}" is a group with {count, plural, one {# category in it: {names}. Move it to another group or to none, or delete it first.} other {# categories in it: {names}. Move them to other groups or to none, or delete them first.}}',
      { name: d.name, count: d.count, names: quoted(d.children, d.count) },
    ),
  ),
  merge_too_large: entry(
    409,
    'Too many transactions to merge',
    (d: { name: string; count: number; most: number }) =>
      t(
        '"{name}" has {count} transactions, trash included, and at most {most} can move as one change. Give some of them another category first.',
        d,
      ),
  ),
  nothing_to_copy: entry(
    422,
    'Nothing to copy',
    (d: { from: string; kind: 'expense' | 'income' }) =>
      t(
        '{kind, select, income {from: {from} has nothing to copy for a category of incomes that is active and not in the trash.} other {from: {from} has nothing to copy for a category of expenses that is active and not in the trash.}}',
        d,
      ),
    'from',
  ),
  account_not_usable: entry(422, 'Account not usable', (d: { field: string }) =>
    t(
      '{field} must be an active account of type asset (money, not a claim) or liability that is not a system account; GET /accounts lists them.',
      d,
    ),
  ),
  contact_not_found: entry(422, 'Unknown contact', (d: { field: string }) =>
    t('{field}: there is no such contact; GET /contacts lists them.', d),
  ),
  splits_mismatch: entry(
    422,
    'Splits do not add up',
    (d: { reason: Later }) => t('splits: {reason}', d),
    'splits',
  ),
  beside_splits: entry(422, 'Contradicts the splits', (d: { field: string; reason: Later }) =>
    t('{field}: with splits, {reason}', d),
  ),
  charged_mismatch: entry(
    422,
    'Charged amount does not fit',
    (d: { reason: Later }) => t('charged_amount: {reason}', d),
    'charged_amount',
  ),
  bulk_choice: entry(422, 'Set or delete', (d: { fields: ('set' | 'delete')[]; sent: 'neither' | 'both' }) =>
    t(
      '{fields}: send set, with at least one field in it, or delete: true. {sent, select, both {This request has both.} other {This request has neither.}}',
      { fields: d.fields.join(', '), sent: d.sent },
    ),
  ),
  transaction_not_found: entry(422, 'Unknown transaction', (d: { field: string }) =>
    t('{field}: there is no such transaction; GET /budgeting/transactions lists them.', d),
  ),
  bulk_kind: entry(422, 'Not possible for this kind', (d: { field: string; kind: string; reason: Later }) =>
    t('{field}: this is a transaction of kind {kind}, and {reason}', { ...d, kind: kindOf(d.kind) }),
  ),
  tags_too_many: entry(
    422,
    'Too many tags',
    (d: { field: string; id: string; count: number; most: number }) =>
      t('{field}: the transaction {id} would have {count} tags; at most {most} are allowed.', d),
  ),
  transfer_same_account: entry(
    422,
    'Same account',
    () => t('to_account_id is the same account as from_account_id.'),
    'to_account_id',
  ),
  account_currency: entry(
    422,
    'Wrong currency',
    (d: { field: string; name: string; bound: string; currency_id: string; is_goal?: true }) =>
      d.is_goal
        ? t(
            '{field}: the goal "{name}" is in {bound}, not in {currency_id}. Leave currency_id out: a plan fills a goal in its currency.',
            d,
          )
        : t('{field}: "{name}" is kept in {bound}, not in {currency_id}.', d),
  ),
  transfer_mismatch: entry(
    422,
    'Amounts differ',
    (d: { reason: Later }) => t('to_amount: {reason}', d),
    'to_amount',
  ),
} as const
