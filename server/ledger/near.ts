import { type Db, type Statements, spreadOf, type WriteSession } from '../database/database.ts'
import type { Sql } from '../database/sql.ts'
import { isId } from '../process/ids.ts'
import { readOnShard, writeOnShard } from '../scale/on-shard.ts'
import { recordTables } from './kind.ts'
import { type LoadRequest, loadStatement } from './load.sql.ts'
import type { Saved } from './log.ts'
import { writeStatements } from './write.sql.ts'

/**
 * How a group of the writer loads and writes. On a cluster both are one call on the node that has the books, if that node has
 * everything. The token of a member of somebody else's book is on the member's shard, which may be on another node: such a group goes
 * through the coordinator.
 */
export function loading(db: Db, asked: readonly LoadRequest[]): Sql {
  const statement = loadStatement(asked)
  const [shardOf, first] = [spreadOf(db), asked[0]]
  if (!shardOf || !first) return statement
  const ids = asked.flatMap(({ bookId, token, references }) => [
    bookId,
    token?.userId,
    ...(references.person ?? []),
  ])
  const shard = shardOf(first.bookId)
  const isNear = ids.every((id) => !id || !isId(id) || shardOf(id) === shard)
  return isNear ? readOnShard(first.bookId, statement, recordTables()) : statement
}

export function writing(session: WriteSession, saved: readonly Saved[]): Statements {
  const statements = writeStatements(saved)
  const [only, other] = Array.isArray(statements) ? (statements as readonly Sql[]) : []
  const [first] = saved
  return spreadOf(session) && only && !other && first
    ? [writeOnShard(first.book.id, only, recordTables())]
    : statements
}
