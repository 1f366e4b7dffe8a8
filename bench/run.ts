import { backups } from './backup.ts'
import { balancesAsOf } from './balances.ts'
import { batches, knownAt } from './batch.ts'
import { manyBooksOrOne } from './books.ts'
import { cold } from './cold.ts'
import { creating } from './create.ts'
import { exporting } from './export.ts'
import { type Figure, isBroken, isBusy, line } from './figures.ts'
import { analyze, filledBook } from './fill.ts'
import { growth } from './growth.ts'
import { demoHousehold } from './household.ts'
import { importing } from './imports.ts'
import { callsOnShards, copying, handingOn, reportsFromReplica } from './machinery.ts'
import { operations } from './operations.ts'
import { walking } from './path.ts'
import { type Service, startService } from './processes.ts'
import { reports } from './reports.ts'
import { groupOf, keep, loadNow } from './results.ts'
import { sizes } from './size.ts'
import { starting } from './start.ts'
import { watching } from './streams.ts'
import { prepareTpcb } from './tpcb.ts'

/**
 * Measures the cost of operations over HTTP, at a service in a process of its own. Every ratio is of two measurements of this run, taken
 * in turns, so that it says the same on a slow machine as on a fast one. Ends with 1 when a budget is broken. Without arguments it runs
 * every group that is not slow; `npm run bench -- create growth` runs those two.
 */
type GroupPlan = { title: string; about: string; isSlow?: true; run: () => Promise<Figure[]> }

/** Starts a new instance for a group, so that leftovers of one do not slow the next. */
async function withService(work: (service: Service) => Promise<Figure[]>): Promise<Figure[]> {
  const service = await startService()
  try {
    return await work(service)
  } finally {
    await service.stop()
  }
}

const grown = (size: number) => async (service: Service) => {
  const small = await filledBook(service, 1_000)
  const large = await filledBook(service, size)
  // Files have to come as fast before PostgreSQL has statistics of the tables.
  const files = await exporting(service, large, small)
  await analyze(service)
  return [await knownAt(service, large), ...(await growth(small, large)), ...files]
}

const PIECE =
  'The same work with and without it (`bench/patches.ts`) in turns, medians; more than 1 is a gain, and a piece that gains less than a tenth of what it is for has no place.'

