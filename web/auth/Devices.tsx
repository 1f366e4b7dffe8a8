import { LogOut, MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { type Device, listDevices, revokeDevice, revokeOtherDevices } from '../../contract/auth.ts'
import { t } from '../../words/t.ts'
import { useEverything } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useToday } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { dayText, momentInSentence } from '../ui/dates.ts'
import { deviceWords } from '../ui/device.ts'
import { IconTile } from '../ui/icons.tsx'
import { Popup } from '../ui/Popup.tsx'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'
import { signOut } from './sign-out.ts'

export function Devices() {
  const query = useEverything(listDevices)
  const [isAsking, setAsking] = useState(false)
  const others = query.data?.filter(({ is_current }) => !is_current) ?? []
  return (
    <SettingsCard
      title={t('Signed in')}
      words={t(
        'Every browser and app that is signed in, and where it was last used from. One that you do not know: sign it out, and change how you sign in.',
      )}
      end={others.length > 0 && <Button onClick={() => setAsking(true)}>{t('Sign all others out…')}</Button>}
    >
      <Loaded query={query} rows={2}>
        {(devices) => (
          <ul>
            {devices
              .toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
              .map((device) => (
                <Row key={device.id} device={device} />
              ))}
          </ul>
        )}
      </Loaded>
      {isAsking && <AllOthers count={others.length} onClose={() => setAsking(false)} />}
    </SettingsCard>
  )
}

function Row({ device }: { device: Device }) {
  const today = useToday()
  const name = deviceWords(device.device_name)
  const change = useChange(revokeDevice, { words: t('{device} is signed out', { device: name }) })
  return (
    <li className="border-t border-line py-2.5">
      <div className="flex items-center gap-3">
        <IconTile icon={MonitorSmartphone} />
        <div className="min-w-0 flex-1">
          <p className="text-table font-medium break-words">
            {name}
            {device.is_current && (
              <span className="ms-2 rounded-[5px] bg-in-soft px-1.5 py-0.5 text-axis font-semibold text-in">
                {t('this one [a device]')}
              </span>
            )}
          </p>
          <p className="text-caption wrap-anywhere text-text-3">
            {[
              device.last_address,
              device.is_current
                ? t('now')
                : t('last used {moment}', { moment: momentInSentence(device.last_used_at, today) }),
              t('since {day}', { day: dayText(device.created_at.slice(0, 10)) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <Button
          icon={<LogOut size={15} />}
          isBusy={change.isBusy}
          onClick={() => (device.is_current ? signOut() : void change.send({ params: { id: device.id } }))}
        >
          {rich('<shown>Sign out</shown><hidden> {device}</hidden>', {
            device: name,
            shown: (inner) => <span className="sr-only sm:not-sr-only">{inner}</span>,
            hidden: (inner) => <span className="sr-only">{inner}</span>,
          })}
        </Button>
      </div>
      {change.sentence && (
        <div className="mt-2">
          <Refusal title={change.sentence} />
        </div>
      )}
    </li>
  )
}

/** A question, and a proof that it is the person: a thief who found an open page cannot shut its owner out. */
function AllOthers({ count, onClose }: { count: number; onClose: () => void }) {
  const change = useChange(revokeOtherDevices, {
    words: t('{count, plural, =1 {The other device is signed out} other {# devices are signed out}}', {
      count,
    }),
    onDone: onClose,
  })
  return (
    <Popup
      title={t('Sign all other devices out?')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" isBusy={change.isBusy} onClick={() => void change.send({ body: {} })}>
            {t('{count, plural, =1 {Sign it out} other {Sign # devices out}}', { count })}
          </Button>
        </>
      }
    >
      <p className="text-table text-text-2">
        {t(
          'This device stays signed in. All others have to sign in again; entries that wait on them stay there. Keys for programs go on working: they are revoked one by one.',
        )}
      </p>
      {change.sentence && <Refusal title={change.sentence} />}
    </Popup>
  )
}
