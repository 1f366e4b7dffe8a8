import assert from 'node:assert/strict'
import type { Sql } from '../database/sql.ts'
import type { BookRow } from './book.ts'
import type { Transaction } from './journal.ts'
import {
  exactReferences,
  type Found,
  type Holder,
  type Known,
  type Reference,
  type References,
} from './known.ts'
import type { Kind, Rows } from './rows.ts'
import type { TableWrite } from './table-write.sql.ts'
import type { Book, Changed, Decision } from './verb.ts'

/**
 * A kind of record, as the ledger sees it: the ledger loads, writes, logs, caches and verifies records by these descriptions, and names no
 * kind but its own two, the book and its transactions. The descriptions are in `server/records/`, one file for each kind.
 */

/** How a column is written inside JSON and read from it: a bigint as text, a time as ISO 8601, JSON as it is. */
export type Stored = 'plain' | 'bigint' | 'decimal' | 'version' | 'time' | 'json'

/** The columns of a table, in their order, which the log's hashes depend on. */
export type StoredColumns = Readonly<Record<string, Stored>>

/** The keys of all requests for one reference. */
export type Keys = {
  /** The well-formed ids among them, as a list of PostgreSQL. */
  readonly ids: Sql
  readonly texts: readonly string[]
  /** Each key with the book that it is asked of. */
  readonly ofBooks: () => readonly { readonly bookId: string; readonly key: string }[]
}

/** Looks up another record that is loaded too. */
export type Lookup = <R extends Reference>(reference: R, key: string) => Found[R] | undefined

/** How verbs find something: by a reference, such as `contact` or `owed`, and a key, which is an id unless its comment says otherwise. */
export type Find<Row, Result> = {
  /** The parts of the load statement that find it. */
  readonly load: (books: Sql, keys: Keys) => readonly Sql[]
  /** The keys by which a row of the kind is found. */
  readonly keys?: (row: Row) => readonly (string | null)[]
  /** The value that a reference finds, where it is not the row itself. */
  readonly found?: (row: Row, lookup: Lookup) => Result | undefined
  /** The result for a key without a row; nothing by default. */
  readonly none?: Result
  /** The kinds whose changes leave it valid, except for a change of the same record. After a change of any other kind it is loaded again. */
  readonly survives?: readonly Kind[]
  /** The case of a key counts. Ids and currencies are the same in any case. */
  readonly isExact?: true
  /** There may be very many: those that an earlier attempt of the same verb loaded are kept. */
  readonly isMany?: true
}

export type Finds<Row> = { readonly [R in Reference]?: Find<Row, Found[R]> }

/** A column that holds the id of another record. */
export type Refers = {
  /** Its kind, which is found by a reference of the same name. */
  readonly to: Kind & Reference
  /** Whether a live record with it keeps the other from being removed by an undo. */
  readonly holdsUndo: boolean
  /** Whether a record with it, in the trash or not, keeps the other from being deleted for good. */
  readonly holdsErase: boolean
}

/** Rows `x` that refer to a record, for the statements of past.sql.ts: their name in the log, their id, and the id that they refer to. */
export type Referral = {
  readonly resource: Sql
  readonly id: Sql
  readonly referred: Sql
  readonly from: Sql
}

/** Columns that people enter as one: an undo takes them back together. */
export type EnteredField = readonly string[]

/** A larger change that is being made: `put` holds a record for the verbs that decide next. */
export type InCourse = {
  readonly known: Known
  /** The records that the change itself holds. */
  readonly own: Known
  readonly put: <R extends Reference>(reference: R, key: string, found: Found[R]) => void
}

export type KindOf<K extends Kind = Kind> = {
  readonly name: K
  readonly table: string
  /** The name of its rows in statements. */
  readonly alias: string
  /** The columns that identify a row within a book. */
  readonly key: readonly string[]
  readonly columns: StoredColumns
  /** The values of columns that were added later, in records that were written before. */
  readonly added: Readonly<Record<string, unknown>>
  /**
   * Of a kind whose id is its address, such as `USD/EUR/2026-01-31`: the columns of its key with their types in PostgreSQL. It has no trash: a
   * removed one leaves its table.
   */
  readonly address?: Readonly<Record<string, string>>
  /** The rows that meet a condition, as a part of the load statement. */
  readonly rows: (books: Sql, condition: Sql) => Sql
  readonly finds: Finds<Rows[K]>
  /** The holders of parts of the load statement other than its rows. */
  readonly holders: { readonly [part: string]: Holder }
  readonly refers: Readonly<Record<string, Refers>>
  /** The references of a row to other records, for their names and for undo. */
  readonly links: (row: Rows[K]) => References
  /** Rows that keep a record of another kind from being removed by an undo, beside those of `refers`. */
  readonly referrers: (to: Kind, ids: Sql, books: Sql) => readonly Referral[]
  /** Rows that keep records with these ids from being deleted for good, beside those of `refers`; `is_past` of those that are of an earlier version. */
  readonly users: (ids: Sql, books: Sql) => readonly Sql[]
  readonly entered: readonly EnteredField[]
  /** The record as the log has it, if that is otherwise: the log is sealed for ever, so that no name of a person may be in it. */
  readonly logged?: (row: Rows[K]) => Rows[K]
  /** The fields of a record that an undo puts into the trash, beside `deleted_at`. */
  readonly trashed: Partial<Rows[K]>
  /** Whether the ledger caches it for the next change of the book: it is small, often referred to, and only changes of the book change it. */
  readonly isRemembered: boolean
  /**
   * How a record that a larger change, such as an import, has made or changed is held for the verbs that decide next: `held` by all its
   * keys, or as the function says. None: no larger change makes one.
   */
  readonly course?: 'held' | ((course: InCourse, before: Rows[K] | null, after: Rows[K]) => void)
  /** Its names in the log; its own name if there is one. */
  readonly resources: readonly string[]
  readonly resourceOf: (row: K extends 'transaction' ? Pick<Transaction, 'kind'> : Rows[K]) => string
  /** Its name in the log, of a row `x`. */
  readonly resource: Sql
  /** Changes that `writes` writes instead of the general statement. */
  readonly isWrittenApart: (before: Rows[K] | null, after: Rows[K] | null) => boolean
  /** The writes to other tables that go with its own row. */
  readonly writes: (saved: readonly Changed[]) => readonly TableWrite[]
  /** A record as the API shows it in the history, with the names of others as they are today; without balances. */
  readonly show: (row: Rows[K], book: BookRow, known: Known) => object
}

