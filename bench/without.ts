import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Loaded into a service that the bench starts, to measure a piece of machinery with and without it: the product itself has no switch for it.
 * The named piece is switched off by another text in one of the files, as the file is read. Files are read one by one, never from a
 * bundle, and so are those of the service with everything that it is compared with.
 */
type Patch = { file: string; found: string; put: string }

const handOn = 'if (!link?.isAlike || link.isLeaving'
const patches: Record<string, Patch[]> = {
  nothing: [],
  'hand-on': [
    { file: 'server/workers/peers.ts', found: handOn, put: `if (link) return undefined\n${handOn}` },
  ],
  copy: [
    {
      file: 'server/ledger/write.sql.ts',
      found: 'part.copy?.(chunk) ?? [part.write(chunk)]',
      put: '[part.write(chunk)]',
    },
  ],
  'on-shard': [
    { file: 'server/ledger/near.ts', found: 'isNear ? readOnShard', put: 'false ? readOnShard' },
    { file: 'server/ledger/near.ts', found: 'spreadOf(session) && only', put: 'false && only' },
  ],
}

const asked = patches[process.env.BENCH_WITHOUT ?? ''] ?? assert.fail('BENCH_WITHOUT names no patch')
const project = new URL('..', import.meta.url)
for (const { file, found } of asked)
  assert(readFileSync(new URL(file, project), 'utf8').includes(found), `${file} has changed: ${found}`)

registerHooks({
  // A script with a parent is taken from its source (`runtime.mjs`).
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, parentURL: context.parentURL ?? import.meta.url }),
  load(url, context, next) {
    const loaded = next(url, context)
    const own = asked.filter(({ file }) => url === new URL(file, project).href)
    if (own.length === 0) return loaded
    let source = readFileSync(fileURLToPath(url), 'utf8')
    for (const { found, put } of own) source = source.replace(found, put)
    return { ...loaded, source }
  },
})
