import type { Goal } from '../../contract/goals.ts'
import { type Db, rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { readFacts } from './facts.ts'
import { type GoalFacts, goalToApi } from './figures.ts'
import { factsAt, goalFrom, goalsOf, type ReadGoal } from './goals.sql.ts'

/** The facts of all goals or of some, as known at a version or now. They are read in the same snapshot as the goals. */
export const factsFor = (
  db: Db,
  book: BookRow,
  version: number | undefined,
  ids?: readonly string[],
): Promise<GoalFacts> => (version === undefined ? readFacts(db, book, ids) : factsAt(db, book, version))

/** The first goals in use, those with the nearest day first. */
export async function readGoals(
  db: Db,
  book: BookRow,
  version: number | undefined,
  most: number,
): Promise<Goal[]> {
  const found = await rows<ReadGoal>(
    db,
    sql`select * from ${goalsOf(book, version)} where deleted_at is null and is_active
        order by coalesce(target_date, 'infinity'), created_version, id limit ${most}`,
  )
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const facts = await factsFor(db, book, version, ids)
  return found.map((read) => goalToApi(goalFrom(read), facts))
}

/** All goals, for a file. A book has few of them, so that they are one batch. */
export async function* allGoals(db: Db, book: BookRow): AsyncGenerator<Goal[]> {
  const found = await rows<ReadGoal>(
    db,
    sql`select * from ${goalsOf(book, undefined)} where deleted_at is null order by name collate "und-x-icu", id`,
  )
  const facts = await factsFor(db, book, undefined)
  yield found.map((read) => goalToApi(goalFrom(read), facts))
}
