import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { makeApp } from '../server/app.ts'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import { SERVICE_ROLE } from '../server/database/privileges.ts'
import { readSettings } from '../server/settings.ts'
import type { Person, Request } from './people.ts'
import type { Owner } from './processes.ts'

/** A statement as the service sent it. Without a name, PostgreSQL plans it each time. */
export type Statement = { name?: string; text: string; values: unknown[]; ahead?: Statement }

export type Recorder = {
  /** Answers a request as the service does, in this process. */
  ask: (who: Pick<Person, 'token'>, request: Request) => Promise<string>
  /** The statements that some work makes the service send, in their order. */
  during: (work: () => Promise<unknown>) => Promise<Statement[]>
  close: () => Promise<void>
}

/** Florin in this process, on one of the databases of a server: its statements to PostgreSQL are recorded. */
export function recorder(owner: Owner): Recorder {
  let statements: Statement[] = []
  const open = (config: pg.ClientConfig) => {
    const client = new pg.Client(config)
    const send = client.query.bind(client) as (...args: unknown[]) => unknown // its overloads are of no use here
    const listened = (...args: unknown[]) => {
      const [asked] = args
      const query = (typeof asked === 'string' ? { text: asked } : asked) as Partial<Statement> // as the driver takes it
      for (const { name, text = '', values = [] } of [...(query.ahead ? [query.ahead] : []), query])
        statements.push({ text, values, ...(name && { name }) })
      return send(...args)
    }
    return Object.assign(client, { query: listened })
  }
  const db = openDatabase({ ...owner, open }, () => undefined, { role: SERVICE_ROLE })
  const settings = readSettings({ LOG_LEVEL: 'silent', FAILURES_PER_MINUTE: '0', WEB: 'off' })
  const app = makeApp({ db, settings, instanceKey: randomBytes(32) })
  return {
    async ask({ token }, { method, path, body }) {
      const answer = await app.inject({
        method,
        url: `/api/v1${path}`,
        ...(body && { payload: body }),
        headers: token === '' ? {} : { authorization: `Bearer ${token}` },
      })
      if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.payload.slice(0, 500)}`)
      return answer.payload
    },
    async during(work) {
      statements = []
      await work()
      return statements
    },
    async close() {
      await app.close()
      await closeDatabase(db)
    },
  }
}
