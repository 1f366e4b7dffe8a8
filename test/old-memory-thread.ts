import '../server/records/kinds.ts' // the ledger needs the kinds of records
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { toWrite } from '../server/ledger/log.ts'
import type { Book, RecordChange } from '../server/ledger/verb.ts'
import { watched } from '../server/ledger/watched.ts'

/** The thread of old-memory.test.ts, with a memory of its own: returns how many bytes of each created object get into old memory. */
setFlagsFromString('--expose-gc')
const gc: (how: { type: 'minor' }) => void = runInNewContext('gc')

const oldBytes = () =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => !space_name.startsWith('new'))
    .reduce((bytes, { space_used_size }) => bytes + space_used_size, 0)

const book = {
  id: 'b',
  version: 1,
  hash: '00'.repeat(32),
  changed_at: '2026-01-01T00:00:00.000Z',
  at: '2026-01-01T00:00:00.000Z',
  by: { user_id: 'u', device: 'd', device_name: 'd' },
  size: { rows: 0, bytes: 0 },
  most: { rows: 1e6, bytes: 1e9 },
} as unknown as Book // only the fields that are read here
const contact = { kind: 'contact', before: null, after: { id: 'c', name: 'Ana' } } as unknown as RecordChange // likewise

const ways: Record<string, (held: unknown[]) => unknown> = {
  'a change': (held) =>
    toWrite(book, { answer: held, changes: [contact] }, { id: 'i', command: `POST /${held.length}` }),
  'a watched book': (held) => watched(book, () => held.push(1)).version,
}
const TIMES = 2_000
const found: Record<string, number> = {}
for (const [name, make] of Object.entries(ways)) {
  for (let round = 0; round < 2; round++) {
    const before = oldBytes()
    for (let time = 0; time < TIMES; time++) {
      await make(new Array(100).fill(time))
      if (time % 200 === 0) gc({ type: 'minor' })
    }
    for (let time = 0; time < 3; time++) gc({ type: 'minor' })
    found[name] = (oldBytes() - before) / TIMES // that of the second round: in the first, code is compiled
  }
}
parentPort?.postMessage(found)
