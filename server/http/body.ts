import type { FastifyInstance } from 'fastify'
import { refuse } from '../../contract/refusals.ts'

const DEPTH = 32

/** Text PostgreSQL cannot hold, or that is half a character. */
export const isBadText = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/** Looks through everything that was sent for text that cannot be kept, and for nesting without end. */
export function checkText(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') {
    if (isBadText(value)) refuseText(path)
  } else if (typeof value === 'object' && value !== null) {
    if (depth === DEPTH) refuse('not_json', { reason: `it is nested more than ${DEPTH} deep` })
    for (const [key, inner] of Object.entries(value)) {
      if (isBadText(key)) refuseText(path || 'body')
      checkText(inner, path === '' ? key : `${path}.${key}`, depth + 1)
    }
  }
}

function refuseText(path: string): never {
  const field = path || 'body'
  refuse('invalid', {
    errors: { [field]: [`${field} contains U+0000 or half of a surrogate pair, which no text can keep.`] },
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads JSON, and nothing else; a body without a content type is taken for JSON, an empty one for none. */
export function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (bytes.length === 0) return done(null, undefined)
    try {
      const type = request.headers['content-type'] ?? ''
      const coding = request.headers['content-encoding'] ?? 'identity'
      if (!/^\s*(application\/([\w.-]+\+)?json|text\/json)?\s*(;|$)/i.test(type))
        refuse('unsupported_media_type', { type })
      if (coding.toLowerCase() !== 'identity')
        refuse('unsupported_media_type', { type: `encoded with ${coding}` })
      const text = decode(bytes)
      return parseJson(request, text, (error, body) => {
        try {
          if (error) refuse('not_json', { reason: reasonOf(error) })
          checkText(body)
          done(null, body)
        } catch (refusal) {
          done(refusal as Error)
        }
      })
    } catch (refusal) {
      return done(refusal as Error)
    }
  })
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return refuse('not_json', { reason: 'it is not UTF-8' })
  }
}

/** The parser's own words carry the place, but also up to ten characters of the body: only the place is told. */
function reasonOf(error: Error): string {
  const position = /position \d+/.exec(error.message)?.[0]
  if (/prototype|constructor/.test(error.message)) return 'it has a key named __proto__ or constructor'
  return position ? `it breaks off or goes wrong at ${position}` : 'it breaks off'
}
