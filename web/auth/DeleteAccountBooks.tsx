import { useQuery } from '@tanstack/react-query'
import { type BookOfPerson, listMembers } from '../../contract/members.ts'
import { listed, t } from '../../words/t.ts'
import { clientOf } from '../api/ask.ts'
import { addressIn } from '../api/page-book.ts'
import { reachSignedIn } from '../api/session.ts'
import { useBooks } from '../page/me.ts'
import { PlainLink } from '../ui/Button.tsx'
import { Refusal } from '../ui/States.tsx'
import { booksAtEnd } from './delete-words.ts'

/** The shared books that would be left without an owner: the list of books has no roles of others, so that each is asked for its members. */
export function useOwnerless(): readonly BookOfPerson[] {
  const { stay } = booksAtEnd(useBooks())
  const owned = stay.filter(({ role }) => role === 'owner')
  const { data = [] } = useQuery({
    queryKey: ['books-with-one-owner', ...owned.map(({ id }) => id)],
    queryFn: () =>
      Promise.all(
        owned.map(async (book) => {
          const { data: members } = await clientOf(reachSignedIn, book.id).call(listMembers)
          return members.filter(({ role }) => role === 'owner').length > 1 ? [] : [book]
        }),
      ).then((all) => all.flat()),
    enabled: owned.length > 0,
    staleTime: 0,
  })
  return data
}

/** Before the press: the service would refuse it. */
export const HandOverFirst = ({ books }: { books: readonly BookOfPerson[] }) => (
  <Refusal
    title={t('You are the only owner of {books}.', { books: listed(books.map(({ name }) => name)) })}
    actions={books.map(({ id, name }) => (
      <PlainLink key={id} href={addressIn(id, '/settings/members')}>
        {t('Members of {book}', { book: name })}
      </PlainLink>
    ))}
  >
    {t('Make another member an owner first, then the account can be deleted.')}
  </Refusal>
)
