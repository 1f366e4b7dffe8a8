import { Suspense } from 'react'
import { useMe } from '../page/me.ts'
import { lazily } from '../ui/lazily.tsx'

const ConfirmBanner = lazily(async () => (await import('../auth/ConfirmEmail.tsx')).ConfirmBanner)

/** A quiet line until the e-mail is confirmed; its code is loaded for those who have it to do. */
export const ConfirmLine = () =>
  useMe().needs_confirmation && (
    <Suspense>
      <ConfirmBanner />
    </Suspense>
  )
