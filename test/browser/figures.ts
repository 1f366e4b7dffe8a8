import type { Browser, Page } from 'playwright-core'

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  tdur?: number
  args: { name?: string }
}

/**
 * The tasks of the pages' main threads while something is done, in milliseconds of processor time, the longest first. Time on the clock would count what
 * other programs of the machine do meanwhile.
 */
export async function tasksOf(browser: Browser, page: Page, work: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await work()
  const trace = await browser.stopTracing()
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString())
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  )
  return traceEvents
    .filter((event) => event.tdur !== undefined && /RunTask$/.test(event.name) && main.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1_000)
    .sort((a, b) => b - a)
}

/** How far the page's parts have moved by themselves since it was opened: the web's own measure of layout shift. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((done) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => done(sum), 200)
  })`)
