import { type Static, Type } from 'typebox'
import { Notes, Tags } from './budgeting.ts'
import { Balance, Format, Mapping, MappingChange } from './import-mapping.ts'
import {
  Id,
  IdOf,
  listOf,
  listQuery,
  Nullable,
  named,
  route,
  Search,
  Several,
  SeveralOf,
  Timestamp,
} from './route.ts'

export const verdicts = ['new', 'duplicate', 'transfer', 'settles', 'refund', 'invalid'] as const
export type Verdict = (typeof verdicts)[number]
const Verdict = Type.Unsafe<Verdict>({
  type: 'string',
  enum: [...verdicts],
  description:
    'new: not in the book yet. duplicate: already in the book. transfer: one side of a transfer. settles: pays an obligation. refund: of an earlier expense. invalid: cannot be read.',
})

const Counts = named(
  'ImportCounts',
  Type.Object({
    rows: Type.Integer(),
    ...Object.fromEntries(verdicts.map((verdict) => [verdict, Type.Integer()])),
    chosen: Type.Integer({ description: 'How many rows the commit will record.' }),
    attention: Type.Integer({ description: 'How many rows wait for a decision.' }),
  }),
)
export type Counts = Record<Verdict | 'rows' | 'chosen' | 'attention', number>

const statuses = ['reading', 'ready', 'committed', 'failed'] as const

export const Import = named(
  'Import',
  Type.Object({
    id: Id,
    account_id: Nullable(IdOf('The account that the file belongs to; null if the file names several.')),
    filename: Type.String(),
    format: Nullable(Format),
    mapping: Nullable(Mapping),
    status: Type.Unsafe<(typeof statuses)[number]>({
      type: 'string',
      enum: [...statuses],
      description:
        'reading: the file is being read; ask again later. ready: the file has been read, and nothing is in the book yet. committed: the chosen rows are recorded. failed: the file cannot be read; fault says why.',
    }),
    progress: Type.Number({ description: 'How much of the file has been read, from 0 to 1.' }),
    counts: Type.Unsafe<Counts>(Counts),
    fault: Nullable(
      Type.String({ description: 'Why the file cannot be read: the line, and the error there.' }),
    ),
    date_from: Nullable(Type.String({ format: 'date' })),
    date_to: Nullable(Type.String({ format: 'date' })),
    committed_version: Nullable(
      Type.Integer({
        description: 'The version that recorded the import: POST /changes/{version}/undo takes it back.',
      }),
    ),
    is_undone: Type.Boolean({ description: 'Whether the commit was undone.' }),
    created_at: Timestamp,
    committed_at: Nullable(Timestamp),
    balances: Type.Array(Balance, {
      description:
        'The balances that the file states: those of OFX, CAMT and MT940, opening lines, and those of a column if the rows prove them. Always empty in lists, and in the answers to decisions and to a commit.',
    }),
  }),
)
export type Import = Static<typeof Import>

const DraftKind = Type.Unsafe<'expense' | 'income' | 'transfer' | 'payment'>({
  type: 'string',
  enum: ['expense', 'income', 'transfer', 'payment'],
})

/** The transaction that a row becomes. Its day, amount, currency and account are those of the row. */
const Draft = named(
  'ImportDraft',
  Type.Object({
    kind: DraftKind,
    category_id: Nullable(
      IdOf('For an expense or income. Null if the category is missing, or if the commit creates it.'),
    ),
    category_name: Nullable(Type.String()),
    contact_id: Nullable(Id),
    contact_name: Nullable(Type.String()),
    other_account_id: Nullable(IdOf('For a transfer: the account on the other side.')),
    other_account_name: Nullable(Type.String()),
    other_amount: Nullable(
      Type.Number({
        description:
          'For a transfer between two currencies: the amount that arrived in the other account, or left it.',
      }),
    ),
    obligation_id: Nullable(IdOf('For a payment: the obligation that it pays.')),
    obligation_name: Nullable(Type.String()),
    is_refund: Type.Boolean(),
    memo: Nullable(Type.String()),
    notes: Nullable(Type.String()),
    tags: Type.Array(Type.String()),
    splits: Type.Array(
      Type.Object({
        category_id: Nullable(Id),
        category_name: Nullable(Type.String()),
        amount: Type.Number(),
        memo: Nullable(Type.String()),
      }),
    ),
  }),
)
export type ImportDraft = Static<typeof Draft>

