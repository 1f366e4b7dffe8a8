import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Refused } from '../../contract/client.ts'
import { confirmEmail } from '../../contract/mail.ts'
import { t } from '../../words/t.ts'
import { cache, callOpenly } from '../api/ask.ts'
import { me } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { rich } from '../ui/rich.ts'
import { Door } from './Door.tsx'
import { sentenceFor } from './SignInForm.tsx'

const LINK = 'font-semibold text-accent hover:underline'

/** Confirms an e-mail address by a link. Opening the link changes nothing: it counts once the button is pressed. */
export function ConfirmPage() {
  const [token] = useState(() => location.hash.slice(1))
  const [isBusy, setBusy] = useState(false)
  const [email, setEmail] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const code = failure instanceof Refused ? failure.problem.code : undefined
  async function confirm() {
    setBusy(true)
    setFailure(undefined)
    try {
      setEmail((await callOpenly(confirmEmail, { body: { token } })).email)
      void cache.invalidateQueries({ queryKey: me.queryKey })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  if (email !== undefined)
    return (
      <Door title={t('Your e-mail is confirmed')}>
        <p role="status" className="mt-3 text-text-2">
          {rich('From now on you sign in with <b>{email}</b>. <link>Open your book</link>', {
            email,
            b: (inner) => <b className="font-medium break-words text-text">{inner}</b>,
            link: (inner) => (
              <Link to="/" className={LINK}>
                {inner}
              </Link>
            ),
          })}
        </p>
      </Door>
    )
  if (code === 'link_invalid' || token === '')
    return (
      <Door title={t('This link does not work any more')}>
        <p className="mt-3 text-text-2">
          {rich('Links last 30 minutes and open once. <link>Send a new one</link>', {
            link: (inner) => (
              <Link to="/settings/profile" className={LINK}>
                {inner}
              </Link>
            ),
          })}
        </p>
      </Door>
    )
  return (
    <Door title={t('Confirm your e-mail')}>
      <p className="mt-1.5 mb-6 text-text-2">
        {t('A mail with this link was sent to you. Confirm that its address is yours.')}
      </p>
      {failure !== undefined && (
        <p role="alert" className="mb-4 text-table font-medium text-warn">
          {code === 'email_taken'
            ? t('Somebody else has this e-mail here by now. Your account keeps the one that it has.')
            : sentenceFor(failure)}
        </p>
      )}
      <Button look="primary" isBusy={isBusy} className="min-h-10 text-body!" onClick={() => void confirm()}>
        {t('Confirm')}
      </Button>
    </Door>
  )
}
