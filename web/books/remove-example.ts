import { listCategories } from '../../contract/categories.ts'
import { type Change, listChanges } from '../../contract/changes.ts'
import { type BookOfPerson, deleteBook } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { clientOf } from '../api/ask.ts'
import { addressIn } from '../api/page-book.ts'
import { reachSignedIn } from '../api/session.ts'
import { storedOfPerson } from '../ui/stored.ts'
import { sayAfterLoad } from '../ui/toast.ts'
import { exampleBook } from './example-book.ts'

/** The version of the made-up household that was opened in this browser, once it was there. */
export const exampleMade = storedOfPerson('florin.example-made')

/** So long the making may take. */
const MAKING_MS = 10 * 60_000

/** The device of changes that Florin makes by itself, such as those of a plan. */
const BY_ITSELF = 'Florin'

/** Whether somebody recorded something themself in the made-up household: in the browser that made it every later change counts, elsewhere those after its making. */
export function hasOwnChanges(
  changes: readonly Pick<Change, 'version' | 'at' | 'device_name'>[],
  { created_at, made }: { created_at: string; made: number | undefined },
): boolean {
  const end = Date.parse(created_at) + MAKING_MS
  return changes.some(
    ({ version, at, device_name }) =>
      device_name !== BY_ITSELF && (made === undefined ? Date.parse(at) > end : version > made),
  )
}

/** Asks whether somebody recorded something themself in it. The latest changes are enough: Florin makes few by itself. */
export async function isUsed({ id, created_at }: BookOfPerson): Promise<boolean> {
  const { data } = await clientOf(reachSignedIn, id).call(listChanges, {
    query: { order: 'desc', limit: 100 },
  })
  const made = exampleBook.get() === id ? Number(exampleMade.get() ?? Number.NaN) : Number.NaN
  return hasOwnChanges(data, { created_at, made: Number.isNaN(made) ? undefined : made })
}

/** Deletes the made-up household for good. */
export async function removeExample(bookId: string, name: string): Promise<void> {
  await clientOf(reachSignedIn, bookId).call(deleteBook, { body: { name } })
  if (exampleBook.get() !== bookId) return
  exampleBook.set(null)
  exampleMade.set(null)
}

/** Removes the made-up household, and opens the book that opens first: at its Welcome, as long as it is empty. The app is loaded again. */
export async function leaveExample(example: BookOfPerson, all: readonly BookOfPerson[]): Promise<void> {
  await removeExample(example.id, example.name)
  sayAfterLoad(t('The made-up household is gone'))
  const own = all.find(({ is_default }) => is_default)
  const isEmpty =
    own !== undefined &&
    (await clientOf(reachSignedIn, own.id).call(listCategories, { query: { limit: 1 } })).data.length === 0
  const left = all.length - 1
  const page = isEmpty ? '/welcome' : '/'
  window.location.assign(own && left > 1 ? addressIn(own.id, page) : page)
}
