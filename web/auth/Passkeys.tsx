import { useQuery } from '@tanstack/react-query'
import { Fingerprint, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { listPasskeys, type Passkey, removePasskey, renamePasskey } from '../../contract/passkeys.ts'
import { t } from '../../words/t.ts'
import { useEverything } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useToday } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { dayText, momentInSentence } from '../ui/dates.ts'
import { Form, TextField } from '../ui/Field.tsx'
import { IconTile } from '../ui/icons.tsx'
import { Popup } from '../ui/Popup.tsx'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { options } from './options.ts'
import { areOffered, whyNoPasskeys } from './passkeys.ts'

/** The passkeys of a person: adding one, its name, its last use, and removing it. */
export function Passkeys() {
  const query = useEverything(listPasskeys)
  const { data: door } = useQuery(options)
  const [isAdding, setAdding] = useState(false)
  const why = whyNoPasskeys(door)
  return (
    <SettingsCard
      title={t('Passkeys')}
      words={t(
        'Sign in with a finger, a face or a key, without typing. A passkey is as good as a password and a code.',
      )}
      end={
        areOffered(door) && (
          <Button icon={<Plus size={15} />} onClick={() => setAdding(true)}>
            {t('Add a passkey')}
          </Button>
        )
      }
    >
      {why && <p className="mb-3 text-table text-text-2">{why}</p>}
      <Loaded query={query} rows={1}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p className="text-table text-text-3">{t('None yet')}</p>
          ) : (
            <ul>
              {passkeys.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
    </SettingsCard>
  )
}

function Row({ passkey }: { passkey: Passkey }) {
  const today = useToday()
  const [open, setOpen] = useState<'name' | 'remove'>()
  const { name, site, works_here, created_at, last_used_at } = passkey
  const day = dayText(created_at.slice(0, 10))
  const hidden = (inner: ReactNode) => <span className="sr-only">{inner}</span>
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2.5">
      <IconTile icon={Fingerprint} />
      <div className="min-w-40 flex-1">
        <p className="text-table font-medium break-words">{name}</p>
        <p className="text-caption text-text-3">
          {last_used_at
            ? t('added {day}, last used {moment}', {
                day,
                moment: momentInSentence(last_used_at, today),
              })
            : t('added {day}, never used', { day })}
        </p>
        {!works_here && (
          <p className="text-caption text-warn">
            {t('It was made for {site}, and does not work at this address. Remove it, and add a new one.', {
              site,
            })}
          </p>
        )}
      </div>
      <div className="flex max-sm:w-full max-sm:justify-end">
        <Button look="quiet" onClick={() => setOpen('name')}>
          {rich('Rename<hidden> {passkey}</hidden>', { passkey: name, hidden })}
        </Button>
        <Button look="quiet" onClick={() => setOpen('remove')}>
          {rich('Remove<hidden> {passkey}</hidden>', { passkey: name, hidden })}
        </Button>
      </div>
      {open === 'name' && <Rename passkey={passkey} onClose={() => setOpen(undefined)} />}
      {open === 'remove' && <Remove passkey={passkey} onClose={() => setOpen(undefined)} />}
    </li>
  )
}

function Rename({ passkey: { id, name: before }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(before)
  const change = useChange(renamePasskey, { onDone: onClose })
  const isMissing = name.trim() === ''
  const save = () => {
    if (!isMissing) void change.send({ params: { id }, body: { name: name.trim() } })
  }
  return (
    <Popup
      title={t('Rename the passkey')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" isBusy={change.isBusy} onClick={save}>
            {t('Rename')}
          </Button>
        </>
      }
    >
      <Form onSubmit={save}>
        <TextField
          label={t('Name')}
          autoFocus
          maxLength={100}
          value={name}
          fault={isMissing ? t('It needs a name.') : change.fault('name')}
          onChange={(event) => setName(event.target.value)}
        />
      </Form>
      {change.sentence && <Refusal title={change.sentence} />}
    </Popup>
  )
}

function Remove({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const change = useChange(removePasskey, {
    words: t('{passkey} does not sign in any more', { passkey: name }),
    onDone: onClose,
  })
  return (
    <Popup
      title={t('Remove {passkey}?', { passkey: name })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button
            look="danger"
            isBusy={change.isBusy}
            onClick={() => void change.send({ params: { id }, body: {} })}
          >
            {t('Remove it')}
          </Button>
        </>
      }
    >
      <p className="text-table text-text-2">
        {t(
          'It signs nobody in any more. Devices that are signed in stay so. Delete it on the device as well, or it will go on offering it.',
        )}
      </p>
      {change.sentence && <Refusal title={change.sentence} />}
    </Popup>
  )
}
