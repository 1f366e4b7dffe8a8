import { useMe } from '../page/me.ts'
import { SettingsFrame } from '../page/Settings.tsx'
import { AccountLog } from './AccountLog.tsx'
import { Devices } from './Devices.tsx'
import { Invitations } from './Invitations.tsx'
import { KeepNothing } from './KeepNothing.tsx'
import { OidcCard } from './OidcCard.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** Every way into the account, where it is used, and what happened at the door. */
export const SecurityPage = () => {
  const { is_operator } = useMe()
  return (
    <SettingsFrame title="Sign-in and security">
      <PasswordForm />
      <SecondFactor />
      <OidcCard />
      <Devices />
      {is_operator && <Invitations />}
      <KeepNothing />
      <AccountLog />
    </SettingsFrame>
  )
}
