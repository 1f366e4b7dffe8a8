import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { inflate } from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const root = join(import.meta.dirname, '../..')

// An installed browser is the one that the person has tried; the package's own is for machines without any.
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** A browser's program, and its environment variables. */
type Program = { path: string; env: Record<string, string> }

/** Why the browser tests cannot run here; undefined when they can. */
export const noBrowser: string | undefined =
  INSTALLED.some((path) => existsSync(path)) || (process.platform === 'linux' && process.arch === 'x64')
    ? undefined
    : `There is no Chromium or Chrome on this ${process.platform} ${process.arch}, and the one that npm installs is for Linux on x64: tests in a browser are skipped.`

async function findProgram(): Promise<Program> {
  const path = INSTALLED.find((one) => existsSync(one))
  if (path) return { path, env: {} }
  const folder = await unpacked()
  return {
    path: join(folder, 'chromium'),
    env: { FONTCONFIG_FILE: join(folder, 'fonts.conf'), LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') },
  }
}

/** The folder of the npm package's Chromium: unpacked once, by whichever process comes first, and complete as soon as it has its name. */
async function unpacked(): Promise<string> {
  const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin')
  const cache = join(root, 'node_modules/.cache')
  const folder = join(cache, 'chromium-153.0.0')
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  try {
    await Promise.all(inflateInto(draft, packed))
    await writeFile(join(draft, 'fonts.conf'), fontsBelow(folder))
    await rename(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error // another process was faster
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

/** The package's own list of fonts knows only /tmp, and without any font a page crashes. */
const fontsBelow = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`

/** The package unpacks into the system's temporary folder, which it looks up before its first wait. */
function inflateInto(folder: string, packed: string): Promise<string>[] {
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  try {
    return ['chromium.br', 'fonts.tar.br', 'al2023.tar.br', 'swiftshader.tar.br'].map((name) =>
      inflate(join(packed, name)),
    )
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

/**
 * Parts of a browser that no page needs. The pages of its address bar alone took half the processor time of a window. The last such list
 * counts, so Playwright's own is repeated.
 */
const UNUSED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** Starts a browser with all of its security, apart from the sandbox, which root cannot have. */
export async function startChromium(): Promise<Browser> {
  const { path, env } = await findProgram()
  return chromium.launch({
    executablePath: path,
    chromiumSandbox: false,
    args: [
      '--font-render-hinting=none',
      '--disable-gpu',
      '--force-color-profile=srgb',
      `--disable-features=${UNUSED.join(',')}`,
    ],
    env: { ...(process.env as Record<string, string>), ...env },
  })
}
