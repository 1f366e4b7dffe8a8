import { type Figure, median } from './figures.ts'
import { ask, drafts } from './fill.ts'
import { bankFile, importFile } from './imports.ts'
import { newPeople, type Person } from './people.ts'
import type { Service } from './processes.ts'

const BATCH = 10_000
const ROWS = 20_000
const ROUNDS = 5

/** The same batch and the same file into an account whose balance was said as of today, and into one without: in turns, each in a book of its own. */
export async function balancesAsOf(service: Service): Promise<Figure[]> {
  const file = bankFile(ROWS)
  const batch = async (person: Person) => {
    const choices = { categoryIds: [person.categoryId], contactIds: [], accountIds: [person.accountId] }
    const transactions = drafts(1, BATCH, choices)
    return (await ask(service, person, 'POST', '/budgeting/transactions', { transactions })).ms
  }
  const imported = async (person: Person) => (await importFile(service, person, file)).seconds.whole * 1000
  return [
    await ratio(service, 'batch of 10,000 before a balance as of a day', batch),
    await ratio(service, 'import of 20,000 rows before one', imported),
  ]
}

async function ratio(
  service: Service,
  name: string,
  work: (person: Person) => Promise<number>,
): Promise<Figure> {
  const [plain, said]: [number[], number[]] = [[], []]
  const people = await newPeople(service, 2 * ROUNDS + 2)
  for (const [index, person] of people.entries()) {
    const isSaid = index % 2 === 1
    if (isSaid) await say(service, person)
    const ms = await work(person)
    if (index > 1) (isSaid ? said : plain).push(ms) // the first two warm up
  }
  const [with_, without] = [median(said), median(plain)]
  return {
    name,
    value: with_ / without,
    unit: 'ratio',
    atMost: 1.05,
    from: { 'ms with': with_, 'ms without': without },
  }
}

const say = (service: Service, person: Person) =>
  ask(service, person, 'PUT', `/accounts/${person.accountId}`, {
    balance_as_of: { date: Temporal.Now.plainDateISO('UTC').toString(), amount: 1000, includes_day: true },
  })
