import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'

/** A file of the service, and texts in it that others take the place of. */
type Patch = { file: string; changes: [found: string, put: string][] }

const handOn = 'if (!link?.isAlike || link.isLeaving'

/** How each piece of machinery is switched off for a measurement: the product itself has no switch for it. */
export const patches: Record<string, Patch[]> = {
  nothing: [],
  'hand-on': [
    { file: 'server/workers/peers.ts', changes: [[handOn, `if (link) return undefined\n${handOn}`]] },
  ],
  copy: [
    {
      file: 'server/ledger/write.sql.ts',
      changes: [['part.copy?.(chunk) ?? [part.write(chunk)]', '[part.write(chunk)]']],
    },
  ],
  'on-shard': [
    { file: 'server/ledger/load.sql.ts', changes: [['isOneShard ? readOnShard', 'false ? readOnShard']] },
    { file: 'server/ledger/write.sql.ts', changes: [['spreadOf(session) && only', 'false && only']] },
  ],
}

/** The text of a file with its patch. */
export async function patched({ file, changes }: Patch): Promise<string> {
  let text = await readFile(new URL(`../${file}`, import.meta.url), 'utf8')
  for (const [found, put] of changes) {
    assert(text.includes(found), `${file} no longer has "${found}": bench/patches.ts has to follow`)
    text = text.replace(found, put)
  }
  return text
}
