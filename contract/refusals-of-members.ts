import { counted, entry } from './refusal.ts'

/** Refusals about books, their members and invitations, and money between books. */
export const memberRefusals = {
  book_is_default: entry(
    409,
    'This is your default book',
    (d: { name: string }) =>
      `${d.name} is your default book. Make another one the default first: PUT /auth/me with its id as default_book_id. POST /books opens one.`,
  ),
  book_name_wrong: entry(
    422,
    'Not the name of the book',
    (d: { name: string }) =>
      `name must be the name of the book, ${JSON.stringify(d.name)}, to delete it for good.`,
    'name',
  ),
  default_book_unusable: entry(
    422,
    'Cannot be the default',
    () => 'default_book_id must be a book that you are a member of, and that is not archived.',
    'default_book_id',
  ),
  key_book_unknown: entry(
    422,
    'No such book',
    () => 'book_id must be a book that you are a member of.',
    'book_id',
  ),
  default_book_moved: entry(
    503,
    'Another default book',
    () =>
      'Another book has just become your default one, and this request names no book. Nothing was changed; send it again, or name the book with /books/{book_id}.',
  ),
  to_book_unknown: entry(
    422,
    'No such book',
    () => 'to_book_id must be a book that you are a member of.',
    'to_book_id',
  ),
  too_many_books: entry(
    409,
    'Too many books',
    (d: { most: number }) =>
      `A person can be in ${counted(d.most, 'book')} at most, archived ones included. Leave or delete one first.`,
  ),
  too_many_members: entry(
    409,
    'Too many members',
    (d: { most: number }) => `A book can have ${counted(d.most, 'member')} at most. Remove somebody first.`,
  ),
  last_owner: entry(409, 'The only owner', (d: { books: { id: string; name: string }[]; is_alone?: true }) =>
    d.is_alone
      ? `Nobody else is in ${d.books.map(({ name }) => name).join(', ')}, so there is nobody to leave it to. Delete the book instead, or invite somebody.`
      : `You are the only owner of ${d.books.map(({ name }) => name).join(', ')}. ${d.books.length > 1 ? 'In each, make' : 'Make'} another member an owner first.`,
  ),
  same_book: entry(
    422,
    'The same book',
    () =>
      'to_book_id must be another book than the one that the money leaves. Within a book, record a transfer.',
    'to_book_id',
  ),
  other_half: entry(
    409,
    'Its other half is in another book',
    () =>
      'This transfer is one half of money that was moved between two books, and its other half is in a book that you may not change. You can change its notes, memo, tags, contact and external_id. Somebody who may change both books can change the rest, and delete it.',
  ),
  half_fixed: entry(
    422,
    'One half of two',
    (d: { field: string; name: string }) =>
      `${d.field}: this transfer is one half of money that was moved between two books, so this side of it stays with the account "${d.name}", and both sides are in one currency. To change that, delete it and move the money again.`,
  ),
  too_many_streams: entry(
    429,
    'Too many streams',
    (d: { most: number }) =>
      `You watch books with ${counted(d.most, 'stream')}, the most that one person may have open. Close one, or read GET /changes with since.`,
  ),
  streams_full: entry(
    503,
    'No stream is free',
    (d: { most: number }) =>
      `All ${counted(d.most, 'stream')} of this service are in use. Read GET /changes with since, and try again later.`,
  ),
  already_member: entry(409, 'Already a member', () => 'You are a member of this book already.'),
} as const
