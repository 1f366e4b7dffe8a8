import { Type } from 'typebox'
import { route } from './route.ts'

/** So many streams of versions may be open at once: of one person, and in all. */
export const MAX_STREAMS = { ofPerson: 10, inAll: 500 }

export const watchBook = route({
  method: 'GET',
  path: '/books/current/events',
  needs: 'read',
  looksUp: true,
  summary:
    'Watch the book: a stream of server-sent events that stays open, with the version of the book now and after each change. An event has no record: read those that changed with GET /changes and since.',
  query: Type.Object({
    since: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'The version that the client knows, for one that cannot send Last-Event-ID, which counts if both are sent: the first event comes once the version of the book is another one. Without either, it comes at once.',
      }),
    ),
  }),
  stream: `retry: 2500

id: 41
data: {"version": 41}

:

id: 42
data: {"version": 42}

`,
  refuses: ['too_many_streams', 'streams_full'],
})
