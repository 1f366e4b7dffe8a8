import { classes } from '../ui/classes.ts'
import { useBook, useBooks } from './me.ts'

/** On phones, the name of the book above the title of a page, for whoever has several. */
export function BookName({ className }: { className?: string }) {
  const { name } = useBook()
  const isOne = useBooks().length < 2
  return isOne ? null : (
    <p className={classes('truncate text-caption text-text-3 sm:hidden', className)}>{name}</p>
  )
}
