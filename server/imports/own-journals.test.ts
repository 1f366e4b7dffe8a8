import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteExpense, updateExpense } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { type Import, updateImportRows } from '../../contract/imports.ts'
import { bank, category, spend } from '../../test/books.ts'
import { differingBook } from '../../test/differing-book.ts'
import { committed, figures } from '../../test/moving.ts'
import { allHere, allRowsOf, journalFormats, journalOf, sendJournal } from '../../test/own-journals.ts'
import { pagesOf } from '../../test/pages.ts'
import { preparedHousehold, richWorld } from '../../test/prepared.ts'
import { makeWorld, type Person, signedIn } from '../../test/world.ts'

/** A journal that Florin has written, sent again to the book that it is of: the ids of its transactions say what is here. */

const { world, ana: rich } = await richWorld()
const differing = await differingBook(world)
const { template, known } = await preparedHousehold(1)
const household = signedIn((await makeWorld({}, undefined, template)).app, known)

/** The ids of the transactions in a journal, as its text has them: below a line that begins with a day and a status or a kind. */
const idsIn = (text: string): string[] =>
  [
    ...text.matchAll(/^\d{4}-\d\d-\d\d (?:\*|\([a-z_]+\)) .*\n(?: .*\n)*? +(?:; )?id: "?([\da-f-]{36})/gm),
  ].map(([, id = '']) => id)

for (const [whose, person] of [
  ['a book with every kind of record', rich],
  ['a book with exchange differences', differing],
  ['the demo household', household],
] as const)
  for (const format of journalFormats)
    test(`${whose}, sent again as ${format}: every row is a duplicate of the transaction that it names`, async () => {
      const text = await journalOf(person, format)
      const made = await sendJournal(person, format, text)
      const rows = await allHere(person, made)
      for (const { reference, of, line } of rows)
        if (reference !== null) assert.equal(of?.id, reference, `line ${line}`)
      const ids = idsIn(text)
      assert.ok(ids.length > 8)
      assert.deepEqual(new Set(rows.map(({ of }) => of?.id)), new Set(ids))
      assert.deepEqual(made.brings, [])
      assert.deepEqual(
        made.balances.filter(({ difference }) => difference !== 0),
        [],
      )
    })

/** Ana's book with three meals, and what it is as a journal. */
async function meals() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const cash = await bank(ana, 'Purse', 'EUR')
  const meal = (amount: number) =>
    spend(ana, {
      amount,
      category_id: food.id,
      asset_account_id: cash.id,
      date: '2026-03-04',
      memo: 'Lunch',
    })
  return { ana, made: [await meal(5), await meal(5), await meal(7)] as const }
}

/** The verdict on each row, and the transaction that it is about. */
const verdicts = async (person: Person, sent: Import) =>
  (await allRowsOf(person, sent)).map(({ verdict, of }) => [verdict, of?.id])

for (const format of journalFormats) {
  test(`${format}: what was changed since, and what is in the trash, is a duplicate; what was undone is not`, async () => {
    const { ana, made } = await meals()
    const [changed, deleted, undone] = made
    const text = await journalOf(ana, format)
    await ana.call(updateExpense, {
      params: { id: changed.id },
      body: { amount: 50, date: '2026-08-01', memo: 'Dinner' },
    })
    await ana.call(deleteExpense, { params: { id: deleted.id } })
    await ana.call(undoChange, { params: { version: String(undone.version) } })
    const again = await sendJournal(ana, format, text)
    const rows = await allRowsOf(ana, again)
    assert.deepEqual(
      rows.map(({ verdict, is_chosen, needs_attention, of }) => [
        verdict,
        is_chosen,
        needs_attention,
        of?.id ?? null,
        of?.amount ?? null,
      ]),
      [
        ['duplicate', false, false, changed.id, 50],
        ['duplicate', false, false, deleted.id, 5],
        ['new', true, false, null, null],
      ],
    )
    assert.match(rows[1]?.reason ?? '', /you deleted the entry on/)
  })

  test(`${format}: an entry that is written into the journal by hand is new, though the book has one like it`, async () => {
    const { ana, made } = await meals()
    const text = await journalOf(ana, format)
    const [first = ''] = text.match(/^2026-03-04 (?:.+\n)+\n/m) ?? []
    // A further meal of the same words and amount, without an id, and one with an id that no book has.
    const copies = [
      first.replace(/^ +(?:; )?id: .*\n/m, ''),
      first.replace(made[0].id, '01a1f1d4-0000-7000-8000-000000000000'),
    ]
    const isNew = ['new', undefined]
    const longer = `${text}\n${copies.join('')}`
    const sent = await sendJournal(ana, format, longer)
    assert.deepEqual(await verdicts(ana, sent), [...made.map(({ id }) => ['duplicate', id]), isNew, isNew])
    const accounts = await pagesOf(ana, '/accounts')
    await ana.call(updateImportRows, {
      params: { id: sent.id },
      body: { verdict: 'new', set: { is_chosen: true } },
    })
    await committed(ana, sent)
    assert.equal((await pagesOf(ana, '/accounts')).length, accounts.length)
    assert.deepEqual((await figures(ana)).categories, { Food: 27 })
    await allHere(ana, await sendJournal(ana, format, longer))
  })

  test(`${format}: an entry that cannot be read any more is still the one that it names`, async () => {
    const { ana, made } = await meals()
    const text = await journalOf(ana, format)
    const sent = await sendJournal(ana, format, text.replace('  5.00 EUR', '  6.00 EUR'))
    await allHere(ana, sent)
    const ids = (await verdicts(ana, sent)).map(([, id]) => id)
    assert.deepEqual(new Set(ids), new Set(made.map(({ id }) => id)))
  })

  test(`${format}: the ids of one book say nothing in another`, async () => {
    const { ana } = await meals()
    const text = await journalOf(ana, format)
    const bela = await world.person({ base_currency_id: 'EUR' })
    assert.deepEqual(
      (await verdicts(bela, await sendJournal(bela, format, text))).map(([verdict]) => verdict),
      ['new', 'new', 'new'],
    )
  })
}
