import { watchBook } from '../../contract/streams.ts'
import { serve } from '../serve.ts'

/** Of the header, text that is not a version counts as if it were not there: some clients send the id of another stream. */
function lastEventOf(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

export const streams = [
  serve(watchBook, ({ streams, request, reply, query }) => {
    streams.open(request, reply, lastEventOf(request.headers['last-event-id']) ?? query.since)
    return undefined
  }),
]
