import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OIDC_FAULTS } from '../../contract/oidc.ts'
import { oidcSentence } from './oidc-words.ts'

test('every end of a sign-in with the provider has a sentence, and no other text of an address is shown', () => {
  for (const code of OIDC_FAULTS) assert.match(oidcSentence(code, 'Example SSO') ?? '', /^[A-Z].*\.$/, code)
  for (const code of [undefined, '', 'toString', '<b>', 'oidc'])
    assert.equal(oidcSentence(code, 'X'), undefined)
})
