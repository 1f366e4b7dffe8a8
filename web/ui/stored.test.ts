import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storedOfPerson, storeFor } from './stored.ts'

test('the next person does not find the stored text of the one before', () => {
  const filters = storedOfPerson('florin.filters')
  storeFor('ana')
  filters.set('["my illness"]')
  storeFor('bela')
  assert.equal(filters.get(), null)
  storeFor('ana')
  assert.equal(filters.get(), '["my illness"]')
})
