import { useState } from 'react'
import { t } from '../../words/t.ts'
import { Button } from '../ui/Button.tsx'
import { Form, TextField } from '../ui/Field.tsx'
import { CodeField } from './CodeField.tsx'
import type { usePasskeySignIn } from './PasskeySignIn.tsx'

/** A recovery code, as they look. */
const EXAMPLE = '4KQ7-M2XA-9TRF'

/** The second step of a sign-in: a code of the app, or one of the recovery codes. */
export function CodeStep({
  email,
  fault,
  isBusy,
  onCode,
  onBack,
  passkey,
}: {
  email: string
  fault: string | undefined
  isBusy: boolean
  onCode: (code: string) => Promise<boolean>
  onBack: () => void
  passkey: ReturnType<typeof usePasskeySignIn>
}) {
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)
  const send = async (text: string) => {
    if (isBusy || text === '') return
    if (!(await onCode(text)) && !isRecovery) setCode('')
  }
  return (
    <Form noValidate className="flex flex-col gap-5" onSubmit={() => void send(code.trim())}>
      <p className="text-text-2">
        {isRecovery
          ? t('One of the codes that you kept, for {email}.', { email })
          : t('From your app, for {email}.', { email })}
      </p>
      {isRecovery ? (
        <TextField
          key="recovery"
          label={t('Recovery code')}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          autoFocus
          placeholder={EXAMPLE}
          value={code}
          fault={fault}
          onChange={(event) => setCode(event.target.value)}
        />
      ) : (
        <CodeField
          key="code"
          label={t('Code of six digits')}
          isFirst
          value={code}
          fault={fault}
          onChange={setCode}
          onFull={(full) => void send(full)}
        />
      )}
      <Button look="primary" type="submit" isBusy={isBusy} className="min-h-10 text-body!">
        {t('Sign in')}
      </Button>
      <div className="flex flex-col items-start gap-1">
        <Button
          look="quiet"
          onClick={() => {
            setRecovery(!isRecovery)
            setCode('')
          }}
        >
          {isRecovery ? t('Use a code of the app') : t('Use a recovery code')}
        </Button>
        {passkey.isOffered && (
          <Button look="quiet" isBusy={passkey.isBusy} onClick={passkey.start}>
            {t('Use a passkey instead')}
          </Button>
        )}
        <Button look="quiet" onClick={onBack}>
          {t('Back')}
        </Button>
      </div>
      {passkey.fault && (
        <p role="alert" className="text-table font-medium text-warn">
          {passkey.fault}
        </p>
      )}
      <p className="text-caption text-text-3">
        {t('Lost phone and codes? Whoever runs this server can switch the second factor off for you.')}
      </p>
    </Form>
  )
}
