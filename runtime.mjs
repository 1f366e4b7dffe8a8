import { fork } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import module from 'node:module'
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

// Loaded before every script, on whatever Node runs it: a Node that is too old ends here, in a sentence.
const major = Number(process.versions.node.split('.')[0])
if (major < 26) {
  console.error(
    `Florin runs on Node 26 or later; this is ${process.version}. ` +
      'npm ci installs a Node 26 for Linux and macOS beside the project: run it again with optional dependencies, ' +
      'or put Node 26 on the PATH.',
  )
  process.exit(1)
}

export const PROJECT = import.meta.dirname
export const BUNDLES = `${PROJECT}/node_modules/.cache/bundles`
/** So long after a start from sources its bundle is made, for the next one. */
const LATER_MS = 5_000

// What was compiled once is kept: a later start is faster by a third, and needs no TypeScript in memory.
module.enableCompileCache(`${PROJECT}/node_modules/.cache/compiled`)

/**
 * Where the code of each script lies that `server/bundle.ts` has put into a few files, unless its sources have changed since, or the files are not
 * there as they were written.
 */
function startedFromBundle() {
  try {
    const { project, sources, parts, started } = JSON.parse(readFileSync(`${BUNDLES}/made.json`, 'utf8'))
    const isThere = ([path, size]) => statSync(`${PROJECT}/${path}`).size === size
    // By content: copying, unpacking and deploying set sizes and times as they like.
    const isSame = ([path, digest]) => hash('sha1', readFileSync(`${PROJECT}/${path}`)) === digest
    return project === PROJECT && parts.every(isThere) && sources.every(isSame) ? started : undefined
  } catch {
    return undefined
  }
}

/** Whether this process was started to serve. */
function isService() {
  try {
    return isMainThread && realpathSync(process.argv[1]) === `${PROJECT}/server/main.ts`
  } catch {
    return false
  }
}

export const isBundled = () => startedFromBundle() !== undefined

// A start takes half as long from a bundle (`server/bundle.ts`). What is watched for changes comes from its sources.
const started = isMainThread
  ? process.env.WATCH_REPORT_DEPENDENCIES
    ? {}
    : startedFromBundle()
  : getEnvironmentData('bundle')
if (started) {
  setEnvironmentData('bundle', started) // a thread comes from where its process comes from
  module.registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const url = context.parentURL === undefined ? started[found.url] : undefined
      return url ? { ...found, url, format: 'module' } : found
    },
  })
  module.setSourceMapsSupport(true, { nodeModules: true }) // errors name the places in the sources
} else if (isService()) {
  setTimeout(
    () => fork(`${PROJECT}/server/bundle.ts`, { env: {}, stdio: 'ignore' }).unref(), // none of our settings, which may hold passwords
    LATER_MS,
  ).unref()
}
