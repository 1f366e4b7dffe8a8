import { comma, t } from '../words/t.ts'
import { entry } from './refusal.ts'

const namesOf = (books: readonly { name: string }[]): string => books.map(({ name }) => name).join(comma())

/** Refusals about books, their members and invitations, and money between books. */
export const memberRefusals = {
  book_is_default: entry(409, 'This is your default book', (d: { name: string }) =>
    t(
      '{name} is your default book. Make another one the default first: PUT /auth/me with its id as default_book_id. POST /books opens one.',
      d,
    ),
  ),
  book_name_wrong: entry(
    422,
    'Not the name of the book',
    (d: { name: string }) =>
      t('name must be the name of the book, {name}, to delete it for good.', {
        name: JSON.stringify(d.name),
      }),
    'name',
  ),
  default_book_unusable: entry(
    422,
    'Cannot be the default',
    () => t('default_book_id must be a book that you are a member of, and that is not archived.'),
    'default_book_id',
  ),
  key_book_unknown: entry(
    422,
    'No such book',
    () => t('book_id must be a book that you are a member of.'),
    'book_id',
  ),
  default_book_moved: entry(503, 'Another default book', () =>
    t(
      "Another book has just become your default one, and this request names no book. Nothing was changed; send it again, or name the book with /books/'{book_id}'.",
    ),
  ),
  to_book_unknown: entry(
    422,
    'No such book',
    () => t('to_book_id must be a book that you are a member of.'),
    'to_book_id',
  ),
  too_many_books: entry(409, 'Too many books', (d: { most: number }) =>
    t(
      'A person can be in {most, plural, one {# book} other {# books}} at most, archived ones included. Leave or delete one first.',
      d,
    ),
  ),
  too_many_members: entry(409, 'Too many members', (d: { most: number }) =>
    t('A book can have {most, plural, one {# member} other {# members}} at most. Remove somebody first.', d),
  ),
  last_owner: entry(409, 'The only owner', (d: { books: { id: string; name: string }[]; is_alone?: true }) =>
    d.is_alone
      ? t(
          'Nobody else is in {books}, so there is nobody to leave it to. Delete the book instead, or invite somebody.',
          { books: namesOf(d.books) },
        )
      : t(
          'You are the only owner of {books}. {count, plural, one {Make another member an owner first.} other {In each, make another member an owner first.}}',
          { books: namesOf(d.books), count: d.books.length },
        ),
  ),
  same_book: entry(
    422,
    'The same book',
    () =>
      t(
        'to_book_id must be another book than the one that the money leaves. Within a book, record a transfer.',
      ),
    'to_book_id',
  ),
  other_half: entry(409, 'Its other half is in another book', () =>
    t(
      'This transfer is one half of money that was moved between two books, and its other half is in a book that you may not change. You can change its notes, memo, tags, contact and external_id. Somebody who may change both books can change the rest, and delete it.',
    ),
  ),
  half_fixed: entry(422, 'One half of two', (d: { field: string; name: string }) =>
    t(
      '{field}: this transfer is one half of money that was moved between two books, so this side of it stays with the account "{name}", and both sides are in one currency. To change that, delete it and move the money again.',
      d,
    ),
  ),
  too_many_streams: entry(429, 'Too many streams', (d: { most: number }) =>
    t(
      'You watch books with {most, plural, one {# stream} other {# streams}}, the most that one person may have open. Close one, or read GET /changes with since.',
      d,
    ),
  ),
  streams_full: entry(503, 'No stream is free', (d: { most: number }) =>
    t(
      'All {most, plural, one {# stream} other {# streams}} of this service are in use. Read GET /changes with since, and try again later.',
      d,
    ),
  ),
  already_member: entry(409, 'Already a member', () => t('You are a member of this book already.')),
} as const