const groups: Record<string, GroupPlan> = {
  operations: {
    title: 'How far each operation is from the database',
    about:
      'Requests a second over HTTP, by 16 clients in 16 books, divided by how often a second the same PostgreSQL runs the statements of that request, with the same values, without Florin (reads by pgbench, writes by the driver of the service). 1 would be the limit of the database: HTTP, JSON, rights, rules and the log would cost nothing.',
    run: () => withService(operations),
  },
  create: {
    title: 'Creating',
    about:
      "Expenses created a second, divided by transactions of pgbench's TPC-B on the same server in the same run. Beside a book that 16 clients write to, four others each write some; how much longer they wait is the second half.",
    run: () =>
      withService(async (service) => [
        ...(await creating(service, await prepareTpcb(service.owner))),
        ...(await manyBooksOrOne(service)),
      ]),
  },
  cold: {
    title: 'A new instance that fills up',
    about:
      'PostgreSQL plans for tables as it knows them. Autovacuum is off here: nothing is analysed until the end, and connections keep what they planned when everything was empty.',
    run: cold,
  },
  start: {
    title: 'Start, memory and size',
    about: 'As `npm start` does it, with the built-in PostgreSQL; its memory is not counted.',
    run: starting,
  },
  growth: {
    title: 'A book of 100,000 transactions',
    about:
      'How much longer an operation takes in a book of 100,000 transactions than in one of 1,000, and the large book as files.',
    run: () => withService(grown(100_000)),
  },
  batch: {
    title: 'Batches and imports',
    about: '10,000 expenses in one request, files of 20,000 rows, and the household of `npm run demo`.',
    // Each on an instance of its own: PostgreSQL tidies up behind the undo of a batch while others are measured.
    run: async () => [
      ...(await withService(batches)),
      ...(await withService(importing)),
      ...(await withService(async (service) => [await demoHousehold(service)])),
    ],
  },
  balances: {
    title: 'Before a balance as of a day',
    about:
      'How much longer a large change takes if it moves the opening of an account whose balance was said as of today.',
    run: () => withService(balancesAsOf),
  },
  reports: {
    title: 'Reports',
    about:
      'How much longer a report of the last year takes in a book of 100,000 transactions than in one of 10,000 with as many in that year; and reports by group against those by category.',
    run: () => withService((service) => reports(service, 100_000)),
  },
  streams: {
    title: 'Streams of versions',
    about:
      '200 people, each with a stream of one of 50 books, in the same service: its memory before and after they connect, for each stream; the time from the answer to a change until everybody who watches the book has its version; and how much longer other requests take, of 8 people who read and 8 who write with pauses of 20 ms, with the streams and without them in turns, by medians of five rounds.',
    isSlow: true,
    run: () => withService(watching),
  },
  size: {
    title: 'Bytes on the disk',
    about:
      'What a transaction adds to each table and to its indexes, with its entries, its balances and its part of the log.',
    run: () => withService(sizes),
  },
  'handing-on': {
    title: 'Requests handed on between processes',
    about: `With two processes, a change is written by the process of its book, or where it came in. ${PIECE}`,
    isSlow: true,
    run: handingOn,
  },
  copying: {
    title: 'Large changes copied in binary form',
    about: `Rows are copied, or inserted as lists. ${PIECE}`,
    isSlow: true,
    run: copying,
  },
  replica: {
    title: 'Reports from a replica',
    about: `Reports are read from a replica, or from the primary, while others write; the time of PostgreSQL is that of the primary, and the median is that of a write. ${PIECE}`,
    isSlow: true,
    run: reportsFromReplica,
  },
  citus: {
    title: 'Calls on the shards of a Citus cluster',
    about: `A group of the writer is a call on the node of its books, or goes through Citus; the time of PostgreSQL is that of all nodes. ${PIECE}`,
    isSlow: true,
    run: callsOnShards,
  },
  path: {
    title: 'How far a reader has to walk',
    about:
      'How much of `server/` and `contract/` one request runs through, from the handler in `serve.ts` until its statement is on its way and the text of its answer is made: the files, and the lines of those of their functions that ran. For the second expense of a person, and the second list.',
    run: walking,
  },
  million: {
    title: 'A book of 1,000,000 transactions',
    about: 'As above, with a million.',
    isSlow: true,
    run: () => withService(grown(1_000_000)),
  },
  backup: {
    title: 'Backup and restore',
    about:
      '1,000,000 transactions in copies of the demo household, backed up beside the running service, restored and verified.',
    isSlow: true,
    run: () => backups(1_000_000),
  },
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !Object.hasOwn(groups, name))
if (unknown !== undefined) {
  console.error(`There is no group "${unknown}". There are: ${Object.keys(groups).join(', ')}.`)
  process.exit(2)
}

process.once('SIGTERM', () => process.exit(1)) // and with it the service that is measured

const load = loadNow() // later it is the bench's own
if (isBusy(load))
  console.warn(
    `This machine has other work (its load is ${load.toFixed(1)}): ratios to the database come out too low.`,
  )

const broken: string[] = []
for (const [name, { isSlow, run, ...words }] of Object.entries(groups)) {
  if (asked.length > 0 ? !asked.includes(name) : isSlow) continue
  console.log(`\n${words.title}`)
  const figures = await run()
  for (const figure of figures) console.log(line(figure))
  broken.push(...figures.filter(isBroken).map((figure) => figure.name))
  await keep(name, groupOf(words, figures, load), Object.keys(groups))
}
if (broken.length > 0) {
  console.error(`Broken: ${broken.join('; ')}.`)
  process.exitCode = 1
}
