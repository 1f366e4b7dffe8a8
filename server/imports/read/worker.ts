import type { MessagePort } from 'node:worker_threads'
import type { Heard, makeJudging } from '../judging.ts'
import { readBudget } from './actual-budget.ts'
import { boundedBesides } from './bounded-besides.ts'
import { faultToKeep, kept } from './kept-sentences.ts'
import { readWhole } from './parts.ts'
import type { WorkerGets } from './read.ts'
import { type BadRow, type FileRow, MAX_ROWS, type ReaderSays, tooManyRows, Unreadable } from './row.ts'
import { takeJobs } from './thread-jobs.ts'
import { makeSay } from './thread-say.ts'

/** The thread that reads one file, and then judges its rows if it is handed the contents of the book. */
const PIECE_ROWS = 500
const PIECE_CHARACTERS = 256 * 1024

/** Characters that a database refuses in text, as JSON writes them: zero, and halves of characters. */
const UNFIT = /\\u(?:0000|d[89a-f])/

const cleaned = <Part>(part: Part): Part =>
  JSON.parse(JSON.stringify(part), (_, value) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  )

takeJobs(async (port, given: WorkerGets) => {
  /** All rows, kept for judging them. */
  const whole: (FileRow | BadRow)[] = []
  // The code that judges is loaded when it is needed, so that reading does not wait for it.
  let judging: Promise<ReturnType<typeof makeJudging>> | undefined
  port.on('message', async (heard: Heard | 'taken') => {
    if (heard === 'taken') return
    judging ??= import('../judging.ts').then(({ makeJudging }) => makeJudging(port, whole))
    await (await judging)(heard)
  })
  try {
    await read(port, given, whole)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    port.postMessage({ is: 'fault', ...faultToKeep(error.sentence) } satisfies ReaderSays)
  }
})

async function read(
  port: MessagePort,
  { bytes, reading }: WorkerGets,
  whole: (FileRow | BadRow)[],
): Promise<void> {
  const say = makeSay<ReaderSays>(port)
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const file = (await readBudget(content, reading.filename)) ?? readWhole(content, reading)
  const { format, mapping, encoding, rows, balances, isNewestFirst, besides, progressAt } = file
  await say({ is: 'format', format, mapping: kept({ ...mapping, encoding }) })

  let piece: (FileRow | BadRow)[] = []
  let characters = 0
  let count = 0
  for (const row of rows) {
    if (++count > MAX_ROWS) throw tooManyRows(row.line)
    const json = JSON.stringify(row)
    const fit = UNFIT.test(json) ? cleaned(row) : row
    piece.push(fit)
    whole.push(fit)
    characters += json.length
    if (piece.length < PIECE_ROWS && characters < PIECE_CHARACTERS) continue
    await say({ is: 'rows', rows: piece, progress: progressAt(row) })
    piece = []
    characters = 0
  }
  if (piece.length > 0) await say({ is: 'rows', rows: piece, progress: 1 })
  const stated = { balances: cleaned(balances?.() ?? []), is_newest_first: isNewestFirst?.() }
  const more = besides && { besides: cleaned(boundedBesides(besides())) }
  port.postMessage({ is: 'end', ...stated, ...more } satisfies ReaderSays)
}
