import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceWords, programIn } from './device.ts'

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

test('only a name that somebody gave is that of a program', () => {
  assert.equal(programIn('Bank watcher'), 'Bank watcher')
  for (const agent of ['node', 'curl/8.5.0', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', '', null])
    assert.equal(programIn(agent), undefined)
})
