import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '../settings.ts'
import type { Mail } from './mail-texts.ts'

/** Each step of a mail has a limit, and so has the whole: a job is put off by longer than that. */
const LIMITS_MS = { step: 10_000, silence: 15_000, mail: 45_000 }

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** The address of the mail server, in the form of the library. A password leaves this machine encrypted, or not at all. */
export function connectionOf(url: URL) {
  const { hostname, port, username, password } = url
  const secure = url.protocol === 'smtps:'
  const isHere = isLoopback(hostname)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ignoreTLS: isHere && !secure,
    requireTLS: !isHere && username !== '',
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}

export type Send = (mail: Mail) => Promise<void>

/** Sends a mail, or fails; the library is loaded where there is mail to send, and nowhere else. Undefined where no mail is sent. */
export async function makeSend(
  { smtpUrl, mailFrom, publicUrl }: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'publicUrl'>,
  limits = LIMITS_MS,
): Promise<Send | undefined> {
  if (!smtpUrl) return undefined
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...connectionOf(smtpUrl),
    ...(publicUrl && { name: publicUrl.hostname }),
    dnsTimeout: limits.step,
    connectionTimeout: limits.step,
    greetingTimeout: limits.step,
    socketTimeout: limits.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const [, name = '', address = mailFrom] = /^(.+) <(.+)>$/.exec(mailFrom) ?? []
  return async ({ to, subject, text }) => {
    const stopped = new AbortController()
    const sending = transport.sendMail({
      // As objects, since a text would be read as a list of addresses.
      from: { name, address },
      to: { name: '', address: to },
      envelope: { from: address, to: [to] },
      subject,
      text,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    const limit = sleep(limits.mail, undefined, { ref: false, signal: stopped.signal }).then(() => {
      throw Object.assign(new Error('the mail server takes too long'), { code: 'ETIMEDOUT' })
    })
    try {
      await Promise.race([sending, limit])
    } finally {
      sending.catch(() => undefined)
      limit.catch(() => undefined)
      stopped.abort()
    }
  }
}
