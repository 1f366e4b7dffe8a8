import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { type Language, languageTags } from '../words/languages.ts'
import type { Day as CalendarDay } from './day.ts'
import type { Needs } from './refusal.ts'
import type { Code } from './refusals.ts'
import type { CsvColumn, SheetColumn } from './sheet.ts'

/**
 * A route is declared once, as a plain value. Types, validation, serialisation, the OpenAPI document, the reference page,
 * the client and the list of refusals all come from it.
 */
export type Route = Access & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api/v1`, with `{id}` for parameters. */
  readonly path: string
  readonly summary: string
  readonly query?: TObject
  readonly body?: TObject
  /** The fields of a body that have no effect beside its others: they are treated as unknown ones. */
  readonly ignores?: (body: never) => readonly string[]
  /** Whether the body is a file, accepted with any content type, and an example of it, unless it is one of a bank. */
  readonly raw?: true
  readonly rawExample?: string
  /**
   * Whether the user and the book are looked up before the route is served, because it writes without the writer or in addition to it, or depends
   * on the current book. For other changes the writer looks them up, as it loads the records; reads send the look-up with their first statement.
   */
  readonly looksUp?: true
  /** The largest body in bytes, if it is larger than usual. */
  readonly maxBodyBytes?: number
  /** Without it, the answer is 204 with no body, unless it is a file. */
  readonly reply?: TSchema
  /** The media types of an answer that is a file, each with an example of such a file. */
  readonly file?: Readonly<Record<string, string>>
  /** Additional columns of the CSV file of a list, each placed after a field; null leaves a field out. */
  readonly columns?: Readonly<Record<string, CsvColumn | null>>
  readonly sheet?: readonly SheetColumn[] // the columns of a list's CSV file for people, which a request with `locale` asks for
  readonly annotates?: true // annotators may call it too: what they may change is judged by the records before and after (`server/http/annotating.ts`)
  readonly forPeople?: true // keys of programs never reach it, though it is of a book
  readonly stream?: string // an example of an answer that is a stream of server-sent events, which stays open
  readonly setsCookies?: true // a success sets or clears cookies
  readonly redirects?: true // every answer leads a browser to another page
  readonly proof?: true // it needs a proof, at most ten minutes old, that it is the person (`server/auth/proof.ts`); of PUT /auth/me, a new e-mail does
  readonly deprecated?: Deprecated // the end of the route is announced: see the chapter on versions in the guide
  /** The refusals of this route alone; `refusalsOf` adds those that follow from its shape. */
  readonly refuses?: readonly Code[]
}

/** Since when an operation has a successor, the day on which it ends, and the address of the successor. */
export type Deprecated = {
  readonly since: CalendarDay
  readonly sunset: CalendarDay
  readonly instead: string
}

/**
 * Who may call a route: everybody (`open`); below /auth, /invitations and at /books, everybody who is signed in, for themselves; elsewhere, a signed-in
 * person whose role in the book gives the right that the route `needs`, and whose key, if a program asks, has that ability. A route that is neither open
 * nor of a person does not compile without `needs`; a GET may only need `read`. The service checks it before it reads the body, and the writer again.
 */
type Access =
  | { readonly open: true; readonly needs?: never }
  | { readonly open?: never; readonly needs?: never; readonly path: OfPerson }
  | { readonly open?: never; readonly needs: 'read'; readonly method: 'GET' }
  | { readonly open?: never; readonly needs: Needs; readonly method: 'POST' | 'PUT' | 'DELETE' }

/** The paths of people: everything else is of a book. */
export type OfPerson = `/auth/${string}` | `/invitations/${string}` | '/books'

/** The same day of the next year, as text that compares correctly; 29 February may not exist. */
const aYearAfter = (day: CalendarDay): string => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`

