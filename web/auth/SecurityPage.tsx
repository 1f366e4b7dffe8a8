import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getSecondFactor } from '../../contract/second-factor.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { useMe } from '../page/me.ts'
import { SettingsFrame } from '../page/Settings.tsx'
import { AccountLog } from './AccountLog.tsx'
import { Devices } from './Devices.tsx'
import { Invitations } from './Invitations.tsx'
import { KeepNothing } from './KeepNothing.tsx'
import { OidcCard } from './OidcCard.tsx'
import { OneWayBack } from './OneWayBack.tsx'
import { options } from './options.ts'
import { Passkeys } from './Passkeys.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { type KeyWork, ProgramKeys } from './ProgramKeys.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** Every way into the account, where it is used, and what happened at the door. */
export const SecurityPage = () => {
  const { is_operator } = useMe()
  const [keyWork, setKeyWork] = useState<KeyWork>({}) // here, so that a turned phone, whose layout is made anew, keeps it until the page is left
  const { data: door } = useQuery(options)
  const { data: second } = useAsk(getSecondFactor)
  const hasPasswords = door?.passwords !== false
  return (
    <SettingsFrame title={t('Sign-in and security')}>
      <OneWayBack />
      {hasPasswords && <PasswordForm />}
      {(hasPasswords || second?.is_on) && <SecondFactor />}
      <Passkeys />
      <OidcCard />
      <Devices />
      <ProgramKeys work={keyWork} onWork={setKeyWork} />
      {is_operator && <Invitations />}
      <KeepNothing />
      <AccountLog />
    </SettingsFrame>
  )
}
