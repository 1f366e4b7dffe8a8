import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { makeFairQueue } from '../process/fair-queue.ts'
import { partOf } from '../process/share.ts'

const derive = promisify(argon2)

/** Argon2id as OWASP recommends it; a hash with other parameters is replaced at the next sign-in. */
export const OWASP = { memory: 19_456, passes: 2, parallelism: 1 }

/** The cost of a hash. Only tests of other things lower it. */
export const COST = { ...OWASP }
const prefix = () => `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`

/** Each hash takes 19 MiB and tens of milliseconds of a core: two at once, and a bounded number waiting. */
export const hashing = makeFairQueue({
  slots: partOf(2),
  perKey: Number.POSITIVE_INFINITY,
  patienceMs: Number.POSITIVE_INFINITY,
  maxWaiting: partOf(200),
  maxInLine: partOf(250),
})

/** Who asks: the network that the request came from, since one network can have any number of accounts and devices; and a signal that nobody waits any more. */
export type Sender = { address: string; gone: AbortSignal }

/** Runs password work when its turn has come: a request whose client has gone leaves its line, so that no password is hashed for nobody. */
export async function inTurn<T>(
  line: 'login' | 'known_device' | 'registration' | 'session',
  { address, gone }: Sender,
  work: () => Promise<T>,
): Promise<T> {
  const done = await hashing.take(address, { line, signal: gone })
  try {
    return await work()
  } finally {
    done()
  }
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** Normalises a password: a keyboard may send é as one character or as two. */
const messageOf = (password: string) => password.normalize('NFC')

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const message = messageOf(password)
  const tag = await derive('argon2id', { message, nonce, tagLength: 32, ...COST })
  return `${prefix()}${unpadded(nonce)}$${unpadded(tag)}`
}

/** The hash that is checked for an unknown e-mail, so that it takes as long as a known one. No password has it: also for a person without one. */
const nobodysHash = () => `${prefix()}${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(32))}`

export async function isPassword(password: string, hash: string = nobodysHash()): Promise<boolean> {
  const [, , , numbers = '', salt = '', tag = ''] = hash.split('$')
  const [memory = 0, passes = 0, parallelism = 0] = numbers.split(',').map((part) => Number(part.slice(2)))
  const expected = Buffer.from(tag, 'base64')
  const found = await derive('argon2id', {
    message: messageOf(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: 32,
    memory,
    passes,
    parallelism,
  })
  return found.length === expected.length && timingSafeEqual(found, expected)
}

export const needsRehash = (hash: string): boolean => !hash.startsWith(prefix())

let mostUsed: Promise<Set<string>> | undefined

/** The most used passwords, loaded with the first check, so that the start does not wait for them. */
const loadMostUsed = () =>
  (mostUsed ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set<string>(dictionary['passwords-common']),
  ))

const runs = ['01234567890123456789', '98765432109876543210', 'abcdefghijklmnopqrstuvwxyz']

/** Whether a password is easy to guess for this person; digits and signs at its end are ignored. */
export async function isCommon(password: string, email: string, name: string): Promise<boolean> {
  const used = await loadMostUsed()
  const plain = messageOf(password).toLowerCase()
  const stem = plain.replace(/[^\p{L}]+$/u, '')
  const own = [email, email.split('@')[0] ?? '', name, name.replace(/\s/g, ''), ...name.split(/\s+/)]
    .map((text) => messageOf(text).toLowerCase())
    .filter((text) => text.length >= 4)
  return (
    [plain, stem].some((text) => used.has(text) || own.includes(text)) ||
    runs.some((run) => run.includes(plain)) ||
    /^(.{1,4})\1+$/u.test(plain)
  )
}
