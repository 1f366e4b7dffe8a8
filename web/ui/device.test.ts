import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceWords } from './device.ts'

test('a browser that gave no name is known by what it calls itself', () => {
  const chrome =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/153.0 Safari/537.36'
  assert.equal(deviceWords(chrome), 'Chrome on Mac')
  assert.equal(deviceWords(`${chrome} Edg/153.0`), 'Edge on Mac')
  assert.equal(deviceWords('Mozilla/5.0 (iPhone; CPU iPhone OS) Version/18 Safari/604.1'), 'Safari on iPhone')
  assert.equal(
    deviceWords('Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/153.0 Mobile Safari/537.36'),
    'Chrome on Android',
  )
  assert.equal(deviceWords('Ana’s phone'), 'Ana’s phone')
  assert.equal(deviceWords(null), 'a device')
})
