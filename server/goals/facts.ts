import { addDays, type Day, todayIn } from '../../contract/day.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Db } from '../database/database.ts'
import type { BookRow } from '../ledger/book.ts'
import {
  decideEach,
  type Known,
  knownFrom,
  NotLoaded,
  type References,
  requireLoaded,
  together,
} from '../ledger/known.ts'
import { load } from '../ledger/load.ts'
import { type AccountRow, coveredKey } from '../records/account.ts'
import { type GoalRow, reachedKey, type SlimGoal } from '../records/goal.ts'
import { isOwnMoney, whyNotCounted } from '../records/require.ts'
import { accountsOf, type GoalFacts, goalToApi, paceStarts } from './figures.ts'

/** Whether a goal of a currency can count an account: it is live, money of one's own, and takes that currency. */
export const fitsGoal = (account: AccountRow, currencyId: string): boolean =>
  account.deleted_at === null && whyNotCounted(account, currencyId) === null

const OF_SAVING = ['type', 'is_claim', 'is_valued', 'currency_id', 'deleted_at'] as const

/** The goals that count an account and could not any more after a change of it. Goals in the trash do not hold it. */
export function goalsHolding(
  before: AccountRow,
  after: AccountRow,
  goals: () => readonly SlimGoal[],
): SlimGoal[] {
  if (OF_SAVING.every((field) => before[field] === after[field])) return []
  return goals().filter(
    (goal) =>
      goal.deleted_at === null && accountsOf(goal).includes(after.id) && !fitsGoal(after, goal.currency_id),
  )
}

/** Refuses a change of an account after which the goals that count it could not be saved on it. */
export function checkGoals(known: Known, before: AccountRow, after: AccountRow): void {
  const goals = goalsHolding(before, after, () => known.find('goals', '') ?? [])
  if (goals.length === 0) return
  refuse('account_has_goals', {
    name: before.name,
    goals: goals.slice(0, 3).map(({ name }) => name),
    count: goals.length,
  })
}

type Counting = Pick<GoalRow, 'account_ids' | 'envelope_account_id' | 'currency_id'>

/** The records that the figures of goals need: balances of today, and of the ends of months where whole accounts count. */
function needsOf(goals: readonly Counting[], today: Day): References {
  const ends = paceStarts(today).map((first) => addDays(first, -1))
  const covered = goals.flatMap((goal) =>
    accountsOf(goal).flatMap((id) =>
      (goal.envelope_account_id === null ? [today, ...ends] : [today]).map((day) =>
        coveredKey(id, goal.currency_id, day, 1),
      ),
    ),
  )
  return {
    account: goals.flatMap(accountsOf),
    opening: goals.flatMap(({ account_ids }) => account_ids),
    covered,
  }
}

/** The facts of goals, from the records that a verb looks at. `after` is a goal as the verb leaves it. */
export function factsOf(book: BookRow, known: Known, shown: readonly GoalRow[], after?: GoalRow): GoalFacts {
  const today = todayIn(book.time_zone)
  const stored = known.find('goals', '') ?? []
  const goals = (after ? withGoal(stored, after) : stored).filter(({ deleted_at }) => deleted_at === null)
  requireLoaded(known, {
    ...needsOf(shown, today),
    move_days: shown.flatMap(({ id, envelope_account_id }) => (envelope_account_id === null ? [] : [id])),
  })
  const covered = (id: string, currencyId: string, day: Day) =>
    known.find('covered', coveredKey(id, currencyId, day, 1))
  return {
    today,
    version: undefined,
    goals,
    moves: (goalId) => known.find('move_days', goalId)?.days ?? [],
    balance(id, currencyId, day) {
      const account = known.find('account', id) // one in the trash has no entries
      return account && isOwnMoney(account) ? (covered(id, currencyId, day)?.amount ?? 0n) : 0n
    },
    began: (id, currencyId) => covered(id, currencyId, today)?.days[0],
    opening(id, currencyId) {
      const opening = known.find('opening', id)
      if (!opening || opening.deleted_at !== null || opening.currency_id !== currencyId) return undefined
      const isDebit = opening.entries[0]?.debit_account_id === id
      return { date: opening.date, amount: isDebit ? opening.amount : -opening.amount }
    },
    reached: (ids, currencyId, amount) =>
      known.find('reached', reachedKey(ids, currencyId, amount, today)) ?? null,
  }
}

/** The goals of a book with one as it is after a change. */
function withGoal(goals: readonly SlimGoal[], { notes: _, ...after }: GoalRow): SlimGoal[] {
  const held = goals.find(({ id }) => id === after.id)?.held ?? 0n
  return [...goals.filter(({ id }) => id !== after.id), { ...after, held }]
}

const MAX_ROUNDS = 8

/** The facts of goals of a book, as it is now: of all of them, or of some. */
export async function readFacts(db: Db, book: BookRow, ids?: readonly string[]): Promise<GoalFacts> {
  let references: References = { goals: [''] }
  for (let round = 0; ; round++) {
    const asked = { bookId: book.id, token: null, key: undefined, changeIds: [], references }
    const [loaded] = await load(db, [asked])
    const known = knownFrom(loaded?.holdings ?? new Map())
    try {
      const shown = (known.find('goals', '') ?? [])
        .filter(({ id }) => ids?.includes(id) ?? true)
        .map((one): GoalRow => ({ ...one, notes: null }))
      const facts = factsOf(book, known, shown)
      await decideEach(shown, (one) => goalToApi(one, facts)) // so that everything is loaded, for all of them at once
      return facts
    } catch (error) {
      if (!(error instanceof NotLoaded) || round === MAX_ROUNDS) throw error
      references = together([references, error.references])
    }
  }
}
