import { parentPort } from 'node:worker_threads'
import { type Heard, makeJudging } from './judging.ts'

/** The thread that judges the rows of a file that was read before. */
if (!parentPort) throw new Error('judge-worker.ts runs as a worker thread')
const hear = makeJudging(parentPort)
parentPort.on('message', (heard: Heard | 'taken') => {
  if (heard !== 'taken') void hear(heard)
})
