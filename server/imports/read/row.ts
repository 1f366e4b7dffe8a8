import type { Day } from '../../../contract/day.ts'
import type {
  ImportFormat,
  Mapping,
  MappingChange,
  Need,
  ReadingPart,
} from '../../../contract/import-mapping.ts'
import type { ReasonParams } from '../../../contract/import-reasons.ts'
import { type Later, later } from '../../../words/t.ts'
import type { Besides, KeptBesides } from './besides.ts'
import { type SaidFault, sentenceIn } from './kept-sentences.ts'

/** A row of a file, the same for every format. Amounts are decimal text with a point, such as "-1234.50", never floats. */
export type FileRow = {
  /** Which row of the file, from 1, and the line that it starts on. */
  readonly n: number
  readonly line: number
  /** The name of the file within a zip of several; its lines are counted from its own first one. */
  readonly part?: string
  /** In a journal of Florin's own: the id of its transaction in the book that wrote it. All rows of one transaction have the same one. */
  readonly own_id?: string
  /** The account as the file names it, in files that do. */
  readonly account?: string
  readonly date: Day
  /** Positive if the account receives it, negative if it leaves. */
  readonly amount: string
  /** An ISO 4217 code; omitted if the file has none: then the currency of the account applies. */
  readonly currency?: string
  /** The payee, the text of the bank, and the bank's reference. */
  readonly payee?: string
  readonly text: string
  readonly reference?: string
  /** The number of the other side's account, an IBAN for example. */
  readonly counter_account?: string
  /**
   * In exports of other programs: the category, and the account on the other side of a transfer. A transfer that the file has twice, once for
   * each account, is one row.
   */
  readonly category?: string
  /** The kind of the category and of all splits, if the file has it; otherwise the sign decides: money out is an expense. */
  readonly category_kind?: 'expense' | 'income'
  readonly to_account?: string
  /** If the other account has another currency: positive if that account receives it, negative if the money leaves it. */
  readonly to_amount?: string
  readonly to_currency?: string
  readonly is_opening?: true
  /** The program calls it a transfer, and does not name the account on the other side. */
  readonly is_transfer?: true
  /**
   * Of a list of shared expenses: `paid` is one that the account has paid for several people, `share` a part that the payee owes, above 0, or is owed,
   * without money of the account, and `settled` pays such debts.
   */
  readonly shared?: 'paid' | 'share' | 'settled'
  /** Why a person has to say whether the row is recorded, as a question. */
  readonly doubt?: 'hidden_from_reports'
  /** Parts with the sign of the row's amount; together they are exactly that amount. */
  readonly splits?: readonly { readonly category: string; readonly amount: string; readonly memo?: string }[]
  readonly tags?: readonly string[]
  readonly notes?: string
}

/** A balance that a file states, at the end of a day. Positive if the account has it, negative if it is owed. */
export type FileBalance = {
  /** The account and the currency as rows have them. */
  readonly account?: string
  readonly date: Day
  readonly amount: string
  readonly currency?: string
}

/**
 * A row that cannot be read, or that is not an entry of the account: an entry that the bank has not booked yet, or a closing balance that
 * does not agree. Nothing of a file is skipped silently. Each fault names the field, the line and the value.
 */
export type BadRow = {
  readonly n: number
  readonly line: number
  readonly part?: string
  /** As of other rows: rows cannot say everything that a journal of Florin's own has. */
  readonly own_id?: string
  readonly text: string
  readonly faults: readonly {
    readonly field: string
    readonly message: string
    /** Absent in rows of before 0017. */
    readonly code?: string
    readonly params?: ReasonParams
  }[]
}

export const isBad = (row: FileRow | BadRow): row is BadRow => 'faults' in row

/** The input of a reader, besides the text of the file. */
export type FileToRead = {
  readonly filename: string
  /** The book that the file is for: books take turns. */
  readonly book_id?: string
  /** Given by the person, or recognised. */
  readonly format?: ImportFormat
  /** Corrections by the person, on top of the guesses. `remembered` is the mapping of the last import of this account. */
  readonly given?: MappingChange
  readonly remembered?: Mapping
  /** The column that a person has said is theirs, in an earlier list of shared expenses. */
  readonly person?: string | undefined
  /** The currency of the account: its decimals decide whether 1.234 is a thousand. */
  readonly currency?: string
  /** Whether that account is a debt, as the account of a card is; undefined if the file's account is not known. */
  readonly isLiability?: boolean | undefined
}

/** A question of a reader. */
export type FoundNeed = Omit<Need, 'why' | 'choices'> & {
  readonly why: Later
  readonly choices: (Omit<Need['choices'][number], 'example'> & { readonly example: Later | string })[]
}

/** The mapping that a reader finds, with its questions: names are matched with accounts and categories of the book later. */
export type FoundMapping = Omit<Mapping, 'accounts' | 'categories' | 'evidence'> & {
  readonly evidence?: Readonly<Record<ReadingPart, Later>>
  readonly needs?: readonly FoundNeed[]
}

/** The same as it is kept (`kept-sentences.ts`). */
export type KeptMapping = Omit<Mapping, 'accounts' | 'categories'> & { readonly needs?: readonly Need[] }

/**
 * The messages of the worker, in this order: once the format of the file; then its rows, in pieces; then the end; or, at any time, a
 * sentence that names the line at which the file cannot be read.
 */
export type ReaderSays =
  | { readonly is: 'format'; readonly format: ImportFormat; readonly mapping: KeptMapping }
  | { readonly is: 'rows'; readonly rows: readonly (FileRow | BadRow)[]; readonly progress: number }
  | {
      /** A whole book: the number and the days of its records. It has no rows. */
      readonly is: 'book'
      readonly count: number
      readonly date_from: Day | null
      readonly date_to: Day | null
    }
  | {
      readonly is: 'end'
      readonly balances?: readonly FileBalance[]
      /** Whether the balances prove that the latest row is first, or is last. */
      readonly is_newest_first?: boolean | undefined
      /** What the file has besides rows. */
      readonly besides?: KeptBesides
    }
  | (SaidFault & {
      readonly is: 'fault'
      /** The underlying error, for the log: only for faults of Florin itself. */
      readonly cause?: string
    })

/** Thrown by a reader when the file as a whole cannot be read: `fault` names the line and the error. */
export class Unreadable extends Error {
  readonly sentence: Later

  constructor(sentence: Later) {
    super(sentenceIn('en', sentence))
    this.sentence = sentence
  }
}

/** Thrown for a table of headings alone. Among several statements it is a month without a booking. */
export class NoRows extends Unreadable {}

/** A file may have at most this many rows: each costs a few hundred bytes until the import is removed, and for good once it is committed. */
export const MAX_ROWS = 100_000

/** The error for a file with too many rows, which names the line of the first row too many. */
export const tooManyRows = (line: number) =>
  new Unreadable(
    later('Line {line}: the file has more than {most, number} rows. Split it.', { line, most: MAX_ROWS }),
  )

/**
 * A reader of one format: text in, rows out, one by one, so that the worker can send pieces and stop. It throws `Unreadable`. The bytes
 * have been decoded before.
 */
export type Reader = (text: string, reading: FileToRead) => { readonly mapping: FoundMapping } & ReadRows

export type ReadRows = {
  readonly rows: Iterable<FileRow | BadRow>
  /** The balances that the file states, asked for after its last row. */
  readonly balances?: () => readonly FileBalance[]
  /** Whether those balances prove that the latest row is first, or is last. */
  readonly isNewestFirst?: () => boolean | undefined
  /** What the file of another program has besides rows, asked for after its last row. */
  readonly besides?: () => Besides
}
