import { useState } from 'react'
import { Refused } from '../../contract/client.ts'
import { passkeyRecovery, passkeyRecoveryOptions } from '../../contract/passkeys.ts'
import { t } from '../../words/t.ts'
import { callOpenly } from '../api/ask.ts'
import { Button } from '../ui/Button.tsx'
import { deviceWords } from '../ui/device.ts'
import { Form, TextField } from '../ui/Field.tsx'
import { makePasskey, passkeyFault } from './passkeys.ts'
import { sentenceFor } from './SignInForm.tsx'

/** A passkey by a link, where there are no passwords. The code of a second factor is asked for where one is on. */
export function RecoverByPasskey({
  token,
  onDone,
  onOver,
}: {
  token: string
  onDone: () => void
  onOver: () => void
}) {
  const [isBusy, setBusy] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  async function save() {
    if (isBusy) return
    setBusy(true)
    setFault(undefined)
    try {
      const passkey = await makePasskey(await callOpenly(passkeyRecoveryOptions, { body: { token } }))
      const passkey_name = deviceWords(navigator.userAgent)
      await callOpenly(passkeyRecovery, { body: { token, passkey, passkey_name, ...(code && { code }) } })
      onDone()
    } catch (error) {
      const problem = error instanceof Refused ? error.problem.code : undefined
      if (problem === 'link_invalid') onOver()
      else if (problem === 'second_factor_required') setNeedsCode(true)
      else setFault(problem ? sentenceFor(error) : passkeyFault(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form noValidate className="flex flex-col gap-5" onSubmit={() => void save()}>
      {needsCode && (
        <TextField
          label={t('Code of your app, or a recovery code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      <p className="rounded-control bg-warn-soft px-3 py-2 text-table">
        {t(
          'Every device is signed out. Entries still waiting on one stay there until you sign in on it again. Other passkeys and a second factor stay.',
        )}
      </p>
      {fault && (
        <p role="alert" className="text-table font-medium text-warn">
          {fault}
        </p>
      )}
      <Button look="primary" type="submit" isBusy={isBusy} className="min-h-10 text-body!">
        {t('Make a passkey')}
      </Button>
    </Form>
  )
}
