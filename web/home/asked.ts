import { addDays, type Day } from '../../contract/day.ts'
import { forecast } from '../../contract/forecast.ts'
import { overview } from '../../contract/overview.ts'
import { listPlans, listUpcoming } from '../../contract/plans.ts'
import { asking, cache, everything } from '../api/ask.ts'
import { accounts } from '../page/accounts.ts'

/** The forecast of accounts for the time that *Coming up* shows. */
export const forecasting = (today: Day) => asking(forecast, { query: { until: addDays(today, 31) } })

/** The plans behind *Coming up*, which tell the direction of each amount. */
export const plans = everything(listPlans)

/** All occurrences that *Coming up* counts: the list of the page Recurring. */
export const upcoming = everything(listUpcoming)

/** Asks for everything that the home page shows, at the same time. The page does not wait: its cards fill as answers come. */
export function prefetchHome(today: Day): void {
  void cache.prefetchQuery(asking(overview))
  void cache.prefetchQuery(accounts)
  void cache.prefetchQuery(forecasting(today))
  void cache.prefetchQuery(plans)
  void cache.prefetchQuery(upcoming)
}
