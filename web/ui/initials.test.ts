import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialsOf, shortNameOf } from './initials.ts'

test('initials are the first letters of the first and the last name', () => {
  const cases: [string, string][] = [
    ['Bela Kovács', 'BK'],
    ['City of Graz', 'CG'],
    ['Mia', 'M'],
    ['dental practice at the park', 'D'],
    ['Ádám  Ódor ', 'ÁÓ'],
    ['“Sam” Okafor', 'SO'],
    ['3M', '3'],
    ['田中 さくら', '田さ'],
    ['', ''],
  ]
  for (const [name, initials] of cases) assert.equal(initialsOf(name), initials, name)
})

test('somebody with a first name and a surname is called by the first name, and nobody else', () => {
  const cases: [string, string][] = [
    ['Bela Kovács', 'Bela'],
    ['Mia', 'Mia'],
    ['Dr Weiss', 'Dr Weiss'],
    ['City of Graz', 'City of Graz'],
    ['Parking office', 'Parking office'],
    ['Erste Bank', 'Erste Bank'],
    ['Anna Maria Huber', 'Anna Maria Huber'],
  ]
  for (const [name, short] of cases) assert.equal(shortNameOf(name), short, name)
})
