import { ensureBundle } from '../bundle.ts'
import { ensureBuild, placesOf } from './prepare.ts'

/** `npm run build`, and the end of `npm ci`: builds the app ahead, so that a start has nothing to build, also where the service itself may not write. */
try {
  await ensureBundle().catch((error: Error) =>
    console.error(`The server was not bundled, so that it starts from its sources: ${error.message}`),
  )
  console.log(`The web app is in ${await ensureBuild(placesOf(undefined), console.log)}.`)
} catch (error) {
  console.error(`The web app was not built: ${(error as Error).message}`) // only errors are thrown here
  process.exitCode = 1
}
