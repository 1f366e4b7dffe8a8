import { t } from '../words/t.ts'
import { type Fault, type FaultCode, fault, type ParamsOf, sentenceOfFault } from './faults.ts'
import type { Blocker, Entry, FieldErrors } from './refusal.ts'
import { bookRefusals } from './refusals-of-books.ts'
import { doorRefusals } from './refusals-of-door.ts'
import { goalRefusals } from './refusals-of-goals.ts'
import { importRefusals } from './refusals-of-imports.ts'
import { memberRefusals } from './refusals-of-members.ts'
import { obligationRefusals } from './refusals-of-obligations.ts'
import { openingRefusals } from './refusals-of-openings.ts'
import { planRefusals } from './refusals-of-plans.ts'
import { rateRefusals } from './refusals-of-rates.ts'
import { reconciliationRefusals } from './refusals-of-reconciliations.ts'
import { requestRefusals } from './refusals-of-requests.ts'
import { transactionRefusals } from './refusals-of-transactions.ts'

/**
 * Every refusal: a stable code, the one HTTP status it has, a title, and the sentence a person reads.
 * A sentence carries the person's own numbers; `field` names the part of the request a 422 is about.
 */
export const refusals = {
  ...requestRefusals,
  ...doorRefusals,
  ...bookRefusals,
  ...transactionRefusals,
  ...obligationRefusals,
  ...openingRefusals,
  ...planRefusals,
  ...goalRefusals,
  ...reconciliationRefusals,
  ...importRefusals,
  ...rateRefusals,
  ...memberRefusals,
} as const

export type Code = keyof typeof refusals
export type DetailOf<C extends Code> = Parameters<(typeof refusals)[C]['sentence']>[0]

/** A refusal that the caller can act on. Thrown, because a throw rolls the transaction back. */
export class Refusal extends Error {
  readonly code: Code
  readonly detail: Record<string, unknown>

  constructor(code: Code, detail: Record<string, unknown>) {
    super(said(code, detail))
    this.code = code
    this.detail = detail
  }

  get status(): number {
    return refusals[this.code].status
  }

  /** The sentence in the language that is spoken; `message` has the English one. */
  get sentence(): string {
    return said(this.code, this.detail)
  }

  /** The numbers and names in the sentence. */
  get params(): Record<string, unknown> {
    const { faults: _, blockers: __, ...params } = this.detail
    return params
  }

  /** For `undo_blocked`: the changes that have to be undone first. */
  get blockers(): Blocker[] | undefined {
    return this.detail.blockers as Blocker[] | undefined // only `undo_blocked` has it, typed there
  }

  /** For a 422: what is wrong, by field. */
  get faults(): Fault[] | undefined {
    if (this.status !== 422) return undefined
    const { at, faults } = this.detail
    const { code, params } = this
    const found =
      (faults as Fault[] | undefined) ?? fieldsOf(code, this.detail).map((field) => ({ field, code, params })) // only `invalid` has them, typed there
    if (found.length === 0) return undefined
    return at === undefined ? found : found.map((one) => ({ ...one, field: `${at}.${one.field}` }))
  }

  /** For a 422: the sentences by field. */
  get errors(): FieldErrors | undefined {
    const { at, faults } = this.detail
    const own = faults as Fault[] | undefined // as above
    return (
      this.faults &&
      Object.fromEntries(
        this.faults.map(({ field }, index) => {
          const fault = own?.[index]
          if (!fault) return [field, [this.sentence]]
          const sentence = sentenceOfFault(fault)
          return [field, [at === undefined ? sentence : placed(String(at), [fault.field], sentence)]]
        }),
      )
    )
  }
}

/** The sentence of a refusal, with its place in a list and the name of its book. */
function said(code: Code, detail: Record<string, unknown>): string {
  // The detail was checked against this code's own sentence where `refuse` was called.
  const sentence = (refusals[code].sentence as (detail: unknown) => string)(detail)
  const inPlace = detail.at === undefined ? sentence : placedAll(String(detail.at), code, detail, sentence)
  if (detail.book_name === undefined) return inPlace
  return t('In {book_name}: {sentence}', { book_name: String(detail.book_name), sentence: inPlace })
}

/** The fields that a refusal is about, from its entry in the table or from its detail. */
function fieldsOf(code: Code, detail: Record<string, unknown>): string[] {
  if (detail.faults) return (detail.faults as Fault[]).map(({ field }) => field) // only `invalid` has them, typed there
  const { field = detail.field } = refusals[code] as Entry<unknown>
  return (Array.isArray(detail.fields) ? detail.fields : field === undefined ? [] : [field]).map(String)
}

/** A sentence about one item of a list: `transactions.17.amount: …`. */
const placed = (at: string, fields: string[], sentence: string): string =>
  fields.some((field) => sentence.replace(/^\u2068/, '').startsWith(field))
    ? `${at}.${sentence}`
    : `${at}: ${sentence}`

/** The same for a refusal that has a sentence for each of several fields. */
function placedAll(at: string, code: Code, detail: Record<string, unknown>, sentence: string): string {
  if (!detail.faults) return placed(at, fieldsOf(code, detail), sentence)
  return (detail.faults as Fault[]) // only `invalid` has them, typed there
    .map((one) => placed(at, [one.field], sentenceOfFault(one)))
    .join(' ')
}

/**
 * The same refusal, of one item of a list in the request: `at` is its position there, such as `transactions.17`. It is put before the
 * fields and the sentence, and in `params.at`.
 */
export const refusalAt = (refusal: Refusal, at: string): Refusal =>
  new Refusal(refusal.code, { ...refusal.detail, at })

/** The same refusal, by the rules of one of two books: the sentence begins with the name of the book, and the paths in it have its id. */
export const refusalIn = (refusal: Refusal, { id, name }: { id: string; name: string }): Refusal =>
  new Refusal(refusal.code, { ...refusal.detail, book_id: id, book_name: name })

export function refuse<C extends Code>(
  code: C,
  ...detail: DetailOf<C> extends void ? [] : [DetailOf<C>]
): never {
  throw new Refusal(code, (detail[0] as Record<string, unknown> | undefined) ?? {})
}

/** Refuses a request for what is wrong with one field. */
export function refuseField<C extends FaultCode>(field: string, code: C, params: ParamsOf<C>): never {
  refuse('invalid', { faults: [fault(field, code, params)] })
}
