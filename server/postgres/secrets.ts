import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../process/start-error.ts'
import { readPlain, writeWhole } from './files.ts'

/** A role's password, and the form in which PostgreSQL keeps it, from which the password cannot be found. */
export type Secret = { readonly password: string; readonly verifier: string }

/** The owner migrates and supervises; the service is the role behind every request. */
export type Secrets = { readonly owner: Secret; readonly service: Secret }

// A password of 256 random bits gains nothing from repeated hashing, and every new session would pay for it.
const ITERATIONS = 1

function makeSecret(): Secret {
  const password = randomBytes(32).toString('base64url')
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  const server = keyed('Server Key').toString('base64')
  return {
    password,
    verifier: `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`,
  }
}

const isSecret = (value: unknown): value is Secret => {
  const { password, verifier } = (value ?? {}) as Record<string, unknown> // parsed JSON, looked at below
  return (
    typeof password === 'string' &&
    typeof verifier === 'string' &&
    /^SCRAM-SHA-256\$[\w+/=:$]+$/.test(verifier)
  )
}

/** The key for secrets in the database, in a file beside the data that the first start makes; several first starts agree on one. */
export async function secretKeyIn(folder: string): Promise<string> {
  const path = join(folder, 'secret.key')
  const read = async () => (await readPlain(path, [process.getuid?.()]))?.trim()
  if ((await read()) === undefined) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeWhole(path, `${randomBytes(32).toString('base64url')}\n`, 0o600, true)
  }
  const key = await read()
  if (key === undefined || key.length < 32) throw new Error(`${path} does not hold a key`)
  return key
}

/** The secrets of the PostgreSQL in this folder, made with the first start; several first starts agree on one set. */
export async function secretsIn(folder: string, account: number | undefined): Promise<Secrets> {
  const path = join(folder, 'secrets.json')
  const read = () => readPlain(path, [process.getuid?.(), account])
  if ((await read()) === undefined) {
    const made: Secrets = { owner: makeSecret(), service: makeSecret() }
    await writeWhole(path, `${JSON.stringify(made, undefined, 2)}\n`, 0o600, true)
  }
  try {
    const { owner, service } = JSON.parse((await read()) ?? '') as Partial<Secrets>
    if (isSecret(owner) && isSecret(service)) return { owner, service }
  } catch {
    // It is not JSON, which the sentence below covers.
  }
  throw new StartError(`${path} does not hold Florin's secrets. Move it away, and Florin makes new ones.`)
}
