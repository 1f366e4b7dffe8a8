import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { authOptions } from '../../contract/auth.ts'
import type { ReplyOf } from '../../contract/route.ts'
import { t } from '../../words/t.ts'
import { cache } from '../api/ask.ts'
import { adoptTimeZone } from '../books/time-zone.ts'
import { me } from '../page/me.ts'
import { rich } from '../ui/rich.ts'
import { Door } from './Door.tsx'
import { ContinueWith, OidcFaultNote } from './Oidc.tsx'
import { options } from './options.ts'
import { whyNoPasskeys } from './passkeys.ts'
import { SignUpForm } from './SignUpForm.tsx'

/** The token of a link and whom it is for, which stand behind # so that no server sees them before the form is sent. */
function invitationIn(hash: string): { token: string; email: string } | undefined {
  const [, token, email = ''] = /^#?(fli_\w+)(?:&email=([^&]*))?$/.exec(hash) ?? []
  return token === undefined
    ? undefined
    : { token, email: new URLSearchParams(`email=${email}`).get('email') ?? '' }
}

/** Why nobody can open an account here now, if so. */
function closedWords(door: ReplyOf<typeof authOptions> | undefined, isInvited: boolean): string | undefined {
  if (!door) return undefined
  if (!door.is_empty && door.registration === 'closed')
    return t('No more accounts are opened on this server. Ask whoever runs it.')
  if (!door.is_empty && door.registration === 'invited' && !isInvited)
    return t('This instance takes people by invitation. If you have a link, open it.')
  return door.passwords ? undefined : whyNoPasskeys(door)
}

/** Opens an account, and a book with it. It says beforehand who may, and an invitation counts only once the form is sent. */
export function SignUpPage() {
  const navigate = useNavigate()
  const { data: door, isPending } = useQuery(options)
  const [invitation] = useState(() => invitationIn(location.hash))
  const closed = closedWords(door, invitation !== undefined)
  return (
    <Door title={t('Create your account')}>
      <p className="mt-1.5 mb-6 text-text-2">
        {closed ??
          (invitation
            ? t(
                'You are invited to this Florin. Florin keeps your money, debts and budgets in one book. It stays on this server; nothing is sent anywhere else.',
              )
            : t(
                'Florin keeps your money, debts and budgets in one book. It stays on this server; nothing is sent anywhere else.',
              ))}
      </p>
      {!closed && !isPending && (
        <>
          <OidcFaultNote />
          <ContinueWith invitation={invitation?.token} />
          <SignUpForm
            hasPassword={door?.passwords !== false}
            {...(invitation && { invitation: invitation.token, invitedAs: invitation.email })}
            onDone={async (user) => {
              cache.clear()
              cache.setQueryData(me.queryKey, user)
              await adoptTimeZone()
              await navigate({ to: '/welcome' })
            }}
          />
        </>
      )}
      <p className="mt-6 text-table text-text-2">
        {door?.is_empty
          ? t('Coming from another Florin? Sign up first: after that you can import your book’s file.')
          : rich('Already have one? <link>Sign in</link>', {
              link: (inner) => (
                <Link to="/sign-in" className="font-semibold text-accent hover:underline">
                  {inner}
                </Link>
              ),
            })}
      </p>
    </Door>
  )
}
