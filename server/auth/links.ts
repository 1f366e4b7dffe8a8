import { refuseField } from '../../contract/refusals.ts'
import type { Settings } from '../settings.ts'

const DAY_MS = 86_400_000

/** How long a link that recovers an account or confirms an e-mail is good. */
export const LINK_MINUTES = 30

/** When such a link ends that is made now. */
export const linkEnd = (): string => new Date(Date.now() + LINK_MINUTES * 60_000).toISOString()

/** The address of a page of this instance: from the settings, never from a request, whose Host anybody can choose. */
export const pageOf = (path: string, { publicUrl, port }: Pick<Settings, 'publicUrl' | 'port'>): string =>
  new URL(path, publicUrl ?? `http://localhost:${port}`).href

/** A link that carries its token behind #, which browsers do not send: it is in no log, and opening the link changes nothing. */
export const linkTo = (path: string, token: string, settings: Pick<Settings, 'publicUrl' | 'port'>): string =>
  `${pageOf(path, settings)}#${token}`

/** When a link ends: as asked for, or after the usual number of days. */
export function endOfLink(asked: string | null | undefined, days: { usual: number; most: number }): string {
  const now = Date.now()
  if (asked === undefined || asked === null) return new Date(now + days.usual * DAY_MS).toISOString()
  const at = Date.parse(asked)
  if (at <= now || at > now + days.most * DAY_MS)
    refuseField('expires_at', 'ends_too_late', { days: days.most })
  return new Date(at).toISOString()
}
