import { useBook, useBooks } from '../page/me.ts'
import { useTitle } from '../ui/Card.tsx'
import { BetweenForm } from './BetweenForm.tsx'
import { targets } from './move-between.ts'

/** Moves money from the book of this page to another of one's books: one act, a half in each. */
export function BetweenPage() {
  useTitle('Move money between books')
  const book = useBook()
  const others = targets(useBooks(), book.id)
  return (
    <div className="mx-auto max-w-[620px]">
      <h1 tabIndex={-1} className="mb-4 text-page font-semibold">
        Move money between books
      </h1>
      {others.length > 0 ? (
        <BetweenForm others={others} />
      ) : (
        <p className="text-text-2">
          There is no other book that you may record in. Open one, or ask the owner of one to let you record.
        </p>
      )}
    </div>
  )
}