export const ImportRow = named(
  'ImportRow',
  Type.Object({
    n: Type.Integer({ description: 'The number of the row in the file, from 1.' }),
    line: Type.Integer({ description: 'The line of the file that it starts on.' }),
    date: Nullable(Type.String({ format: 'date' })),
    amount: Nullable(
      Type.Number({ description: 'Positive: money into the account. Negative: money out of it.' }),
    ),
    currency_id: Nullable(Type.String()),
    account_id: Nullable(Id),
    account_name: Nullable(
      Type.String({
        description: 'The name of the account in the file, or in the book if the file does not name it.',
      }),
    ),
    text: Type.String({ description: 'The text of the row in the file.' }),
    reference: Nullable(Type.String({ description: 'The reference number that the bank gave it.' })),
    verdict: Verdict,
    reason: Type.String({ description: 'The reason for the verdict, in a sentence.' }),
    of: Nullable(
      Type.Object({
        kind: Type.Unsafe<'transaction' | 'obligation'>({
          type: 'string',
          enum: ['transaction', 'obligation'],
        }),
        id: Id,
        date: Type.String({ format: 'date' }),
        amount: Type.Number(),
        currency_id: Type.String(),
        name: Type.String({ description: 'The memo, category or name of the record.' }),
      }),
    ),
    pair_n: Nullable(
      Type.Integer({
        description: 'The row of this file that is the other side of the same transfer.',
      }),
    ),
    draft: Nullable(Draft),
    suggestion: Nullable(
      Type.Object({
        category_id: Nullable(Id),
        category_name: Nullable(Type.String()),
        contact_id: Nullable(Id),
        contact_name: Nullable(Type.String()),
        words: Type.Array(Type.String(), { description: 'The words of the row that led to the suggestion.' }),
        count: Type.Integer({
          description: 'How many earlier transactions with these words are of this category.',
        }),
        of_count: Type.Integer({ description: 'How many earlier transactions have these words.' }),
        rule_id: Nullable(IdOf('The rule that made the suggestion, if one did.')),
        rule_name: Nullable(Type.String()),
      }),
    ),
    is_chosen: Type.Boolean({ description: 'Whether the commit records it.' }),
    needs_attention: Type.Boolean({ description: 'Whether a person should decide about the row.' }),
    is_changed: Type.Boolean({ description: 'Whether a person has decided about the row.' }),
    faults: Type.Array(
      Type.Object({
        field: Type.String(),
        message: Type.String({ description: 'The error in a sentence, with line and value.' }),
      }),
    ),
    transaction_id: Nullable(IdOf('The transaction that the commit made of the row.')),
    held: Nullable({
      ...Type.Object({
        by: Type.Unsafe<'statement' | 'closed'>({ type: 'string', enum: ['statement', 'closed'] }),
        account_id: Nullable(IdOf('The account whose opening would move.')),
      }),
      description:
        'Why a commit would refuse the row as the book is now (locked); null if nothing is in its way. statement: its day is in balance_as_of of an account, and the opening, which the row would move, is on a reconciled statement: reopen that, or send balance_as_of null for the account. closed: the book is closed. A filter does not choose such a row, and a draft alone does not either.',
    }),
  }),
)
export type ImportRow = Static<typeof ImportRow>

/** A person's decision about a row: an omitted field keeps its value. */
const RowChange = named(
  'ImportRowChange',
  Type.Object({
    is_chosen: Type.Optional(Type.Boolean()),
    draft: Type.Optional(
      Type.Object(
        {
          kind: Type.Optional(DraftKind),
          category_id: Type.Optional(Nullable(Id)),
          contact_id: Type.Optional(Nullable(Id)),
          other_account_id: Type.Optional(Nullable(Id)),
          other_amount: Type.Optional(Nullable(Type.Number({ exclusiveMinimum: 0 }))),
          obligation_id: Type.Optional(Nullable(Id)),
          is_refund: Type.Optional(Type.Boolean()),
          memo: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
          notes: Notes,
          tags: Tags,
        },
        { description: 'Corrections of the draft; an omitted field keeps its value.' },
      ),
    ),
  }),
)
export type RowChange = Static<typeof RowChange>

export const listImports = route({
  method: 'GET',
  path: '/imports',
  needs: 'read',
  summary: 'List imports, the latest first. An import that was not committed is removed after 30 days.',
  query: listQuery(['created_at'], {
    status: SeveralOf('A status', statuses),
    account_id: Several('The id of an account'),
  }),
  reply: listOf(Import),
})

export const MAX_FILE_BYTES = 10 * 1024 * 1024