export function route<const R extends Route>(value: R): R {
  const { deprecated, path } = value
  if (deprecated && deprecated.sunset < aYearAfter(deprecated.since))
    throw new Error(`${path} would end less than twelve months after ${deprecated.since}`)
  return value
}

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never
export type ParamsOf<R extends Route> = Record<Names<R['path']>, string>
export type QueryOf<R extends Route> = R['query'] extends TObject ? Static<R['query']> : Record<never, never>
export type BodyOf<R extends Route> = R['body'] extends TObject ? Static<R['body']> : undefined
export type ReplyOf<R extends Route> = R['reply'] extends TSchema ? Static<R['reply']> : undefined

/** Routes below /auth and /invitations, and /books itself, deal with people and their devices; all others with a book. */
export const isAuth = (r: Route) => /^\/(auth|invitations)\/|^\/books$/.test(r.path)
/** Whether a route is of one book: then `/books/{book_id}` can stand before its path. Currencies are the same in all books. */
export const isOfBook = (r: Route) => Boolean(r.needs) && !/^\/currencies(\/|$)/.test(r.path)
/** The path of a route below `/books/{book_id}`: `/books/current` is itself the place of the book. */
export const belowBook = ({ path }: Route) => path.replace(/^\/books\/current/, '')
/** Whether keys of programs may reach a route, as far as their abilities go: all of the book, which books there are, and who their person is. */
export const isForPrograms = (r: Route) =>
  (Boolean(r.needs) && !r.forPeople) || /^GET \/(auth\/me|books)$/.test(`${r.method} ${r.path}`)
/** An answer for people alone may have a secret, which is never stored under a key. */
export const takesIdempotencyKey = (r: Route) => r.method === 'POST' && !isAuth(r) && !r.forPeople
/** A list in pages. */
export const isList = (r: Route) => r.query?.properties.cursor !== undefined

const hasField = ({ reply }: Route, name: string) => name in ((reply as Partial<TObject>)?.properties ?? {})
/** A single record with a version, and so with an ETag. */
export const isRecord = (r: Route) => hasField(r, 'version')
/** A reply with `data` is of many records: their versions are in the body. */
export const takesIfMatch = (r: Route) => /PUT|DELETE/.test(r.method) && isRecord(r) && !hasField(r, 'data')
export const takesIfNoneMatch = (r: Route) => r.method === 'GET' && (isRecord(r) || isList(r))

/** A value of this type, or null. JSON Schema's own spelling, so that every reader of the document understands it. */
export const Nullable = <T extends TSchema>(schema: T) => {
  const { type, enum: values } = schema as { type?: unknown; enum?: unknown[] } // a schema is a plain object
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  })
}

/** An object whose keys are not known beforehand. */
export const MapOf = <T extends TSchema>(value: T, description: string) =>
  Type.Unsafe<Record<string, Static<T>>>({ type: 'object', additionalProperties: value, description })

/** One of several shapes; the field `tag` of each says which one it is. */
export const OneOf = <T extends TObject>(tag: string, shapes: T[]) =>
  Type.Unsafe<Static<T>>({ type: 'object', discriminator: { propertyName: tag }, oneOf: shapes })

/** An object with a name of its own in the OpenAPI document, and an example there; `examples.ts` has those that are not given here. */
export const named = <T extends TSchema>(title: string, schema: T, example?: Static<T>): T => ({
  ...schema,
  title,
  ...(example !== undefined && { 'x-example': example }),
})

/**
 * An id. Its format is for readers of the document: the service looks an id up and refuses one that it does not find, malformed or
 * not, as it does for every other unknown id.
 */
export const IdOf = (description: string) => Type.String({ format: 'uuid', description })
export const Id = IdOf('A UUID.')
export const DayOf = (description: string) => Type.String({ format: 'date', description })
export const Day = DayOf('A day, as YYYY-MM-DD, from 1900 to 2200.')
export const MonthName = Type.String({
  format: 'month',
  description:
    'A month, as YYYY-MM, from 1901 to 2199. Its days follow from the month_starts_on of the book.',
})
export const Timestamp = Type.String({ format: 'date-time' })
export const Version = Type.Integer({
  description: 'The version of the book at which this record last changed.',
})

