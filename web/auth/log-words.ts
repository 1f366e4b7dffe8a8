import type { UserEvent } from '../../contract/auth.ts'
import { t } from '../../words/t.ts'
import { deviceWords } from '../ui/device.ts'

/** The log of a person's account, in plain words. */
type Logged = { readonly [name: string]: unknown } | null

const textIn = (logged: Logged, name: string): string | undefined => {
  const value = logged?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const ofDevices: Readonly<Record<string, (device: string) => string>> = {
  signed_in: (device) => `Signed in on ${device}`,
  signed_out: (device) => `Signed out on ${device}`,
  revoked: (device) => `${device} was signed out by you`,
  ended_by_password: (device) => `${device} was signed out by the new password`,
  ended_by_recovery: (device) => `${device} was signed out by the passkey of a link`,
  ended_by_limit: (device) => `${device} was signed out: too many devices were signed in`,
}

const ofPrograms: Readonly<Record<string, (name: string) => string>> = {
  created: (name) => `A key for the program ${name} was made`,
  revoked: (name) => `The key of the program ${name} was revoked by you`,
  ended_by_recovery: (name) => `The key of the program ${name} ended by the link of a recovery`,
}

const ofSecondFactor: Readonly<Record<string, string>> = {
  created: 'The second factor was switched on',
  updated: 'New recovery codes were made',
  used: 'A recovery code was used',
  removed: 'The second factor was switched off',
}

const ofPasskeys: Readonly<Record<string, (name: string) => string>> = {
  created: (name) => `The passkey ${name} was added`,
  recovered: (name) => `The passkey ${name} was added by a link`,
  removed: (name) => `The passkey ${name} was removed`,
}

const ofOidc: Readonly<Record<string, string>> = {
  created: 'Single sign-on was linked',
  removed: 'Single sign-on was unlinked',
}

const fields: readonly [name: string, label: string][] = [
  ['name', 'name'],
  ['email', 'e-mail'],
  ['base_currency_id', 'base currency'],
]

/** "Signed in on Chrome on Mac", "The e-mail changed from a@example.com to b@example.com". */
export function eventWords({ resource, action, before, after }: UserEvent): string {
  const [was, is] = [before as Logged, after as Logged] // plain objects
  if (resource === 'password')
    return action === 'created'
      ? t('The password was set')
      : action === 'recovered'
        ? t('A new password was set by a link')
        : t('The password was changed')
  if (resource === 'device') {
    const device = deviceWords(textIn(is, 'device_name') ?? textIn(was, 'device_name'))
    const by = textIn(is, 'passkey')
    if (action === 'signed_in' && by) return `Signed in on ${device} with the passkey ${by}`
    return ofDevices[action]?.(device) ?? `${device}: ${action.replaceAll('_', ' ')}`
  }
  if (resource === 'program') {
    const name = textIn(is, 'name') ?? textIn(was, 'name') ?? t('without a name')
    return ofPrograms[action]?.(name) ?? `The key of the program ${name}: ${action.replaceAll('_', ' ')}`
  }
  if (resource === 'second_factor') return ofSecondFactor[action] ?? t('The second factor was changed')
  if (resource === 'passkey') {
    const name = textIn(is, 'name') ?? textIn(was, 'name') ?? t('without a name')
    if (action === 'updated') return `The passkey ${textIn(was, 'name')} is called ${name} now`
    return ofPasskeys[action]?.(name) ?? `The passkey ${name} was changed`
  }
  if (resource === 'oidc') return ofOidc[action] ?? t('Single sign-on was changed')
  if (resource === 'invitation') {
    const whom = textIn(is, 'email') ?? textIn(was, 'email') ?? t('whoever has the link')
    return action === 'revoked' ? `The invitation of ${whom} was revoked` : `You invited ${whom}`
  }
  if (action === 'created') return t('The account was opened')
  const [old, confirmed] = [textIn(was, 'email'), textIn(is, 'email')]
  if (action === 'confirmed')
    return old
      ? `The e-mail changed from ${old} to ${confirmed}, which was confirmed`
      : `The e-mail ${confirmed} was confirmed`
  const [taken, pending] = [textIn(was, 'pending_email'), textIn(is, 'pending_email')]
  if (pending) return `The e-mail is to change to ${pending}, once it is confirmed`
  if (taken) return `The change of the e-mail to ${taken} was taken back`
  const changed = fields.flatMap(([name, label]) => {
    const [old, now] = [textIn(was, name), textIn(is, name)]
    return now === undefined || old === now ? [] : [`The ${label} changed from ${old ?? 'nothing'} to ${now}`]
  })
  return changed.length > 0 ? changed.join('. ') : t('The profile was changed')
}
