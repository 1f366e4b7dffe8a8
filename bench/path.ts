import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createExpense, listTransactions } from '../contract/budgeting.ts'
import type { Figure } from './figures.ts'
import { expenseOf, newPerson, type Person } from './people.ts'
import { newFolder, startIn } from './processes.ts'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
/** Timers run at other moments in each of them: only functions that ran in all are counted. */
const ROUNDS = 4
const QUIET_MS = 300

/** Stops on the way: a file of the project, and texts of which each is looked for after the one before it. The last one's line is the stop. */
const STOPS = {
  begin: { file: 'server/serve.ts', texts: ['handler(request, reply) {', 'respond('] },
  sent: { file: 'server/database/driver-query.ts', texts: ['class Asking', 'submit(', 'return null'] },
  answer: { file: 'server/http/answer.ts', texts: ['function sendWritten(', 'reply.headers('] },
}
type Stop = keyof typeof STOPS

const ways = {
  'create an expense': {
    before: async () => undefined,
    ask: (who: Person) => who.call(createExpense, { body: expenseOf(who) }),
    most: { files: 34, lines: 2_000 },
    goal: { files: 24, lines: 1_500 },
    end: 'sent',
  },
  'list transactions': {
    before: (who: Person) => who.call(listTransactions, {}),
    ask: (who: Person) => who.call(listTransactions, {}),
    most: { files: 27, lines: 1_200 },
    goal: { files: 20, lines: 900 },
    end: 'answer',
  },
} as const

/** A function of ours, by its place in its file, and whether it ran. */
type Reach = { file: string; name: string; from: number; to: number; hasRun: boolean }

/**
 * How much code a request runs through, from `serve.ts` until its statement is on its way and the text of its answer is made: the files,
 * and the lines of their functions that ran. A change makes its answer before its statement, a list after it.
 */
