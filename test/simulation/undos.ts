import assert from 'node:assert/strict'
import type { Account } from '../../contract/accounts.ts'
import type { Transaction } from '../../contract/budgeting.ts'
import { type Change, undoChange } from '../../contract/changes.ts'
import { Refused } from '../../contract/client.ts'
import type { Planned } from '../model.ts'
import { historySince, isLive, remember, type Written, writtenIn } from './past.ts'
import { accepted, happened, type Move, type Play, post, refusedWith } from './play.ts'
import { type Blocker, type Step, undone } from './undo.ts'

/** A version to undo: most often one of the last, now and then any, an undo, or a missing one. */
function drawVersion({ random, past, ledger }: Play): number {
  const undos = past.filter(({ undoes }) => undoes !== null)
  const isRedo = undos.length > 0 && random.chance(0.25)
  if (isRedo) return random.pick(undos.slice(-20)).version
  if (random.chance(0.03)) return random.pick([0, 1, ledger.version + 1])
  return random.pick(random.chance(0.6) ? past.slice(-12) : past).version
}

const undo: Move = async (play) => {
  const { person, past, ledger } = play
  const version = drawVersion(play)
  const expected = undone(ledger, past, version)
  let blockers: readonly Blocker[] = []
  const answer = await post(play, (headers) =>
    person.call(undoChange, { params: { version: String(version) }, headers }).catch((error: unknown) => {
      if (error instanceof Refused) blockers = error.problem.blockers ?? []
      throw error
    }),
  )
  if ('code' in expected) return `undo: ${refusedWith(answer, expected.code)}`
  if ('blockers' in expected) {
    refusedWith(answer, 'undo_blocked')
    const plain = (list: readonly Blocker[]) =>
      list
        .map(({ version, resource, id }) => `${version} ${resource} ${resource === 'book' ? resource : id}`)
        .sort()
    assert.deepEqual(plain(blockers), plain(expected.blockers).slice(0, 100))
    return 'undo: undo_blocked'
  }
  const made = accepted(answer)
  happened(play, made)
  assert.equal(made.count, expected.steps.length)
  for (const step of expected.steps) keep(play, step, made.data)
  remember(play, version)
  mark(past, version, ledger.version)
  assert.deepEqual(made.data, await historySince(play, ledger.version - 1, 1000))
  return writtenIn(past, version)?.undoes === null ? 'undone' : 'redone'
}

/** A record as the undo leaves it; the service gives the time and the ids of new lines. */
function keep({ ledger }: Play, { kind, id, after }: Step, data: readonly Change[]): void {
  const item = data.find((one) => one.id === id || (kind === 'book' && one.resource === 'book'))
  assert(item, `the undo changed ${kind} ${id}`)
  const { version, at } = item
  if (kind === 'book') {
    ledger.closed = Object(after).closed
    ledger.starts = Object(after).starts
  } else if (kind === 'budget') {
    if (after) ledger.budgets.set(id, { ...(after as Planned), version })
    else ledger.budgets.delete(id)
  } else if (kind === 'exchange_rate') {
    if (after) ledger.own.set(id, Object(after).rate)
    else ledger.own.delete(id)
  } else {
    const maps = {
      account: ledger.accounts,
      category: ledger.categories,
      contact: ledger.contacts,
      transaction: ledger.transactions,
    } as const
    const trash = isLive(after) ? null : Object(after).deleted_at === 'now' ? at : Object(after).deleted_at
    const whole = { ...after, version, updated_at: at, deleted_at: trash }
    maps[kind].set(id, (kind === 'transaction' ? withLines(whole as Transaction, item) : whole) as never) // of the map's kind
    if (kind === 'account' && (whole as Account).is_default) ledger.defaultId = id
  }
}

const withLines = (transaction: Transaction, { after }: Change): Transaction => ({
  ...transaction,
  lines: transaction.lines.map((line, index) => ({ ...line, id: Object(after).lines?.[index]?.id ?? '' })),
})

/** Marks a version as undone; if that is an undo itself, the version it took back is in effect again, and so on. */
function mark(past: readonly Written[], version: number, by: number | null): void {
  const written = writtenIn(past, version)
  if (!written) return
  written.undoneBy = by
  if (written.undoes !== null) mark(past, written.undoes, by === null ? version : null)
}

export const undoMoves: [weight: number, move: Move][] = [[28, undo]]
