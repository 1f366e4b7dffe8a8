import type { Entry, FieldErrors } from './refusal.ts'
import { bookRefusals } from './refusals-of-books.ts'
import { requestRefusals } from './refusals-of-requests.ts'

/**
 * Every way Florin says no: a stable code, the one HTTP status it has, a title, and the sentence a person reads.
 * A sentence carries the person's own numbers; `field` names the part of the request a 422 is about.
 */
export const refusals = { ...requestRefusals, ...bookRefusals } as const

export type Code = keyof typeof refusals
export type DetailOf<C extends Code> = Parameters<(typeof refusals)[C]['sentence']>[0]

/** A no that the caller can act on. Thrown, because a throw rolls the transaction back. */
export class Refusal extends Error {
  readonly code: Code
  readonly detail: Record<string, unknown>

  constructor(code: Code, detail: Record<string, unknown>) {
    // The detail was checked against this code's own sentence where `refuse` was called.
    super((refusals[code].sentence as (detail: unknown) => string)(detail))
    this.code = code
    this.detail = detail
  }

  get status(): number {
    return refusals[this.code].status
  }

  /** The numbers and names in the sentence. */
  get params(): Record<string, unknown> {
    const { errors: _, ...params } = this.detail
    return params
  }

  /** For a 422: the sentences by field. */
  get errors(): FieldErrors | undefined {
    if (this.detail.errors) return this.detail.errors as FieldErrors // only `invalid` has it, typed there
    if (this.status !== 422) return undefined
    const { field = this.detail.field } = refusals[this.code] as Entry<unknown>
    const fields = Array.isArray(this.detail.fields) ? this.detail.fields : field === undefined ? [] : [field]
    return fields.length > 0
      ? Object.fromEntries(fields.map((one) => [String(one), [this.message]]))
      : undefined
  }
}

export function refuse<C extends Code>(
  code: C,
  ...detail: DetailOf<C> extends void ? [] : [DetailOf<C>]
): never {
  throw new Refusal(code, (detail[0] as Record<string, unknown> | undefined) ?? {})
}
