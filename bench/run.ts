import { availableParallelism, loadavg } from 'node:os'
import { backups } from './backup.ts'
import { batches, knownAt } from './batch.ts'
import { creating } from './create.ts'
import { exporting } from './export.ts'
import { type Figure, isBroken, line, save } from './figures.ts'
import { analyze, filledBook } from './fill.ts'
import { growth } from './growth.ts'
import { demoHousehold } from './household.ts'
import { importing } from './imports.ts'
import { startService } from './processes.ts'
import { reports } from './reports.ts'
import { prepareTpcb } from './tpcb.ts'

/**
 * What things cost, over HTTP, at a service in a process of its own. Every ratio is of two measurements of this run, taken in turns,
 * so that it says the same on a slow machine as on a fast one. Ends with 1 when a budget is broken.
 * `npm run bench -- 1000000` takes another size for the large book; `npm run bench -- backup` measures a backup and its restore instead,
 * of 1,000,000 transactions or as many as follow.
 */
const SMALL = 1_000
const [what, most = 1_000_000] = process.argv.slice(2)
const LARGE = what === 'backup' ? 0 : Number(what ?? 100_000)

// With other work on the machine, one service beside the many processes of PostgreSQL gets less than its share.
const [load = 0] = loadavg()
if (load > availableParallelism() / 2)
  console.warn(
    `This machine has other work (its load is ${load.toFixed(1)}): ratios to TPC-B come out too low.`,
  )

const figures: Figure[] = []
function add(more: Figure[]): void {
  for (const figure of more) console.log(line(figure))
  figures.push(...more)
}

async function everything(): Promise<void> {
  const service = await startService()
  try {
    const tpcb = await prepareTpcb(service.owner)
    console.log(`TPC-B by ${tpcb.by}`)
    add(await creating(service, tpcb))
    add(await batches(service))
    add(await importing(service))
    add([await demoHousehold(service)])
    const small = await filledBook(service, SMALL)
    const large = await filledBook(service, LARGE)
    await analyze(service)
    add([await knownAt(service, large)])
    add(await growth(small, large))
    add(await exporting(service, large, small))
    add(await reports(service, LARGE))
    await save(figures, { tpcb: tpcb.by, load })
  } finally {
    await service.stop()
  }
}

if (what === 'backup') add(await backups(Number(most)))
else await everything()

const broken = figures.filter(isBroken)
if (broken.length > 0) {
  console.error(`Broken: ${broken.map(({ name }) => name).join('; ')}.`)
  process.exitCode = 1
}
