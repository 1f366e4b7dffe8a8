import assert from 'node:assert/strict'
import { type BatchItem, bulkTransactions, createTransactions } from '../../contract/batches.ts'
import type { Transaction } from '../../contract/budgeting.ts'
import type { Code } from '../../contract/refusals.ts'
import { isThere, named } from '../model.ts'
import { accepted, happened, type Move, type Play, post, refusedWith } from './play.ts'
import { wordFrom } from './random.ts'
import { composed, isLocked, type Kind, type Sent } from './rules.ts'
import {
  checkAnswer,
  dateFrom,
  draftOf,
  isSame,
  KINDS,
  moneyAccounts,
  recorded,
  there,
} from './transactions.ts'

/** The transactions that several requests become, or the codes of those that are refused. */
function eachOf<T>(items: readonly T[], become: (item: T) => Transaction | Code): Transaction[] | Set<Code> {
  const all = items.map(become)
  const codes = new Set(all.filter((one) => typeof one === 'string'))
  return codes.size > 0 ? codes : all.filter((one) => typeof one !== 'string')
}

/** One refusal is named, of any of them. */
function refusedForOne(answer: unknown, codes: Set<Code>): string {
  const [first = 'invalid'] = codes
  return refusedWith(answer, [...codes].find((code) => code === answer) ?? first)
}

const recordSeveral: Move = async (play) => {
  const { random, ledger, person } = play
  const drafts = Array.from({ length: 1 + random.below(6) }, () => {
    const kind = random.pick(KINDS)
    return { kind, sent: draftOf(play, kind) }
  })
  const expected = eachOf(drafts, ({ kind, sent }) => {
    const one = composed(ledger, kind, undefined, sent)
    return typeof one === 'object' && isLocked(ledger, undefined, one) ? 'locked' : one
  })
  const transactions = drafts.map(({ kind, sent }) => ({ kind, ...sent }) as BatchItem) // as drawn
  const answer = await post(play, (headers) =>
    person.call(createTransactions, { body: { transactions }, headers }),
  )
  if (expected instanceof Set) return `batch: ${refusedForOne(answer, expected)}`
  const made = accepted(answer)
  happened(play, made)
  assert.equal(made.data.length, expected.length)
  for (const [index, one] of expected.entries()) {
    const shown = made.data[index] ?? assert.fail('one answer for each')
    ledger.transactions.set(shown.id, checkAnswer(play, shown, one))
  }
  return 'batch recorded'
}

/** A few live ones, no two the same. */
const drawSeveral = ({ random, ledger }: Play): Transaction[] => {
  const standing = recorded(ledger)
  return standing.filter(() => random.next() < 5 / standing.length).slice(0, 8)
}

function drawSet(play: Play): NonNullable<Sent> & { add_tags?: string[] } {
  const { random, ledger } = play
  const categories = there(ledger.categories).filter(({ is_active }) => is_active)
  return random.pick([
    () => ({ date: dateFrom(play) }),
    () => ({ asset_account_id: random.pick(moneyAccounts(ledger)).id }),
    () => ({ category_id: random.pick(categories).id }),
    () => ({ contact_id: random.pick([null, ...there(ledger.contacts).map(({ id }) => id)]) }),
    () => ({ tags: [wordFrom(random)] }),
    () => ({ add_tags: [wordFrom(random)] }),
    () => ({ notes: random.pick([wordFrom(random), null]) }),
    () => ({ notes: wordFrom(random), add_tags: [wordFrom(random)] }),
  ])()
}

const changeSeveral: Move = async (play) => {
  const { random, ledger, person } = play
  const several = drawSeveral(play)
  if (several.length === 0) return 'nothing to change'
  const isDelete = random.chance(0.3)
  const { add_tags = [], ...set } = drawSet(play)
  const expected = eachOf(several, (before) => (isDelete ? trashed(play, before) : become(before)))
  function become(before: Transaction): Transaction | Code {
    const category = set.category_id && ledger.categories.get(set.category_id)
    if ((category || set.asset_account_id) && before.kind === 'transfer') return 'bulk_kind'
    const account = set.asset_account_id && ledger.accounts.get(set.asset_account_id)
    const isOther = account && account.id !== before.asset_account_id
    // An amount that was entered as charged would be lost.
    if (
      isOther &&
      before.charged_source === 'given' &&
      account.currency_id !== before.lines.at(-1)?.currency_id
    )
      return 'bulk_kind'
    const tags = [...new Set([...(set.tags ?? before.tags), ...add_tags])]
    if (tags.length > 20) return 'tags_too_many'
    if (category && category.kind !== before.kind && before.splits.length === 0) return 'category_not_found'
    if (category && before.splits.length > 0 && category.id !== before.category_id) return 'bulk_kind'
    const after = composed(ledger, before.kind as Kind, before, { ...set, tags }) // no openings here
    if (typeof after === 'string') return after
    return !isSame(before, after) && isLocked(ledger, before, after) ? 'locked' : after
  }
  const ids = several.map(({ id }) => id)
  const sent = { ...set, ...(add_tags.length > 0 && { add_tags }) }
  const body = isDelete ? { ids, delete: true as const } : { ids, set: sent }
  const answer = await post(play, (headers) => person.call(bulkTransactions, { body, headers }))
  if (expected instanceof Set) return `bulk: ${refusedForOne(answer, expected)}`
  const made = accepted(answer)
  const isNothing = expected.every((after, index) => isSame(several[index] ?? after, after))
  if (isNothing) {
    assert.equal(made.version, ledger.version)
    // A key is stored with a write, and there was none.
    play.repeats = play.repeats.filter((one) => one.answer !== answer)
  } else happened(play, made)
  for (const [index, after] of expected.entries())
    keepOne(play, several[index] ?? after, after, made.data[index])
  return isNothing ? 'nothing changed' : isDelete ? 'several deleted' : 'several changed'
}

const trashed = ({ ledger }: Play, before: Transaction): Transaction | Code =>
  isLocked(ledger, undefined, before) ? 'locked' : { ...before, deleted_at: 'now' }

function keepOne(play: Play, before: Transaction, after: Transaction, shown: Transaction | undefined): void {
  const { ledger } = play
  assert(shown, 'one answer for each')
  const deleted_at = isThere(after) ? null : shown.updated_at
  if (isSame(before, after)) assert.deepEqual(shown, named(ledger, before))
  else ledger.transactions.set(before.id, checkAnswer(play, shown, { ...after, deleted_at }, before))
}

export const batchMoves: [weight: number, move: Move][] = [
  [8, recordSeveral],
  [6, changeSeveral],
]
