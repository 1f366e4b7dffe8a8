import { type Static, Type } from 'typebox'
import { Id, IdOf, Nullable, named } from './route.ts'

/** The formats that files are read in. */
export const importFormats = [
  'csv',
  'ofx',
  'qif',
  'camt',
  'mt940',
  'firefly',
  'actual',
  'ynab',
  'gnucash',
  'hledger',
  'beancount',
  'florin',
] as const
export type ImportFormat = (typeof importFormats)[number]
export const Format = Type.Unsafe<ImportFormat>({ type: 'string', enum: [...importFormats] })

/**
 * The meanings of a column of a CSV file. `amount` has a sign, or `direction` says whether it is money in or out, as D and C, S and H, or
 * "debit" and "credit"; `debit` is money out, `credit` money in, both without a sign. `fee` is a charge that leaves the account besides the
 * amount. `counter_account` is the number of the other side's account.
 */
export const columnRoles = [
  'date',
  'amount',
  'debit',
  'credit',
  'fee',
  'direction',
  'currency',
  'payee',
  'text',
  'reference',
  'counter_account',
  'balance',
  'category',
  'account',
  'tags',
  'notes',
  'ignore',
] as const
export type ColumnRole = (typeof columnRoles)[number]

const Column = named(
  'ImportColumn',
  Type.Object({
    name: Type.String({
      description: 'The heading in the file, or a name such as "Column 3" if there is none.',
    }),
    role: Type.Unsafe<ColumnRole>({
      type: 'string',
      enum: [...columnRoles],
      description:
        'The meaning of the column. debit: money out. credit: money in. fee: a charge besides the amount. ignore: not read.',
    }),
    samples: Type.Array(Type.String(), { description: 'Its first values in the file.' }),
  }),
)

const DECIMAL = 'The mark before the decimals of an amount.'
const DATE_ORDER = 'The order of day, month and year in the days of the file.'

/** The parts of a reading that a file may leave open: the order of day and month, the sign, the mark before the decimals, and the amount's column. */
export const readingParts = ['day_order', 'sign', 'decimal_mark', 'amount_column'] as const
export type ReadingPart = (typeof readingParts)[number]

const certainties = ['proven', 'likely', 'undecided'] as const
export type Certainty = (typeof certainties)[number]
const CertaintyOf = Type.Unsafe<Certainty>({ type: 'string', enum: [...certainties] })

