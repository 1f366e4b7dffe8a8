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
  signed_in: (device) => t('Signed in on {device}', { device }),
  signed_out: (device) => t('Signed out on {device}', { device }),
  revoked: (device) => t('{device} was signed out by you', { device }),
  ended_by_password: (device) => t('{device} was signed out by the new password', { device }),
  ended_by_recovery: (device) => t('{device} was signed out by the passkey of a link', { device }),
  ended_by_limit: (device) => t('{device} was signed out: too many devices were signed in', { device }),
}

const ofPrograms: Readonly<Record<string, (name: string) => string>> = {
  created: (name) => t('A key for the program {program} was made', { program: name }),
  revoked: (name) => t('The key of the program {program} was revoked by you', { program: name }),
  ended_by_recovery: (name) =>
    t('The key of the program {program} ended by the link of a recovery', { program: name }),
}

const ofSecondFactor: Readonly<Record<string, () => string>> = {
  created: () => t('The second factor was switched on'),
  updated: () => t('New recovery codes were made'),
  used: () => t('A recovery code was used'),
  removed: () => t('The second factor was switched off'),
}

const ofPasskeys: Readonly<Record<string, (name: string) => string>> = {
  created: (name) => t('The passkey {passkey} was added', { passkey: name }),
  recovered: (name) => t('The passkey {passkey} was added by a link', { passkey: name }),
  removed: (name) => t('The passkey {passkey} was removed', { passkey: name }),
}

const ofOidc: Readonly<Record<string, () => string>> = {
  created: () => t('Single sign-on was linked'),
  removed: () => t('Single sign-on was unlinked'),
}

type Change = { old: string; now: string }

/** The fields of the profile, each with the sentence for its change. */
const fields: readonly [name: string, words: (change: Change) => string][] = [
  ['name', (change) => t('The name changed from {old} to {now}', change)],
  ['email', (change) => t('The e-mail changed from {old} to {now}', change)],
  ['base_currency_id', (change) => t('The base currency changed from {old} to {now}', change)],
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
    if (action === 'signed_in' && by)
      return t('Signed in on {device} with the passkey {passkey}', { device, passkey: by })
    return (
      ofDevices[action]?.(device) ?? t('{device}: {action}', { device, action: action.replaceAll('_', ' ') })
    )
  }
  if (resource === 'program') {
    const name = textIn(is, 'name') ?? textIn(was, 'name') ?? t('without a name')
    return (
      ofPrograms[action]?.(name) ??
      t('The key of the program {program}: {action}', { program: name, action: action.replaceAll('_', ' ') })
    )
  }
  if (resource === 'second_factor') return ofSecondFactor[action]?.() ?? t('The second factor was changed')
  if (resource === 'passkey') {
    const name = textIn(is, 'name') ?? textIn(was, 'name') ?? t('without a name')
    if (action === 'updated')
      return t('The passkey {old} is called {passkey} now', { old: textIn(was, 'name') ?? '', passkey: name })
    return ofPasskeys[action]?.(name) ?? t('The passkey {passkey} was changed', { passkey: name })
  }
  if (resource === 'oidc') return ofOidc[action]?.() ?? t('Single sign-on was changed')
  if (resource === 'invitation') {
    const email = textIn(is, 'email') ?? textIn(was, 'email')
    if (action === 'revoked')
      return email === undefined
        ? t('The invitation of whoever has the link was revoked')
        : t('The invitation of {email} was revoked', { email })
    return email === undefined ? t('You invited whoever has the link') : t('You invited {email}', { email })
  }
  if (action === 'created') return t('The account was opened')
  const [old, confirmed = ''] = [textIn(was, 'email'), textIn(is, 'email')]
  if (action === 'confirmed')
    return old
      ? t('The e-mail changed from {old} to {confirmed}, which was confirmed', { old, confirmed })
      : t('The e-mail {confirmed} was confirmed', { confirmed })
  const [taken, pending] = [textIn(was, 'pending_email'), textIn(is, 'pending_email')]
  if (pending) return t('The e-mail is to change to {pending}, once it is confirmed', { pending })
  if (taken) return t('The change of the e-mail to {taken} was taken back', { taken })
  const changed = fields.flatMap(([name, words]) => {
    const [old, now] = [textIn(was, name), textIn(is, name)]
    return now === undefined || old === now
      ? []
      : [words({ old: old ?? t('nothing [instead of a former name]'), now })]
  })
  const [first, ...others] = changed
  if (first === undefined) return t('The profile was changed')
  return others.reduce((before, next) => t('{before}. {next} [two sentences]', { before, next }), first)
}
