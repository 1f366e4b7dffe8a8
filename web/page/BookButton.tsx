import { ChevronsUpDown } from 'lucide-react'
import { t } from '../../words/t.ts'
import { Coin } from '../ui/Brand.tsx'
import { useBook } from './me.ts'
import { openBooks } from './opened.ts'

/** The name of the book, in the place of Florin's: it opens the list of books. */
export function BookButton() {
  const { name } = useBook()
  return (
    <button
      type="button"
      onClick={openBooks}
      aria-haspopup="dialog"
      aria-label={t('{book}, the book: open another one', { book: name })}
      title={name}
      className="mb-0 flex min-h-11 max-w-full min-w-0 shrink-0 items-center gap-2.5 rounded-control border-line text-title font-semibold transition-colors duration-120 hover:border-line-2 sm:mb-4 sm:min-h-9 sm:justify-center lg:justify-start lg:border lg:bg-surface lg:px-2"
    >
      <span className="shrink-0">
        <Coin />
      </span>
      <span className="min-w-0 truncate text-start sm:hidden lg:block lg:flex-1">{name}</span>
      <ChevronsUpDown size={15} className="shrink-0 text-text-3 sm:hidden lg:block" aria-hidden />
    </button>
  )
}
