import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { isEmail } from '../contract/email.ts'
import { currencyCode, currencyFacts } from '../contract/iso4217.ts'
import { StartError } from './process/start-error.ts'

/** Without WORKERS, a machine of many cores has at most this many processes: each takes memory. */
const MAX_BY_DEFAULT = 4

type Environment = Record<string, string | undefined>

/** Reads a variable, or takes its default. A wrong value fails with the rule; a value that may hold a password is not shown. */
function setting<T>(
  env: Environment,
  name: string,
  fallback: T,
  must: string,
  read: (text: string) => T | undefined,
): T {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = read(text)
  if (value === undefined)
    throw new StartError(`${name} must be ${must}; it is ${isSecret(name, text) ? 'not' : `"${text}"`}.`)
  return value
}

const isSecret = (name: string, text: string): boolean =>
  ['METRICS_TOKEN', 'SECRET_KEY', 'SMTP_URL', 'OIDC_CLIENT_SECRET'].includes(name) || text.includes('@')

const onOrOff = (text: string): boolean | undefined => ({ on: true, off: false })[text]

const whole = (least: number, most: number) => (text: string) =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined

const oneOf =
  <const T extends string>(...words: T[]) =>
  (text: string): T | undefined =>
    words.find((word) => word === text)

function webAddress(text: string): URL | undefined {
  const url = URL.parse(text)
  return url && ['http:', 'https:'].includes(url.protocol) ? url : undefined
}

/** A server by its name or address, or by the folder of its socket: postgres://user@/database?host=/folder. */
const isDatabaseAddress = (text: string) =>
  /^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace('@/', '@localhost/'))

/** An IP address, or a network in CIDR notation; /0 is not accepted. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && (bits === undefined ? most > 0 : whole(1, most)(bits) !== undefined)
}

/** Which senders may name the client's IP: none, a number of proxies in a row, or proxies with these IPs. */
export type TrustProxy = false | number | readonly string[]

function trustProxy(text: string): TrustProxy | undefined {
  if (text === 'off') return false
  const hops = whole(1, 10)(text)
  if (hops !== undefined) return hops
  const networks = text.split(',').map((network) => network.trim())
  return networks.every(isNetwork) ? networks : undefined
}

const withoutPassword = (text: string): URL | undefined => (text.includes('@') ? undefined : webAddress(text))

