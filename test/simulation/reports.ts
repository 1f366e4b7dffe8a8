import assert from 'node:assert/strict'
import { incomeStatement, netWorth } from '../../contract/reports.ts'
import { balances, type Ledger, numberOf, posted } from '../model.ts'
import { reportsAgree } from '../reports.ts'
import type { Play } from './play.ts'
import { dayFrom } from './random.ts'

/** The amount that each income and expense account moved between two days, by its name, without those that are zero. */
function statementOf(ledger: Ledger, date_from: string, date_to: string): [string, number][] {
  const lines = posted(ledger).filter(({ transaction: { date } }) => date >= date_from && date <= date_to)
  return [...ledger.accounts.values()]
    .filter(({ type }) => type === 'income' || type === 'expense')
    .map((account): [string, bigint] => [account.id, balances(ledger, account, lines).worth])
    .filter(([, worth]) => worth !== 0n)
    .map(([id, worth]): [string, number] => [id, numberOf(worth, ledger.base)])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The part of net worth's change that was there before: the movement of Opening balances. */
async function openingAgrees({ person, ledger }: Play, query: { date_from: string; date_to: string }) {
  const openings = [...ledger.accounts.values()].find(({ code }) => code === '3000')
  assert(openings)
  const lines = posted(ledger).filter(
    ({ transaction: { date } }) => date >= query.date_from && date <= query.date_to,
  )
  const { changes } = await person.call(netWorth, { query })
  const { worth } = balances(ledger, openings, lines)
  assert.equal(changes.opening, numberOf(worth, ledger.base), `openings from ${query.date_from}`)
}

/** The income statement of random days is the model's, period by period, and all reports agree with each other. */
export async function reportsAgreeWithModel(play: Play): Promise<void> {
  const { person, ledger, random } = play
  const [date_from = '', date_to = ''] = [dayFrom(random), dayFrom(random)].sort()
  const by = random.pick(['month', 'quarter', 'year', 'none'] as const)
  const { periods, income, expense } = await person.call(incomeStatement, {
    query: { date_from, date_to, by },
  })
  for (const [index, { date_from, date_to }] of periods.entries()) {
    const found = [...income, ...expense]
      .map(({ account_id, amounts }): [string, number] => [account_id, amounts[index] ?? Number.NaN])
      .filter(([, amount]) => amount !== 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    assert.deepEqual(found, statementOf(ledger, date_from, date_to), `${by} from ${date_from} to ${date_to}`)
  }
  await openingAgrees(play, { date_from, date_to })
  if (random.chance(0.2)) await reportsAgree(person, { date_from, date_to })
}
