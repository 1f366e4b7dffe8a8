import type { Ledger } from '../model.ts'
import type { Person } from '../world.ts'
import { budgetsAgree } from './budgets.ts'
import type { Play } from './play.ts'
import {
  accountAgrees,
  accountsAgree,
  listAgrees,
  type Question,
  registerAgrees,
  trialBalanceAgrees,
} from './questions.ts'
import { reportsAgreeWithModel } from './reports.ts'

/** The ledger as it was, with today's names. */
function asItWas(then: Ledger, now: Ledger): Ledger {
  const accounts = [...then.accounts].map(
    ([id, account]) => [id, { ...account, name: now.accounts.get(id)?.name ?? '' }] as const,
  )
  const { categories, contacts, starts } = now
  return { ...then, accounts: new Map(accounts), categories, contacts, starts, isPast: true }
}

/** A version as a request names it: by its number, or by its time, unless another one followed in the same millisecond. */
function momentOf({ past, random }: Play, index: number): string {
  const timeOf = (one: number) =>
    past[one]?.events
      .map(({ after }) => (after && 'updated_at' in after ? after.updated_at : ''))
      .find(Boolean)
  const [time, next] = [timeOf(index), timeOf(index + 1)]
  return time && next && time < next && random.chance(0.3) ? time : String(past[index]?.version)
}

/** A question about a random past version, answered by the model as it was then. */
export const asKnownAt =
  (question: Question): Question =>
  async (play) => {
    const index = play.random.below(play.past.length)
    const then = play.past[index]
    if (!then) return
    const known_at = momentOf(play, index)
    const call = ((route, ...[input]) => {
      const asked = [{ ...input, query: { ...Object(input).query, known_at } }] as never // the route's own input
      return play.person.call(route, ...asked)
    }) as Person['call'] // the same, but for the moment
    try {
      await question({ ...play, person: { ...play.person, call }, ledger: asItWas(then.ledger, play.ledger) })
    } catch (error) {
      console.log(`as known at ${known_at} (version ${then.version})`)
      throw error
    }
  }

export const pastQuestions: Question[] = [
  accountsAgree,
  accountAgrees,
  registerAgrees,
  registerAgrees,
  listAgrees,
  listAgrees,
  trialBalanceAgrees,
  reportsAgreeWithModel,
  budgetsAgree,
].map(asKnownAt)
