import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passkeyFault, whyNoPasskeys } from './passkeys.ts'

const door = {
  is_empty: false,
  mail: false,
  oidc_name: null,
  registration: 'open' as const,
  passwords: true,
  passkeys: true,
  origin: 'https://florin.example',
}
const here = { origin: 'https://florin.example', isSupported: true }

test('passkeys are offered at the address of the instance alone, and a sentence says why not elsewhere', () => {
  assert.equal(whyNoPasskeys(door, here), undefined)
  assert.equal(
    whyNoPasskeys(door, { ...here, origin: 'http://192.168.1.5:3000' }),
    'Passkeys work at https://florin.example; this page was opened at http://192.168.1.5:3000.',
  )
  assert.match(
    whyNoPasskeys({ ...door, passkeys: false }, here) ?? '',
    /^Passkeys need an address with https/,
  )
  assert.match(whyNoPasskeys(door, { ...here, isSupported: false }) ?? '', /does not know passkeys/)
})

test('each reason why no key came has a sentence', () => {
  const named = (name: string) => Object.assign(new Error('x'), { name })
  const known = ['NotAllowedError', 'InvalidStateError', 'NotSupportedError', 'SecurityError', 'TypeError']
  const sentences = known.map((name) => passkeyFault(named(name)))
  assert.equal(new Set(sentences).size, known.length)
  for (const sentence of sentences) assert.match(sentence, /\.$/)
})
