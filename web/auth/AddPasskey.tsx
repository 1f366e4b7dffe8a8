import { useState } from 'react'
import { addPasskey, passkeyOptions } from '../../contract/passkeys.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { Button } from '../ui/Button.tsx'
import { deviceWords } from '../ui/device.ts'
import { Form, TextField } from '../ui/Field.tsx'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'
import { makePasskey, passkeyFault } from './passkeys.ts'

/** Asks for a name, and then the device for a key. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(() => deviceWords(navigator.userAgent))
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const begin = useChange(passkeyOptions)
  const add = useChange(addPasskey, {
    words: t('{passkey} signs in from now on', { passkey: name.trim() }),
    onDone: onClose,
  })
  const isMissing = name.trim() === ''
  async function go() {
    if (isMissing || isBusy) return
    setBusy(true)
    setFault(undefined)
    try {
      const options = await begin.send({ body: {} })
      if (options) await add.send({ body: { name: name.trim(), passkey: await makePasskey(options) } })
    } catch (error) {
      setFault(passkeyFault(error))
    } finally {
      setBusy(false)
    }
  }
  const sentence = fault ?? begin.sentence ?? add.sentence
  return (
    <Popup
      title={t('Add a passkey')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" isBusy={isBusy} onClick={() => void go()}>
            {t('Make the passkey')}
          </Button>
        </>
      }
    >
      <Form className="flex flex-col gap-4" onSubmit={() => void go()}>
        <p className="text-table text-text-2">
          {t(
            'Your browser asks for a finger, a face or a PIN, and keeps the key. Florin gets nothing that a thief could use.',
          )}
        </p>
        <TextField
          label={t('Name')}
          hint={t('So that you know it in the list')}
          autoFocus
          maxLength={100}
          value={name}
          fault={isMissing ? t('It needs a name.') : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        {sentence && <Refusal title={sentence} />}
      </Form>
    </Popup>
  )
}
