import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { importFormats } from '../../../contract/import-mapping.ts'
import { otherFiles, programOf, programOfFormat, programs } from './programs.ts'

const all = [...programs, ...otherFiles]

test('the document and the page name the same programs, and each section of the document is on the page', async () => {
  const text = await readFile('docs/moving.md', 'utf8')
  const listed = [...text.matchAll(/^\| \*\*([^*]+)\*\* \|/gm)].map(([, name = '']) => name)
  assert.deepEqual(
    listed,
    all.map(({ name }) => name),
  )
  const headings = [...text.matchAll(/^## (.+)$/gm)].flatMap(([, heading = '']) =>
    heading.split(/, | and (?!another)/),
  )
  assert.deepEqual(
    headings.filter((name) => !all.some((one) => one.name === name)),
    [],
  )
})

test('each program says what comes over, what does not and how to check it, in a few short lines', () => {
  const ids = all.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  const names = programs.map(({ name }) => name)
  assert.deepEqual(names, names.toSorted(Intl.Collator('en').compare))
  for (const { id, over, behind, check, steps } of all) {
    assert.match(id, /^[a-z][a-z-]*$/)
    for (const part of [steps, over, behind, check]) {
      assert.ok(part.length >= 1 && part.length <= 5, id)
      assert.equal(new Set(part).size, part.length, id)
      for (const line of part) assert.ok(line.length <= 110 && !line.includes("'"), line)
    }
  }
})

test('an address and a format lead to their program, and anything else to none', () => {
  assert.equal(programOf('gnucash')?.name, 'GnuCash')
  assert.equal(programOf(''), undefined)
  assert.equal(programOf('constructor'), undefined)
  assert.equal(programOfFormat('ynab')?.id, 'ynab')
  assert.equal(programOfFormat(null), undefined)
  assert.equal(programOfFormat('csv'), undefined)
  const formats = programs.flatMap(({ format = [] }) => format)
  assert.ok(formats.every((one) => importFormats.includes(one)))
  assert.equal(new Set(formats).size, formats.length)
})
