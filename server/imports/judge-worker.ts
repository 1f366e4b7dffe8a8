import { type Heard, makeJudging } from './judging.ts'
import { takeJobs } from './read/thread-jobs.ts'

/** The thread that judges the rows of a file that was read before. */
takeJobs((port) => {
  const hear = makeJudging(port)
  port.on('message', (heard: Heard | 'taken') => {
    if (heard !== 'taken') void hear(heard)
  })
})
