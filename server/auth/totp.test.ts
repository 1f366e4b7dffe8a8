import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  base32,
  codeOf,
  isRecoveryCode,
  makeRecoveryCodes,
  makeSecret,
  openSecret,
  plainCode,
  sealSecret,
  stepAt,
  stepOfCode,
  uriOf,
} from './totp.ts'

test('the vectors of RFC 6238 hold, for each of its hashes', () => {
  const secretOf = (bytes: number) => Buffer.from('1234567890'.repeat(7).slice(0, bytes))
  const vectors: [seconds: number, sha1: string, sha256: string, sha512: string][] = [
    [59, '94287082', '46119246', '90693936'],
    [1111111109, '07081804', '68084774', '25091201'],
    [1111111111, '14050471', '67062674', '99943326'],
    [1234567890, '89005924', '91819424', '93441116'],
    [2000000000, '69279037', '90698825', '38618901'],
    [20000000000, '65353130', '77737706', '47863826'],
  ]
  for (const [seconds, sha1, sha256, sha512] of vectors) {
    const step = stepAt(seconds * 1_000)
    assert.equal(codeOf(secretOf(20), step, 8), sha1)
    assert.equal(codeOf(secretOf(32), step, 8, 'sha256'), sha256)
    assert.equal(codeOf(secretOf(64), step, 8, 'sha512'), sha512)
    assert.equal(codeOf(secretOf(20), step), sha1.slice(2), 'six digits are the last of the eight')
  }
})

test('a secret is written as RFC 4648 does', () => {
  const written = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))
  assert.deepEqual(written, ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
  assert.equal(
    uriOf(Buffer.from('foobar'), 'ana+1@example.com'),
    'otpauth://totp/Florin%3Aana%2B1%40example.com?secret=MZXW6YTBOI&issuer=Florin',
  )
})

test('a code counts half a minute before and after its own, and none that was used before', () => {
  const secret = makeSecret()
  const now = 1_800_000_000_000
  const step = stepAt(now)
  for (const near of [-1, 0, 1])
    assert.equal(stepOfCode(secret, codeOf(secret, step + near), 0, now), step + near)
  for (const far of [-2, 2]) assert.equal(stepOfCode(secret, codeOf(secret, step + far), 0, now), undefined)
  assert.equal(stepOfCode(secret, codeOf(secret, step), step, now), undefined)
  assert.equal(stepOfCode(secret, codeOf(secret, step - 1), step, now), undefined, 'nor an older one')
})

test('a secret opens with its key, for its person, unchanged, and not otherwise', () => {
  const secret = makeSecret()
  const sealed = sealSecret('a key', 'ana', secret)
  assert.deepEqual(openSecret('a key', 'ana', sealed), secret)
  assert(!sealed.includes(secret))
  assert.equal(openSecret('another key', 'ana', sealed), undefined)
  assert.equal(openSecret('a key', 'bea', sealed), undefined)
  for (const at of sealed.keys()) {
    const broken = Buffer.from(sealed)
    broken[at] = (broken[at] ?? 0) ^ 1
    assert.equal(openSecret('a key', 'ana', broken), undefined)
  }
  assert.equal(openSecret('a key', 'ana', Buffer.alloc(3)), undefined)
})

test('recovery codes are ten different ones that people can type as they like', () => {
  const codes = makeRecoveryCodes()
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) {
    assert.match(code, /^[\dA-HJKMNP-TV-Z]{4}(-[\dA-HJKMNP-TV-Z]{4}){2}$/)
    assert(isRecoveryCode(plainCode(code)))
    assert.equal(
      plainCode(` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`),
      plainCode(code),
    )
  }
})
