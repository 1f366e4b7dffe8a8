import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Refused } from '../../contract/client.ts'
import { askRecovery } from '../../contract/mail.ts'
import { t } from '../../words/t.ts'
import { callOpenly } from '../api/ask.ts'
import { Button } from '../ui/Button.tsx'
import { Form, TextField } from '../ui/Field.tsx'
import { rich } from '../ui/rich.ts'
import { Door } from './Door.tsx'
import { options } from './options.ts'
import { sentenceFor } from './SignInForm.tsx'

const Back = () => (
  <p className="mt-6 text-table">
    <Link to="/sign-in" className="font-semibold text-accent hover:underline">
      {t('Back to sign in')}
    </Link>
  </p>
)

/** Asks for a link by mail. What it says afterwards is the same whether there is such an account or not. */
export function ForgotPage() {
  const { data: door } = useQuery(options)
  const [email, setEmail] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [fault, setFault] = useState<string>()
  async function ask() {
    if (isBusy) return
    if (email.trim() === '') return setFault(t('Which e-mail do you sign in with?'))
    setBusy(true)
    setFault(undefined)
    try {
      await callOpenly(askRecovery, { body: { email: email.trim() } })
      setAsked(true)
    } catch (error) {
      const isNone = error instanceof Refused && error.problem.code === 'invalid'
      setFault(isNone ? t('This is not an e-mail address.') : sentenceFor(error))
    } finally {
      setBusy(false)
    }
  }
  const isKey = door?.passwords === false
  const title = isKey ? t('Lost the passkey?') : t('Forgot the password?')
  if (door?.mail === false)
    return (
      <Door title={title}>
        <p className="mt-3 text-text-2">
          {isKey
            ? t('Ask whoever runs this server for a link. It adds a new one.')
            : t('Ask whoever runs this server for a link. It sets a new one.')}
        </p>
        <Back />
      </Door>
    )
  if (isAsked)
    return (
      <Door title={t('Look at your mail')}>
        <p role="status" className="mt-3 text-text-2">
          {rich(
            'If there is an account with this address, a mail is on its way to <b>{email}</b>. Its link lasts 30 minutes and opens once.',
            {
              email: email.trim(),
              b: (inner) => <b className="font-medium break-words text-text">{inner}</b>,
            },
          )}
        </p>
        <p className="mt-3 text-table text-text-2">
          {rich(
            'Nothing there after some minutes? Look among the spam, or <button>ask again</button>. An address gets three such mails, and then one in twenty minutes.',
            {
              button: (inner) => (
                <button
                  type="button"
                  className="font-semibold text-accent hover:underline"
                  onClick={() => setAsked(false)}
                >
                  {inner}
                </button>
              ),
            },
          )}
        </p>
        <Back />
      </Door>
    )
  return (
    <Door title={title}>
      <p className="mt-1.5 mb-6 text-text-2">
        {isKey ? t('We send you a link that adds a new one.') : t('We send you a link that sets a new one.')}
      </p>
      <Form noValidate className="flex flex-col gap-5" onSubmit={() => void ask()}>
        <TextField
          label={t('E-mail')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoFocus
          value={email}
          fault={fault}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button look="primary" type="submit" isBusy={isBusy} className="min-h-10 text-body!">
          {t('Send the link')}
        </Button>
      </Form>
      <Back />
    </Door>
  )
}
