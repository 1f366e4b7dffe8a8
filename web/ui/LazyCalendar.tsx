import { useEffect } from 'react'
import { lazily } from './lazily.tsx'

const load = () => import('./Calendar.tsx')

/** The calendar, loaded when it is first opened. */
export const LazyCalendar = lazily(async () => (await load()).Calendar)

/** Brings the calendar a moment after the page, for pages that have to work when the connection goes. */
export function useCalendarAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), 2_000)
    return () => clearTimeout(timer)
  }, [])
}
