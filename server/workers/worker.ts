import type { Socket } from 'node:net'
import { shareWith } from '../process/share.ts'
import type { ToWorker } from './messages.ts'

// The entry of a process that `leader.ts` starts, with its number and how many there are. Messages wait until all is loaded.
const [own = 1, count = 1] = process.argv.slice(2).map(Number)
process.setMaxListeners(0) // Node adds one for each connection to another worker
shareWith(count) // before anything is loaded that has a limit
const member = import('./member.ts').then(({ makeMember }) => makeMember(own, count))
process.on(
  'message',
  (message: ToWorker, socket?: Socket) => void member.then(({ hear }) => hear(message, socket)),
)
