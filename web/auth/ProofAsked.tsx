import { useState } from 'react'
import { proveIdentity } from '../../contract/auth.ts'
import { getSecondFactor } from '../../contract/second-factor.ts'
import { useAsk } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { answerProof } from '../api/session.ts'
import { Button } from '../ui/Button.tsx'
import { Form, TextField } from '../ui/Field.tsx'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'
import { sentenceAbove } from './faults.ts'
import { PasswordField } from './PasswordField.tsx'

/** Asks over the page who it is, when the last proof is too old for a change. Then the same request goes on. */
export function ProofAsked() {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { data: second } = useAsk(getSecondFactor)
  const [isTried, setTried] = useState(false)
  const change = useChange(proveIdentity, { onDone: () => answerProof(true) })
  const confirm = () => {
    setTried(true)
    if (password !== '') void change.send({ body: { password, ...(code && { code }) } })
  }
  const sentence = sentenceAbove(change.refusal, change.sentence)
  return (
    <Popup
      title="It is you, right?"
      onClose={() => answerProof(false)}
      foot={
        <>
          <Button onClick={() => answerProof(false)}>Cancel</Button>
          <Button look="primary" isBusy={change.isBusy} onClick={confirm}>
            Confirm
          </Button>
        </>
      }
    >
      <Form className="flex flex-col gap-4" onSubmit={confirm}>
        <p className="text-table text-text-2">
          This asks again, since your last sign-in is more than ten minutes ago. What you began goes on
          afterwards.
        </p>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          autoFocus
          value={password}
          fault={
            isTried && password === ''
              ? 'Your password is missing.'
              : change.refusal?.code === 'password_wrong'
                ? 'This is not your password.'
                : undefined
          }
          onChange={(event) => setPassword(event.target.value)}
        />
        {second?.is_on && (
          <TextField
            label="Code of your app, or a recovery code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            fault={change.refusal?.code === 'code_wrong' ? 'That code was not right.' : undefined}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        {sentence && <Refusal title={sentence} />}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
    </Popup>
  )
}
