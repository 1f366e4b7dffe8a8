import { todayIn } from '../contract/day.ts'
import { fill } from '../demo/fill.ts'
import { type Figure, timeMs } from './figures.ts'
import type { Service } from './processes.ts'

/** Making the household of `npm run demo`, three years of it, call by call. */
export async function demoHousehold({ port }: Service): Promise<Figure> {
  const today = Temporal.PlainDate.from(todayIn('UTC'))
  const ms = await timeMs(() => fill(`http://127.0.0.1:${port}/api/v1`, { today }))
  return { name: 'making the demo household', value: ms / 1000, unit: 's', atMost: 20, from: {} }
}
