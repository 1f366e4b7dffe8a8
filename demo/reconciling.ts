import { listAccountLines } from '../contract/accounts.ts'
import {
  createReconciliation,
  finishReconciliation,
  updateReconciliation,
} from '../contract/reconciliations.ts'
import { type Account, OPENINGS } from './chart.ts'
import { type Day, dayIn, isBefore, monthsOf, type Span } from './days.ts'
import type { Event } from './events.ts'
import { idOf, type Step, step } from './play.ts'
import { amountToApi } from './rates.ts'

const account: Account = 'Joint account'
/** Half a year of lines fits on a page of a register. */
const MONTHS_AT_ONCE = 6
const RECENT_MONTHS = 4

/** The joint account was compared with the bank's statements, in the end every month; the statement of today has just come. */
export function reconciling(events: readonly Event[], span: Span): Step[] {
  const ends = monthsOf(span)
    .map((month) => dayIn(month, 31))
    .filter((end) => isBefore(end, span.today))
  const chosen = ends.filter(
    (_, place) => place >= ends.length - RECENT_MONTHS || (place + 1) % MONTHS_AT_ONCE === 0,
  )
  const finished = chosen.flatMap((end, place) => {
    const before = chosen[place - 1]
    const from = before ? before.add({ days: 1 }) : span.first
    const name = `statement ${end}`
    const params = { id: idOf(account), reconciliation_id: idOf(name) }
    return [
      started(name, end, events),
      step(
        listAccountLines,
        {
          params: { id: idOf(account) },
          query: { date_from: from.toString(), date_to: end.toString(), limit: 1000 },
        },
        { [`lines ${end}`]: 'data.*.id' },
      ),
      step(updateReconciliation, { params, body: { cleared_line_ids: [idOf(`lines ${end}`)] } }),
      step(finishReconciliation, { params, body: {} }),
    ]
  })
  return [...finished, started('statement of today', span.today, events)]
}

/** The bank's statement of a day: the balance that the account had at its end. */
function started(name: string, day: Day, events: readonly Event[]): Step {
  const balance = events
    .filter((event) => !isBefore(day, event.day))
    .flatMap(({ moves }) => moves)
    .reduce((sum, move) => (move.account === account ? sum + move.minor : sum), OPENINGS[account] as bigint)
  return step(
    createReconciliation,
    { params: { id: idOf(account) }, body: { date: day.toString(), balance: amountToApi(balance, 'EUR') } },
    { [name]: 'id' },
  )
}
