import assert from 'node:assert/strict'
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
 * The tasks of the pages' main threads while something is done, in milliseconds of processor time, the longest first. Time on the clock
 * would count other programs of the machine.
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

/**
 * Asserts that nothing holds up the page for longer than a person notices. Of three measurements the best counts: the page's own work
 * costs the same in each, and disturbances by the machine, such as a lower clock, differ.
 */
export async function assertShortTasks(measure: () => Promise<number[]>, mostMs = 50): Promise<void> {
  const passes: string[] = []
  while (passes.length < 3) {
    const tasks = await measure()
    assert(tasks.length > 20, 'the tasks were not measured')
    if ((tasks[0] ?? 0) <= mostMs) return
    passes.push(tasks.slice(0, 5).map(Math.round).join(', '))
  }
  assert.fail(`the longest tasks took ${passes.join(' ms, then ')} ms`)
}

/** How far the page's parts have moved by themselves since it was opened, by the web's own measure, and which parts those were. */
export const layoutShift = (page: Page): Promise<{ sum: number; moved: string[] }> =>
  page.evaluate(`new Promise((done) => {
    let sum = 0
    const moved = []
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries()) {
        if (hadRecentInput) continue
        sum += value
        for (const { node } of sources) moved.push(value.toFixed(3) + ' ' + (node?.textContent ?? '').slice(0, 40))
      }
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => done({ sum, moved }), 200)
  })`)
