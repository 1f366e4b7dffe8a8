import { type Db, rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** How many differences of a kind are listed one by one. */
export const LISTED = 1_000

/** The collected differences: sentences about a book, or about none, which end without their full stop. */
export type Findings = {
  /** Notes a difference. A kind has a name, by which those beyond the first few are counted. */
  readonly add: (kind: string, bookId: string | null, sentence: string) => void
  readonly addUnlisted: (kind: string, count: number) => void
  readonly told: (db: Db) => Promise<string[]>
}

export function makeFindings(): Findings {
  const kinds = new Map<string, { listed: [string | null, string][]; more: number }>()
  const of = (kind: string) => {
    const found = kinds.get(kind) ?? { listed: [], more: 0 }
    kinds.set(kind, found)
    return found
  }
  return {
    add(kind, bookId, sentence) {
      const found = of(kind)
      if (found.listed.length < LISTED) found.listed.push([bookId, sentence])
      else found.more++
    },
    addUnlisted(kind, count) {
      of(kind).more += count
    },
    async told(db) {
      const ids = [...kinds.values()].flatMap(({ listed }) => listed.map(([bookId]) => bookId))
      const names = await namesOf(
        db,
        [...new Set(ids)].filter((id) => id !== null),
      )
      return [...kinds].flatMap(([kind, { listed, more }]) => [
        ...listed.map(([bookId, sentence]) =>
          bookId === null ? `${sentence}.` : `${names.get(bookId) ?? `Book ${bookId}`}: ${sentence}.`,
        ),
        ...(more > 0 ? [`There are ${more} more differences of this kind (${kind}).`] : []),
      ])
    },
  }
}

async function namesOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  const found = await rows<{ id: string; name: string }>(
    db,
    sql`select id, name from books where id = any (${ids}::uuid[])`,
  )
  return new Map(found.map(({ id, name }) => [id, `Book "${name}" (${id})`]))
}
