import { useState } from 'react'
import { useMe } from '../page/me.ts'
import { SettingsFrame } from '../page/Settings.tsx'
import { AccountLog } from './AccountLog.tsx'
import { Devices } from './Devices.tsx'
import { Invitations } from './Invitations.tsx'
import { KeepNothing } from './KeepNothing.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { type KeyWork, ProgramKeys } from './ProgramKeys.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** Every way into the account, where it is used, and what happened at the door. */
export const SecurityPage = () => {
  const { is_operator } = useMe()
  const [keyWork, setKeyWork] = useState<KeyWork>({}) // here, so that a turned phone, whose layout is made anew, keeps it until the page is left
  return (
    <SettingsFrame title="Sign-in and security">
      <PasswordForm />
      <SecondFactor />
      <Devices />
      <ProgramKeys work={keyWork} onWork={setKeyWork} />
      {is_operator && <Invitations />}
      <KeepNothing />
      <AccountLog />
    </SettingsFrame>
  )
}
