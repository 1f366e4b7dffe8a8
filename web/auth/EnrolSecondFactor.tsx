import { Copy } from 'lucide-react'
import { useState } from 'react'
import { confirmSecondFactor } from '../../contract/second-factor.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { Button, PlainLink } from '../ui/Button.tsx'
import { copyText } from '../ui/copy.ts'
import { Form } from '../ui/Field.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'
import { CodeField } from './CodeField.tsx'

/** The secret for an app, and the field for its first code, which switches the second factor on. */
export function EnrolSecondFactor({
  secret,
  uri,
  onDone,
  onCancel,
}: {
  secret: string
  uri: string
  onDone: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}) {
  const [code, setCode] = useState('')
  const change = useChange(confirmSecondFactor, {
    words: t('The second factor is on'),
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  })
  const isWrong = change.refusal?.code === 'code_wrong'
  const send = async (full: string) => {
    if (full.length < 6 || change.isBusy) return
    await change.send({ body: { code: full } })
    setCode('')
  }
  return (
    <div className="flex gap-6 max-sm:flex-col">
      <div className="w-44 max-sm:w-full">
        <QrCode
          text={uri}
          label={t('A code for the camera of your app')}
          className="size-44 rounded-control bg-white"
        />
        <p className="mt-2 text-caption text-text-3">
          {rich('or type <b>{secret}</b>', {
            secret: secret.replace(/.{4}(?=.)/g, '$& '),
            b: (inner) => <b className="font-mono font-medium text-text-2">{inner}</b>,
          })}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            icon={<Copy size={15} />}
            onClick={() => void copyText(secret, t('the key [select it and copy it]'))}
          >
            {t('Copy')}
          </Button>
          <PlainLink href={uri} className="sm:hidden">
            {t('Open an app on this phone')}
          </PlainLink>
        </div>
      </div>
      <Form className="flex min-w-0 flex-1 flex-col gap-4" onSubmit={() => void send(code)}>
        <p className="text-table">
          <span className="text-text-3">1</span> {t('Scan it with Aegis, 2FAS, 1Password or another app.')}
        </p>
        <CodeField
          label={`2 ${t('Type the code that it shows')}`}
          value={code}
          fault={isWrong ? t('That code was not right. Codes change every 30 seconds.') : undefined}
          isFirst
          onChange={setCode}
          onFull={(full) => void send(full)}
        />
        {change.sentence && !isWrong && <Refusal title={change.sentence} />}
        <div className="flex gap-2">
          <Button look="primary" type="submit" isBusy={change.isBusy}>
            {t('Switch on')}
          </Button>
          <Button look="quiet" onClick={onCancel}>
            {t('Not now')}
          </Button>
        </div>
      </Form>
    </div>
  )
}
