import * as contract from '../../contract/oidc.ts'
import { queuedAs } from '../database/database.ts'
import { networkOf } from '../http/network.ts'
import { logSecurity } from '../http/security-log.ts'
import { requireCurrency } from '../records/require.ts'
import { type Asked, serve } from '../serve.ts'
import { beginLink, beginWay, finishWay, linkStateOf, OidcStop, stopOf, unlink } from './oidc.ts'
import { type Begun, begunIn, OIDC, pageAfter, setBegun } from './oidc-cookie.ts'
import { proveFresh } from './proof.ts'
import { clearCookies, findBrowserSession, isForeign, originOf, senderOf, setSession } from './session.ts'

/** The request of a browser that is led to another page. */
type Led = Asked<typeof contract.startOidc> | Asked<typeof contract.finishOidc>

const SECURITY = '/settings/security'

/** Leads the browser to a page of the app that says in a sentence why nothing came of it, and logs it. */
function explain({ request, reply, settings }: Led, { code, reason }: OidcStop, page: string): undefined {
  logSecurity(request, 'oidc_refused', { code, ...(reason && { reason }) })
  const url = new URL(pageAfter(page, settings))
  url.searchParams.set('oidc', code)
  reply.header('location', settings.publicUrl ? url.href : `${url.pathname}${url.search}`)
}

/** Runs the work of a way; a failure that a page can say leads there. */
async function orExplain(asked: Led, page: string, work: () => Promise<undefined>): Promise<undefined> {
  try {
    return await work()
  } catch (error) {
    const stop = stopOf(error)
    if (!stop) throw error
    return explain(asked, stop, page)
  }
}

/** The person whose session a browser proves: a page of another site must not begin it. */
async function requireOwn(asked: Asked<typeof contract.startOidc>) {
  if (isForeign(asked.request, asked.settings)) throw new OidcStop('cross_site')
  const db = queuedAs(asked.db, networkOf(asked.request.ip))
  const session = await findBrowserSession({ ...asked, db })
  if (!session) throw new OidcStop('unauthenticated')
  return { userId: session.id, tokenId: session.token_id }
}

const keep = (
  { reply, settings, instanceKey }: Pick<Led, 'reply' | 'settings' | 'instanceKey'>,
  begun: Begun,
): void => void reply.header('set-cookie', setBegun(instanceKey, settings, begun))

export const oidc = [
  serve(contract.getOidcLink, ({ db, user, settings }) => linkStateOf(db, user.id, settings)),

  serve(contract.linkOidc, async (asked) => {
    const { db, user, settings, body } = asked
    const proof = await proveFresh(asked, senderOf(asked), body)
    const { url, begun } = await beginLink(db, user, proof, settings)
    keep(asked, begun)
    return { url }
  }),

  serve(contract.unlinkOidc, async (asked) => {
    const { db, user, settings, body, request } = asked
    await unlink(db, user, await proveFresh(asked, senderOf(asked), body), settings)
    logSecurity(request, 'oidc_unlinked')
    return undefined
  }),

  serve(contract.startOidc, async (asked) => {
    const { settings, reply, query } = asked
    const { to = '/', proof = false } = query
    return orExplain(asked, proof ? SECURITY : '/sign-in', async () => {
      const { url, begun } = await beginWay(
        settings,
        proof
          ? { purpose: 'proof', to, ...(await requireOwn(asked)) }
          : { purpose: 'sign_in', to, invitation: null, base_currency_id: settings.defaultCurrency },
      )
      keep(asked, begun)
      reply.header('location', url)
      return undefined
    })
  }),

  serve(contract.prepareOidc, async (asked) => {
    const { settings, body, request } = asked
    const { to = '/', invitation = null, base_currency_id = settings.defaultCurrency, language = null } = body
    requireCurrency(base_currency_id, 'base_currency_id')
    const { url, begun } = await beginWay(settings, {
      purpose: 'sign_in',
      to,
      invitation,
      base_currency_id,
      language,
    })
    if (!isForeign(request, settings)) keep(asked, begun)
    return { url }
  }),

  serve(contract.finishOidc, async (asked) => {
    const { db, settings, instanceKey, request, reply, query } = asked
    const begun = begunIn(request.headers.cookie, settings, instanceKey)
    clearCookies(reply, settings, OIDC)
    const page = begun && begun.purpose !== 'sign_in' ? SECURITY : '/sign-in'
    return orExplain(asked, page, async () => {
      const origin = originOf(asked, undefined)
      const back = { search: new URL(request.url, 'http://florin').search, ...query }
      const session = await findBrowserSession({ ...asked, db: queuedAs(db, origin.address) })
      const done = await finishWay(db, begun, back, session, origin, settings)
      request.securitySubject = done.userId
      logSecurity(request, done.did)
      if (done.session) setSession(asked, { userId: done.userId, ...done.session }, true)
      const welcome = done.did === 'registered' ? '/welcome' : undefined
      reply.header('location', pageAfter(welcome ?? begun?.to, settings))
      return undefined
    })
  }),
]
