import { Suspense } from 'react'
import { useMe } from '../page/me.ts'
import { lazily } from '../ui/lazily.tsx'

const ConfirmBanner = lazily(async () => (await import('../auth/ConfirmEmail.tsx')).ConfirmBanner)
const OneWayBack = lazily(async () => (await import('../auth/OneWayBack.tsx')).OneWayBack)
const WEEK_MS = 7 * 86_400_000

/**
 * Quiet lines about the account: an e-mail to confirm, and one way back in. Their code is loaded for those who have it to do; nobody is
 * reminded of a second way in the first week.
 */
export function DoorLines() {
  const { needs_confirmation, created_at } = useMe()
  return (
    <Suspense fallback={null}>
      {needs_confirmation && <ConfirmBanner />}
      {Date.now() - Date.parse(created_at) > WEEK_MS && (
        <div className="mb-4 empty:hidden print:hidden">
          <OneWayBack isAtHome />
        </div>
      )}
    </Suspense>
  )
}
