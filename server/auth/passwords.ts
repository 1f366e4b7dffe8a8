import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { refuse } from '../../contract/refusals.ts'

const derive = promisify(argon2)

/** Argon2id as OWASP recommends it; a hash made with other parameters is made anew at the next sign-in. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 }
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$`

// Each hash takes 19 MiB and tens of milliseconds of a core: two at once, fifty waiting, and no more.
const AT_ONCE = 2
const WAITING = 50
let running = 0
const queue: (() => void)[] = []

/** Runs password work when there is room for it. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) refuse('busy')
    await new Promise<void>((resolve) => queue.push(resolve)) // the place is handed over, not freed
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else running--
  }
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive('argon2id', { message: password, nonce: salt, tagLength: 32, ...PARAMETERS })
  return `${PREFIX}${unpadded(salt)}$${unpadded(tag)}`
}

/** What an unknown e-mail is checked against, so that it takes as long as a known one. */
const nobodysHash = `${PREFIX}${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(32))}`

export async function isPassword(password: string, hash: string = nobodysHash): Promise<boolean> {
  const [, , , numbers = '', salt = '', tag = ''] = hash.split('$')
  const [memory = 0, passes = 0, parallelism = 0] = numbers.split(',').map((part) => Number(part.slice(2)))
  const expected = Buffer.from(tag, 'base64')
  const nonce = Buffer.from(salt, 'base64')
  const found = await derive('argon2id', {
    message: password,
    nonce,
    tagLength: 32,
    memory,
    passes,
    parallelism,
  })
  return found.length === expected.length && timingSafeEqual(found, expected)
}

export const needsRehash = (hash: string): boolean => !hash.startsWith(PREFIX)

/** What is tried first: the usual words with the usual endings, runs of the keyboard, and one thing repeated. */
const words =
  `password passw0rd p@ssword letmein welcome qwerty qwertyuiop asdfghjkl zxcvbnm iloveyou sunshine princess
  football baseball superman batman dragon monkey shadow master michael jordan jennifer charlie computer internet
  trustno1 starwars pokemon whatever freedom mustang access admin administrator login secret changeme default
  summer winter spring autumn hello abc qazwsx 1q2w3e4r 1qaz2wsx q1w2e3r4 zaq12wsx`.split(/\s+/)
const runs = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
]

/** Whether a password is among the first that anybody would try for this person. */
export function isCommon(password: string, email: string, name: string): boolean {
  const plain = password.toLowerCase()
  const stem = plain.replace(/[\d\W_]+$/, '')
  const own = [email, email.split('@')[0] ?? '', name].map((text) => text.toLowerCase())
  return (
    words.includes(plain) ||
    words.includes(stem) ||
    own.includes(plain) ||
    own.includes(stem) ||
    runs.some((run) => run.includes(plain)) ||
    /^(.{1,4})\1+$/.test(plain)
  )
}
