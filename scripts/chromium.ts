import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages } from './packages.ts'

/**
 * Features that cost time in a window that nobody sees: rendering them takes as much of a machine
 * as the pages do. Only the last flag of this name counts, so the list begins with Playwright's own
 * (its `chromiumSwitches`).
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

/**
 * Flags for the tests' browser. They disable GPU emulation, which only costs time without a
 * graphics card.
 */
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
 * Finds the browser that the tests drive: CHROMIUM_PATH, else the one of the system. If there is
 * none, installs Debian's.
 * @returns the path of its program
 * @throws Error saying what to do if no browser can be found or installed
 */
export async function ensureChromium(
  environment: NodeJS.ProcessEnv = process.env
): Promise<string> {
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
  if (installed === null)
    throw new Error(
      'apt-get installed Chromium, yet it is not in PATH. Set CHROMIUM_PATH to its program.'
    )
  return installed
}

function findChromium(environment: NodeJS.ProcessEnv): string | null {
  const folders = (environment['PATH'] ?? '/usr/bin').split(delimiter)
  return (
    NAMES.flatMap(name => folders.map(folder => join(folder, name))).find(file =>
      existsSync(file)
    ) ?? null
  )
}
