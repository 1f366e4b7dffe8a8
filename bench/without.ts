import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { patched, patches } from './patches.ts'

/**
 * Loaded into a service that the bench starts, to measure it without a piece of machinery. Its files are read one by one and patched, never
 * taken from a bundle; so are those of the service with everything, which it is compared with.
 */
const asked = patches[process.env.BENCH_WITHOUT ?? ''] ?? assert.fail('BENCH_WITHOUT names no patch')
const sources = new Map<string, string>()
for (const patch of asked)
  sources.set(new URL(`../${patch.file}`, import.meta.url).href, await patched(patch))

registerHooks({
  // A script with a parent is taken from its source (`runtime.mjs`).
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, parentURL: context.parentURL ?? import.meta.url }),
  load(url, context, next) {
    const source = sources.get(url)
    return source === undefined ? next(url, context) : { ...next(url, context), source }
  },
})
