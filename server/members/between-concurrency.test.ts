import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../contract/accounts.ts'
import { moveBetween } from '../../contract/between.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import { createTransfer, deleteTransfer, restoreTransfer, updateTransfer } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { type Client, client, Refused } from '../../contract/client.ts'
import { balanceOf, inBook, join, twoBooks } from '../../test/between.ts'
import { makeWorld, through } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

/** Asks again where the service was too busy, which changes nothing. */
async function surely(act: () => Promise<unknown>): Promise<unknown> {
  for (let attempt = 1; ; attempt++)
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof Refused && error.problem.code === 'busy') || attempt === 5) throw error
    }
}

test('50 moves each way at once come to their sum, and nobody waits for ever', async () => {
  const { ana, book, there, giro, joint, draft } = await twoBooks(world)
  const back = draft({
    to_book_id: ana.book_id,
    from_account_id: joint.id,
    to_account_id: giro.id,
    amount: 1,
  })
  const purse = await there.call(createAccount, { body: { name: 'Purse', type: 'asset' } })
  const beside = { from_account_id: joint.id, to_account_id: purse.id, amount: 1, date: '2026-03-02' }
  // Another instance sends the money back: within one, requests of two books wait for each other before they lock anything.
  const elsewhere = client(through(world.another()), '/api/v1', ana.token, book.id)
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => [
      surely(() => ana.call(moveBetween, { body: draft({ amount: 3 }) })),
      surely(() => elsewhere.call(moveBetween, { body: back })),
      ...(index % 5 === 0 ? [surely(() => there.call(createTransfer, { body: beside }))] : []),
    ]).flat(),
  )
  assert.deepEqual([await balanceOf(ana, giro.id), await balanceOf(there, joint.id)], [-100, 90])
  assert.deepEqual(await verify(world.db), [])
})

/** Numbers from a seed, from 0 to below a limit. */
function chance(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Pair = { here: string; there: string; amount: number; day: number; isLive: boolean }

test('300 random steps leave both books as a model of them', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const next = chance(seed)
  const { ana, book, there, giro, joint, draft } = await twoBooks(world)
  const bela = await world.person({ name: 'Bela' })
  await join(world, ana, book.id, bela, 'editor')
  const beside = inBook(world, bela, book.id)
  const pairs: Pair[] = []
  let closed = 0
  const dayOf = (day: number) => `2026-03-${String(day).padStart(2, '0')}`
  const isRefused = async (act: Promise<unknown>): Promise<string | undefined> => {
    try {
      await act
      return undefined
    } catch (error) {
      if (error instanceof Refused && error.problem.status < 500) return error.problem.code
      throw error
    }
  }
  for (let step = 0; step < 300; step++) {
    const pair = pairs[next(Math.max(1, pairs.length))]
    const isHere = next(2) === 0
    const person: Client = isHere ? ana : there
    const [day, amount] = [1 + next(20), 1 + next(50)]
    const params = { id: (isHere ? pair?.here : pair?.there) ?? '' }
    const say = `seed ${seed}, step ${step}`
    const act = next(7)
    if (act <= 1 || !pair) {
      const body = draft({ amount, date: dayOf(day) })
      const refusal = await isRefused(
        ana
          .call(moveBetween, { body })
          .then(({ transfer, other_half }) =>
            pairs.push({ here: transfer.id, there: other_half.transaction_id, amount, day, isLive: true }),
          ),
      )
      assert.equal(refusal, day <= closed ? 'locked' : undefined, say)
    } else if (act === 2) {
      const refusal = await isRefused(
        person.call(updateTransfer, { params, body: { amount, date: dayOf(day) } }),
      )
      const isSame = pair.amount === amount && pair.day === day
      const expected = !pair.isLive
        ? 'not_found'
        : !isSame && (pair.day <= closed || day <= closed)
          ? 'locked'
          : undefined
      assert.equal(refusal, expected, say)
      if (refusal === undefined) Object.assign(pair, { amount, day })
    } else if (act === 3) {
      const isDeleting = pair.isLive
      const refusal = await isRefused(person.call(isDeleting ? deleteTransfer : restoreTransfer, { params }))
      assert.equal(refusal, pair.day <= closed ? 'locked' : undefined, say)
      if (refusal === undefined) pair.isLive = !isDeleting
    } else if (act === 4) {
      const before = { ...pair }
      const isDeleted = (await isRefused(person.call(deleteTransfer, { params }))) === undefined
      if (isDeleted) {
        const { version } = await person.call(getBook)
        await person.call(undoChange, { params: { version: String(version) } })
      }
      Object.assign(pair, before)
    } else if (act === 5 && pair.isLive) {
      const refusal = await isRefused(
        beside.call(updateTransfer, {
          params: { id: pair.there },
          body: { amount: pair.amount + 1, date: dayOf(25) },
        }),
      )
      assert.ok(
        refusal === 'other_half' || (refusal === 'locked' && pair.day <= closed),
        `${say}: ${refusal}`,
      )
      await beside.call(updateTransfer, { params: { id: pair.there }, body: { notes: say } })
    } else if (act === 6) {
      closed = next(3) === 0 ? next(4) : 0
      await there.call(updateBook, { body: { closed_through: closed === 0 ? null : dayOf(closed) } })
    }
  }
  const sum = pairs.filter(({ isLive }) => isLive).reduce((total, { amount }) => total + amount, 0)
  const [here, other] = [await balanceOf(ana, giro.id), await balanceOf(there, joint.id)]
  assert.deepEqual([here, other], [0 - sum, sum], `seed ${seed}`)
  assert.deepEqual(await verify(world.db), [], `seed ${seed}`)
})
