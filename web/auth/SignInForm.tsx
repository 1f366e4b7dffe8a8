import { useRef, useState } from 'react'
import { login, type User } from '../../contract/auth.ts'
import { Refused } from '../../contract/client.ts'
import { t } from '../../words/t.ts'
import { callOpenly } from '../api/ask.ts'
import { sentenceOf } from '../api/change.ts'
import { signedInAs } from '../api/person.ts'
import { Button } from '../ui/Button.tsx'
import { deviceWords } from '../ui/device.ts'
import { useDraft } from '../ui/draft.ts'
import { Form, TextField } from '../ui/Field.tsx'
import { CodeStep } from './CodeStep.tsx'
import { PasskeySignIn, usePasskeySignIn } from './PasskeySignIn.tsx'
import { PasswordField } from './PasswordField.tsx'

/** The name of this device in the list of devices: the browser and the system, as far as it says. */
export const deviceName = (): string => deviceWords(navigator.userAgent)

/** Why signing in failed, in a sentence. */
export const sentenceFor = (error: unknown): string => {
  if (!(error instanceof Refused)) return sentenceOf(error)
  const { code, detail, params } = error.problem
  if (code === 'bad_credentials') return t('E-mail or password is wrong.')
  if (code === 'second_factor_wrong') return t('That code was not right. Codes change every 30 seconds.')
  if (code !== 'too_many_attempts') return detail
  const minutes = Math.ceil(Number(params.retry_after) / 60)
  return t(
    '{minutes, plural, =1 {Too many tries. Try again in a minute.} other {Too many tries. Try again in # minutes.}}',
    { minutes },
  )
}

/** The password, and then the code where a second factor is on. */
export type SignInStep = 'password' | 'code'

/** E-mail and password, and the code after them. Where the person is known, as after a session has ended, their e-mail stays as it is. */
export function SignInForm({
  email: known,
  onStep,
  onDone,
}: {
  email?: string
  onStep?: (step: SignInStep) => void
  onDone: (user: User) => void
}) {
  const { draft, change, clear } = useDraft('sign-in', { email: '' })
  const email = known ?? draft.email
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [step, setStep] = useState<SignInStep>('password')
  const passkey = usePasskeySignIn(onDone, known === undefined && step === 'password')
  const form = useRef<HTMLFormElement>(null)
  const goTo = (next: SignInStep) => {
    setFault(undefined)
    setStep(next)
    onStep?.(next)
  }
  /** Says whether it is done: a wrong code is typed anew. */
  async function signIn(code?: string): Promise<boolean> {
    const empty = email.trim() === '' ? 'email' : password === '' ? 'password' : undefined
    if (empty) {
      setFault(empty === 'email' ? t('Which e-mail do you sign in with?') : t('The password is missing.'))
      form.current?.querySelector<HTMLElement>(`[name=${empty}]`)?.focus()
      return false
    }
    setBusy(true)
    setFault(undefined)
    try {
      // The reply's token is not kept: the session is a cookie that no script can read.
      const { data } = await callOpenly(login, {
        body: { email: email.trim(), password, ...(code && { code }), device_name: deviceName() },
      })
      clear()
      signedInAs(data.id)
      onDone(data)
      return true
    } catch (error) {
      if (error instanceof Refused && error.problem.code === 'second_factor_required') goTo('code')
      else setFault(sentenceFor(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  if (step === 'code')
    return (
      <CodeStep
        email={email.trim()}
        fault={fault}
        isBusy={isBusy}
        onCode={signIn}
        onBack={() => goTo('password')}
        passkey={passkey}
      />
    )
  if (passkey.door?.passwords === false) return <PasskeySignIn {...passkey} />
  return (
    <>
      <PasskeySignIn {...passkey} />
      <Form
        ref={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={() => {
          if (!isBusy) void signIn()
        }}
      >
        <TextField
          label={t('E-mail')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete={`username${passkey.isOffered ? ' webauthn' : ''}`}
          readOnly={known !== undefined}
          autoFocus={known === undefined}
          value={email}
          onChange={(event) => change({ email: event.target.value })}
        />
        <PasswordField
          label={t('Password')}
          name="password"
          autoComplete="current-password"
          autoFocus={known !== undefined}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {fault && (
          <p role="alert" className="text-table font-medium text-warn">
            {fault}
          </p>
        )}
        <Button look="primary" type="submit" isBusy={isBusy} className="min-h-10 text-body!">
          {t('Sign in')}
        </Button>
      </Form>
    </>
  )
}
