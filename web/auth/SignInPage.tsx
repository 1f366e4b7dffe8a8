import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../words/t.ts'
import { cache } from '../api/ask.ts'
import { useAddress } from '../page/address.ts'
import { me } from '../page/me.ts'
import { rich } from '../ui/rich.ts'
import { Door } from './Door.tsx'
import { ContinueWith, OidcFaultNote } from './Oidc.tsx'
import { options } from './options.ts'
import { SignInForm, type SignInStep } from './SignInForm.tsx'

/** A page of this app and of no other site. */
const isOurs = (address: string) => /^\/(?![/\\])/.test(address)

export function SignInPage() {
  const router = useRouter()
  const { search } = useAddress()
  const [step, setStep] = useState<SignInStep>('password')
  const { data: door } = useQuery(options)
  const hasPasswords = door?.passwords !== false
  return (
    <Door title={step === 'code' ? t('And the code?') : t('Sign in')}>
      <div className="mt-6">
        <div hidden={step === 'code'}>
          <OidcFaultNote />
          <ContinueWith {...(search.to !== undefined && { to: search.to })} />
        </div>
        <SignInForm
          onStep={setStep}
          onDone={(user) => {
            cache.clear()
            cache.setQueryData(me.queryKey, user)
            const to = search.to ?? '/'
            router.history.push(isOurs(to) ? to : '/')
          }}
        />
      </div>
      {door?.mail ? (
        <p className="mt-4 text-table" hidden={step === 'code'}>
          <Link to="/forgot" className="font-medium text-accent hover:underline">
            {hasPasswords ? t('Forgot the password?') : t('Lost the passkey?')}
          </Link>
        </p>
      ) : (
        <details className="mt-4 text-table text-text-2" hidden={step === 'code'}>
          <summary className="w-fit cursor-pointer font-medium text-accent">
            {hasPasswords ? t('Forgot the password?') : t('Lost the passkey?')}
          </summary>
          <p className="mt-1">
            {hasPasswords
              ? t('Ask whoever runs this server for a link. It sets a new one.')
              : t('Ask whoever runs this server for a link. It adds a new one.')}
          </p>
        </details>
      )}
      <p className="mt-4 text-table text-text-2" hidden={step === 'code'}>
        {door?.registration === 'invited'
          ? t('New here? This instance takes people by invitation. If you have a link, open it.')
          : door?.registration === 'closed'
            ? t('No more accounts are opened here.')
            : rich('New here? <link>Create your account</link>', {
                link: (inner) => (
                  <Link to="/sign-up" className="font-semibold text-accent hover:underline">
                    {inner}
                  </Link>
                ),
              })}
      </p>
    </Door>
  )
}
