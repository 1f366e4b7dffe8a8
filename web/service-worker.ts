/**
 * Keeps the app's own files, so that it opens without a network: the page, its scripts and its styles. It keeps nothing of anybody's
 * books: requests to the API pass by it. While there is a network the page always comes from there, so that a new build shows with the
 * next load; a tab that is open keeps the files it was made of, here or at the server.
 */
export {}

declare const self: ServiceWorkerGlobalScope
declare const BUILD_NAME: string
declare const SHELL: string[]

const CACHE = `florin-${BUILD_NAME}`
const PAGE = '/'
const PATIENCE_MS = 4_000

self.addEventListener('install', (event) => event.waitUntil(keepShell()))

/** Until the tabs of the build before are closed, that build's worker and files stay. */
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(keptFile(request))
  else if (request.mode === 'navigate' && !/^\/(api|docs|health|ready)(\/|$)/.test(pathname))
    event.respondWith(page(request))
})

async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE)
  const answer = await fetch(PAGE, { cache: 'no-cache' })
  // Florin may have been replaced since this worker was fetched: then this page is another build's, and so is the next worker.
  if (!answer.ok || !(await answer.clone().text()).includes(BUILD_NAME))
    throw new Error('The page is not of this build.')
  await cache.put(PAGE, answer)
  await cache.addAll(SHELL)
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith('florin-') && name !== CACHE)
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** A file whose name holds its checksum never changes: the kept one will do, whichever build's it is. */
async function keptFile(request: Request): Promise<Response> {
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone())
  return answer
}

/** The page from the network, or the kept one when the network is gone or does not answer in time. */
async function page(request: Request): Promise<Response> {
  const asked = fetch(request)
  const inTime = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS))
  try {
    return await Promise.race([asked, inTime])
  } catch {
    return (await caches.match(PAGE, { cacheName: CACHE })) ?? asked
  }
}
