/** One refusal: the HTTP status it always has, a title, the sentence a person reads, and the field a 422 is about. */
export type Entry<D> = { status: number; title: string; sentence: (detail: D) => string; field?: string }

export const entry = <D = void>(
  status: number,
  title: string,
  sentence: (detail: D) => string,
  field?: string,
): Entry<D> => ({ status, title, sentence, ...(field === undefined ? {} : { field }) })

/** A count with its noun: "1 transaction", "3 entries". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** The faults of a request, by field: each is a whole sentence. */
export type FieldErrors = Record<string, string[]>

/** A later change that an undo would have to take back too. */
export type Blocker = { version: number; resource: string; id: string }
