import { type Blocker, counted, entry, priced } from './refusal.ts'

/** The name of a kind of record in a sentence: `write_off` is a write-off. */
const inWords = (resource: string) => (resource === 'write_off' ? 'write-off' : resource.replaceAll('_', ' '))

/** The first few of many: "payment in version 14, expense in version 15 and 3 more". */
function listed(blockers: Blocker[], count: number): string {
  const few = blockers.slice(0, 3).map((one) => `${inWords(one.resource)} in version ${one.version}`)
  return few.join(', ') + (count > few.length ? ` and ${count - few.length} more` : '')
}

/** The first few of many names: "Rent", "Power" and 3 more. */
function quoted(names: readonly string[], count: number): string {
  const few = names.slice(0, 3).map((name) => `"${name}"`)
  return few.join(', ') + (count > few.length ? ` and ${count - few.length} more` : '')
}

/** Refusals about the records of a book. */
export const bookRefusals = {
  change_too_large: entry(
    413,
    'Change too large',
    (d: { records: number; most: number } | { chosen: number; most: number } | { loaded: number }) =>
      'loaded' in d
        ? `This change would have to load more than ${d.loaded} MiB of records at once. Split it into smaller changes.`
        : 'chosen' in d
          ? `${d.chosen} rows are chosen; at most ${d.most} can be recorded at once. Choose fewer, and send the file again for the rest.`
          : `This change of ${counted(d.records, 'record')} would write more than ${d.most} MiB to the history of the book at once. Split it into smaller changes.`,
  ),
  quota_exceeded: entry(
    409,
    'Book full',
    ({ size, most }: Record<'size' | 'most', { rows: number; bytes: number }>) =>
      `The book is full: ${size.rows} of ${most.rows} rows, ${size.bytes} of ${most.bytes} bytes. ` +
      'Records can still be read and deleted.',
  ),
  // The books.
  link_deleted: entry(
    409,
    'Something it needs is in the trash',
    (d: { link: string; name: string }) => `The ${d.link} "${d.name}" is in the trash. Restore it first.`,
  ),
  in_use: entry(
    409,
    'Still in use',
    (d: {
      resource: string
      name: string
      count: number
      by: { resource: string; id: string }
      is_past?: true
    }) =>
      d.is_past
        ? `The ${inWords(d.resource)} "${d.name}" cannot be deleted for good: ${counted(d.count, 'record')} had entries on it earlier, ` +
          `and the books as they were then still show them; one is the ${inWords(d.by.resource)} ${d.by.id}. It stays in the trash.`
        : `The ${inWords(d.resource)} "${d.name}" cannot be deleted for good while ${counted(d.count, 'record refers', 'records refer')} ` +
          `to it, trash included; one is the ${inWords(d.by.resource)} ${d.by.id}.`,
  ),
  not_in_trash: entry(
    409,
    'Not in the trash',
    (d: { resource: string; name: string }) =>
      `The ${inWords(d.resource)} "${d.name}" is not in the trash, and only a record in the trash can be deleted for good. ` +
      'Delete it without forever first.',
  ),
  base_currency_fixed: entry(
    409,
    'Base currency is fixed',
    (d: { base_currency_id: string; count: number }) =>
      `The base currency of the book is ${d.base_currency_id}, and the book has ${counted(d.count, 'transaction, budget or stated value', 'transactions, budgets and stated values')}, trash included; the base currency can change only while there are none. Openings of accounts do not count, unless they are in the trash.`,
  ),
  time_zone_unknown: entry(
    422,
    'Unknown time zone',
    (d: { time_zone: string }) =>
      `There is no time zone "${d.time_zone}"; send an IANA name such as Europe/Budapest.`,
    'time_zone',
  ),
  amount_decimals: entry(
    422,
    'Too many decimals',
    (d: { field: string; amount: number; currency_id: string; decimals: number }) =>
      `${d.field}: ${d.currency_id} has ${d.decimals} decimals; ${d.amount} has more.`,
  ),
  amount_too_large: entry(
    422,
    'Amount too large',
    (d: { field: string; amount: string; currency_id: string }) =>
      `${d.field}: ${d.amount} is too large. With the decimals of ${d.currency_id} it has more than the 15 digits that can be stored exactly.`,
  ),
  fx_rate_missing: entry(
    422,
    'No exchange rate',
    (d: {
      from: string
      to: string
      date: string
      nearest: string | null
      fields: string[]
      join: 'or' | 'and'
    }) =>
      `There is no rate from ${d.from} to ${d.to} for ${d.date}, and none in the 31 days before it; ` +
      `${d.nearest ? `the nearest one is for ${d.nearest}` : 'there is none for any other day either'}. ` +
      (d.fields.length > 0 ? `Send ${d.fields.join(` ${d.join} `)}, or store` : 'Store') +
      ` a rate with PUT /exchange-rates/${d.from}/${d.to}/${d.date}.`,
  ),
  fx_rate_base: entry(
    422,
    'Rate of the base currency',
    (d: { currency_id: string; fx_rate: number; fields?: string[] }) =>
      `${d.fields?.[0] ?? 'fx_rate'}: the base currency of the book is ${d.currency_id}, whose rate is always 1, not ${d.fx_rate}. Leave it out.`,
    'fx_rate',
  ),

  // History.
  undo_blocked: entry(
    409,
    'Later changes depend on it',
    (d: { version: number; count: number; blockers: Blocker[] }) =>
      `Version ${d.version} cannot be undone because later changes depend on it: ${listed(d.blockers, d.count)}. Undo ${d.count === 1 ? 'that' : 'those'} first.`,
  ),
  already_undone: entry(
    409,
    'Already undone',
    (d: { version: number; undone_by: number }) =>
      `Version ${d.version} was undone by version ${d.undone_by}. To redo it, undo version ${d.undone_by}.`,
  ),
  erased: entry(409, 'Deleted for good', (d: { version: number; erased_in: number }) =>
    d.version === d.erased_in
      ? `Version ${d.version} deleted a record for good, which cannot be undone.`
      : `Version ${d.version} cannot be undone: a record that it changed was deleted for good in version ${d.erased_in}.`,
  ),
  not_undoable: entry(409, 'Cannot be undone', (d: { version: number; opened: boolean; joined?: true }) =>
    d.joined
      ? `Version ${d.version} is the first time that somebody joined the book, which cannot be undone. DELETE /books/{book_id}/members/{user_id} removes a member.`
      : `Version ${d.version} ${d.opened ? 'opened' : 'restored'} the book, which cannot be undone. DELETE /books/{book_id} deletes a book for good, and DELETE /auth/me you with the books that are yours alone.`,
  ),
  known_at_future: entry(
    422,
    'In the future',
    (d: { known_at: string; now: string; version: number }) =>
      `known_at: ${d.known_at} is in the future. It is ${d.now}, and the book is at version ${d.version}.`,
    'known_at',
  ),
  known_at_too_early: entry(
    422,
    'Before the book was created',
    (d: { known_at: string; created_at: string }) =>
      `known_at: ${d.known_at} is before the book was created, at ${d.created_at}.`,
    'known_at',
  ),

  // Accounts.
  code_taken: entry(
    422,
    'Code taken',
    () => 'code: another account of this book, trash included, has this code.',
    'code',
  ),
  account_in_use: entry(
    409,
    'Account in use',
    (d: { name: string; count: number }) =>
      `"${d.name}" has ${counted(d.count, 'entry', 'entries')}, trash included. It can be deactivated, but it cannot be deleted, and its type and currency cannot change.`,
  ),
  account_is_system: entry(
    409,
    'System account',
    (d: { name: string }) => `"${d.name}" is a system account and cannot be changed.`,
  ),
  account_of_category: entry(
    409,
    'Account of a category',
    (d: { name: string }) => `"${d.name}" belongs to the category of that name: change the category instead.`,
  ),
  account_is_default: entry(
    409,
    'Default account',
    (d: { name: string }) => `"${d.name}" is the default account. Make another one the default first.`,
  ),
  default_not_possible: entry(
    422,
    'Not possible as default',
    (d: { name: string }) => `is_default: "${d.name}" is not an active money account.`,
    'is_default',
  ),
  claim_not_possible: entry(
    422,
    'Not a claim',
    (d: { type: string }) =>
      `is_claim: only an account of type asset can be a claim, and this is of type ${d.type}.`,
    'is_claim',
  ),

  // Categories and transactions.
  category_kind_fixed: entry(
    422,
    'Kind is fixed',
    (d: { kind: string }) =>
      `kind: this is a category of ${d.kind}s and stays one. Add another category instead.`,
    'kind',
  ),
  category_not_found: entry(
    422,
    'Unknown category',
    (d: { field: string; kind: string | null }) =>
      `${d.field}: there is no such category${d.kind === null ? '' : ` of ${d.kind}s`}; GET /budgeting/categories lists them.`,
  ),
  category_inactive: entry(
    422,
    'Category not active',
    (d: { field: string; name: string }) =>
      `${d.field}: "${d.name}" is deactivated and takes no new transactions.`,
  ),
  parent_invalid: entry(
    422,
    'Not possible as group',
    (d: { reason: string }) => `parent_id: ${d.reason}`,
    'parent_id',
  ),
  has_children: entry(
    409,
    'Has categories in it',
    (d: { name: string; count: number; children: string[] }) =>
      `"${d.name}" is a group with ${counted(d.count, 'category', 'categories')} in it: ${quoted(d.children, d.count)}. ` +
      `Move ${d.count === 1 ? 'it to another group or to none' : 'them to other groups or to none'}, or delete ${d.count === 1 ? 'it' : 'them'} first.`,
  ),
  merge_too_large: entry(
    409,
    'Too many transactions to merge',
    (d: { name: string; count: number; most: number }) =>
      `"${d.name}" has ${d.count} transactions, trash included, and at most ${d.most} can move as one change. Give some of them another category first.`,
  ),
  nothing_to_copy: entry(
    422,
    'Nothing to copy',
    (d: { from: string; kind: string }) =>
      `from: ${d.from} has nothing to copy for a category of ${d.kind}s that is active and not in the trash.`,
    'from',
  ),
  account_not_usable: entry(
    422,
    'Account not usable',
    (d: { field: string }) =>
      `${d.field} must be an active account of type asset (money, not a claim) or liability that is not a system account; GET /accounts lists them.`,
  ),
  contact_not_found: entry(
    422,
    'Unknown contact',
    (d: { field: string }) => `${d.field}: there is no such contact; GET /contacts lists them.`,
  ),
  splits_mismatch: entry(
    422,
    'Splits do not add up',
    (d: { reason: string }) => `splits: ${d.reason}`,
    'splits',
  ),
  beside_splits: entry(
    422,
    'Contradicts the splits',
    (d: { field: string; reason: string }) => `${d.field}: with splits, ${d.reason}`,
  ),
  charged_mismatch: entry(
    422,
    'Charged amount does not fit',
    (d: { reason: string }) => `charged_amount: ${d.reason}`,
    'charged_amount',
  ),
  bulk_choice: entry(
    422,
    'Set or delete',
    (d: { fields: ('set' | 'delete')[]; sent: 'neither' | 'both' }) =>
      `${d.fields.join(', ')}: send set, with at least one field in it, or delete: true. This request has ${d.sent}.`,
  ),
  transaction_not_found: entry(
    422,
    'Unknown transaction',
    (d: { field: string }) =>
      `${d.field}: there is no such transaction; GET /budgeting/transactions lists them.`,
  ),
  bulk_kind: entry(
    422,
    'Not possible for this kind',
    (d: { field: string; kind: string; reason: string }) =>
      `${d.field}: this is a transaction of kind ${d.kind}, and ${d.reason}`,
  ),
  tags_too_many: entry(
    422,
    'Too many tags',
    (d: { field: string; id: string; count: number; most: number }) =>
      `${d.field}: the transaction ${d.id} would have ${d.count} tags; at most ${d.most} are allowed.`,
  ),
  transfer_same_account: entry(
    422,
    'Same account',
    () => 'to_account_id is the same account as from_account_id.',
    'to_account_id',
  ),
  account_currency: entry(
    422,
    'Wrong currency',
    (d: { field: string; name: string; bound: string; currency_id: string; is_goal?: true }) =>
      d.is_goal
        ? `${d.field}: the goal "${d.name}" is in ${d.bound}, not in ${d.currency_id}. Leave currency_id out: a plan fills a goal in its currency.`
        : `${d.field}: "${d.name}" is kept in ${d.bound}, not in ${d.currency_id}.`,
  ),
  transfer_mismatch: entry(
    422,
    'Amounts differ',
    (d: { reason: string }) => `to_amount: ${d.reason}`,
    'to_amount',
  ),

  // Obligations.
  obligation_account: entry(
    422,
    'Account not usable',
    () =>
      'account_id must be an active account of this book of type asset, liability, income or expense; of the system accounts only ' +
      'Receivables and Payables are allowed; GET /accounts lists them.',
    'account_id',
  ),
  counter_account: entry(
    422,
    'Counter account not usable',
    () =>
      'counter_account_id must be another active account of this book; of the system accounts only Opening balances, Receivables and ' +
      'Payables are allowed. Only an obligation on a claim or a liability has a counter account.',
    'counter_account_id',
  ),
  has_payments: entry(
    409,
    'Already paid in part',
    (d: { name: string; field: string; count: number }) =>
      `"${d.name}" has ${counted(d.count, 'payment or write-off', 'payments or write-offs')}: its ${d.field} is fixed. Take ${d.count === 1 ? 'it' : 'them'} back first.`,
  ),
  obligation_of_share: entry(
    409,
    'Share of an expense',
    (d: { name: string }) =>
      `"${d.name}" is a share of an expense: change, delete or restore the expense instead.`,
  ),
  share_paid: entry(
    409,
    'A share was paid',
    (d: { contact: string; amount: number; currency_id: string }) =>
      `${d.contact} has already settled ${priced(d.amount, d.currency_id)} of a share of this expense. Take that back first.`,
  ),
  shares_mismatch: entry(
    422,
    'Shares do not add up',
    (d: { reason: string }) => `shares: ${d.reason}`,
    'shares',
  ),
  payment_currency: entry(
    422,
    'Wrong currency',
    (d: { name: string; bound: string; currency_id: string }) =>
      `currency_id: "${d.name}" is kept in ${d.bound}. Send the amount in ${d.bound} and applied_amount in the currency of the debt.`,
    'currency_id',
  ),
  payment_mismatch: entry(
    422,
    'Amounts differ',
    (d: { reason: string }) => `applied_amount: ${d.reason}`,
    'applied_amount',
  ),
  overpaid: entry(
    422,
    'More than is owed',
    (d: { field: string; applied: number; outstanding: number; currency_id: string; opened_by?: string }) =>
      `${d.field}: ${priced(d.applied, d.currency_id)} is more than the ${priced(d.outstanding, d.currency_id)} that are outstanding` +
      `${d.opened_by ? ` of obligations opened by ${d.opened_by}` : ''}.`,
  ),
  write_off_category: entry(
    422,
    'Category not usable',
    (d: { direction: string; kind: string }) =>
      `category_id must be a category of ${d.kind}s, because writing off a ${d.direction} is an ${d.kind}; ` +
      `GET /budgeting/categories?kind=${d.kind} lists them.`,
    'category_id',
  ),
  payment_date: entry(
    422,
    'Day not possible',
    (d: { field: string; reason: string }) => `${d.field}: ${d.reason}`,
  ),
  nothing_outstanding: entry(
    409,
    'Nothing outstanding',
    (d: { name: string }) => `"${d.name}" is settled: there is nothing to write off.`,
  ),
  nothing_written_off: entry(
    409,
    'Nothing written off',
    (d: { name: string }) => `Nothing of "${d.name}" was written off.`,
  ),
} as const
