import { ensureBuild, placesOf } from './prepare.ts'

/** `npm run build`: builds the app ahead, for an installation that the service itself may not write to. */
try {
  console.log(`The web app is in ${await ensureBuild(placesOf(undefined))}.`)
} catch (error) {
  console.error(`The web app was not built: ${(error as Error).message}`) // only errors are thrown here
  process.exitCode = 1
}
