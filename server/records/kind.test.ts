import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveKinds } from '../ledger/kind.ts'
import { pastFinds } from '../ledger/past.sql.ts'
import { fromStored, toStored } from '../ledger/stored.ts'
import { fromJson, name, oneOf, since, toJson } from './columns.ts'
import { withFollowing } from './following.ts'
import { kinds } from './kinds.ts'

const all = Object.values(kinds)

test('every kind comes after those that it refers to, and what it refers to is a kind', () => {
  for (const [index, { name, refers }] of all.entries())
    for (const { to } of Object.values(refers))
      assert(
        all.slice(0, index + 1).some((kind) => kind.name === to), // a category refers to another one
        `${name} comes before ${to}`,
      )
})

test('every column that people enter, and every column with a reference, is a column of the table', () => {
  for (const { name, columns, refers, entered, key } of all)
    for (const column of [...Object.keys(refers), ...entered.flat(), ...key])
      assert(column in columns, `${name} has no column ${column}`)
})

test('every column but versions and places is in the file of a book', () => {
  for (const { name, columns, fields } of all.filter(({ name }) => name !== 'book'))
    for (const column of Object.keys(columns))
      assert(column in fields || /version|position/.test(column), `the file has no ${column} of ${name}`)
  for (const { name, fields } of all)
    for (const [field, column] of Object.entries(fields))
      assert(column?.stored, `${name} has no column ${field}`)
})

test('ticks are held after the transactions, which hold that they have none', () => {
  const names = all.map(({ name }) => name)
  assert(names.indexOf('transaction') < names.indexOf('reconciliation'))
})

test('a record from before a column was added has the value that stands for it, in the log and in a file', () => {
  const { contact } = kinds
  const colour = since('grey', oneOf('grey', 'red'))
  const coloured = {
    ...contact,
    columns: { ...contact.columns, colour: colour.stored },
    added: { colour: 'grey' },
  }
  const stored = {
    id: 'a',
    name: 'Ana',
    phone: null,
    email: null,
    notes: null,
    created_version: 1,
    version: 1,
  }
  const times = {
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    deleted_at: null,
  }
  try {
    giveKinds(
      all.map((kind) => (kind.name === 'contact' ? coloured : kind)) as never,
      pastFinds,
      withFollowing,
    )
    const old = fromStored('contact', { ...stored, ...times })
    assert.equal('colour' in old && old.colour, 'grey')
    const red = { ...old, colour: 'red' }
    assert.deepEqual(fromStored('contact', toStored('contact', red)), red)
  } finally {
    giveKinds(all as never, pastFinds, withFollowing)
  }
  const fields = { name: name(20), colour }
  assert.deepEqual(fromJson(fields, { name: 'Ana' }, 'EUR'), { name: 'Ana', colour: 'grey' })
  assert.deepEqual(toJson(fields, { name: 'Ana', colour: 'grey' }, 'EUR'), { name: 'Ana' })
  assert.deepEqual(toJson(fields, { name: 'Ana', colour: 'red' }, 'EUR'), { name: 'Ana', colour: 'red' })
})

test('a draft or a rule of a file has no text that PostgreSQL cannot hold', () => {
  for (const text of ['a\ud800b', 'a\0b'])
    for (const [column, value] of [
      [kinds.plan.fields.draft, { amount: 1, splits: [{ category_id: 'x', amount: 1, memo: text }] }],
      [kinds.plan.fields.draft, { amount: 1, tags: [text] }],
      [kinds.import_rule.fields.actions, { notes: text }],
    ] as const)
      assert.throws(() => column?.read?.(value, {}, 'EUR'), /text that cannot be stored/)
})
