import type { Code } from './refusals.ts'
import {
  isAuth,
  isForPrograms,
  isList,
  isRecord,
  type Route,
  takesIdempotencyKey,
  takesIfMatch,
} from './route.ts'

/** Every refusal of a route: its own list, and those that follow from its shape. */
export function refusalsOf(r: Route): Code[] {
  const codes: Code[] = [
    'bad_request',
    'uri_too_long',
    'invalid',
    'rate_limited',
    'too_many_failures',
    'unavailable',
    'storage_full',
    'stopping',
    'busy',
    'read_too_large',
  ]
  if (!r.open) codes.push('unauthenticated', 'other_person')
  if (!r.open && r.method !== 'GET') codes.push('cross_site')
  if (r.needs) codes.push('not_allowed', 'ability_missing')
  if (isForPrograms(r) || r.needs) codes.push('book_not_found') // also if a key is bound to a book that its person has left
  if (r.needs && r.method !== 'GET' && !r.forPeople) codes.push('book_archived', 'default_book_moved')
  if (r.annotates) codes.push('field_not_allowed')
  if (!r.open && !isForPrograms(r)) codes.push('not_for_programs')
  if (r.proof) codes.push('proof_required', 'passwords_off', 'password_wrong', 'code_wrong')
  if (r.method !== 'GET') codes.push('body_too_large', 'unsupported_media_type')
  if (r.method !== 'GET' && !r.raw) codes.push('not_json')
  if (isList(r)) codes.push('cursor_invalid')
  if (r.proof) codes.push('too_many_attempts')
  if (r.path.includes('{')) codes.push('not_found')
  if (r.method !== 'GET' && (!isAuth(r) || isRecord(r))) codes.push('quota_exceeded', 'change_too_large')
  if (takesIdempotencyKey(r)) codes.push('idempotency_key_reused', 'reply_erased')
  if (takesIfMatch(r)) codes.push('stale')
  return [...codes, ...(r.refuses ?? [])]
}