/** The mapping of a file: Florin guesses it, a person can correct it, and it is remembered for the account. */
export const Mapping = named(
  'ImportMapping',
  Type.Object({
    encoding: Nullable(
      Type.String({ description: 'A name of the WHATWG Encoding Standard, such as windows-1252.' }),
    ),
    separator: Nullable(Type.String({ description: 'CSV: the character between two cells.' })),
    skip_lines: Nullable(
      Type.Integer({ description: 'CSV: lines before the headings, or before the first row.' }),
    ),
    has_header: Nullable(
      Type.Boolean({ description: 'CSV: whether the first line that is read has headings.' }),
    ),
    decimal: Nullable(Type.Unsafe<'.' | ','>({ type: 'string', enum: ['.', ','], description: DECIMAL })),
    date_order: Nullable(
      Type.Unsafe<'year_first' | 'day_first' | 'month_first'>({
        type: 'string',
        enum: ['year_first', 'day_first', 'month_first'],
        description: DATE_ORDER,
      }),
    ),
    is_reversed: Type.Boolean({
      description: 'Whether a positive amount is money out, as in the files of some cards.',
    }),
    person: Type.Optional(
      Type.String({
        description: 'Splitwise: the column that is read as that of the person who imports it.',
      }),
    ),
    columns: Type.Array(Column, { description: 'CSV: every column, in the order of the file.' }),
    accounts: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The name in the file.' }),
        account_id: Nullable(
          IdOf('The account of the book with this name in the file; null: the commit creates it.'),
        ),
        is_own: Type.Boolean({
          description:
            'Whether rows of the file belong to this account. If not, the file names it only as the other side of transfers, and the rows belong to `account_id` of the import.',
        }),
        count: Type.Integer({ description: 'How many rows have this name.' }),
        same_balance_account_id: Type.Optional(
          IdOf(
            'Where the commit would create the account: the account of the book that has the very balance that the file states, if there is one alone. It may be this one.',
          ),
        ),
      }),
      { description: 'The accounts that the file names, if it names any.' },
    ),
    categories: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The name in the file.' }),
        kind: Type.Unsafe<'expense' | 'income'>({ type: 'string', enum: ['expense', 'income'] }),
        category_id: Nullable(
          IdOf('The category of the book with this name in the file; null: `is_created` says what happens.'),
        ),
        count: Type.Integer({ description: 'How many rows have this name.' }),
        is_created: Type.Optional(
          Type.Boolean({
            description:
              "Whether the commit creates the category if category_id is null. false for a bank's own name in a file of one account, until a correction sends the name with null: its rows go where their words lead.",
          }),
        ),
      }),
      { description: 'The categories that the file names, if it names any.' },
    ),
    certainty: Type.Optional(
      Type.Object(
        { day_order: CertaintyOf, sign: CertaintyOf, decimal_mark: CertaintyOf, amount_column: CertaintyOf },
        {
          description:
            'How certain each part of the reading is. proven: by the file itself, or said by a person. likely: something speaks for it, and nothing against it. undecided: `needs` of the import asks for it.',
        },
      ),
    ),
    evidence: Type.Optional(
      Type.Object(
        {
          day_order: Type.String(),
          sign: Type.String(),
          decimal_mark: Type.String(),
          amount_column: Type.String(),
        },
        { description: 'Why, in a sentence each.' },
      ),
    ),
  }),
)
export type Mapping = Static<typeof Mapping>

/** Corrections of a mapping: an omitted field keeps its value. */
export const MappingChange = named(
  'ImportMappingChange',
  Type.Object({
    encoding: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'A name of the WHATWG Encoding Standard, such as windows-1252.',
      }),
    ),
    separator: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1, description: 'CSV: the character between two cells.' }),
    ),
    skip_lines: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description: 'CSV: lines before the headings, or before the first row.',
      }),
    ),
    has_header: Type.Optional(
      Type.Boolean({ description: 'CSV: whether the first line that is read has headings.' }),
    ),
    decimal: Type.Optional(
      Type.Unsafe<'.' | ','>({ type: 'string', enum: ['.', ','], description: DECIMAL }),
    ),
    date_order: Type.Optional(
      Type.Unsafe<'year_first' | 'day_first' | 'month_first'>({
        type: 'string',
        enum: ['year_first', 'day_first', 'month_first'],
        description: DATE_ORDER,
      }),
    ),
    is_reversed: Type.Optional(Type.Boolean({ description: 'Whether a positive amount is money out.' })),
    person: Type.Optional(
      Type.String({
        maxLength: 255,
        description: 'Splitwise: the column of the person who imports the file.',
      }),
    ),
    columns: Type.Optional(
      Type.Array(Type.Object({ role: Type.Unsafe<ColumnRole>({ type: 'string', enum: [...columnRoles] }) }), {
        maxItems: 200,
        description: 'The role of every column, in the order of the file.',
      }),
    ),
    accounts: Type.Optional(
      Type.Array(Type.Object({ name: Type.String(), account_id: Nullable(Id) }), {
        maxItems: 1000,
        description:
          'Accounts of the book for names in the file; null: the commit creates one. Other names keep theirs.',
      }),
    ),
    categories: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String(),
          kind: Type.Unsafe<'expense' | 'income'>({ type: 'string', enum: ['expense', 'income'] }),
          category_id: Nullable(Id),
          is_created: Type.Optional(
            Type.Boolean({ description: 'false: with category_id null, the commit creates none.' }),
          ),
        }),
        {
          maxItems: 1000,
          description:
            'Categories of the book for names in the file; null: the commit creates one, unless is_created is false. Other names keep theirs.',
        },
      ),
    ),
  }),
)
export type MappingChange = Static<typeof MappingChange>

