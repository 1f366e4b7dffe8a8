import { type Day, todayIn } from '../../contract/day.ts'
import { Refusal } from '../../contract/refusals.ts'
import { postingDay } from '../../contract/schedule.ts'
import { type Database, rows } from '../database/database.ts'
import { florinFor } from '../ledger/verb.ts'
import type { Writer } from '../ledger/writer.ts'
import { keepDoing } from '../process/jobs.ts'
import type { Say } from '../process/say.ts'
import type { House } from '../serve.ts'
import { openDays, scheduledFrom, scheduledUntil } from './next.ts'
import { postDue } from './occurrences.ts'
import { type DuePlan, doneSince, duePlans, FIRST_POSITION, type PlanPosition } from './post-due.sql.ts'

const EVERY_MS = 60_000
/** How many plans are loaded together. */
const STEP = 200
/** How many plans are posted at the same time, so that the writer can serve their books together. */
const AT_ONCE = 16
/** How many occurrences of a book are tried before other books have their turn; the next run continues with the rest. */
const MAX_TRIED = 400
/** How soon a plan that was refused is tried again in a book that has not changed: a rate may have been published. */
const RETRY_MS = 15 * 60_000
const MAX_REMEMBERED = 10_000

/** A refused plan: the version of its book, the day, the time, and the next scheduled day to try, if any is left. */
type Refused = { readonly mark: string; readonly at: number; readonly goOnAt: Day | undefined }

/** The dependencies of the job, and the refused plans. */
export type PostingJob = {
  readonly db: Database
  readonly writer: Writer
  readonly settings: Pick<House['settings'], 'bookMaxRows' | 'bookMaxBytes'>
  readonly log: Say
  readonly isStopping: () => boolean
  readonly refused: Map<string, Refused>
  /** How many occurrences of a book are tried in a step: its plans share them, and each gets at least one. */
  readonly mostTried: number
  /** How many plans are loaded together. */
  readonly step: number
}

/** A new posting job. */
export const makePostingJob = (
  { db, settings, writer }: Pick<House, 'db' | 'settings'> & { writer: Writer },
  log: Say,
  isStopping = () => false,
): PostingJob => ({
  db,
  settings,
  log,
  isStopping,
  writer,
  refused: new Map(),
  mostTried: MAX_TRIED,
  step: STEP,
})

/**
 * Posts due occurrences, now and every minute, in the background: a failure is logged, and the next run tries again. Returns a function
 * that stops it.
 */
export function keepPosting(house: House & { writer: Writer }, log: Say): () => Promise<void> {
  const refused: PostingJob['refused'] = new Map()
  return keepDoing(
    { everyMs: EVERY_MS },
    (signal) => postWhatIsDue({ ...makePostingJob(house, log, () => signal.aborted), refused }),
    (error) => log.warn(`Plans have to wait: ${error.message}`),
  )
}

/** Today in the time zone where the day begins first. */
const latestDay = () => todayIn('Pacific/Kiritimati')

/**
 * Posts the due occurrences of every plan that posts by itself, step by step, and returns how many it posted. A plan with more occurrences
 * waits for the next run: otherwise a book that is years behind would be finished before all others.
 */
export async function postWhatIsDue(posting: PostingJob): Promise<number> {
  let place: PlanPosition = FIRST_POSITION
  const seen = new Set<string>()
  let count = 0
  for (;;) {
    const found = await rows<DuePlan>(posting.db, duePlans(place, latestDay(), posting.step))
    const step = found.filter(({ id }) => !seen.has(id))
    for (const { id } of step) seen.add(id)
    const books = Map.groupBy(step, ({ book_id }) => book_id)
    const mostOf = ({ book_id }: DuePlan) =>
      Math.max(1, Math.floor(posting.mostTried / (books.get(book_id)?.length ?? 1)))
    for (let first = 0; first < step.length && !posting.isStopping(); first += AT_ONCE) {
      const some = step.slice(first, first + AT_ONCE)
      const counts = await Promise.all(some.map((plan) => postPlan(posting, plan, mostOf(plan))))
      count += counts.reduce((sum, one) => sum + one, 0)
    }
    const last = found.at(-1)
    if (last === undefined || found.length < posting.step || posting.isStopping()) return count
    place = last
  }
}

/** Whether a plan that was refused is tried again: its book or the day has changed, or a while has passed. */
const isWorthATry = (before: Refused | undefined, mark: string) =>
  before?.mark !== mark || before.goOnAt !== undefined || performance.now() - before.at > RETRY_MS

/** Posts the due occurrences of a plan, each on its own day. A refused occurrence waits, and does not delay the others. */
async function postPlan(posting: PostingJob, plan: DuePlan, most: number): Promise<number> {
  const today = todayIn(plan.time_zone)
  const mark = `${plan.version} ${today}`
  const before = posting.refused.get(plan.id)
  if (plan.next_date > today || !isWorthATry(before, mark)) return 0
  try {
    const { count, isRefused, goOnAt } = await postOpen(posting, plan, {
      goOnAt: before?.goOnAt,
      today,
      most,
    })
    posting.refused.delete(plan.id)
    if (isRefused) remember(posting, plan.id, { mark, at: performance.now(), goOnAt })
    return count
  } catch (error) {
    if (!posting.isStopping())
      posting.log.warn(`The plan ${plan.id} has to wait: ${(error as Error).message}`)
    return 0
  }
}

/** Remembers a refusal; the oldest makes room for it. */
function remember({ refused }: PostingJob, id: string, one: Refused): void {
  const [oldest] = refused.keys()
  if (refused.size >= MAX_REMEMBERED && oldest !== undefined) refused.delete(oldest)
  refused.set(id, one)
}

type PostingLimits = { goOnAt: Day | undefined; today: Day; most: number }

async function postOpen(posting: PostingJob, plan: DuePlan, { goOnAt, today, most }: PostingLimits) {
  const from = goOnAt ?? scheduledFrom(plan.next_date)
  const done = await doneSince(posting.db, plan, from)
  const result: { count: number; isRefused: boolean; goOnAt: Day | undefined } = {
    count: 0,
    isRefused: false,
    goOnAt: undefined,
  }
  let tried = 0
  for (const date of openDays(plan, done, from, scheduledUntil(today))) {
    if (postingDay(date, plan.schedule.working_days) > today) break
    if (posting.isStopping() || tried++ === most) return { ...result, goOnAt: date }
    const isPosted = await postOne(posting, plan, date)
    if (isPosted) result.count++
    result.isRefused ||= isPosted === undefined
  }
  return result
}

/** Refusals that do not concern the plan: it is tried again with the next run. */
const PASSING = ['busy', 'unavailable', 'storage_full', 'stopping', 'unauthenticated']

/** Posts one occurrence. Returns whether it was posted, or undefined if it was refused. */
async function postOne(
  { writer, settings, isStopping }: PostingJob,
  plan: DuePlan,
  date: Day,
): Promise<boolean | undefined> {
  try {
    const outcome = await writer.write({
      bookId: plan.book_id,
      verb: postDue({ ...plan, date }),
      token: null,
      by: florinFor(plan.user_id),
      admit: () => undefined, // it is Florin's own request
      key: undefined,
      command: 'JOB /plans',
      most: { rows: settings.bookMaxRows, bytes: settings.bookMaxBytes },
      serialise: String,
      isGone: isStopping,
    })
    return !outcome.isReplayed && outcome.answer
  } catch (error) {
    if (!(error instanceof Refusal) || PASSING.includes(error.code)) throw error
    return undefined
  }
}
