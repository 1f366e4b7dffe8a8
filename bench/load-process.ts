import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './figures.ts'
import type { Crowd, LoadTask, Outcome } from './load.ts'

/**
 * Sends requests that were written beforehand, over bare sockets: it reads only the status and the length of an answer, and so takes
 * little of the processors that the service is measured on.
 */
process.once('message', async ({ port, seconds, crowds }: LoadTask) => {
  const until = performance.now() + seconds * 1000
  const before = process.cpuUsage()
  const outcomes = await Promise.all(
    Object.entries(crowds).map(
      async ([name, crowd]) => [name, await run(port, until, seconds, crowd)] as const,
    ),
  )
  const { user, system } = process.cpuUsage(before)
  const generator = (user + system) / 1e6 / seconds
  process.send?.(Object.fromEntries(outcomes.map(([name, outcome]) => [name, { ...outcome, generator }])))
})

async function run(
  port: number,
  until: number,
  seconds: number,
  crowd: Crowd,
): Promise<Omit<Outcome, 'generator'>> {
  const durations = (
    await Promise.all(crowd.clients.map((requests) => repeat(port, until, requests, crowd)))
  ).flat()
  const p99Ms = durations.sort((a, b) => a - b)[Math.floor(durations.length * 0.99)] ?? Number.NaN
  return { perSecond: durations.length / seconds, medianMs: median(durations), p99Ms }
}

async function repeat(
  port: number,
  until: number,
  requests: string[],
  { pauseMs, isWhole = false }: Crowd,
): Promise<number[]> {
  const ask = await open(port)
  const durations: number[] = []
  const isToEnd = () => isWhole && durations.length % requests.length > 0
  for (let now = performance.now(); now < until || isToEnd(); now = performance.now()) {
    const answer = await ask(requests[durations.length % requests.length] ?? '')
    if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`the service answered: ${answer}`)
    durations.push(performance.now() - now)
    if (pauseMs > 0) await sleep(pauseMs * (0.5 + Math.random())) // not in step with each other
  }
  return durations
}

/** A connection: sends a request, and resolves with the answer once all of it is there. */
function open(port: number): Promise<(request: string) => Promise<string>> {
  return new Promise((resolve, reject) => {
    let received = ''
    let length: number | undefined // of the whole answer, once its headers are there
    let answered: (answer: string) => void = () => undefined
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.setEncoding('latin1') // a byte is a character, so lengths are those of the answer
    socket.once('connect', () =>
      resolve((request) => {
        socket.write(request)
        return new Promise((resolve) => {
          answered = resolve
        })
      }),
    )
    socket.on('error', reject)
    socket.on('close', () => process.exit(1)) // the figure would be wrong
    socket.on('data', (chunk: string) => {
      received += chunk
      const bodyAt = received.indexOf('\r\n\r\n') + 4
      if (length === undefined && bodyAt > 3)
        length = bodyAt + Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1])
      if (length === undefined || received.length < length) return
      const answer = received
      received = ''
      length = undefined
      answered(answer)
    })
  })
}