/** A question about a file that only a person can answer. Without choices, the columns have to be corrected, or it is no statement. */
export const Need = named(
  'ImportNeed',
  Type.Object({
    what: Type.Unsafe<ReadingPart | 'person'>({
      type: 'string',
      enum: [...readingParts, 'person'],
      description:
        'The part of the reading that is not certain. person: which column of a file of several people is that of the person who imports it.',
    }),
    why: Type.String({ description: 'Why the file does not decide it, with the line.' }),
    written: Type.Optional(
      Type.String({
        description:
          'day_order and decimal_mark: the day or the amount of the file that can be read so and so.',
      }),
    ),
    choices: Type.Array(
      Type.Object({
        value: Type.String({
          description:
            'person: the name of a column. day_order: day_first, month_first or year_first. sign: money_in or money_out, which a positive amount is. decimal_mark: . or , . amount_column: the names of its columns, such as "Amount, less Fee".',
        }),
        example: Type.String({ description: 'The meaning of a line of the file then.' }),
        rows: Type.Array(
          Type.Object({
            line: Type.Integer(),
            written: Type.String({ description: 'The day or the amount as the file has it.' }),
            words: Type.String({ description: 'Who or what the line names.' }),
            date: Type.String({ format: 'date', description: 'Its day in this reading.' }),
            amount: Type.Number({ description: 'Its amount in this reading; positive is money in.' }),
          }),
          {
            description:
              'Up to two lines of the file as they are read then. Empty for formats other than CSV.',
          },
        ),
        mapping: Type.Unsafe<MappingChange>({
          ...MappingChange,
          description: 'The correction that says so: PUT /imports/{id} with this as `mapping`.',
        }),
      }),
    ),
  }),
)
export type Need = Static<typeof Need>

/** A balance that a file states, beside that of the book at the same moment. */
export const Balance = named(
  'ImportBalance',
  Type.Object({
    account_id: Id,
    account_name: Type.String(),
    currency_id: Type.String(),
    date: Type.String({ format: 'date', description: 'Both balances are those at the end of this day.' }),
    file: Type.Number({
      description: "The balance in the file, signed as the account's opening_balance is.",
    }),
    book: Type.Number({
      description: 'The balance in the book; before the commit, with the rows that are chosen.',
    }),
    difference: Type.Number({ description: 'file less book.' }),
  }),
)
export type ImportBalance = Static<typeof Balance>

/** The rows of a file that are left out of the book, added up. */
export const LeftOut = named(
  'ImportLeftOut',
  Type.Object({
    account_id: Nullable(
      IdOf('The account; null for one that the commit would open, and for rows that cannot be read.'),
    ),
    account_name: Nullable(Type.String()),
    currency_id: Nullable(Type.String()),
    count: Type.Integer({ description: 'How many rows are left out.' }),
    amount: Nullable(
      Type.Number({
        description:
          "Their sum, signed as the account's opening_balance is: the account will have so much less than the bank says. null for rows that cannot be read.",
      }),
    ),
  }),
)
export type ImportLeftOut = Static<typeof LeftOut>

/** Another import that lacks rows since this one was undone. */
export const MissedBy = named(
  'ImportMissedBy',
  Type.Object({
    import_id: IdOf('The other import.'),
    filename: Type.String(),
    count: Type.Integer({ description: 'How many of its rows are missing.' }),
  }),
)
export type ImportMissedBy = Static<typeof MissedBy>

/** The transactions that an import has added, by kind and category. */
export const Added = named(
  'ImportAdded',
  Type.Object({
    kind: Type.Unsafe<'expense' | 'income' | 'transfer' | 'payment'>({
      type: 'string',
      enum: ['expense', 'income', 'transfer', 'payment'],
    }),
    category_id: Nullable(IdOf('The category of an expense or income; null for the other kinds.')),
    category_name: Nullable(Type.String()),
    count: Type.Integer({ description: 'How many transactions; a split one counts for each category.' }),
    amount: Type.Number({ description: 'In the base currency of the book; refunds are taken off.' }),
  }),
)
export type ImportAdded = Static<typeof Added>
