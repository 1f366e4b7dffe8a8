import { listed, t } from '../words/t.ts'
import { type Blocker, entry, priced } from './refusal.ts'

/** The name of a kind of record in a sentence. */
const kindOf = (resource: string): string =>
  t(
    '{resource, select, account {account} budget {budget} category {category} contact {contact} expense {expense} income {income} transfer {transfer} transaction {transaction} obligation {obligation} payment {payment} write_off {write-off} plan {plan} occurrence {occurrence} reconciliation {reconciliation} rule {rule} group {group} goal {goal} value {value} exchange_rate {exchange rate} other {{name}}}',
    { resource, name: resource.replaceAll('_', ' ') },
  )

/** The first few of many, and how many more there are. */
const fewOf = (few: readonly string[], count: number): string =>
  count > few.length
    ? t('{few} and {more} more', { few: few.join(', '), more: count - few.length })
    : few.join(', ')

/** The first few of many: "payment in version 14, expense in version 15 and 3 more". */
const firstOf = (blockers: Blocker[], count: number): string =>
  fewOf(
    blockers
      .slice(0, 3)
      .map(({ resource, version }) => t('{kind} in version {version}', { kind: kindOf(resource), version })),
    count,
  )

/** The first few of many names: "Rent", "Power" and 3 more. */
const quoted = (names: readonly string[], count: number): string =>
  fewOf(
    names.slice(0, 3).map((name) => `"${name}"`),
    count,
  )