type AnyFind = Find<never, unknown>

/** A decision together with the changes that follow from it. */
export type Follow = <Answer>(book: Book, known: Known, decision: Decision<Answer>) => Decision<Answer>

/** The kinds by name, in the order in which they are written, and everything that verbs can find. */
type Registry = {
  readonly kinds: ReadonlyMap<string, KindOf>
  readonly kindOfResource: ReadonlyMap<string, Kind>
  readonly finds: ReadonlyMap<Reference, AnyFind>
  readonly remembered: readonly Reference[]
  readonly tables: readonly string[]
  readonly follow: Follow
  /** The references that stay valid after a change of each kind. */
  readonly valid: ReadonlyMap<Kind, ReadonlySet<Reference>>
}
let registry: Registry | undefined

/**
 * Gives the ledger the kinds of records, in the order in which they are written: a kind comes after those that it refers to; the finds of its own;
 * and a function that adds to a decision what follows from it. `server/records/` calls it once.
 */
export function giveKinds(list: readonly KindOf[], own: Finds<never>, follow: Follow): void {
  const findsOf = ({ finds }: { finds: Finds<never> }) => Object.entries(finds) as [Reference, AnyFind][] // its own keys
  const finds = new Map([
    ...list.flatMap((kind) => findsOf(kind as { finds: Finds<never> })),
    ...findsOf({ finds: own }),
  ])
  registry = {
    kinds: new Map(list.map((kind) => [kind.name, kind])),
    kindOfResource: new Map(
      list.flatMap(({ name, resources }) => resources.map((resource) => [resource, name])),
    ),
    finds,
    follow,
    tables: list.map(({ table }) => table),
    remembered: list.flatMap((kind) =>
      kind.isRemembered
        ? findsOf(kind as never).flatMap(([reference, { keys }]) => (keys ? [reference] : []))
        : [],
    ),
    valid: new Map(
      list.map(({ name }) => [
        name,
        new Set(
          [...finds].flatMap(([reference, { survives }]) => (survives?.includes(name) ? [reference] : [])),
        ),
      ]),
    ),
  }
  for (const [reference, { isExact }] of finds) if (isExact) exactReferences.add(reference)
}

const given = (): Registry => {
  assert(registry, 'the ledger was given no kinds: import server/records/kinds.ts')
  return registry
}

export const kindNamed = <K extends Kind>(name: K): KindOf<K> =>
  (given().kinds.get(name) ?? assert.fail(`there is no kind ${name}`)) as unknown as KindOf<K> // the one of this name

/** The decision with everything that follows from it: it is called once for each change. */
export const withFollowing: Follow = (book, known, decision) => given().follow(book, known, decision)

export const allKinds = (): KindOf[] => [...given().kinds.values()]

export const findNamed = (reference: Reference): AnyFind =>
  given().finds.get(reference) ?? assert.fail(`no kind has the reference ${reference}`)

/** The references that a change of this kind leaves valid, but for the changed records. */
export const validAfter = (kind: Kind): ReadonlySet<Reference> =>
  given().valid.get(kind) ?? assert.fail(`there is no kind ${kind}`)

export const allFinds = (): ReadonlyMap<Reference, AnyFind> => given().finds

/** The references of kinds that are cached, by which single records are found. */
export const rememberedReferences = (): readonly Reference[] => given().remembered

/** The tables of all kinds. */
export const recordTables = (): readonly string[] => given().tables

/** The id of a record whose id is its address. */
export const addressOf = ({ key }: Pick<KindOf, 'key'>, row: Readonly<Record<string, unknown>>): string =>
  key.map((name) => String(row[name])).join('/')

/** The name of a record's kind in the log: a transaction has the name of its own kind. */
export const resourceOf = <K extends Kind>(kind: K, row: Parameters<KindOf<K>['resourceOf']>[0]): string =>
  kindNamed(kind).resourceOf(row)

/** The kind of the records with this name in the log. */
export const kindOf = (resource: string): Kind => given().kindOfResource.get(resource) ?? 'transaction'
