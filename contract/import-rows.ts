import { type Static, Type } from 'typebox'
import { type Reason, reasonCodes } from './import-reasons.ts'
import { Id, IdOf, MapOf, Nullable, named } from './route.ts'
import { Notes, Tags } from './transaction-fields.ts'

/** The rows of imports: what was read, what becomes of it, and what a person decides. */

export const verdicts = ['new', 'duplicate', 'transfer', 'settles', 'refund', 'invalid'] as const
export type Verdict = (typeof verdicts)[number]
export const VerdictName = Type.Unsafe<Verdict>({
  type: 'string',
  enum: [...verdicts],
  description:
    'new: not in the book yet. duplicate: already in the book. transfer: one side of a transfer. settles: pays an obligation. refund: of an earlier expense. invalid: cannot be read.',
})

const DraftKind = Type.Unsafe<'expense' | 'income' | 'transfer' | 'payment'>({
  type: 'string',
  enum: ['expense', 'income', 'transfer', 'payment'],
  description: 'payment: it pays an obligation.',
})

/** The transaction that a row becomes. Its day, amount, currency and account are those of the row. */
const Draft = named(
  'ImportDraft',
  Type.Object({
    kind: DraftKind,
    category_id: Nullable(
      IdOf('For an expense or income. Null if the category is missing, or if the commit creates it.'),
    ),
    category_name: Nullable(
      Type.String({ description: 'The name of the category, also of one that the commit creates.' }),
    ),
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
    is_refund: Type.Boolean({
      description:
        'Whether the amount goes against its kind: money back of an expense, or an income returned.',
    }),
    memo: Nullable(Type.String()),
    notes: Nullable(Type.String()),
    tags: Type.Array(Type.String()),
    splits: Type.Array(
      Type.Object({
        category_id: Nullable(Id),
        category_name: Nullable(Type.String()),
        amount: Type.Number({ description: 'Its part of the amount of the row, without a sign.' }),
        memo: Nullable(Type.String()),
      }),
      { description: 'The parts of a bill that the file splits; empty for a row of one category.' },
    ),
  }),
)
export type ImportDraft = Static<typeof Draft>

const ReasonShown = Type.Unsafe<Reason>(
  Type.Object({
    code: Type.String({
      description: `What the sentence says: ${reasonCodes.join(', ')}. Of an unreadable row, the code of a fault.`,
    }),
    params: MapOf(
      Type.Unknown(),
      'The names and numbers in it. An amount is an object of amount and currency_id, a day is a date, an account without a name is null; way is out or in. The keys depend on the code.',
    ),
  }),
)

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
    text: Type.String({ description: 'The text of the row in the file: payee and words.' }),
    payee: Nullable(
      Type.String({ description: 'Who: the payee, if the file has one apart from the words.' }),
    ),
    words: Type.String({
      description:
        'The subject: in a CSV file with a column of its own for the payee, the words of the bank without it; else all words of the bank, as in text.',
    }),
    category: Nullable(Type.String({ description: "The file's own name of the category, if it has one." })),
    reference: Nullable(Type.String({ description: 'The reference number that the bank gave it.' })),
    verdict: VerdictName,
    reason: Type.String({
      description:
        'The reason for the verdict, in one sentence or several, in the language of Accept-Language.',
    }),
    reasons: Type.Array(ReasonShown, {
      description:
        'The same for programs: each sentence as a code and its values. Empty for rows of a file that was read before schema 0017.',
    }),
    of: Nullable(
      Type.Object(
        {
          kind: Type.Unsafe<'transaction' | 'obligation'>({
            type: 'string',
            enum: ['transaction', 'obligation'],
          }),
          id: Id,
          date: Type.String({ format: 'date' }),
          amount: Type.Number(),
          currency_id: Type.String(),
          name: Type.String({ description: 'The memo, category or name of the record.' }),
        },
        {
          description:
            'The record of the book that the verdict is about: the one that it is a duplicate of, the other side of its transfer, the expense that it refunds, or the obligation that it pays.',
        },
      ),
    ),
    pair_n: Nullable(
      Type.Integer({
        description: 'The row of this file that is the other side of the same transfer.',
      }),
    ),
    draft: Nullable(Draft),
    suggestion: Nullable(
      Type.Object(
        {
          category_id: Nullable(Id),
          category_name: Nullable(Type.String()),
          contact_id: Nullable(Id),
          contact_name: Nullable(Type.String()),
          words: Type.Array(Type.String(), {
            description: 'The words of the row that led to the suggestion.',
          }),
          count: Type.Integer({
            description: 'How many earlier transactions with these words are of this category.',
          }),
          of_count: Type.Integer({ description: 'How many earlier transactions have these words.' }),
          rule_id: Nullable(IdOf('The rule that made the suggestion, if one did.')),
          rule_name: Nullable(Type.String()),
        },
        { description: 'Why the draft has its category or contact; null if the defaults were taken.' },
      ),
    ),
    is_chosen: Type.Boolean({ description: 'Whether the commit records it.' }),
    needs_attention: Type.Boolean({ description: 'Whether a person should decide about the row.' }),
    is_changed: Type.Boolean({ description: 'Whether a person has decided about the row.' }),
    faults: Type.Array(
      Type.Object({
        field: Type.String(),
        message: Type.String({
          description: 'The error in a sentence, with line and value, in the language of Accept-Language.',
        }),
        code: Type.String({
          description:
            'What is wrong, such as not_a_day. unreadable: the sentence has no code of its own, or is of before schema 0017.',
        }),
        params: MapOf(Type.Unknown(), 'The numbers and names in the sentence. The keys depend on the code.'),
      }),
      { description: 'Why a row is invalid; empty for all others.' },
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
    part: Type.Optional(
      Type.String({
        description:
          'The name of the file in a zip of several; `line` is the line of that file. Absent otherwise.',
      }),
    ),
    is_opening: Type.Optional(
      Type.Boolean({
        description:
          'true for the opening balance of its account, which has no category: kind and category of its draft do not count. Absent otherwise.',
      }),
    ),
  }),
)
export type ImportRow = Static<typeof ImportRow>

/** A person's decision about a row: an omitted field keeps its value. */
export const RowChange = named(
  'ImportRowChange',
  Type.Object({
    is_chosen: Type.Optional(Type.Boolean({ description: 'Whether the commit records the row.' })),
    draft: Type.Optional(
      Type.Object(
        {
          kind: Type.Optional(DraftKind),
          category_id: Type.Optional(Nullable(Id)),
          contact_id: Type.Optional(Nullable(Id)),
          other_account_id: Type.Optional(Nullable(Id)),
          other_amount: Type.Optional(
            Nullable(
              Type.Number({
                exclusiveMinimum: 0,
                description: 'For a transfer between two currencies: the amount on the other side.',
              }),
            ),
          ),
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
