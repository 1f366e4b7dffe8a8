import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLanguage } from '../../words/t.ts'
import { exampleName, isExample } from './example-book.ts'
import { hasOwnChanges } from './remove-example.ts'
import { isWelcomeDue } from './welcomed.ts'

test('the made-up household is known by its id, or on another device by its name, and only while nobody else is in it', () => {
  const book = { id: 'one', name: exampleName(), role: 'owner', is_shared: false } as const
  assert(isExample(book, null))
  assert(isExample({ ...book, name: 'Renamed' }, 'one'))
  assert(!isExample({ ...book, name: 'Renamed' }, null))
  assert(!isExample({ ...book, is_shared: true }, 'one'))
  assert(!isExample({ ...book, role: 'editor' }, 'one'))
  inLanguage('de', () => {
    assert(isExample({ ...book, name: 'Der Beispielhaushalt' }, null))
    assert(isExample(book, null), 'it was made in English')
  })
})

test('a made-up household in which somebody recorded something is asked about; its making and its plans do not count', () => {
  const created_at = '2026-11-18T10:00:00.000Z'
  const change = (version: number, at: string, device_name: string | null = 'Firefox') => ({
    version,
    at: `2026-11-18T${at}:00.000Z`,
    device_name,
  })
  const making = [change(40, '10:01'), change(39, '10:00')]
  assert(!hasOwnChanges(making, { created_at, made: 40 }))
  assert(!hasOwnChanges(making, { created_at, made: undefined }))
  assert(hasOwnChanges([change(41, '10:02'), ...making], { created_at, made: 40 }))
  assert(hasOwnChanges([change(41, '12:00'), ...making], { created_at, made: undefined }))
  assert(!hasOwnChanges([change(41, '12:00', 'Florin'), ...making], { created_at, made: 40 }))
})

test('the untouched book of somebody who came by a link to another one begins with its Welcome', () => {
  const here = { role: 'owner', is_shared: false, is_archived: false } as const
  assert(isWelcomeDue({ version: 1, here, count: 2 }))
  assert(!isWelcomeDue({ version: 1, here, count: 1 }))
  assert(!isWelcomeDue({ version: 5, here, count: 2 }))
  assert(!isWelcomeDue({ version: 1, here: { ...here, is_shared: true }, count: 2 }))
  assert(!isWelcomeDue({ version: 1, here: { ...here, role: 'viewer' }, count: 2 }))
})
