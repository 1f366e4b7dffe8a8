import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undoChange } from '../../contract/changes.ts'
import { addDays, todayIn } from '../../contract/day.ts'
import { commitImport, getImport, listImportRows } from '../../contract/imports.ts'
import { sendFile } from '../../test/importing.ts'
import { committed } from '../../test/moving.ts'
import { explaining, keepUnanalysed } from '../../test/unanalysed.ts'
import { makeWorld, type Person, shards } from '../../test/world.ts'

/**
 * A file is imported into a book of which PostgreSQL has no statistics: that of somebody who has just moved here. The rows that are read must
 * be in proportion to the file, and not to its square: on a busy machine, the import of the demo household took more than the five seconds of
 * a statement to show, and was refused with `busy`.
 */
const world = await makeWorld()
const today = todayIn('UTC')
const COUNT = 800
/** How many rows all steps of a plan may handle for each row of the file. The most that was seen is 25; one step that is squared has 800. */
const MAX_STEPS = 100

/** A journal of expenses in 60 categories and of transfers, over five accounts. Journals with different first numbers have no row in common. */
const journal = (count: number, first = 0): string =>
  Array.from({ length: count }, (_, index) => {
    const n = first + index
    const [date, amount, account] = [addDays(today, -(n % 500) - 1), `${1 + n}.00 EUR`, `assets:bank${n % 5}`]
    const other = n % 7 === 0 ? `assets:bank${(n + 1) % 5}` : `expenses:group${n % 4}:kind${n % 60}`
    return `${date} Words ${n % 40} ${n}\n    ${other}  ${amount}\n    ${account}\n`
  }).join('\n')

const send = (person: Person, text: string) => sendFile(person, { filename: 'book.hledger' }, text)

/** Imports a file, and one that has it and some rows more; takes the first one back, so that rows of the second one are missed; and sends it again. */
async function moveIn(
  person: Person,
  watch: <T>(what: string, work: () => Promise<T>) => Promise<T>,
): Promise<void> {
  const show = async (what: string, { id }: { id: string }) => {
    const now = await watch(`${what}, shown`, () => person.call(getImport, { params: { id } }))
    const query = { limit: 50, include: 'total', sort: '-amount' } as const
    await watch(`${what}, its rows`, () => person.call(listImportRows, { params: { id }, query }))
    return now
  }
  // Accounts and categories are there before, so that the file can be taken back while the other one stays.
  await committed(person, await send(person, journal(100, 100_000)))
  const first = await watch('a file', () => send(person, journal(COUNT)))
  await show('a file', first)
  const params = { id: first.id }
  const { version } = await watch('a commit', () => person.call(commitImport, { params }))
  const { added } = await show('a committed file', first)
  assert.equal(
    added.reduce((sum, { count }) => sum + count, 0),
    COUNT,
  )
  const second = await watch('a file that overlaps', () => send(person, journal(COUNT + 50)))
  await show('a file that overlaps', second)
  await watch('another commit', () => person.call(commitImport, { params: { id: second.id } }))
  await person.call(undoChange, { params: { version: String(version) } })
  const { left_out } = await show('a file that overlapped', second)
  assert.equal(
    left_out.reduce((sum, { count }) => sum + count, 0),
    COUNT,
  )
  const { missed_by } = await show('a file that was taken back', first)
  assert.deepEqual(
    missed_by.map(({ import_id, count }) => [import_id, count]),
    [[second.id, COUNT]],
  )
  await show('a file once more', await watch('a file once more', () => send(person, journal(COUNT))))
}

test('no step of an import takes the square of its rows, without statistics or with those of another book', {
  skip: shards.length > 0 && 'a plan over shards is not one tree',
}, async (t) => {
  await keepUnanalysed(world)
  const { stepsOf, analyse, end } = await explaining(world)
  t.after(end)
  for (const name of ['Ana', 'Bela']) {
    const person = await world.person({ name, base_currency_id: 'EUR' })
    await moveIn(person, async (what, work) => {
      let made: { value: Awaited<ReturnType<typeof work>> } | undefined
      const explained = await stepsOf(async () => {
        made = { value: await work() }
      })
      for (const { text, steps } of explained)
        assert(
          steps < MAX_STEPS * COUNT,
          `${what}: ${(steps / COUNT).toFixed(1)} rows for each of the file: ${text}`,
        )
      assert(made)
      return made.value
    })
    await analyse() // the second book is not in these statistics: PostgreSQL takes it for a single row
  }
})
