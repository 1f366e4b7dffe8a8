import { isTimeZone } from '../../contract/day.ts'
import { checkBalances } from './check-balances.ts'
import { checkChart } from './check-chart.ts'
import { checkGoals } from './check-goals.ts'
import { checkOwed } from './check-owed.ts'
import { checkPlans } from './check-plans.ts'
import { checkRules } from './check-rules.ts'
import { checkStatements } from './check-statements.ts'
import { checkTransactions } from './check-transactions.ts'
import { checkValues } from './check-values.ts'
import { knownIn } from './file-records.ts'
import { type FileBook, FileFault } from './format.ts'

/**
 * Checks the records of a file against each other, so that no file makes a book that Florin could not have made: everything that `npm run
 * verify` checks, and that the verbs rely on.
 */
export async function checkBook(file: FileBook): Promise<void> {
  const { time_zone } = file.settings
  if (!isTimeZone(time_zone))
    throw new FileFault(1, `the time zone ${JSON.stringify(time_zone)} is not known`)
  const known = await knownIn(file)
  await checkChart(file, known)
  await checkTransactions(file, known)
  await checkBalances(file, known)
  await checkValues(file, known)
  await checkOwed(file, known)
  await checkGoals(file, known)
  await checkPlans(file, known)
  await checkStatements(file, known)
  await checkRules(file, known)
}
