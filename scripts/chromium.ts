import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages } from './packages.ts'

/**
 * Features of a window that nobody sees: drawing them takes as much of a machine as the pages do. The last of this flag
 * counts alone, so Playwright's own list (its `chromiumSwitches`) stands before ours.
 */
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess'
]

/** With what the tests start it. Without a graphics card nothing is gained by pretending to have one. */
export const CHROMIUM_ARGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  '--disable-software-rasterizer',
  '--disable-background-networking',
  `--disable-features=${WITHOUT.join(',')}`
]

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The browser that the tests drive: CHROMIUM_PATH, else the one of the system, else Debian's, installed now.
 * @throws Error saying what to do where none can be had
 */
export async function ensureChromium(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const given = environment['CHROMIUM_PATH']
  if (given) {
    if (existsSync(given)) return given
    throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`)
  }
  const found = findChromium(environment)
  if (found !== null) return found
  process.stdout.write("No Chromium was found: installing Debian's with apt-get, about 300 MB.\n")
  await installPackages(['chromium'], environment, 'Install it, or set CHROMIUM_PATH.')
  const installed = findChromium(environment)
  if (installed === null) throw new Error('apt-get installed Chromium, yet it is not in PATH. Set CHROMIUM_PATH to its program.')
  return installed
}

function findChromium(environment: NodeJS.ProcessEnv): string | null {
  const folders = (environment['PATH'] ?? '/usr/bin').split(delimiter)
  return NAMES.flatMap(name => folders.map(folder => join(folder, name))).find(file => existsSync(file)) ?? null
}
