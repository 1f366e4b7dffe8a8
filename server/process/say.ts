/**
 * Messages of the service, beside the log of requests: sentences at a terminal, and anywhere else lines of JSON with the field names of
 * that log.
 */
const LEVELS = { info: 30, warn: 40, fatal: 60 }

const to =
  (stream: NodeJS.WriteStream, level: keyof typeof LEVELS) =>
  (text: string): void => {
    const line = { level: LEVELS[level], time: Date.now(), pid: process.pid, msg: text }
    stream.write(stream.isTTY ? `${text}\n` : `${JSON.stringify(line)}\n`)
  }

export const say = {
  info: to(process.stdout, 'info'),
  warn: to(process.stdout, 'warn'),
  fatal: to(process.stderr, 'fatal'),
} as const
export type Say = Pick<typeof say, 'info' | 'warn'>

/** Writes Node's warnings in the same form as all other messages. */
export function sayWarnings(): void {
  if (process.stderr.isTTY) return
  process.removeAllListeners('warning') // Node's own, which writes bare text
  process.on('warning', ({ name, message }) => say.warn(`${name}: ${message}`))
}
