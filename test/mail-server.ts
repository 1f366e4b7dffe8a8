import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { readSettings, type Settings } from '../server/settings.ts'

/** How a mail server behaves: it takes mails, refuses them for now or for good, is silent, or hangs up. */
type Manner = 'takes' | 'defers' | 'refuses' | 'hangs' | 'drops'

export type Received = { from: string; to: string[]; raw: string }

export type MailServer = {
  manner: Manner
  /** The mails that arrived, in order. */
  readonly received: Received[]
  readonly url: string
  readonly port: number
  /** Connections that were made, also those without a mail. */
  readonly connections: () => number
  readonly stop: () => Promise<void>
}

/** A real mail server on this machine, with an account where one is given. */
export async function mailServer({
  port = 0,
  account,
}: {
  port?: number
  account?: { user: string; pass: string }
} = {}): Promise<MailServer> {
  const received: Received[] = []
  const held = new Set<Socket>()
  let connections = 0
  const refusal = (responseCode: number) => Object.assign(new Error('not here'), { responseCode })
  const smtp = new SMTPServer({
    disabledCommands: account ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth({ username, password }, _, done) {
      if (username === account?.user && password === account?.pass) done(null, { user: username })
      else done(Object.assign(new Error('no'), { responseCode: 535 }))
    },
    onRcptTo(_, __, done) {
      if (server.manner === 'hangs') return
      done(server.manner === 'refuses' ? refusal(550) : server.manner === 'defers' ? refusal(451) : undefined)
    },
    onData(stream, { envelope }, done) {
      if (server.manner === 'drops') for (const socket of held) socket.destroy()
      void text(stream).then(
        (raw) => {
          received.push({
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map(({ address }) => address),
            raw,
          })
          done()
        },
        () => undefined, // its client is gone
      )
    },
  })
  smtp.on('error', () => undefined) // clients that are gone
  smtp.server.on('connection', (socket: Socket) => {
    connections++
    held.add(socket)
    socket.on('close', () => held.delete(socket))
  })
  const listening = smtp.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const taken = (listening.address() as AddressInfo).port // it listens at a port
  const login = account ? `${encodeURIComponent(account.user)}:${encodeURIComponent(account.pass)}@` : ''
  let isOver = false
  const server: MailServer = {
    manner: 'takes',
    received,
    port: taken,
    url: `smtp://${login}127.0.0.1:${taken}`,
    connections: () => connections,
    async stop() {
      if (isOver) return
      isOver = true
      for (const socket of held) socket.destroy()
      await new Promise<void>((done) => smtp.close(() => done()))
    },
  }
  after(server.stop)
  return server
}

/** The settings of an instance that sends its mails to this server. */
export const mailSettings = ({
  url,
}: {
  url: string
}): Pick<Settings, 'smtpUrl' | 'mailFrom' | 'publicUrl'> => {
  const { smtpUrl, mailFrom, publicUrl } = readSettings({
    SMTP_URL: url,
    MAIL_FROM: 'Florin <florin@money.example>',
    PUBLIC_URL: 'http://money.example',
  })
  return { smtpUrl, mailFrom, publicUrl }
}

/** The headers of a mail by name in lower case, each with all its values, and its text as people read it. */
export function readMail({ raw }: Received): { headers: Record<string, string[]>; text: string } {
  const end = raw.indexOf('\r\n\r\n')
  const headers: Record<string, string[]> = {}
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [name = '', ...value] = line.split(':')
    const key = name.toLowerCase()
    headers[key] = [...(headers[key] ?? []), value.join(':').trim()]
  }
  const body = raw.slice(end + 4)
  const encoding = headers['content-transfer-encoding']?.[0]
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? unquoted(body.replace(/=\r\n/g, ''))
        : body.replace(/ \r\n/g, ' ')
  return { headers, text: text.replaceAll('\r\n', '\n') }
}

/** The text of quoted-printable bytes. */
const unquoted = (quoted: string): string =>
  Buffer.from(
    quoted.replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** The subject of a mail as people read it. */
export function subjectOf(mail: Received): string {
  const [subject = ''] = readMail(mail).headers.subject ?? []
  const parts = subject.replace(/\?= =\?UTF-8\?[QB]\?/gi, '') // one character may be in two of them
  const [, coding, said = ''] = /^=\?UTF-8\?([QB])\?(.*)\?=$/i.exec(parts) ?? []
  if (coding === undefined) return subject
  return coding === 'B' ? Buffer.from(said, 'base64').toString() : unquoted(said.replaceAll('_', ' '))
}

/** The token of the only link in a mail, with the page that it leads to. */
export function linkIn(mail: Received | undefined): { page: string; token: string } {
  const found = mail ? [...readMail(mail).text.matchAll(/(\S+)#(\S+)/g)] : []
  const [, page = '', token = ''] = found[0] ?? []
  return { page: found.length === 1 ? page : `${found.length} links`, token }
}
