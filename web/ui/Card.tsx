import type { ComponentProps, ReactNode } from 'react'
import { useEffect } from 'react'
import { classes } from './classes.ts'

/** A white sheet of paper on the canvas; pale while it shows the previous answer. */
export const Card = ({
  className,
  isBehind = false,
  ...rest
}: ComponentProps<'section'> & { isBehind?: boolean }) => (
  <section
    {...rest}
    aria-busy={isBehind || undefined}
    className={classes('rounded-card border border-line bg-surface', isBehind && 'opacity-60', className)}
  />
)

/** The heading of a card, with the content of its right end. */
export const CardHeading = ({ children, end }: { children: ReactNode; end?: ReactNode }) => (
  <div className="flex min-h-7 items-center justify-between gap-3">
    <h2 className="text-body font-semibold">{children}</h2>
    {end}
  </div>
)

/**
 * The heading of a page, with its main actions at the right. The heading takes focus after navigation, and its words are the title of
 * the window, unless `title` has others: a heading with an amount in it needs them.
 */
export function PageHeading({
  children,
  title,
  before,
  end,
}: {
  children: ReactNode
  title?: string
  before?: ReactNode
  end?: ReactNode
}) {
  useTitle(title ?? wordsOf(children))
  return (
    <header className="mb-5 print:mb-3">
      {before}
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 tabIndex={-1} className="flex min-w-0 items-center gap-3 text-page font-semibold wrap-anywhere">
          {children}
        </h1>
        {/* On a phone, a control that is as wide as the page has its own line. */}
        {end && (
          <div className="flex flex-wrap items-center gap-2 max-sm:has-[[data-wide]]:w-full print:hidden">
            {end}
          </div>
        )}
      </div>
    </header>
  )
}

/** The text among the children, elements left out. */
const wordsOf = (children: ReactNode): string =>
  [children]
    .flat()
    .filter((child) => typeof child === 'string' || typeof child === 'number')
    .join('')
    .trim()

let bookName: string | undefined

/** Has the title of the window name the book, for whoever has several: several tabs are told apart by it. */
export function nameWindow(book: string | undefined): void {
  bookName = book
}

/** The title of the window: the page, the book if there are several, then the app. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = [title, bookName, 'Florin'].filter(Boolean).join(' · ')
  })
}
