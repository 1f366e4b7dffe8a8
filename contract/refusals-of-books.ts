import { listed, t } from '../words/t.ts'
import { type Blocker, entry, fewOf, pathOfBook } from './refusal.ts'

/** The name of a kind of record in a sentence. */
const kindOf = (resource: string): string =>
  t(
    '{resource, select, account {account} budget {budget} category {category} contact {contact} expense {expense} income {income} transfer {transfer} transaction {transaction} obligation {obligation} payment {payment} write_off {write-off} plan {plan} occurrence {occurrence} reconciliation {reconciliation} rule {rule} group {group} goal {goal} value {value} exchange_rate {exchange rate} other {{name}}}',
    { resource, name: resource.replaceAll('_', ' ') },
  )

/** The first few of many: "payment in version 14, expense in version 15 and 3 more". */
const firstOf = (blockers: Blocker[], count: number): string =>
  fewOf(
    blockers
      .slice(0, 3)
      .map(({ resource, version }) => t('{kind} in version {version}', { kind: kindOf(resource), version })),
    count,
  )

/** Refusals about a book, its records in general, its history and its accounts. */
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
  link_deleted: entry(
    409,
    'Something it needs is in the trash',
    (d: { link: 'account' | 'category' | 'contact'; name: string }) =>
      t(
        '{link, select, account {The account "{name}" is in the trash. Restore it first.} category {The category "{name}" is in the trash. Restore it first.} other {The contact "{name}" is in the trash. Restore it first.}}',
        d,
      ),
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
      book_id?: string
    }) =>
      t(
        'There is no rate from {from} to {to} for {date}, and none in the 31 days before it; {has_nearest, select, true {the nearest one is for {nearest}.} other {there is none for any other day either.}} {has_fields, select, true {Send {fields}, or store} other {Store}} a rate with PUT {address}.',
        {
          from: d.from,
          to: d.to,
          date: d.date,
          has_nearest: d.nearest !== null,
          nearest: d.nearest ?? '',
          has_fields: d.fields.length > 0,
          fields: listed(d.fields, d.join === 'or' ? 'disjunction' : 'conjunction'),
          address: `${d.book_id === undefined ? '' : pathOfBook(d)}/exchange-rates/${d.from}/${d.to}/${d.date}`,
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
} as const
