import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Refused } from '../../contract/client.ts'
import { recoverPassword } from '../../contract/recovery.ts'
import { t } from '../../words/t.ts'
import { callOpenly } from '../api/ask.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Field.tsx'
import { rich } from '../ui/rich.ts'
import { Door } from './Door.tsx'
import { passwordFault } from './faults.ts'
import { options } from './options.ts'
import { NewPasswordField } from './PasswordField.tsx'
import { areOffered, whyNoPasskeys } from './passkeys.ts'
import { RecoverByPasskey } from './RecoverByPasskey.tsx'
import { sentenceFor } from './SignInForm.tsx'

const toSignIn = (words: ReactNode) => (
  <Link to="/sign-in" className="font-semibold text-accent hover:underline">
    {words}
  </Link>
)

/** A new password by a link. Opening the link changes nothing: it counts once the form is sent. */
export function RecoverPage() {
  const [token] = useState(() => location.hash.slice(1))
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const problem = failure instanceof Refused ? failure.problem : undefined
  const [isRefused, setRefused] = useState(false)
  const { data: door, isPending } = useQuery(options)
  const hasPasswords = door?.passwords !== false
  const isOver = problem?.code === 'link_invalid' || token === '' || isRefused
  const atField = passwordFault(problem, 'password')
  async function save() {
    if (isBusy || password === '') return
    setBusy(true)
    setFailure(undefined)
    try {
      await callOpenly(recoverPassword, { body: { token, password, password_confirmation: password } })
      setDone(true)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  if (isDone)
    return (
      <Door title={hasPasswords ? t('You have a new password') : t('You have a new passkey')}>
        <p className="mt-3 text-text-2">
          {rich(
            'Every device was signed out, and keys for programs have ended. <link>Sign in with it</link>.',
            {
              link: toSignIn,
            },
          )}
        </p>
      </Door>
    )
  if (isOver)
    return (
      <Door title={t('This link does not work any more')}>
        <p className="mt-3 text-text-2">
          {door?.mail
            ? rich('Links last 30 minutes and open once. <link>Send a new one</link>', {
                link: (inner) => (
                  <Link to="/forgot" className="font-semibold text-accent hover:underline">
                    {inner}
                  </Link>
                ),
              })
            : rich(
                'Links last 30 minutes and open once. Ask whoever runs this server for a new one. <link>Sign in</link>',
                { link: toSignIn },
              )}
        </p>
      </Door>
    )
  if (isPending) return <Door title={t('A way back in')}>{null}</Door>
  if (!hasPasswords)
    return (
      <Door title={t('A new passkey')}>
        <p className="mt-1.5 mb-6 text-text-2">
          {areOffered(door) ? t('The link is good for 30 minutes, and opens once.') : whyNoPasskeys(door)}
        </p>
        {areOffered(door) && (
          <RecoverByPasskey token={token} onDone={() => setDone(true)} onOver={() => setRefused(true)} />
        )}
      </Door>
    )
  return (
    <Door title={t('A new password')}>
      <p className="mt-1.5 mb-6 text-text-2">{t('The link is good for 30 minutes, and opens once.')}</p>
      <Form noValidate className="flex flex-col gap-5" onSubmit={() => void save()}>
        <NewPasswordField
          label={t('New password')}
          name="password"
          autoFocus
          value={password}
          fault={atField}
          onChange={(event) => setPassword(event.target.value)}
        />
        <p className="rounded-control bg-warn-soft px-3 py-2 text-table">
          {t(
            'Every device is signed out, and every key for a program ends. Entries still waiting on one stay there until you sign in on it again. A second factor stays on.',
          )}
        </p>
        {failure !== undefined && atField === undefined && (
          <p role="alert" className="text-table font-medium text-warn">
            {sentenceFor(failure)}
          </p>
        )}
        <Button look="primary" type="submit" isBusy={isBusy} className="min-h-10 text-body!">
          {t('Save')}
        </Button>
      </Form>
    </Door>
  )
}
