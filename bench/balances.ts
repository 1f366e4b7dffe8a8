import { type Figure, median } from './figures.ts'
import { ask, drafts } from './fill.ts'
import { bankFile, importFile } from './imports.ts'
import { newPeople, type Person } from './people.ts'
import type { Service } from './processes.ts'
import { postmasterOf, spentBy } from './processor.ts'

const BATCH = 10_000
const ROWS = 20_000
const ROUNDS = 7

/**
 * The same batch and the same file into an account whose balance was said as of today, and into one without: in turns, each in a book of its own.
 * Compared by processor time, of Florin and of PostgreSQL: with other work on the machine, the time that passes differed by 20 % from run to run.
 */
export async function balancesAsOf(service: Service): Promise<Figure[]> {
  const file = bankFile(ROWS)
  const batch = async (person: Person) => {
    const choices = { categoryIds: [person.categoryId], contactIds: [], accountIds: [person.accountId] }
    const transactions = drafts(1, BATCH, choices)
    await ask(service, person, 'POST', '/budgeting/transactions', { transactions })
  }
  const imported = async (person: Person) => {
    await importFile(service, person, file)
  }
  return [
    await ratio(service, 'batch of 10,000 before a balance as of a day', batch),
    await ratio(service, 'import of 20,000 rows before one', imported),
  ]
}

async function ratio(
  service: Service,
  name: string,
  work: (person: Person) => Promise<void>,
): Promise<Figure> {
  const [plain, said]: [number[], number[]] = [[], []]
  const people = await newPeople(service, 2 * ROUNDS + 2)
  const postmaster = await postmasterOf(service.dataDir)
  const spent = async () => {
    const { service: own, database } = await spentBy(service.pid, [postmaster])
    return own + database
  }
  for (const [index, person] of people.entries()) {
    const isSaid = index % 2 === 1
    if (isSaid) await say(service, person)
    const before = await spent()
    await work(person)
    const ms = (await spent()) - before
    if (index > 1) (isSaid ? said : plain).push(ms) // the first two warm up
  }
  const [with_, without] = [median(said), median(plain)]
  return {
    name,
    value: with_ / without,
    unit: 'ratio',
    atMost: 1.05,
    from: { 'processor ms with': with_, 'processor ms without': without },
  }
}

const say = (service: Service, person: Person) =>
  ask(service, person, 'PUT', `/accounts/${person.accountId}`, {
    balance_as_of: { date: Temporal.Now.plainDateISO('UTC').toString(), amount: 1000, includes_day: true },
  })
