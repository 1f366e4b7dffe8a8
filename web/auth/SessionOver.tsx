import { Suspense, useSyncExternalStore } from 'react'
import { t } from '../../words/t.ts'
import { cache } from '../api/ask.ts'
import { somebodyElse } from '../api/person.ts'
import { useKept } from '../api/queue.ts'
import { proofAsked, sessionOver, signedInAgain } from '../api/session.ts'
import { me, useMe } from '../page/me.ts'
import { lazily } from '../ui/lazily.tsx'
import { Popup } from '../ui/Popup.tsx'
import { rich } from '../ui/rich.ts'
import { SomebodyElse } from './SomebodyElse.tsx'

const ProofAsked = lazily(async () => (await import('./ProofAsked.tsx')).ProofAsked)
const ContinueWith = lazily(async () => (await import('./Oidc.tsx')).ContinueWith)
const SignInForm = lazily(async () => (await import('./SignInForm.tsx')).SignInForm)

/** The question over the page who it is: for a sensitive change, and the sign-in once a session has ended. Requests made meanwhile go out afterwards, unchanged. */
export function SessionOver() {
  const user = useMe()
  const kept = useKept(user.id)
  const isOver = useSyncExternalStore(sessionOver.subscribe, sessionOver.isOver)
  const isProofAsked = useSyncExternalStore(proofAsked.subscribe, proofAsked.isAsked)
  const isSomebodyElse = useSyncExternalStore(somebodyElse.subscribe, somebodyElse.isHere)
  if (isSomebodyElse) return <SomebodyElse />
  if (!isOver)
    return isProofAsked ? (
      <Suspense fallback={null}>
        <ProofAsked />
      </Suspense>
    ) : null
  return (
    <Popup title={t('Your session has ended')}>
      <p className="mb-4 text-table text-text-2">
        {kept.length === 0
          ? t('Sign in again, and it goes on where you were. Nothing you typed is lost.')
          : t(
              '{count, plural, one {Sign in again, and it goes on where you were. Nothing you typed is lost: # transaction waits on this device.} other {Sign in again, and it goes on where you were. Nothing you typed is lost: # transactions wait on this device.}}',
              { count: kept.length },
            )}
      </p>
      <Suspense fallback={null}>
        <ContinueWith to={location.pathname + location.search} />
        <SignInForm
          email={user.email}
          onDone={(again) => {
            if (again.id !== user.id) return location.assign('/') // the passkey of somebody else
            cache.setQueryData(me.queryKey, again)
            signedInAgain()
          }}
        />
      </Suspense>
      <p className="mt-4 text-caption text-text-3">
        {rich('Somebody else? <link>Sign in with another account</link>', {
          link: (inner) => (
            <a className="font-medium text-accent" href="/sign-in">
              {inner}
            </a>
          ),
        })}
      </p>
    </Popup>
  )
}
