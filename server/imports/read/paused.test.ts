import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

/** A thread that says that it began, and half a second later that it has ended; it may take 2.5 seconds. */
const script = `
  import { readFile } from ${JSON.stringify(new URL('./read.ts', import.meta.url).href)}
  const worker = new URL('data:text/javascript,' + encodeURIComponent(\`
    import { parentPort as port } from 'node:worker_threads'
    port.postMessage({ is: 'format' })
    port.on('message', () => setTimeout(() => port.postMessage({ is: 'end' }), 500))\`))
  const means = { worker, ms: 2_500, bytes: 1e9 }
  await readFile(Buffer.from('x'), { filename: 'x' }, (says) => console.log(says.is, says.fault ?? ''), { means })
  process.exit(0)`

test('a process that is stopped for longer than a file may take does not blame the file', async () => {
  const runtime = new URL('../../../runtime.mjs', import.meta.url).href
  const args = ['--import', runtime, '--input-type=module-typescript', '--eval', script]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  await once(child.stdout, 'data')
  child.kill('SIGSTOP')
  await sleep(3_000)
  child.kill('SIGCONT')
  const [code] = await once(child, 'exit')
  assert.deepEqual([code, said.split(/\s+/).filter(Boolean)], [0, ['format', 'end']])
})
