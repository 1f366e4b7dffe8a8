import { creating } from './create.ts'
import { line } from './figures.ts'
import { load } from './load.ts'
import { createRequest, newPeople } from './people.ts'
import { startService } from './processes.ts'
import { prepareTpcb } from './tpcb.ts'
const service = await startService()
try {
  const own = { requests: (await newPeople(service, 16)).map(createRequest), pauseMs: 0 }
  await load(service.port, 3, { own })
  const tpcb = await prepareTpcb(service.owner)
  for (let i = 0; i < 3; i++) {
    const r = (await load(service.port, 5, { own })).own
    const t = await tpcb.perSecond(16, 4)
    console.log(r, t, r.perSecond / t)
  }
} finally { await service.stop() }
