import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** A file of the app in memory, with the copies that were compressed when it was built. */
export type SiteFile = {
  headers: Record<string, string>
  /** Names these bytes, in whatever coding. */
  sum: string
  plain: Buffer
  br: Buffer | undefined
  gzip: Buffer | undefined
}

/** The files of a build by their path: nothing else is ever sent, whatever path is asked for. */
export type Site = ReadonlyMap<string, SiteFile>

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}

/** Names under /assets hold a checksum, so that their bytes never change. The page and its worker say which build is the newest. */
function cachingOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return path === '/index.html' || path === '/service-worker.js' ? 'no-cache' : 'public, max-age=300'
}

const headersOf = (path: string): Record<string, string> => ({
  'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
  'cache-control': cachingOf(path),
  ...(path === '/index.html' && { 'content-security-policy': APP_POLICY }),
})

/** Reads a build into memory. Undefined if a file is missing or is not as it was built. */
export async function readSite(folder: string): Promise<Site | undefined> {
  try {
    const sums: Record<string, string> = JSON.parse(await readFile(join(folder, 'build.json'), 'utf8'))
    const read = Object.entries(sums).map(async ([name, sum]) => {
      const bytes = await readFile(join(folder, name))
      if (hash('sha256', bytes, 'hex') !== sum) throw new Error(`${name} is damaged`)
      return [name, bytes] as const
    })
    const files = new Map(await Promise.all(read))
    const plain = [...files].filter(([name]) => !/\.(br|gz)$/.test(name))
    return new Map(
      plain.map(([name, bytes]) => [
        `/${name}`,
        {
          headers: headersOf(`/${name}`),
          sum: (sums[name] ?? '').slice(0, 32),
          plain: bytes,
          br: files.get(`${name}.br`),
          gzip: files.get(`${name}.gz`),
        },
      ]),
    )
  } catch {
    return undefined
  }
}

/**
 * The content security policy of the app's page: it may load from and call its own origin, and nothing else. Text never becomes script
 * (trusted types); `florin` is the only policy, for the address of the service worker.
 */
export const APP_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types florin',
].join('; ')