/** Refusals about the records of a book. */
export const bookRefusals = {
  change_too_large: entry(
    413,
    'Change too large',
    (d: { records: number; most: number } | { chosen: number; most: number } | { loaded: number }) =>
      'loaded' in d
        ? t(
            'This change would have to load more than {loaded} MiB of records at once. Split it into smaller changes.',
            d,
          )
        : 'chosen' in d
          ? t(
              '{chosen} rows are chosen; at most {most} can be recorded at once. Choose fewer, and send the file again for the rest.',
              d,
            )
          : t(
              'This change of {records, plural, one {# record} other {# records}} would write more than {most} MiB to the history of the book at once. Split it into smaller changes.',
              d,
            ),
  ),
  quota_exceeded: entry(
    409,
    'Book full',
    ({ size, most }: Record<'size' | 'most', { rows: number; bytes: number }>) =>
      t(
        'The book is full: {rows} of {most_rows} rows, {bytes} of {most_bytes} bytes. Records can still be read and deleted.',
        { ...size, most_rows: most.rows, most_bytes: most.bytes },
      ),
  ),
  // The books.
  link_deleted: entry(409, 'Something it needs is in the trash', (d: { link: string; name: string }) =>
    t('The {link} "{name}" is in the trash. Restore it first.', d),
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
        ? t(
            'The {kind} "{name}" cannot be deleted for good: {count, plural, one {# record} other {# records}} had entries on it earlier, and the books as they were then still show them; one is the {other_kind} {id}. It stays in the trash.',
            {
              kind: kindOf(d.resource),
              name: d.name,
              count: d.count,
              other_kind: kindOf(d.by.resource),
              id: d.by.id,
            },
          )
        : t(
            'The {kind} "{name}" cannot be deleted for good while {count, plural, one {# record refers} other {# records refer}} to it, trash included; one is the {other_kind} {id}.',
            {
              kind: kindOf(d.resource),
              name: d.name,
              count: d.count,
              other_kind: kindOf(d.by.resource),
              id: d.by.id,
            },
          ),
  ),
  not_in_trash: entry(409, 'Not in the trash', (d: { resource: string; name: string }) =>
    t(
      'The {kind} "{name}" is not in the trash, and only a record in the trash can be deleted for good. Delete it without forever first.',
      { kind: kindOf(d.resource), name: d.name },
    ),
  ),
  base_currency_fixed: entry(
    409,
    'Base currency is fixed',
    (d: { base_currency_id: string; count: number }) =>
      t(
        'The base currency of the book is {base_currency_id}, and the book has {count, plural, one {# transaction, budget or stated value} other {# transactions, budgets and stated values}}, trash included; the base currency can change only while there are none. Openings of accounts do not count, unless they are in the trash.',
        d,
      ),
  ),
  time_zone_unknown: entry(
    422,
    'Unknown time zone',
    (d: { time_zone: string }) =>
      t('There is no time zone "{time_zone}"; send an IANA name such as Europe/Budapest.', d),
    'time_zone',
  ),
  amount_decimals: entry(
    422,
    'Too many decimals',
    (d: { field: string; amount: number; currency_id: string; decimals: number }) =>
      t('{field}: {currency_id} has {decimals} decimals; {amount} has more.', d),
  ),
  amount_too_large: entry(
    422,
    'Amount too large',
    (d: { field: string; amount: string; currency_id: string }) =>
      t(
        '{field}: {amount} is too large. With the decimals of {currency_id} it has more than the 15 digits that can be stored exactly.',
        d,
      ),
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
      t(
        'There is no rate from {from} to {to} for {date}, and none in the 31 days before it; {has_nearest, select, true {the nearest one is for {nearest}.} other {there is none for any other day either.}} {has_fields, select, true {Send {fields}, or store} other {Store}} a rate with PUT /exchange-rates/{from}/{to}/{date}.',
        {
          from: d.from,
          to: d.to,
          date: d.date,
          has_nearest: d.nearest !== null,
          nearest: d.nearest ?? '',
          has_fields: d.fields.length > 0,
          fields: listed(d.fields, d.join === 'or' ? 'disjunction' : 'conjunction'),
        },
      ),
  ),
  fx_rate_base: entry(
    422,
    'Rate of the base currency',
    (d: { currency_id: string; fx_rate: number; fields?: string[] }) =>
      t(
        '{field}: the base currency of the book is {currency_id}, whose rate is always 1, not {fx_rate}. Leave it out.',
        { field: d.fields?.[0] ?? 'fx_rate', currency_id: d.currency_id, fx_rate: d.fx_rate },
      ),
    'fx_rate',
  ),

  // History.
  undo_blocked: entry(
    409,
    'Later changes depend on it',
    (d: { version: number; count: number; blockers: Blocker[] }) =>
      t(
        'Version {version} cannot be undone because later changes depend on it: {changes}. {count, plural, one {Undo that first.} other {Undo those first.}}',
        { version: d.version, changes: firstOf(d.blockers, d.count), count: d.count },
      ),
  ),
  already_undone: entry(409, 'Already undone', (d: { version: number; undone_by: number }) =>
    t('Version {version} was undone by version {undone_by}. To redo it, undo version {undone_by}.', d),
  ),
  erased: entry(409, 'Deleted for good', (d: { version: number; erased_in: number }) =>
    d.version === d.erased_in
      ? t('Version {version} deleted a record for good, which cannot be undone.', d)
      : t(
          'Version {version} cannot be undone: a record that it changed was deleted for good in version {erased_in}.',
          d,
        ),
  ),
  not_undoable: entry(409, 'Cannot be undone', (d: { version: number; opened: boolean; joined?: true }) =>
    d.joined
      ? t(
          "Version {version} is the first time that somebody joined the book, which cannot be undone. DELETE /books/'{book_id}'/members/'{user_id}' removes a member.",
          d,
        )
      : t(
          "{opened, select, true {Version {version} opened the book, which cannot be undone.} other {Version {version} restored the book, which cannot be undone.}} DELETE /books/'{book_id}' deletes a book for good, and DELETE /auth/me you with the books that are yours alone.",
          { version: d.version, opened: d.opened },
        ),
  ),
  known_at_future: entry(
    422,
    'In the future',
    (d: { known_at: string; now: string; version: number }) =>
      t('known_at: {known_at} is in the future. It is {now}, and the book is at version {version}.', d),
    'known_at',
  ),
  known_at_too_early: entry(
    422,
    'Before the book was created',
    (d: { known_at: string; created_at: string }) =>
      t('known_at: {known_at} is before the book was created, at {created_at}.', d),
    'known_at',
  ),

  // Accounts.
  code_taken: entry(
    422,
    'Code taken',
    () => t('code: another account of this book, trash included, has this code.'),
    'code',
  ),
  account_in_use: entry(409, 'Account in use', (d: { name: string; count: number }) =>
    t(
      '"{name}" has {count, plural, one {# entry} other {# entries}}, trash included. It can be deactivated, but it cannot be deleted, and its type and currency cannot change.',
      d,
    ),
  ),
  account_is_system: entry(409, 'System account', (d: { name: string }) =>
    t('"{name}" is a system account and cannot be changed.', d),
  ),
  account_of_category: entry(409, 'Account of a category', (d: { name: string }) =>
    t('"{name}" belongs to the category of that name: change the category instead.', d),
  ),
  account_is_default: entry(409, 'Default account', (d: { name: string }) =>
    t('"{name}" is the default account. Make another one the default first.', d),
  ),
  default_not_possible: entry(
    422,
    'Not possible as default',
    (d: { name: string }) => t('is_default: "{name}" is not an active money account.', d),
    'is_default',
  ),
  claim_not_possible: entry(
    422,
    'Not a claim',
    (d: { type: string }) =>
      t('is_claim: only an account of type asset can be a claim, and this is of type {type}.', d),
    'is_claim',
  ),

  // Categories and transactions.
  category_kind_fixed: entry(
    422,
    'Kind is fixed',
    (d: { kind: string }) =>
      t('kind: this is a category of {kind}s and stays one. Add another category instead.', d),
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
    (d: { reason: string }) => t('parent_id: {reason}', d),
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
    (d: { from: string; kind: string }) =>
      t('from: {from} has nothing to copy for a category of {kind}s that is active and not in the trash.', d),
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
    (d: { reason: string }) => t('splits: {reason}', d),
    'splits',
  ),
  beside_splits: entry(422, 'Contradicts the splits', (d: { field: string; reason: string }) =>
    t('{field}: with splits, {reason}', d),
  ),
  charged_mismatch: entry(
    422,
    'Charged amount does not fit',
    (d: { reason: string }) => t('charged_amount: {reason}', d),
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
  bulk_kind: entry(422, 'Not possible for this kind', (d: { field: string; kind: string; reason: string }) =>
    t('{field}: this is a transaction of kind {kind}, and {reason}', d),
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
    (d: { reason: string }) => t('to_amount: {reason}', d),
    'to_amount',
  ),

  // Obligations.
  obligation_account: entry(
    422,
    'Account not usable',
    () =>
      t(
        'account_id must be an active account of this book of type asset, liability, income or expense; of the system accounts only Receivables and Payables are allowed; GET /accounts lists them.',
      ),
    'account_id',
  ),
  counter_account: entry(
    422,
    'Counter account not usable',
    () =>
      t(
        'counter_account_id must be another active account of this book; of the system accounts only Opening balances, Receivables and Payables are allowed. Only an obligation on a claim or a liability has a counter account.',
      ),
    'counter_account_id',
  ),
  has_payments: entry(409, 'Already paid in part', (d: { name: string; field: string; count: number }) =>
    t(
      '"{name}" has {count, plural, one {# payment or write-off: its {field} is fixed. Take it back first.} other {# payments or write-offs: its {field} is fixed. Take them back first.}}',
      d,
    ),
  ),
  obligation_of_share: entry(409, 'Share of an expense', (d: { name: string }) =>
    t('"{name}" is a share of an expense: change, delete or restore the expense instead.', d),
  ),
  share_paid: entry(409, 'A share was paid', (d: { contact: string; amount: number; currency_id: string }) =>
    t('{contact} has already settled {amount} of a share of this expense. Take that back first.', {
      contact: d.contact,
      amount: priced(d.amount, d.currency_id),
    }),
  ),
  shares_mismatch: entry(
    422,
    'Shares do not add up',
    (d: { reason: string }) => t('shares: {reason}', d),
    'shares',
  ),
  payment_currency: entry(
    422,
    'Wrong currency',
    (d: { name: string; bound: string; currency_id: string }) =>
      t(
        'currency_id: "{name}" is kept in {bound}. Send the amount in {bound} and applied_amount in the currency of the debt.',
        d,
      ),
    'currency_id',
  ),
  payment_mismatch: entry(
    422,
    'Amounts differ',
    (d: { reason: string }) => t('applied_amount: {reason}', d),
    'applied_amount',
  ),
  overpaid: entry(
    422,
    'More than is owed',
    (d: { field: string; applied: number; outstanding: number; currency_id: string; opened_by?: string }) =>
      t(
        '{is_opened, select, true {{field}: {applied} is more than the {outstanding} that are outstanding of obligations opened by {day}.} other {{field}: {applied} is more than the {outstanding} that are outstanding.}}',
        {
          field: d.field,
          applied: priced(d.applied, d.currency_id),
          outstanding: priced(d.outstanding, d.currency_id),
          is_opened: d.opened_by !== undefined,
          day: d.opened_by ?? '',
        },
      ),
  ),
  write_off_category: entry(
    422,
    'Category not usable',
    (d: { direction: string; kind: string }) =>
      t(
        'category_id must be a category of {kind}s, because writing off a {direction} is an {kind}; GET /budgeting/categories?kind={kind} lists them.',
        d,
      ),
    'category_id',
  ),
  payment_date: entry(422, 'Day not possible', (d: { field: string; reason: string }) =>
    t('{field}: {reason}', d),
  ),
  nothing_outstanding: entry(409, 'Nothing outstanding', (d: { name: string }) =>
    t('"{name}" is settled: there is nothing to write off.', d),
  ),
  nothing_written_off: entry(409, 'Nothing written off', (d: { name: string }) =>
    t('Nothing of "{name}" was written off.', d),
  ),
} as const
