import { domainToASCII } from 'node:url'
import { refuseField } from '../../contract/refusals.ts'

/** The domain in ASCII: bücher.example and xn--bcher-kva.example are the same. Undefined if it is not a valid domain. */
function asciiDomain(domain: string): string | undefined {
  const ascii = domainToASCII(domain)
  return ascii === '' ? undefined : ascii
}

/** The form in which e-mails are compared: in lower case, with the domain in ASCII. They are stored and shown as typed. */
export function emailKey(email: string): string {
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)].map((part) =>
    part.normalize('NFC').toLowerCase(),
  ) as [string, string] // two parts went in
  return `${local}@${asciiDomain(domain) ?? domain}`
}

/** Refuses an e-mail whose domain looks valid but is not, such as xn--ñ. */
export function checkEmail(email: string): void {
  if (asciiDomain(email.slice(email.lastIndexOf('@') + 1)) === undefined)
    refuseField('email', 'email_domain', {})
}