export async function walking(): Promise<Figure[]> {
  const folder = await newFolder()
  // From its sources rather than from a bundle, which has other files.
  const service = await startIn(folder, {
    env: { WORKERS: '1', WATCH_REPORT_DEPENDENCIES: '1' },
    options: ['--inspect=127.0.0.1:0'],
  })
  const inspector = await inspect(await readFile(join(folder, 'florin.log'), 'utf8'))
  try {
    const figures: Figure[] = []
    for (const [name, way] of Object.entries(ways)) {
      const rounds: Reach[][] = []
      for (let n = 0; n < ROUNDS; n++) {
        const person = await newPerson(service)
        await person.call(createExpense, { body: expenseOf(person) })
        await way.before(person)
        await sleep(QUIET_MS)
        rounds.push(await inspector.around(() => way.ask(person), way.end))
      }
      const files = await filesOf(inAll(rounds))
      const lines = files.reduce((sum, file) => sum + file.lines, 0)
      console.log(tableOf(name, files, lines))
      const { most, goal } = way
      figures.push(
        {
          name: `${name}, files`,
          value: files.length,
          unit: 'files',
          atMost: most.files,
          goal: goal.files,
          from: {},
        },
        {
          name: `${name}, lines`,
          value: lines,
          unit: 'lines',
          atMost: most.lines,
          goal: goal.lines,
          from: {},
        },
      )
    }
    return figures
  } finally {
    inspector.close() // a process does not end while it is inspected
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Functions that ran in every round. */
function inAll(rounds: readonly Reach[][]): Reach[] {
  const key = ({ file, from, to }: Reach) => `${file} ${from} ${to}`
  const ran = rounds.map((round) => new Set(round.filter(({ hasRun }) => hasRun).map(key)))
  const all = new Map(rounds.flat().map((reach) => [key(reach), reach]))
  return [...all].map(([place, reach]) => ({ ...reach, hasRun: ran.every((round) => round.has(place)) }))
}

type Walked = { file: string; functions: number; lines: number; names: string[] }

/** A line counts once. Those of a function within another, which did not run, are left out. */
async function filesOf(reached: readonly Reach[]): Promise<Walked[]> {
  const walked: Walked[] = []
  for (const [file, functions] of Map.groupBy(reached, (reach) => reach.file)) {
    const text = await readFile(join(PROJECT, file), 'utf8') // Node blanks out its types, so every character keeps its place
    const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
    const lines = new Set<number>()
    const names: string[] = []
    for (const { from, to, name, hasRun } of functions.sort((a, b) => a.from - b.from || b.to - a.to)) {
      const [first, last] = [lineOf(from), lineOf(to)]
      for (let line = first; line <= last; line++)
        if (hasRun) lines.add(line)
        else if (line > first && line < last) lines.delete(line)
      if (hasRun) names.push(name || 'nameless')
    }
    if (names.length > 0) walked.push({ file, functions: names.length, lines: lines.size, names })
  }
  return walked.sort((a, b) => b.lines - a.lines)
}

function tableOf(name: string, files: readonly Walked[], lines: number): string {
  const rows = files.map(
    ({ file, functions, lines, names }) =>
      `${file.padEnd(44)}${String(functions).padStart(4)}${String(lines).padStart(6)}  ${[...new Set(names)].join(' ')}`,
  )
  return [`\n${name}: ${files.length} files, ${lines} lines (file, functions, lines)`, ...rows, ''].join('\n')
}

type Message = { id?: number; method?: string; result?: object; error?: { message: string } }
type Script = {
  url: string
  functions: {
    functionName: string
    ranges: [{ startOffset: number; endOffset: number; count: number }]
  }[]
}

/** Counts what runs in a process that writes the address of its inspector to this log. */
async function inspect(log: string) {
  const socket = new WebSocket(/ws:\S+/.exec(log)?.[0] ?? '')
  await once(socket, 'open')
  const answers = new Map<number, PromiseWithResolvers<object | undefined>>()
  let whenPaused: (breakpoint: string) => Promise<void> = async () => undefined
  socket.addEventListener('message', async ({ data }) => {
    const { id, method, result, error, ...rest } = JSON.parse(data) as Message & {
      params?: { hitBreakpoints?: string[] }
    }
    if (error) answers.get(id ?? 0)?.reject(new Error(error.message))
    else answers.get(id ?? 0)?.resolve(result)
    if (method !== 'Debugger.paused') return
    await whenPaused(rest.params?.hitBreakpoints?.[0] ?? '')
    await ask('Debugger.resume')
  })
  let asked = 0
  async function ask(method: string, params = {}): Promise<unknown> {
    const id = ++asked
    const answer = Promise.withResolvers<object | undefined>()
    answers.set(id, answer)
    socket.send(JSON.stringify({ id, method, params }))
    return answer.promise.finally(() => answers.delete(id))
  }

  await ask('Debugger.enable')
  const stops = new Map<string, Stop>()
  for (const [stop, place] of Object.entries(STOPS)) {
    const where = { urlRegex: `/${place.file}$`, lineNumber: await lineOf(place) }
    const { breakpointId } = (await ask('Debugger.setBreakpointByUrl', where)) as { breakpointId: string }
    stops.set(breakpointId, stop as Stop)
  }
  await ask('Profiler.enable')
  await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

  /** The functions that have run since it was called last, and those within them. */
  async function take(): Promise<Reach[]> {
    const { result } = (await ask('Profiler.takePreciseCoverage')) as { result: Script[] }
    return result.flatMap(({ url, functions }) => {
      const file = url.startsWith('file:') ? relative(PROJECT, fileURLToPath(url)) : ''
      if (!/^(server|contract)\//.test(file)) return []
      return functions.map(
        ({ functionName: name, ranges: [{ startOffset: from, endOffset: to, count }] }) => ({
          file,
          name,
          from,
          to,
          hasRun: count > 0,
        }),
      )
    })
  }

  return {
    close: () => socket.close(),
    /** The functions that ran between the two stops. */
    async around(request: () => Promise<unknown>, end: Stop): Promise<Reach[]> {
      const walked: { stop: Stop; ran: Reach[] }[] = []
      await take()
      whenPaused = async (breakpoint) => {
        const [stop, ran] = [stops.get(breakpoint), await take()]
        if (stop) walked.push({ stop, ran })
      }
      await request()
      whenPaused = async () => undefined
      const [begin, last] = [
        walked.findIndex(({ stop }) => stop === 'begin'),
        walked.findLastIndex(({ stop }) => stop === end), // a statement of other work may come before it
      ]
      if (begin < 0 || last < begin) throw new Error('the request took another way')
      const isFirst = ({ file, name }: Reach) => file === STOPS.begin.file && name === 'handler'
      return [
        ...(walked[begin]?.ran.filter(isFirst) ?? []),
        ...walked.slice(begin + 1, last + 1).flatMap(({ ran }) => ran),
      ]
    },
  }
}

/** The line of a stop, counted from 0. */
async function lineOf({ file, texts }: { file: string; texts: readonly string[] }): Promise<number> {
  const code = await readFile(join(PROJECT, file), 'utf8')
  let at = 0
  for (const text of texts) {
    at = code.indexOf(text, at)
    if (at < 0) throw new Error(`${file} has no "${text}" any more: name another stop in bench/path.ts`)
  }
  return code.slice(0, at).split('\n').length - 1
}