/** A rate in a request. The limits convert between one minor unit and the largest amount, in both directions. */
export const SMALLEST_RATE = 1e-15
export const LARGEST_RATE = 1e15
export const Rate = Type.Number({ minimum: SMALLEST_RATE, maximum: LARGEST_RATE })

/** Where a record's rate comes from. */
export const FxSource = Type.String({
  description:
    'The source of the rate: given (by a person), base (no rate needed), own (stored in the book), ecb, or charged (from a given amount in the other currency).',
})

/** Where an amount on the other side of an exchange comes from. */
export const ValueSource = Type.String({ description: 'given (by a person) or found (by Florin).' })

/** A source in a request: it distinguishes a value that is sent back from a new one. */
export const SentSource = Type.Optional(
  Nullable(
    Type.String({
      description: 'As it was read. A value that is sent back with its source, both unchanged, is ignored.',
    }),
  ),
)

/** A currency in a request: its code in any case; validation turns it into upper case. */
export const CurrencyId = (description = 'An ISO 4217 code, in any case.') =>
  Type.String({ format: 'currency', description })

/**
 * A language that Florin speaks. Answers are English for programs, whatever a person has chosen: Accept-Language asks for refusals in another language.
 */
export const LanguageTag = (description: string) =>
  Nullable(Type.Unsafe<Language>({ type: 'string', enum: languageTags, description }))

/** The language of names that a request stores, which are the book's own from then on. */
export const NamesIn = Type.Optional(
  LanguageTag(
    'The language of the names that the book begins with; English without it, and never by Accept-Language.',
  ),
)

/** Text that is not blank, with its length counted in code points. */
export const Name = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })

/** The length of a page, and its start. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 200,
      description: 'The largest number of records on a page.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 3000, description: 'meta.next_cursor of the page before.' }),
  ),
  format: Type.Optional(
    Type.Unsafe<'csv' | 'json'>({
      type: 'string',
      enum: ['csv', 'json'],
      description:
        'All pages in one file, as of one moment: csv (also with Accept: text/csv) or json. Not together with limit, cursor, include=total or include=sum.',
    }),
  ),
}

/** The text that a list is searched for. */
export const Search = {
  q: Type.Optional(
    Type.String({ maxLength: 255, description: 'Text to search for; case and accents are ignored.' }),
  ),
}

/** A filter that takes several values. */
export const Several = (what: string) =>
  Type.Optional(
    Type.String({
      description: `${what}; several values are separated by commas. A value that does not exist matches nothing.`,
    }),
  )

/**
 * A filter that takes several values of a closed list, whose names have no comma. Any other value is refused: a misspelt value would find
 * nothing, which looks like an answer.
 */
export const SeveralOf = (what: string, values: readonly string[]) => {
  const one = `\\s*(?:${values.join('|')})\\s*`
  return Type.Optional(
    Type.String({
      pattern: `^${one}(?:,${one})*$`,
      'x-values': values,
      description: `${what}; several values are separated by commas. Possible values: ${values.join(', ')}.`,
    }),
  )
}

/** Some records of a list, by their ids: as many as fit into an address. */
export const ByIds = { id: Several('Only the record with this id') }

/** The parts that a list adds to its `meta` on request. */
export const includeTotal = Type.Optional(
  Type.Unsafe<'total'>({
    type: 'string',
    enum: ['total'],
    description: 'Also count all records, on all pages, in meta.total.',
  }),
)

export const includeTotalAndSum = Type.Optional(
  Type.Unsafe<'total' | 'sum' | 'total,sum' | 'sum,total'>({
    type: 'string',
    enum: ['total', 'sum', 'total,sum', 'sum,total'],
    description:
      'total: also count all records, on all pages, in meta.total. sum: also add them up, in the base currency, in meta.sum_base.',
  }),
)

