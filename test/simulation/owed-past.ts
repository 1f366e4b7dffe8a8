import assert from 'node:assert/strict'
import { getAccount } from '../../contract/accounts.ts'
import { undoChange } from '../../contract/changes.ts'
import { Refused } from '../../contract/client.ts'
import { getObligation, getStatement, listObligations } from '../../contract/obligations.ts'
import type { Random } from '../../demo/random.ts'
import { account } from '../books.ts'
import { numberOf } from '../model.ts'
import type { Person } from '../world.ts'
import { markUndone, type Owed, outstanding, remember, undone, type Written } from './owed.ts'

type Play = { person: Person; random: Random; owed: Owed; past: Written[]; base: string; contact: string }

const total = (owed: Owed, direction: string, currency: string): bigint =>
  [...owed.debts.values()]
    .filter((debt) => debt.isThere && debt.direction === direction && debt.currency === currency)
    .reduce((sum, { id }) => sum + outstanding(owed, id), 0n)

/** The model's knowledge of the records of a version, to find the cause of a failure. */
const told = (past: readonly Written[], { events }: Written, expected: object): string =>
  JSON.stringify(
    {
      expected,
      past: past.filter((one) => one.events.some(({ id }) => events.some((own) => own.id === id))),
    },
    (key, value) => (key === 'owed' ? undefined : typeof value === 'bigint' ? Number(value) : value),
    1,
  )

/** Takes a random past change back, or is refused where the model says so. */
export async function undoOne(play: Play): Promise<string | undefined> {
  const { person, random, owed, past, base } = play
  const undos = past.slice(1).filter(({ undoes }) => undoes !== null)
  const among = undos.length > 0 && random.chance(0.3) ? undos : past.slice(random.chance(0.5) ? -10 : 1)
  const [written] = among.length > 0 ? [random.pick(among)] : []
  if (!written || written.version === past[0]?.version) return undefined
  const next = (past.at(-1)?.version ?? 0) + 1
  const expected = undone(owed, past, written, next)
  const answer = await person
    .call(undoChange, { params: { version: String(written.version) } })
    .catch((error: unknown) => {
      if (error instanceof Refused) return error.problem
      throw error
    })
  if ('code' in expected) {
    assert.equal('code' in answer && answer.code, expected.code)
    return 'already undone'
  }
  if ('code' in answer && answer.code === 'undo_blocked') {
    const listed = new Set((answer.blockers ?? []).map(({ version }) => version))
    assert(listed.size > 0 && [...listed].every((version) => version > written.version))
    if ('blockers' in expected) {
      // A reference counts from the latest change that brought it back, so a restored record is named with its restoration.
      const latest = Math.max(...listed)
      for (const version of expected.blockers) assert(version <= latest, `version ${version} is in the way`)
      return expected.blockers.length > 0 ? 'undo blocked' : 'undo would overpay'
    }
    // The worth of a foreign debt is not in the model: it cannot be below zero, and a debt of zero cannot be worth anything.
    const isForeign = expected.touched.some((id) => owed.debts.get(id)?.currency !== base)
    assert(
      isForeign && answer.blockers?.every(({ resource }) => resource === 'obligation'),
      JSON.stringify(answer),
    )
    return 'undo blocked by what it is worth'
  }
  assert('owed' in expected, `version ${written.version} should be blocked: ${told(past, written, expected)}`)
  assert.equal('version' in answer ? answer.version : JSON.stringify(answer), next)
  play.owed = expected.owed
  remember(past, play.owed, next, written.version)
  markUndone(past, written.version, next)
  return written.undoes === null ? 'undone' : 'redone'
}

/** The claims and the contact's statement at a random past version agree with the model. */
export async function pastAgrees({ person, random, past, contact }: Play, currencies: readonly string[]) {
  const { version, owed } = random.pick(past)
  const query = { known_at: String(version) }
  for (const [name, direction] of [
    ['Receivables', 'receivable'],
    ['Payables', 'payable'],
  ] as const) {
    const { id } = await account(person, name)
    const { balances } = await person.call(getAccount, { params: { id }, query })
    for (const currency of currencies)
      assert.equal(
        balances.find(({ currency_id }) => currency_id === currency)?.amount ?? 0,
        numberOf(total(owed, direction, currency), currency),
        `${name} in ${currency} as known at ${version}`,
      )
  }
  const there = [...owed.debts.values()].filter(({ isThere }) => isThere)
  const stood = there.map(({ id, currency }) => {
    const left = outstanding(owed, id)
    return `${id} ${numberOf(left, currency)} ${left === 0n ? 'settled' : 'open'}`
  })
  const page = { ...query, limit: 1000, sort: 'created_at' } as const
  const { data } = await person.call(listObligations, { query: page })
  const shown = data.map((one) => `${one.id} ${one.outstanding_amount} ${one.status}`)
  assert.deepEqual(new Set(shown), new Set(stood), `obligations as known at ${version}`)
  for (const { status, settled_at } of data) assert.equal(status === 'settled', settled_at !== null)
  const isOpen = { ...page, status: 'open' } as const
  const open = await person.call(listObligations, { query: isOpen })
  assert.deepEqual(
    open.data,
    data.filter(({ status }) => status === 'open'),
  )
  const [debt] = data.length > 0 ? [random.pick(data)] : []
  if (debt) assert.deepEqual(await person.call(getObligation, { params: { id: debt.id }, query }), debt)
  const statement = await person.call(getStatement, { params: { id: contact }, query })
  for (const currency of currencies) {
    const { receivable = 0, payable = 0 } =
      statement.currencies.find(({ currency_id }) => currency_id === currency) ?? {}
    const expected = ['receivable', 'payable'].map((one) => numberOf(total(owed, one, currency), currency))
    assert.deepEqual([receivable, payable], expected, `the statement in ${currency} as known at ${version}`)
  }
}
