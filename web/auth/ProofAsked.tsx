import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { proveIdentity } from '../../contract/auth.ts'
import { getOidcLink } from '../../contract/oidc.ts'
import { listPasskeys, passkeyProofOptions } from '../../contract/passkeys.ts'
import { getSecondFactor } from '../../contract/second-factor.ts'
import { t } from '../../words/t.ts'
import { call, useAsk } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { answerProof } from '../api/session.ts'
import { Button } from '../ui/Button.tsx'
import { Form, TextField } from '../ui/Field.tsx'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'
import { sentenceAbove } from './faults.ts'
import { useProvider } from './Oidc.tsx'
import { options } from './options.ts'
import { Or } from './PasskeySignIn.tsx'
import { PasswordField } from './PasswordField.tsx'
import { areOffered, askPasskey, passkeyFault } from './passkeys.ts'

/** Asks over the page who it is, when the last proof is too old for a change. Then the same request goes on. */
export function ProofAsked() {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { data: door } = useQuery(options)
  const { data: second } = useAsk(getSecondFactor)
  const { data: passkeys } = useAsk(listPasskeys)
  const provider = useProvider()
  const { data: link } = useAsk(getOidcLink)
  const [isTried, setTried] = useState(false)
  const change = useChange(proveIdentity, { onDone: () => answerProof(true) })
  const hasPasskey = areOffered(door) && passkeys?.data.some(({ works_here }) => works_here)
  const hasPassword = door?.passwords !== false && (link?.has_password ?? true)
  const isLinked = provider !== undefined && link?.is_linked === true
  const confirm = () => {
    setTried(true)
    if (password !== '') void change.send({ body: { password, ...(code && { code }) } })
  }
  const isKeyWrong = change.refusal?.code === 'passkey_wrong'
  const sentence = isKeyWrong ? change.sentence : sentenceAbove(change.refusal, change.sentence)
  return (
    <Popup
      title={t('It is you, right?')}
      onClose={() => answerProof(false)}
      foot={
        <>
          <Button onClick={() => answerProof(false)}>{t('Cancel')}</Button>
          {hasPassword && (
            <Button look={hasPasskey ? 'secondary' : 'primary'} isBusy={change.isBusy} onClick={confirm}>
              {t('Confirm')}
            </Button>
          )}
        </>
      }
    >
      <Form className="flex flex-col gap-4" onSubmit={confirm}>
        <p className="text-table text-text-2">
          {hasPassword || hasPasskey
            ? t(
                'This asks again, since your last sign-in is more than ten minutes ago. What you began goes on afterwards.',
              )
            : t('This asks again, since your last sign-in is more than ten minutes ago.')}
        </p>
        {hasPasskey && (
          <ByPasskey
            send={async (passkey) => void (await change.send({ body: { passkey } }))}
            or={hasPassword && (second?.is_on ? t('or password and code') : t('or password'))}
          />
        )}
        {hasPassword && (
          <PasswordField
            label={t('Password')}
            autoComplete="current-password"
            autoFocus={!hasPasskey}
            value={password}
            fault={
              isTried && password === ''
                ? t('Your password is missing.')
                : change.refusal?.code === 'password_wrong'
                  ? t('This is not your password.')
                  : undefined
            }
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {hasPassword && second?.is_on && (
          <TextField
            label={t('Code of your app, or a recovery code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            fault={change.refusal?.code === 'code_wrong' ? t('That code was not right.') : undefined}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        {!hasPassword && !hasPasskey && !isLinked && (
          <p className="text-table text-warn">
            {t('No passkey of yours works at this address. Sign out and in again where one does.')}
          </p>
        )}
        {sentence && <Refusal title={sentence} />}
        {isLinked && <ProveWith name={provider} />}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
    </Popup>
  )
}

type PasskeyAnswer = Awaited<ReturnType<typeof askPasskey>>

function ByPasskey({ send, or }: { send: (passkey: PasskeyAnswer) => Promise<void>; or: string | false }) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  async function go() {
    setBusy(true)
    setFault(undefined)
    try {
      await send(await askPasskey(await call(passkeyProofOptions)))
    } catch (error) {
      setFault(passkeyFault(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        look="primary"
        className="min-h-10"
        autoFocus
        isBusy={isBusy}
        icon={<Fingerprint size={17} />}
        onClick={() => void go()}
      >
        {t('Confirm with a passkey')}
      </Button>
      {fault && <Refusal title={fault} />}
      {or && <Or>{or}</Or>}
    </>
  )
}

/** The page is left for it, so the change is made once more afterwards. */
function ProveWith({ name }: { name: string }) {
  const to = encodeURIComponent(location.pathname)
  return (
    <div>
      <Button
        className="min-h-10 w-full whitespace-normal!"
        onClick={() => location.assign(`/api/v1/auth/oidc/start?proof=true&to=${to}`)}
      >
        {t('Confirm with {provider}', { provider: name })}
      </Button>
      <p className="mt-2 text-caption text-text-3">
        {t('You sign in there again and come back to this page. Then make the change once more.')}
      </p>
    </div>
  )
}
