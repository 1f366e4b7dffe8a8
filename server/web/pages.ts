import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takes } from '../http/compress.ts'
import type { Site, SiteFile } from './site.ts'
import { FAILED, PREPARING, WAITING_POLICY } from './waiting.ts'

/** The app as far as this process has it. */
export type Web = {
  /** The files of the newest build, once there is one. */
  site: Site | undefined
  /** The files of the build before it, which open tabs may still ask for. */
  previous: Site | undefined
  /** Whether there will be no app until the next start. */
  hasFailed: boolean
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''

/** The file that a path names: of the newest build, or one of the build before whose name never stands for anything else. */
const findFile = ({ site, previous }: Web, path: string): SiteFile | undefined =>
  site?.get(path) ?? (path.startsWith('/assets/') ? previous?.get(path) : undefined)

/** Whether a request asks for a file of the app, which costs next to nothing. */
export const isAppFile = (web: Web | undefined, request: FastifyRequest): boolean =>
  web !== undefined && findFile(web, pathOf(request)) !== undefined

/** Whether a browser opens a screen of the app: a path that could be one, and is not somebody else's. */
const isScreen = (path: string, accept = '') =>
  path === '/' ||
  (accept.includes('text/html') &&
    /^(\/[\w-]{1,100}){1,6}\/?$/.test(path) &&
    !/^\/(api|docs|health|ready|assets)(\/|$)/.test(path))

/** Answers with the app: its files, and its page for every screen. Everything else is left to `notFound`. */
export function serveWeb(app: FastifyInstance, web: Web, notFound: (request: FastifyRequest) => never): void {
  app.get('/*', (request, reply) => {
    const path = pathOf(request)
    const file = findFile(web, path)
    if (file) return sendFile(file, request, reply)
    if (!isScreen(path, request.headers.accept)) return notFound(request)
    const page = web.site?.get('/index.html')
    return page ? sendFile(page, request, reply) : sendWaiting(web, reply)
  })
}

/** Sends a file in the smallest coding that the browser takes, or says that it has it already. */
function sendFile(file: SiteFile, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accepted = headers['accept-encoding']
  const coding = (['br', 'gzip'] as const).find((one) => file[one] && takes(accepted, one))
  const etag = `"${file.sum}${coding ? `-${coding}` : ''}"`
  const varies = [reply.getHeader('vary'), 'Accept-Encoding'].filter((one) => one !== undefined)
  reply.headers({ ...file.headers, etag, vary: varies.join(', ') })
  if (hasTag(headers['if-none-match'], etag)) return reply.code(304).send()
  if (coding) reply.header('content-encoding', coding)
  return reply.send(coding ? file[coding] : file.plain)
}

const hasTag = (known: string | undefined, etag: string) =>
  known?.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()))

const sendWaiting = ({ hasFailed }: Web, reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .headers({ 'content-security-policy': WAITING_POLICY, ...(!hasFailed && { 'retry-after': '2' }) })
    .type('text/html; charset=utf-8')
    .send(hasFailed ? FAILED : PREPARING)
