import { sql } from './sql.ts'

/** Which shard a book is on. On a PostgreSQL that is not a cluster, all are on one. */
export type ShardOf = (bookId: string) => number

/** The books from this hash on, up to the next shard's, and the node that has them. */
export type Shard = { readonly first: number; readonly node: string }

/** The shards of books, in order. A node reads this from its own catalog. */
export const placedShards = sql`select s.shardminvalue::integer as first, n.nodename || ':' || n.nodeport as node
  from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid)
  where s.logicalrelid = 'books'::regclass and n.noderole = 'primary' order by 1`

/** Small, and the same for everybody: every node has a copy. */
export const references = [
  'currencies',
  'instance',
  'invitations',
  'jobs',
  'migrations',
  'oidc_links',
  'operators',
  'published_rates',
]
/** Placed by the e-mail. */
const byEmail = ['logins', 'login_attempts']
/** Tables whose rows are not on the shard of a book. */
export const elsewhere: readonly string[] = [...references, ...byEmail]

/** Finds shards by the first hash of each, in order. */
export const shardFinder =
  (shards: readonly number[]): ShardOf =>
  (bookId) => {
    if (shards.length === 0) return 0
    const hash = hashOf(bookId)
    return shards.findLastIndex((first) => first <= hash)
  }

const rotated = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits))

/** PostgreSQL's hash of a uuid (`hash_bytes` of its 16 bytes), by which Citus places rows. A test compares them. */
export function hashOf(id: string): number {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  const word = (index: number) => bytes.readInt32LE(index * 4)
  const start = (0x9e3779b9 + 16 + 3923095) | 0
  let [a, b, c] = [(start + word(0)) | 0, (start + word(1)) | 0, (start + word(2)) | 0]
  for (const [one, two, three] of [
    [4, 6, 8],
    [16, 19, 4],
  ] as const) {
    a = ((a - c) | 0) ^ rotated(c, one)
    c = (c + b) | 0
    b = ((b - a) | 0) ^ rotated(a, two)
    a = (a + c) | 0
    c = ((c - b) | 0) ^ rotated(b, three)
    b = (b + a) | 0
  }
  a = (a + word(3)) | 0
  c = ((c ^ b) - rotated(b, 14)) | 0
  a = ((a ^ c) - rotated(c, 11)) | 0
  b = ((b ^ a) - rotated(a, 25)) | 0
  c = ((c ^ b) - rotated(b, 16)) | 0
  a = ((a ^ c) - rotated(c, 4)) | 0
  b = ((b ^ a) - rotated(a, 14)) | 0
  c = ((c ^ b) - rotated(b, 24)) | 0
  return c
}
