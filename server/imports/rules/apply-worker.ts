import { parentPort, workerData } from 'node:worker_threads'
import { folded } from '../../../contract/fold.ts'
import type { PastThreadGets } from './apply.ts'
import { textsOf } from './effect.ts'
import { makeMatcher } from './matcher.ts'

/** The thread that compares earlier transactions with the conditions of one rule: it receives them in pieces, and answers which ones match. */
if (!parentPort) throw new Error('apply-worker.ts runs as a worker thread')
const port = parentPort
const { conditions } = workerData as PastThreadGets['start']
const fitting = makeMatcher([conditions])

port.on('message', (rows: PastThreadGets['rows']) => {
  const isFitting = rows.map(({ imported, search, contact_name, amount, currency_id, account_id }) => {
    const texts = [...(imported ? textsOf(imported) : []), ...search.split('\n'), folded(contact_name ?? '')]
    return fitting({ texts, amount, currency_id, account_id }).length > 0
  })
  port.postMessage(isFitting)
})
