import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessBits, strengthOf } from './strength.ts'

const strengths = (...passwords: string[]) => passwords.map((password) => strengthOf(password))

test('a password that is too short has no strength, whatever it is made of', () => {
  assert.deepEqual(strengths('', 'aB3$xY7', '🦊🦊🦊'), [0, 0, 0])
})

test('rows of keys, repeated signs and the most used words are easy to guess', () => {
  assert.deepEqual(
    strengths('password', 'P@ssw0rd1', 'qwertyuiop', 'aaaaaaaaaaaa', '12345678', 'Summer2026!', '20261115'),
    [1, 1, 1, 1, 1, 1, 1],
  )
})

test('four words, or what a generator makes, are hard to guess', () => {
  for (const password of [
    'correct horse battery staple',
    'teapot-window-gravel-lemon',
    'xK9#mQ2$vL7p',
    'wcnqzrtkxbvd',
  ])
    assert(strengthOf(password) >= 3, `${password}: ${guessBits(password)} bits`)
  assert.equal(strengthOf('purple teapot window gravel lemon'), 4)
})

test('repeating a word adds next to nothing', () => {
  assert(guessBits('teapot teapot teapot') < guessBits('teapot window'))
})

test("the person's own name and e-mail are no help", () => {
  assert.equal(strengthOf('ana.kertesz', ['Ana Kertész', 'ana.kertesz@example.com']), 1)
  assert(guessBits('kertesz window') > guessBits('kertesz window', ['kertesz@example.com']))
})

test('every character more makes it no easier to guess', () => {
  for (const password of ['lemon window teapot', 'aB3$xY7!qL', 'тихий океан и лес'])
    for (let length = 1; length < password.length; length++)
      assert(
        strengthOf(password.slice(0, length + 1)) >= strengthOf(password.slice(0, length)) - 1,
        password.slice(0, length + 1),
      )
})
