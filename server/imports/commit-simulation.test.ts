import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteExpense } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import type { ImportRow } from '../../contract/import-rows.ts'
import { createImport, getImport, updateImportRow } from '../../contract/imports.ts'
import { account, balances } from '../../test/books.ts'
import { rowsOf } from '../../test/importing.ts'
import { commit } from '../../test/imports.ts'
import { until } from '../../test/until.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

/** A bank that goes on: each day has rows, of which some say the same, and a download has all rows of some days. */
type Row = { day: number; text: string; cents: number }

const keyOf = ({ day, text, cents }: Row) => `${day} ${text} ${cents}`
const dateOf = (day: number) => `2026-0${1 + Math.floor(day / 28)}-${String(1 + (day % 28)).padStart(2, '0')}`
const centsOf = ({ amount }: ImportRow) => -Math.round((amount ?? 0) * 100)
const lineOf = ({ day, text, cents }: Row) => `${dateOf(day)};${text};-${(cents / 100).toFixed(2)}`

/** Numbers that look random, the same ones for a seed in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

for (const seed of [1, 2])
  test(`downloads that overlap, come twice or are undone, and rows that are moved or deleted since, leave in the book what the bank has (seed ${seed})`, async () => {
    const random = randomFrom(seed)
    const ana = await world.person({ base_currency_id: 'EUR' })
    const [money, purse] = [await account(ana, 'Bank'), await account(ana, 'Cash')]
    const bank: Row[] = []
    /** How many rows of each kind are in the book; one for each import, so that an undo goes back. */
    let known = new Map<string, number>()
    /** The number of transactions deleted in the book, which no download brings back, and of those moved to the purse. */
    let [deleted, moved] = [0, 0]
    for (let step = 0; step < 5; step++) {
      for (let n = 0; n < 6; n++)
        bank.push({
          day: step * 4 + random(6),
          text: `SHOP ${['ALPHA', 'BETA', 'GAMMA'][random(3)]}`,
          cents: [350, 1200, 999][random(3)] ?? 0,
        })
      const first = random(step * 4 + 1)
      const file = bank.filter(({ day }) => day >= first).sort((a, b) => a.day - b.day)
      const inFile = new Map<string, number>()
      for (const row of file) inFile.set(keyOf(row), (inFile.get(keyOf(row)) ?? 0) + 1)
      const after = new Map(known)
      for (const [key, count] of inFile) after.set(key, Math.max(count, known.get(key) ?? 0))
      const total = (of: Map<string, number>) =>
        [...of].reduce((sum, [key, count]) => sum + count * Number(key.split(' ').at(-1)), 0)
      const rows = (of: Map<string, number>) => [...of.values()].reduce((sum, count) => sum + count, 0)
      const centsOn = async ({ id }: { id: string }) => Math.round(((await balances(ana, id)).EUR ?? 0) * 100)
      const inBook = async () => deleted - (await centsOn(money))
      const send = async () => {
        const body = `Date;Text;Amount\n${file.map(lineOf).join('\n')}\n`
        const { id } = await ana.call(createImport, { query: { account_id: money.id }, body })
        await until(async () => (await ana.call(getImport, { params: { id } })).status !== 'reading', 10_000)
        return ana.call(getImport, { params: { id } })
      }
      const remove = async (row: ImportRow) => {
        const recorded = (await rowsOf(ana, made)).find(({ n }) => n === row.n)
        await ana.call(deleteExpense, { params: { id: recorded?.transaction_id ?? '' } })
        deleted += centsOf(row)
        assert.equal(await inBook(), total(known), `step ${step}: without what was deleted`)
        assert.equal((await send()).counts.chosen, 0, `step ${step}: what was deleted does not come back`)
      }
      const made = await send()
      assert.equal(made.counts.chosen, rows(after) - rows(known), `step ${step}: the difference is new`)
      if (made.counts.chosen === 0) {
        assert.equal((await refused(commit(ana, made.id))).code, 'import_nothing')
        continue
      }
      const row = (await rowsOf(ana, made)).find(({ is_chosen }) => is_chosen) ?? assert.fail('one is chosen')
      const draft = { kind: 'transfer' as const, other_account_id: purse.id }
      if (random(2) === 0)
        await ana.call(updateImportRow, { params: { id: made.id, n: String(row.n) }, body: { draft } })
      // A shop that a person has marked as a transfer counts as one in later files.
      const arriving = (await rowsOf(ana, made))
        .filter((one) => one.is_chosen && one.draft?.kind === 'transfer')
        .reduce((sum, one) => sum + centsOf(one), 0)
      const { version } = await commit(ana, made.id)
      assert.equal(await centsOn(purse), moved + arriving, `step ${step}: what was moved arrives`)
      assert.equal(await inBook(), total(after), `step ${step}: the account has what the files say`)
      assert.equal((await send()).counts.chosen, 0, `step ${step}: the same file again adds nothing`)
      if (random(4) === 0) {
        await ana.call(undoChange, { params: { version: String(version) } })
        assert.equal(await inBook(), total(known), `step ${step}: as before`)
        assert.equal(await centsOn(purse), moved, `step ${step}: nothing arrived`)
      } else {
        known = after
        moved += arriving
        if (arriving === 0) await remove(row)
      }
    }
    assert.deepEqual(await verify(world.db), [])
  })
