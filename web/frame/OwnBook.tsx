import { type ErrorComponentProps, Outlet } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useIsBookGone } from '../api/page-book.ts'
import { lazily } from '../ui/lazily.tsx'
import { Broken } from './Broken.tsx'

const GonePage = lazily(async () => (await import('./GonePage.tsx')).GonePage)

const Own = ({ children }: { children: ReactNode }) =>
  useIsBookGone() ? (
    <Suspense fallback={null}>
      <GonePage />
    </Suspense>
  ) : (
    children
  )

/** Around everything of a book: its pages, or, if it is not one of this person's, the page that says so. */
export const OwnBook = () => (
  <Own>
    <Outlet />
  </Own>
)

/** The same for a book that could not be opened. */
export const OwnBookBroken = (failed: ErrorComponentProps) => (
  <Own>
    <Broken {...failed} />
  </Own>
)
