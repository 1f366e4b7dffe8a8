import { useState } from 'react'
import { changePassword } from '../../contract/auth.ts'
import { getOidcLink } from '../../contract/oidc.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { useMe } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Field.tsx'
import { Refusal } from '../ui/States.tsx'
import { passwordFault, sentenceAbove } from './faults.ts'
import { NewPasswordField } from './PasswordField.tsx'

/** Sets a new password, which ends every session but this one: the form says so beforehand. */
export function PasswordForm() {
  const { name, email } = useMe()
  const hasPassword = useAsk(getOidcLink).data?.has_password ?? true
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const change = useChange(changePassword, {
    words: t('You have a new password. All other devices are signed out.'),
    onDone: () => {
      setPassword('')
      setTried(false)
    },
  })
  const save = () => {
    setTried(true)
    if (password !== '') void change.send({ body: { password, password_confirmation: password } })
  }
  const sentence = sentenceAbove(change.refusal, change.sentence)
  return (
    <SettingsCard
      title={t('Password')}
      words={
        hasPassword
          ? t(
              'A new password signs every other device out. You stay signed in here, and sign in again everywhere else. Keys for programs go on working.',
            )
          : t(
              'You have none. With one, you can also sign in by e-mail. Setting it signs every other device out.',
            )
      }
    >
      <Form className="flex max-w-100 flex-col gap-4" onSubmit={save}>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField
          label={t('New password')}
          value={password}
          known={[name, email]}
          fault={
            isTried && password === ''
              ? t('The new password is missing.')
              : passwordFault(change.refusal, 'password')
          }
          onChange={(event) => setPassword(event.target.value)}
        />
        {sentence && <Refusal title={sentence} />}
        <div>
          <Button type="submit" isBusy={change.isBusy}>
            {hasPassword ? t('Change the password') : t('Set a password')}
          </Button>
        </div>
      </Form>
    </SettingsCard>
  )
}
