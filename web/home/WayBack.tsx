import { Suspense } from 'react'
import { useMe } from '../page/me.ts'
import { lazily } from '../ui/lazily.tsx'

const OneWayBack = lazily(async () => (await import('../auth/OneWayBack.tsx')).OneWayBack)
const WEEK_MS = 7 * 86_400_000

/** The line about one way back in. Nobody is reminded in the first week, so nothing is asked for then. */
export function WayBack() {
  const { created_at } = useMe()
  if (Date.now() - Date.parse(created_at) < WEEK_MS) return null
  return (
    <Suspense fallback={null}>
      <div className="mb-4 empty:hidden print:hidden">
        <OneWayBack isAtHome />
      </div>
    </Suspense>
  )
}
