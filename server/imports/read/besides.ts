import type { Day } from '../../../contract/day.ts'
import type { BroughtKind } from '../../../contract/import-brings.ts'
import type { When } from '../../../contract/import-rules.ts'
import type { ScheduleDraft } from '../../../contract/schedule-shapes.ts'
import type { Later } from '../../../words/t.ts'
import type { KeptSentence } from './kept-sentences.ts'

/**
 * What a file of another program has besides rows. Accounts and categories have the names that rows have; a category in a group is
 * `Group: Name`. Amounts are decimal text with a point. The commit records it with the verbs of people's own requests (`besides.ts`).
 */
export type Besides = {
  readonly accounts?: readonly FileAccount[]
  /** Categories in the order of the program: their place among the others of their group follows from it. */
  readonly groups?: readonly FileCategory[]
  readonly budgets?: readonly FileBudget[]
  readonly recurring?: readonly FileRecurring[]
  readonly rules?: readonly FileRule[]
  readonly rates?: readonly FileRate[]
  /** What the reader itself leaves out, with the reason as a sentence. */
  readonly left_out?: readonly LeftOutOfFile[]
}

export type FileAccount = {
  readonly name: string
  readonly type?: 'asset' | 'liability'
  /** The currency that it is kept in; without one, that of its rows. */
  readonly currency?: string
  readonly is_closed?: boolean
}
type CategoryInFile = { readonly kind: 'expense' | 'income'; readonly name: string }
export type FileCategory = CategoryInFile & { readonly is_hidden?: boolean }
export type FileBudget = CategoryInFile & {
  /** The month alone that it is for, as YYYY-MM. */
  readonly month: string
  readonly amount: string
  readonly rollover: boolean
}
export type FileRecurring = {
  readonly name: string
  readonly kind: 'expense' | 'income' | 'transfer'
  readonly amount: string
  readonly currency?: string
  readonly account?: string
  readonly to_account?: string
  readonly category?: string
  /** The name of a contact: it is set if the book has that contact. */
  readonly payee?: string
  readonly notes?: string
  readonly tags?: readonly string[]
  readonly schedule: ScheduleDraft
}
/** Conditions on an account name it as rows do. */
export type FileRule = {
  readonly name: string
  readonly when: When
  readonly set: {
    readonly category?: CategoryInFile
    /** The name of a contact: without one of this name in the book the rule is left out. */
    readonly contact?: string
    readonly to_account?: string
    readonly add_tags?: readonly string[]
    readonly notes?: string
  }
}
export type FileRate = {
  readonly from: string
  readonly to: string
  readonly date: Day
  /** How many of `to` one of `from` is. */
  readonly rate: string
}
export type LeftOutOfFile = {
  readonly kind: BroughtKind
  readonly name: Later | string
  readonly why: Later
}

/** The same as it is kept until the commit. */
export type KeptBesides = Omit<Besides, 'left_out'> & { readonly left_out?: readonly KeptLeftOut[] }
export type KeptLeftOut = {
  readonly kind: BroughtKind
  readonly name: string
  readonly why: string
  readonly said?: { readonly name?: KeptSentence; readonly why?: KeptSentence }
}
