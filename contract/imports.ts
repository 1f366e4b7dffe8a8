import { type Static, Type } from 'typebox'
import { Brings, BringsChange } from './import-brings.ts'
import { Added, Balance, Format, LeftOut, Mapping, MappingChange, MissedBy, Need } from './import-mapping.ts'
import { ImportRow, RowChange, type Verdict, verdicts } from './import-rows.ts'
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

const Counts = named(
  'ImportCounts',
  Type.Object({
    rows: Type.Integer({ description: 'All rows of the file; the counts by verdict add up to it.' }),
    ...Object.fromEntries(verdicts.map((verdict) => [verdict, Type.Integer()])),
    chosen: Type.Integer({ description: 'How many rows the commit will record.' }),
    attention: Type.Integer({ description: 'How many rows wait for a decision.' }),
    becomes: Type.Object(Object.fromEntries(verdicts.map((verdict) => [verdict, Type.Integer()])), {
      description:
        'The rows by what the commit makes of them: by their verdict, or by what a person has decided instead.',
    }),
  }),
)
export type Counts = Record<Verdict | 'rows' | 'chosen' | 'attention', number> & {
  becomes: Record<Verdict, number>
}

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
    date_from: Nullable(Type.String({ format: 'date', description: 'The first day of its rows.' })),
    date_to: Nullable(Type.String({ format: 'date', description: 'The last day of its rows.' })),
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
    needs: Type.Array(Need, {
      description:
        'What the file does not decide, and a person has to say before the commit: PUT /imports/{id} with the `mapping` of a choice answers one, and may send several at once. An answer can lead to another question. Empty while the file is being read. A question without choices is about a table that has no column of amounts: correct `columns`, or send another file.',
    }),
    left_out: Type.Array(LeftOut, {
      description:
        'By how much each account will differ from its bank, or differs since the commit, by rows that are not recorded and are not in the book either, or no longer: a row that was a duplicate counts once its transaction was deleted. Rows that cannot be read are only counted. Always empty in lists, and in the answers to decisions and to a commit.',
    }),
    missed_by: Type.Array(MissedBy, {
      description:
        'Of an import that was undone: the other imports that left out rows because this one had them, and that lack them since; up to 100. Importing their files again brings the rows. Always empty in lists, and in the answers to decisions and to a commit.',
    }),
    added: Type.Array(Added, {
      description:
        'The transactions of the import as they are in the book, by category, the largest amount first, up to 200. Empty before the commit and after its undo, and always in lists, and in the answers to decisions and to a commit.',
    }),
    brings: Type.Array(Brings, {
      description:
        'What the file brings besides its rows, by kind: the commit records it in the same change, so that one undo takes all of it back. Empty for files that have rows alone, and while the file is being read.',
    }),
  }),
)
export type Import = Static<typeof Import>

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
      Type.String({
        maxLength: 255,
        description:
          'The name of the file, to show to people. It may prove the year of days that have none, as statement_2024-03.csv does.',
      }),
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
    'Correct the mapping of the file, or switch off a kind of what it brings besides its rows. Unless the body has brings alone, the file is read again, and the mapping is remembered for the account.',
  body: named(
    'ImportChange',
    Type.Object({
      account_id: Type.Optional(Nullable(Id)),
      mapping: Type.Optional(MappingChange),
      brings: Type.Optional(BringsChange),
    }),
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
  becomes: SeveralOf('A verdict, or what a person has decided instead of it', verdicts),
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
      n: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1 }), {
          minItems: 1,
          maxItems: 10_000,
          description: 'The numbers of the rows. Default: all rows that match the filters.',
        }),
      ),
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
    'import_brings_changed',
    'import_nothing',
    'import_undecided',
    'import_failed',
    'row_refused',
    'book_not_empty',
    'locked',
  ],
})
export type Committed = Static<typeof commitImport.reply>
