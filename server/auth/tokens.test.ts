import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newId } from '../process/ids.ts'
import { makeToken, readToken } from './tokens.ts'

test('a token carries its ids and the hash of its secret, and nothing else is a token', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (userId, tokenId) => {
      const { text, secretHash } = makeToken(userId, tokenId)
      assert.deepEqual(readToken(text), { userId, tokenId, secretHash })
    }),
  )
})

test('a token with any one character changed, left out or added is none', () => {
  const { text } = makeToken(newId(), newId())
  for (let at = 0; at < text.length; at++) {
    const other = text[at] === 'A' ? 'B' : 'A'
    assert.equal(readToken(text.slice(0, at) + other + text.slice(at + 1)), undefined)
    assert.equal(readToken(text.slice(0, at) + text.slice(at + 1)), undefined)
    assert.equal(readToken(text.slice(0, at) + other + text.slice(at)), undefined)
  }
  for (const junk of ['', 'flo_', 'flo_😀', `flo_${'z'.repeat(92)}`, text.toUpperCase(), ` ${text}`]) {
    assert.equal(readToken(junk), undefined)
  }
})