/** The name of a file that came without one. */
export const UNNAMED_FILE = 'file'

export const createImport = route({
  method: 'POST',
  path: '/imports',
  needs: 'write',
  looksUp: true,
  summary:
    'Read a file of a bank or of another program: the body is the file itself. Nothing is recorded until the import is committed.',
  query: Type.Object({
    account_id: Type.Optional(
      IdOf('The account that the file belongs to. Not needed if the file names its accounts.'),
    ),
    filename: Type.Optional(
      Type.String({ maxLength: 255, description: 'The name of the file, to show to people.' }),
    ),
    format: Type.Optional({
      ...Format,
      description: 'The format of the file. Default: recognised by its content.',
    }),
  }),
  raw: true,
  maxBodyBytes: MAX_FILE_BYTES,
  reply: Import,
  refuses: ['account_not_usable', 'file_empty', 'imports_too_many', 'imports_too_large', 'book_not_empty'],
})

export const getImport = route({
  method: 'GET',
  path: '/imports/{id}',
  needs: 'read',
  looksUp: true, // it resumes a file whose reader has died
  summary:
    'Show an import: the mapping of its file, the progress of reading, and the number of rows with each verdict.',
  reply: Import,
})

export const updateImport = route({
  method: 'PUT',
  path: '/imports/{id}',
  needs: 'write',
  looksUp: true,
  summary:
    'Correct the mapping of the file. The file is read again, and the mapping is remembered for the account.',
  body: named(
    'ImportChange',
    Type.Object({ account_id: Type.Optional(Nullable(Id)), mapping: Type.Optional(MappingChange) }),
  ),
  reply: Import,
  refuses: [
    'account_not_usable',
    'category_not_found',
    'import_committed',
    'import_reading',
    'mapping_invalid',
  ],
})
export type ImportChange = Static<typeof updateImport.body>

export const deleteImport = route({
  method: 'DELETE',
  path: '/imports/{id}',
  needs: 'write',
  looksUp: true,
  summary: 'Remove an import that is not committed. Nothing in the book changes.',
  refuses: ['import_committed'],
})

const rowFilters = {
  verdict: SeveralOf('A verdict', verdicts),
  needs_attention: Type.Optional(
    Type.Boolean({ description: 'Whether a person should decide about the row.' }),
  ),
  is_chosen: Type.Optional(Type.Boolean({ description: 'Whether the commit records it.' })),
}

export const listImportRows = route({
  method: 'GET',
  path: '/imports/{id}/rows',
  needs: 'read',
  summary:
    'List the rows of an import with their verdicts. sort=attention: those that wait for a decision come first.',
  query: listQuery(
    ['n', 'date', 'amount', 'attention'],
    { ...Search, ...rowFilters },
    'amount: with its sign, not converted.',
  ),
  reply: listOf(ImportRow),
})

/** The refusals of a decision about rows. */
const deciding = [
  'import_committed',
  'import_reading',
  'row_invalid',
  'category_not_found',
  'contact_not_found',
  'account_not_usable',
  'obligation_not_payable',
] as const

export const updateImportRow = route({
  method: 'PUT',
  path: '/imports/{id}/rows/{n}',
  needs: 'write',
  looksUp: true,
  summary: 'Decide whether and how a row is recorded.',
  body: RowChange,
  reply: ImportRow,
  refuses: deciding,
})

export const updateImportRows = route({
  method: 'PUT',
  path: '/imports/{id}/rows',
  needs: 'write',
  looksUp: true,
  summary: 'Decide about several rows at once: the rows that are named, or all rows that match the filters.',
  body: named(
    'ImportRowsChange',
    Type.Object({
      n: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 10_000 })),
      ...rowFilters,
      ...Search,
      set: RowChange,
    }),
  ),
  reply: Import,
  refuses: deciding,
})
export type RowsChange = Static<typeof updateImportRows.body>

export const commitImport = route({
  method: 'POST',
  path: '/imports/{id}/commit',
  needs: 'write',
  looksUp: true,
  summary:
    'Record the chosen rows as one change: all of them or none. POST /changes/{version}/undo takes the whole import back.',
  reply: named(
    'CommittedImport',
    Type.Object({
      version: Type.Integer({ description: 'The version of the book that recorded the import.' }),
      import: Import,
    }),
  ),
  refuses: [
    'import_reading',
    'import_undone',
    'import_changed',
    'import_nothing',
    'import_failed',
    'row_refused',
    'book_not_empty',
    'locked',
  ],
})
export type Committed = Static<typeof commitImport.reply>
