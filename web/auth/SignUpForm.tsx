import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { register, type User } from '../../contract/auth.ts'
import { Refused } from '../../contract/client.ts'
import { passkeyRegister, passkeyRegisterOptions } from '../../contract/passkeys.ts'
import { t } from '../../words/t.ts'
import { callOpenly } from '../api/ask.ts'
import { signedInAs } from '../api/person.ts'
import { guessCurrency } from '../currencies/guess.ts'
import { Button } from '../ui/Button.tsx'
import { useDraft } from '../ui/draft.ts'
import { Form, TextField } from '../ui/Field.tsx'
import { browserLocale } from '../ui/locale.ts'
import { NewPasswordField } from './PasswordField.tsx'
import { makePasskey, passkeyFault } from './passkeys.ts'
import { deviceName, sentenceFor } from './SignInForm.tsx'
import { MIN_PASSWORD_LENGTH } from './strength.ts'

type SignUpField = 'name' | 'email' | 'password'
type SignUpFaults = Partial<Record<SignUpField | 'form', string>> & { isTaken?: boolean }

/** The fields of a refusal, in our words where we have better ones. */
function signUpFaults(error: unknown): SignUpFaults {
  if (!(error instanceof Refused)) return { form: passkeyFault(error) }
  const { code, errors, params } = error.problem
  switch (code) {
    case 'email_taken':
      return { email: t('There is an account with this e-mail already.'), isTaken: true }
    case 'password_too_short':
      return {
        password: t(
          '{minimum, plural, one {At least # character; this has {length, number}.} other {At least # characters; this has {length, number}.}}',
          { minimum: Number(params.minimum), length: Number(params.length) },
        ),
      }
    case 'password_common':
      return { password: t('Many people use this one, or it is your own name or e-mail. Choose another.') }
    case 'invalid': {
      const { name, email, password } = errors ?? {}
      if (name) return { name: t('What should Florin call you?') }
      if (email) return { email: t('This is not an e-mail address.') }
      if (password) return { password: password[0] ?? '' }
      return { form: sentenceFor(error) }
    }
    default:
      return { form: sentenceFor(error) }
  }
}

/** The faults of missing fields, before the form is sent. */
function missingIn({
  name,
  email,
  password,
}: {
  name: string
  email: string
  password?: string
}): SignUpFaults {
  return {
    ...(name.trim() === '' && { name: t('What should Florin call you?') }),
    ...(!/.@./.test(email) && { email: t('Your e-mail is your login: name@example.com') }),
    ...(password !== undefined &&
      [...password].length < MIN_PASSWORD_LENGTH && {
        password: t('{minimum, plural, one {At least # character.} other {At least # characters.}}', {
          minimum: MIN_PASSWORD_LENGTH,
        }),
      }),
  }
}

/** A name, an e-mail and a password; where there are no passwords, the browser makes a passkey. */
export function SignUpForm({
  hasPassword,
  invitation,
  invitedAs = '',
  onDone,
}: {
  hasPassword: boolean
  invitation?: string
  /** The e-mail that the invitation is for, if it is for one. */
  invitedAs?: string
  onDone: (user: User) => Promise<void>
}) {
  // The password is not part of the draft.
  const { draft, change, clear } = useDraft('sign-up', { name: '', email: invitedAs })
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [faults, setFaults] = useState<SignUpFaults>({})
  const form = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  // After each refusal, and not while it is being mended.
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  const refuse = (wrong: SignUpFaults) => {
    setFaults(wrong)
    setRefusals((count) => count + 1)
  }

  /** Removes the fault of a field that is being mended. */
  const mend = (field: SignUpField) => {
    if (faults[field]) setFaults(({ [field]: _, isTaken, ...rest }) => rest)
  }

  async function submit() {
    if (isBusy) return
    const missing = missingIn({ ...draft, ...(hasPassword && { password }) })
    if (Object.keys(missing).length > 0) return refuse(missing)
    setFaults({})
    setBusy(true)
    try {
      const person = {
        name: draft.name.trim(),
        email: draft.email.trim(),
        ...(invitation !== undefined && { invitation }),
      }
      const more = {
        device_name: deviceName(),
        base_currency_id: guessCurrency(browserLocale()) ?? 'EUR', // the next page shows it
      }
      const { data } = hasPassword
        ? await callOpenly(register, {
            body: { ...person, ...more, password, password_confirmation: password }, // the eye shows it, so that nobody types it twice
          })
        : await callOpenly(passkeyRegister, {
            body: {
              ...person,
              ...more,
              passkey: await makePasskey(await callOpenly(passkeyRegisterOptions, { body: person })),
              passkey_name: deviceName(),
            },
          })
      signedInAs(data.id)
      clear()
      await onDone(data)
    } catch (error) {
      refuse(signUpFaults(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form ref={form} noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <TextField
        label={t('Your name')}
        name="name"
        autoComplete="name"
        autoFocus
        value={draft.name}
        onChange={(event) => {
          change({ name: event.target.value })
          mend('name')
        }}
        fault={faults.name}
      />
      <div>
        <TextField
          label={t('E-mail')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          value={draft.email}
          onChange={(event) => {
            change({ email: event.target.value })
            mend('email')
          }}
          fault={faults.email}
        />
        {faults.isTaken && (
          <Link
            to="/sign-in"
            className="mt-1 inline-flex min-h-6 items-center text-table font-semibold text-accent hover:underline"
          >
            {t('Sign in instead')}
          </Link>
        )}
      </div>
      {hasPassword && (
        <NewPasswordField
          label={t('Password')}
          name="password"
          known={[draft.name, draft.email]}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            mend('password')
          }}
          fault={faults.password}
        />
      )}
      {faults.form && (
        <p role="alert" className="text-table font-medium text-warn">
          {faults.form}
        </p>
      )}
      <Button look="primary" type="submit" isBusy={isBusy} className="min-h-10 text-body!">
        {hasPassword ? t('Create my account') : t('Create my account with a passkey')}
      </Button>
    </Form>
  )
}
