import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { register, type User } from '../../contract/auth.ts'
import { passkeyRegister, passkeyRegisterOptions } from '../../contract/passkeys.ts'
import { currentLanguage, t } from '../../words/t.ts'
import { callOpenly } from '../api/ask.ts'
import { signedInAs } from '../api/person.ts'
import { guessCurrency } from '../currencies/guess.ts'
import { Button } from '../ui/Button.tsx'
import { useDraft } from '../ui/draft.ts'
import { Form, TextField } from '../ui/Field.tsx'
import { browserLocale } from '../ui/locale.ts'
import { NewPasswordField } from './PasswordField.tsx'
import { makePasskey } from './passkeys.ts'
import { deviceName } from './SignInForm.tsx'
import { missingIn, type SignUpFaults, type SignUpField, signUpFaults } from './sign-up-faults.ts'

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
        language: currentLanguage(),
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
