import { languages } from '../../words/languages.ts'
import { currentLanguage, t } from '../../words/t.ts'
import type { Settings } from '../settings.ts'

/** A mail: plain text with at most one link. Nothing in it was chosen by whoever asked for it, but for the address it goes to; it is said in the language of whoever gets it. */
export type Mail = { to: string; subject: string; text: string }

/** The request behind a mail, and the instance that sends it. */
export type MailRequest = { address: string; at: string; site: string }

/** "18 November 2026, 02:45 UTC". */
const timeOf = (at: string): string => {
  const language = currentLanguage()
  const inUtc = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languages[language].numbers, { timeZone: 'UTC', ...options }).format(new Date(at))
  return t('{day}, {time} UTC', {
    day: inUtc({ dateStyle: 'long' }),
    time: inUtc({ timeStyle: 'short' }),
  })
}

const whoAsked = ({ address, at, site }: MailRequest): string =>
  t('It was asked for at {site} on {time}, from the network address {address}.', {
    site,
    time: timeOf(at),
    address,
  })

const lines = (...paragraphs: string[]): string => `${paragraphs.join('\n\n')}\n`

/** On an instance without passwords, the link adds a passkey. */
export const recoveryMail = (
  to: string,
  link: string,
  asking: MailRequest,
  { passwords }: Pick<Settings, 'passwords'>,
): Mail => ({
  to,
  subject: passwords ? t('A new password for Florin') : t('A new passkey for Florin'),
  text: lines(
    passwords
      ? t('With this link you set a new password for your Florin account:')
      : t('With this link you add a passkey to your Florin account:'),
    link,
    t(
      'It lasts 30 minutes and opens once; a newer mail ends it. Every device is signed out, keys for programs end, and a second factor stays on.',
    ),
    whoAsked(asking),
    t('If it was not you, do nothing: without the link nothing changes. Do not hand it on to anybody.'),
  ),
})

export const confirmationMail = (to: string, link: string, asking: MailRequest): Mail => ({
  to,
  subject: t('Confirm your e-mail for Florin'),
  text: lines(
    t('This address was given for a Florin account. With this link you confirm that it is yours:'),
    link,
    t('It lasts 30 minutes and opens once; a newer mail ends it.'),
    whoAsked(asking),
    t('If it was not you, do nothing: the address is not confirmed then.'),
  ),
})

/** To the old address. It does not name the new one, which a stranger could have chosen for what it says. */
export const emailChangeMail = (to: string, asking: MailRequest): Mail => ({
  to,
  subject: t('The e-mail of your Florin account is to change'),
  text: lines(
    t(
      'Somebody who is signed in to your Florin account asked to change its e-mail to another address. It counts once a link in a mail to the other address was confirmed; until then, you sign in with this one.',
    ),
    whoAsked(asking),
    t(
      'If it was not you, sign in at {site}, choose “Keep the old one” in Settings, Profile, and change your password.',
      { site: asking.site },
    ),
  ),
})
