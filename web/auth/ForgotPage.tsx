import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Refused } from '../../contract/client.ts'
import { askRecovery } from '../../contract/mail.ts'
import { t } from '../../words/t.ts'
import { callOpenly } from '../api/ask.ts'
import { Button } from '../ui/Button.tsx'
import { Form, TextField } from '../ui/Field.tsx'
import { Door } from './Door.tsx'
import { options } from './options.ts'
import { sentenceFor } from './SignInForm.tsx'

const back = (
  <p className="mt-6 text-table">
    <Link to="/sign-in" className="font-semibold text-accent hover:underline">
      Back to sign in
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
          Ask whoever runs this server for a link. It {isKey ? 'adds' : 'sets'} a new one.
        </p>
        {back}
      </Door>
    )
  if (isAsked)
    return (
      <Door title={t('Look at your mail')}>
        <p role="status" className="mt-3 text-text-2">
          If there is an account with this address, a mail is on its way to{' '}
          <b className="font-medium break-words text-text">{email.trim()}</b>. Its link lasts 30 minutes and
          opens once.
        </p>
        <p className="mt-3 text-table text-text-2">
          Nothing there after some minutes? Look among the spam, or{' '}
          <button
            type="button"
            className="font-semibold text-accent hover:underline"
            onClick={() => setAsked(false)}
          >
            {t('ask again')}
          </button>
          . An address gets three such mails, and then one in twenty minutes.
        </p>
        {back}
      </Door>
    )
  return (
    <Door title={title}>
      <p className="mt-1.5 mb-6 text-text-2">We send you a link that {isKey ? 'adds' : 'sets'} a new one.</p>
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
      {back}
    </Door>
  )
}
