import { t } from '../../words/t.ts'

/** How browsers call themselves; those that call themselves several come first. */
const browsers = { Firefox: 'Firefox/', Edge: 'Edg/', Opera: 'OPR/', Chrome: 'Chrome/', Safari: 'Safari/' }
/** Phones call themselves both: an Android phone is a Linux, an iPhone is like Mac OS. */
const systems = {
  iPhone: /iPhone/,
  iPad: /iPad/,
  Android: /Android/,
  Windows: /Windows/,
  Mac: /Mac OS/,
  Linux: /Linux/,
}

const userAgent = /^(Mozilla\/|node$|undici$|[\w.-]+\/\d)/

/** The name that somebody gave to a program or a device: a user agent is none. */
export const programIn = (name: string | null | undefined): string | undefined =>
  name && !userAgent.test(name) ? name : undefined

/** A device's name; programs that gave none are known by their user agent, of which the browser is the part that says most. */
export function deviceWords(name: string | null | undefined): string {
  if (!name) return t('a device')
  if (!name.startsWith('Mozilla/')) return name
  const browser = Object.entries(browsers).find(([, mark]) => name.includes(mark))?.[0]
  const system = Object.entries(systems).find(([, mark]) => mark.test(name))?.[0]
  if (!system) return browser ?? t('A browser')
  return browser ? t('{browser} on {system}', { browser, system }) : t('A browser on {system}', { system })
}
