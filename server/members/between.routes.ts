import { getOtherHalf, moveBetween } from '../../contract/between.ts'
import { refuse } from '../../contract/refusals.ts'
import { findBook } from '../auth/auth.sql.ts'
import { roleIn } from '../auth/memberships.ts'
import { isId } from '../process/ids.ts'
import { serve } from '../serve.ts'
import { findOtherHalf } from './between.sql.ts'
import { moveMoney } from './between.ts'

export const between = [
  // Nobody locks a book that they are not a member of: it is checked here first, and by the writer again, with the role.
  serve(moveBetween, async ({ db, book, user, body, write }) => {
    const { to_book_id } = body
    if (!isId(to_book_id) || !(await roleIn(db, user.id, to_book_id))) refuse('to_book_unknown')
    return write(moveMoney(user.id, book.id, body))
  }),

  serve(getOtherHalf, async ({ db, book, user, params }) => {
    const half = (await findOtherHalf(db, book.id, params.id)) ?? refuse('not_found')
    const isSeen = user.program?.bookId == null && (await roleIn(db, user.id, half.book_id)) !== undefined
    const other = isSeen ? await findBook(db, half.book_id) : undefined
    return other ? { ...half, book_name: other.name } : refuse('not_found')
  }),
]
