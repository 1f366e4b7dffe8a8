import type { BookOfPerson } from '../../contract/members.ts'
import { listed, t } from '../../words/t.ts'

const roles: Readonly<Record<BookOfPerson['role'], () => string>> = {
  owner: () => t('you own it'),
  editor: () => t('you record'),
  annotator: () => t('you sort'),
  viewer: () => t('you may look'),
}

/** So many names are said; the others are counted. */
const MAX_NAMES = 3

function withOthers(others: BookOfPerson['others']): string {
  if (others.length === 0) return t('only you')
  const names = others.map(({ name }) => name.split(/\s+/)[0] ?? name)
  const rest = names.length - MAX_NAMES
  if (rest <= 0) return t('with {names}', { names: listed(names) })
  const more = t('{count, plural, one {# more} other {# more}} [people]', { count: rest })
  return t('with {names}', { names: listed([...names.slice(0, MAX_NAMES), more]) })
}

/** Who is in a book, and what one is there: with Kai and Lea · you own it; only you · opens first; you may look. */
export function withRole({ others, role, is_default }: BookOfPerson): string {
  const isOwn = others.length === 0
  return [
    withOthers(others),
    ...(isOwn && role === 'owner' ? [] : [roles[role]()]),
    ...(is_default ? [t('opens first')] : []),
  ].join(' · ')
}

/** Which book opens first, in a sentence, and what follows from it. */
export function firstWords(isThis: boolean, book: string | undefined): string {
  if (isThis)
    return t(
      'This one. It opens where an address names no book, and programs without a book of their own work in it.',
    )
  return book === undefined
    ? t(
        'Another one. It opens where an address names no book, and programs without a book of their own work in it.',
      )
    : t(
        '{book}. It opens where an address names no book, and programs without a book of their own work in it.',
        { book },
      )
}