/** A mail server, and an account there: smtps://user:password@mail.example. */
function mailServer(text: string): URL | undefined {
  const url = URL.parse(text)
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') return undefined
  const isMore = !['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== ''
  try {
    decodeURIComponent(url.username + url.password)
  } catch {
    return undefined
  }
  return isMore ? undefined : url
}

/** An address, or a name and an address: Florin <florin@example.com>. */
function sender(text: string): string | undefined {
  const [, address = text] = /^[\w .'-]{1,100} <(.+)>$/.exec(text) ?? []
  return isEmail(address) ? text : undefined
}

/** Refuses half of the settings of mail: its links need an address that people can open. */
function checkMail(mail: { smtpUrl: URL | undefined; mailFrom: string; publicUrl: URL | undefined }): void {
  if ((mail.smtpUrl === undefined) !== (mail.mailFrom === ''))
    throw new StartError('SMTP_URL and MAIL_FROM belong together: set both, or neither.')
  if (mail.smtpUrl && !mail.publicUrl)
    throw new StartError('SMTP_URL needs PUBLIC_URL, the address that the links in mails begin with.')
}

/** Whether people reach Florin over https. */
export const isHttps = ({ publicUrl }: { publicUrl: URL | undefined }): boolean =>
  publicUrl?.protocol === 'https:'

/** The address of the instance, and the name that its passkeys are made for. Browsers know passkeys for names alone, over https or on the machine itself. */
export function placeOf({ publicUrl, port }: { publicUrl: URL | undefined; port: number }): {
  origin: string
  rpId: string
  isUsable: boolean
} {
  const { origin, hostname, protocol } = publicUrl ?? new URL(`http://localhost:${port}`)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[')
  return { origin, rpId: hostname, isUsable: isLocal || (protocol === 'https:' && isName) }
}

/** An issuer of OpenID Connect: over https, or on this machine. */
function issuerOf(text: string): URL | undefined {
  const url = URL.parse(text)
  if (url?.username !== '' || url.search !== '' || url.hash !== '') return undefined
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere) ? url : undefined
}

/** The provider that people can sign in with, if there is one: everything that it needs, or nothing. */
function readOidc(env: Environment, publicUrl: URL | undefined) {
  const visible = (text: string) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined)
  const read = {
    oidcIssuer: setting(
      env,
      'OIDC_ISSUER',
      undefined,
      'an https address like https://sso.example, without a password in it; http only on this machine',
      issuerOf,
    ),
    oidcClientId: setting(env, 'OIDC_CLIENT_ID', '', 'visible characters without blanks', visible),
    oidcClientSecret: setting(env, 'OIDC_CLIENT_SECRET', '', 'visible characters without blanks', visible),
    oidcName: setting(env, 'OIDC_NAME', 'single sign-on', 'a name of at most 40 characters', (text) =>
      /^\P{C}{1,40}$/u.test(text) && text.trim() !== '' ? text.trim() : undefined,
    ),
  }
  const given = [read.oidcIssuer, read.oidcClientId, read.oidcClientSecret].filter(Boolean).length
  if (given > 0 && given < 3)
    throw new StartError(
      'Single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET together; one of them is missing.',
    )
  if (given > 0 && !publicUrl)
    throw new StartError(
      'OIDC_ISSUER needs PUBLIC_URL: the provider sends people back to that address, and to no other.',
    )
  return read
}

/** The ECB's rates of the last 90 days: a service that was off for a while misses none. */
const ECB_URL = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml'

/** All settings: read and checked here, once, at start. */
export function readSettings(env: Environment) {
  const publicUrl = setting(
    env,
    'PUBLIC_URL',
    undefined,
    'an address like https://florin.example',
    webAddress,
  )
  const port = setting(env, 'PORT', 3000, 'a port, 0 to 65535', whole(0, 65_535))
  const settings = {
    port,
    host: setting(env, 'HOST', '127.0.0.1', 'an address or a name of this machine', (text) =>
      isIP(text) > 0 || /^[\w.-]+$/.test(text) ? text : undefined,
    ),
    workers: setting(
      env,
      'WORKERS',
      Math.max(1, Math.min(MAX_BY_DEFAULT, availableParallelism() - 1)), // PostgreSQL has the last core
      'a number from 1 to 32, with the built-in PostgreSQL to 10',
      whole(1, env.DATABASE_URL ? 32 : 10), // the built-in one takes 120 sessions, and each process has nine, also one that takes the place of another
    ),
    dataDir: setting(env, 'DATA_DIR', undefined, 'a folder', (text) => text),
    backupDir: setting(env, 'BACKUP_DIR', '', 'a folder', (text) => text),
    backupKeep: setting(env, 'BACKUP_KEEP', 7, 'a number from 1 to 1000', whole(1, 1_000)),
    migrateBackup: setting(env, 'MIGRATE_BACKUP', true, 'on or off', onOrOff),
    databaseUrl: setting(env, 'DATABASE_URL', '', 'an address like postgres://user@host/database', (text) =>
      isDatabaseAddress(text) ? text : undefined,
    ),
    databaseOwnerUrl: setting(
      env,
      'DATABASE_OWNER_URL',
      '',
      'an address like postgres://owner@host/database',
      (text) => (isDatabaseAddress(text) ? text : undefined),
    ),
    databaseReadUrl: setting(
      env,
      'DATABASE_READ_URL',
      '',
      'an address like postgres://user@replica/database, and then DATABASE_URL leads to the primary',
      (text) => (isDatabaseAddress(text) && env.DATABASE_URL ? text : undefined),
    ),
    databasePooler: setting(
      env,
      'DATABASE_POOLER',
      'none',
      'none, or transaction, and then DATABASE_OWNER_URL leads past the pooler',
      (text) => (env.DATABASE_OWNER_URL ? oneOf('none', 'transaction')(text) : oneOf('none')(text)),
    ),
    logLevel: setting(
      env,
      'LOG_LEVEL',
      'info',
      'one of trace, debug, info, warn, error, fatal, silent',
      oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    ),
    defaultCurrency: setting(
      env,
      'DEFAULT_CURRENCY',
      'USD',
      'an ISO 4217 code such as EUR',
      (text) => currencyFacts(currencyCode(text))?.id,
    ),
    publicUrl,
    trustProxy: setting(
      env,
      'TRUST_PROXY',
      false,
      'off, the number of proxies in front of Florin (1 to 10), or their IPs and networks separated by commas, never /0: a trusted sender can claim any IP',
      trustProxy,
    ),
    smtpUrl: setting(
      env,
      'SMTP_URL',
      undefined,
      'an address like smtps://user:password@mail.example, with no path',
      mailServer,
    ),
    mailFrom: setting(
      env,
      'MAIL_FROM',
      '',
      'an e-mail address, or one with a name: Florin <florin@example.com>',
      sender,
    ),
    corsOrigin: setting(env, 'CORS_ORIGIN', '*', '* or an origin like https://app.example', (text) =>
      text === '*' || webAddress(text)?.origin === text ? text : undefined,
    ),
    ratesUrl: setting<'off' | URL | undefined>(
      env,
      'RATES_URL',
      undefined,
      'off, or an http or https address without a password in it',
      (text) => (text === 'off' ? text : withoutPassword(text)),
    ),
    ecbUrl: setting(
      env,
      'ECB_URL',
      new URL(ECB_URL),
      'an http or https address without a password in it',
      withoutPassword,
    ),
    metricsToken: setting(env, 'METRICS_TOKEN', '', 'at least 16 visible characters', (text) =>
      /^[\x21-\x7e]{16,}$/.test(text) ? text : undefined,
    ),
    metricsPort: setting(
      env,
      'METRICS_PORT',
      undefined,
      `a port, 1 to 65535, other than PORT, which is ${port}`,
      (text) => (Number(text) === port ? undefined : whole(1, 65_535)(text)),
    ),
    web: setting(env, 'WEB', true, 'on or off', onOrOff),
    secretKey: setting(env, 'SECRET_KEY', '', 'at least 32 visible characters', (text) =>
      /^[\x21-\x7e]{32,}$/.test(text) ? text : undefined,
    ),
    registration: setting(
      env,
      'REGISTRATION',
      'open',
      'open, invited or closed',
      oneOf('open', 'invited', 'closed'),
    ),
    passwords: setting(
      env,
      'PASSWORDS',
      true,
      'on, or off where passkeys work: with a PUBLIC_URL of https and a name, or on localhost',
      (text) => (text === 'off' && !placeOf({ publicUrl, port }).isUsable ? undefined : onOrOff(text)),
    ),
    ...readOidc(env, publicUrl),
    passwordMinLength: setting(env, 'PASSWORD_MIN_LENGTH', 8, 'a number from 8 to 1024', whole(8, 1024)),
    passwordBlocklist: setting(env, 'PASSWORD_BLOCKLIST', isHttps({ publicUrl }), 'on or off', onOrOff),
    failuresPerMinute: setting(
      env,
      'FAILURES_PER_MINUTE',
      1_500,
      'a number from 0 (no limit) to 1000000',
      whole(0, 1_000_000),
    ),
    bookMaxRows: setting(
      env,
      'BOOK_MAX_ROWS',
      5_000_000,
      'a number from 1000 to 1000000000000',
      whole(1_000, 1e12),
    ),
    bookMaxBytes: setting(
      env,
      'BOOK_MAX_BYTES',
      20_000_000_000,
      'a number from 1000000 to 1000000000000000',
      whole(1_000_000, 1e15),
    ),
    rateLimitPerMinute: setting(
      env,
      'RATE_LIMIT_PER_MINUTE',
      0,
      'a number from 0 (none) to 1000000',
      whole(0, 1_000_000),
    ),
  }
  checkMail(settings)
  return settings
}
export type Settings = ReturnType<typeof readSettings>
