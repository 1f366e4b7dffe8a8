import { useState } from 'react'
import { changePassword } from '../../contract/auth.ts'
import { useChange } from '../api/change.ts'
import { useMe } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Field.tsx'
import { Refusal } from '../ui/States.tsx'
import { passwordFault, sentenceAbove } from './faults.ts'
import { NewPasswordField, PasswordField } from './PasswordField.tsx'

/** Sets a new password, which ends every session but this one: the form says so beforehand. */
export function PasswordForm() {
  const { name, email } = useMe()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<'current' | 'password'>()
  const change = useChange(changePassword, {
    words: 'You have a new password. All other devices are signed out.',
    onDone: () => {
      setCurrent('')
      setPassword('')
    },
  })
  const save = () => {
    const empty = current === '' ? 'current' : password === '' ? 'password' : undefined
    setMissing(empty)
    if (!empty)
      void change.send({ body: { current_password: current, password, password_confirmation: password } })
  }
  const sentence = sentenceAbove(change.refusal, change.sentence)
  return (
    <SettingsCard
      title="Password"
      words="A new password signs every other device out. You stay signed in here, and sign in again everywhere else."
    >
      <Form className="flex max-w-100 flex-col gap-4" onSubmit={save}>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          value={current}
          fault={
            missing === 'current' && current === ''
              ? 'Your current password is missing.'
              : passwordFault(change.refusal, 'current_password')
          }
          onChange={(event) => setCurrent(event.target.value)}
        />
        <NewPasswordField
          label="New password"
          value={password}
          known={[name, email]}
          fault={
            missing === 'password' && password === ''
              ? 'The new password is missing.'
              : passwordFault(change.refusal, 'password')
          }
          onChange={(event) => setPassword(event.target.value)}
        />
        {sentence && <Refusal title={sentence} />}
        <div>
          <Button type="submit" isBusy={change.isBusy}>
            Change the password
          </Button>
        </div>
      </Form>
    </SettingsCard>
  )
}