/** The query of a list: page, order, and the list's own filters. `orders` explains orders whose names are not enough. */
export const listQuery = <const S extends string, F extends Record<string, TSchema>>(
  sorts: readonly S[],
  filters: F,
  orders = '',
) => includingQuery(includeTotal, sorts, filters, orders)

/** The same for a list that can add more to its `meta` on request. */
export const includingQuery = <I extends TSchema, const S extends string, F extends Record<string, TSchema>>(
  include: I,
  sorts: readonly S[],
  filters: F,
  orders = '',
) =>
  Type.Object({
    ...pageQuery,
    sort: Type.Optional(
      Type.Unsafe<S | `-${S}`>({
        type: 'string',
        enum: sorts.flatMap((sort) => [sort, `-${sort}`]),
        description: `The order; a leading - means descending. ${orders}`.trim(),
      }),
    ),
    include,
    ...filters,
  })

/** `deleted=only` lists the trash instead. */
export const Trash = {
  deleted: Type.Optional(
    Type.Unsafe<'only'>({ type: 'string', enum: ['only'], description: 'List the trash instead.' }),
  ),
}

/** `forever=true` deletes a record in the trash for good. */
export const Forever = Type.Object({
  forever: Type.Optional(
    Type.Boolean({
      description:
        'true: delete for good a record that is already in the trash. Its content is erased everywhere, also from the history, and cannot be restored.',
    }),
  ),
})

/** The refusals of deleting for good. */
export const foreverRefusals = ['in_use', 'not_in_trash'] as const

/** The query parameters of a request that its route does not know. */
export const Ignored = Type.Array(Type.String(), {
  description: 'Unknown parameters of the request, so that a misspelt name is noticed.',
})

/** The shape of an answer without `ignored`, which `serve` adds. */
export type Computed<T extends TSchema> = Omit<Static<T>, 'ignored'>

export const listOf = <T extends TSchema>(item: T) => listWith(item, named('PageMeta', metaWith({})))

const sumOfTransactions =
  'With category_id, group_id or account_id, and in a register: the matching entries, positive on the normal side of their account (of a split, its part; refunds as negative; a category without the shares of others). With section: the entries on the accounts of all sections named, positive on the normal side of the first one (section=income,expense: income less expense). Otherwise: incomes less expenses. If several of category_id, group_id, section and account_id are given, the first in this order decides.'

/** The amount that a record of a list adds to its sum. */
export const CountedBase = Type.Optional(
  Type.Number({
    description:
      'In a list with include=sum: the amount that this record adds to meta.sum_base, in the base currency of the book.',
  }),
)

/** A list that can be added up. */
export const summedListOf = <T extends TSchema>(item: T, what = sumOfTransactions) => {
  const meta = metaWith({
    sum_base: Type.Optional(
      Type.Number({ description: `With include=sum: the sum over all pages, in the base currency. ${what}` }),
    ),
  })
  return listWith(item, what === sumOfTransactions ? named('SummedPageMeta', meta) : meta)
}

/** The `meta` of every list. */
export const pageMeta = {
  limit: Type.Integer({ description: 'The largest number of records on a page.' }),
  next_cursor: Nullable(Type.String({ description: 'The cursor of the next page; null on the last.' })),
  ignored: Ignored,
}

export const metaWith = <M extends Record<string, TSchema>>(more: M) =>
  Type.Object({
    ...pageMeta,
    total: Type.Optional(
      Type.Integer({ description: 'With include=total: the number of records on all pages.' }),
    ),
    ...more,
  })

export const listWith = <T extends TSchema, M extends TSchema>(item: T, meta: M) =>
  Type.Object({ data: Type.Array(item), meta })

export type Listed<T> = {
  data: T[]
  meta: { limit: number; next_cursor: string | null; ignored: string[]; total?: number; sum_base?: number }
}
