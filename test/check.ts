import { spawn } from 'node:child_process'

/**
 * The commands of `npm run check`, which run side by side. The check of types takes half the processor time in one thread: several would
 * each compute the same types of the contract.
 */
const commands = [
  'biome check .',
  'tsc --noEmit --singleThreaded',
  'tsc --noEmit --singleThreaded -p web',
  'tsc --noEmit --singleThreaded -p web/tsconfig.worker.json',
]

const codes = await Promise.all(commands.map(run))
for (const [index, command] of commands.entries()) if (codes[index] !== 0) console.error(`${command}: failed`)
process.exitCode = codes.every((code) => code === 0) ? 0 : 1

/** Runs a command, prints its output once it has ended, and answers with its exit code. */
async function run(command: string): Promise<number | null> {
  const [program = '', ...args] = command.split(' ')
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk))
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.on('error', reject)
  child.on('close', resolve)
  const code = await promise
  process.stdout.write(Buffer.concat(said))
  return code
}
