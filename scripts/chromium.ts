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

/** Debian's name of the package and of its program. */
const SHELL = 'chromium-headless-shell'

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
  const found = findProgram(NAMES, environment)
  if (found !== null) return found
  process.stdout.write("No Chromium was found: installing Debian's with apt-get, about 300 MB.\n")
  await installPackages(['chromium'], environment, 'Install it, or set CHROMIUM_PATH.')
  const installed = findProgram(NAMES, environment)
  if (installed === null)
    throw new Error(
      'apt-get installed Chromium, yet it is not in PATH. Set CHROMIUM_PATH to its program.'
    )
  return installed
}

/**
 * Finds the build of Chromium that has no window, which the journeys use: it needs a quarter less
 * time (`docs/decisions/061`). Root installs Debian's if it is missing.
 * @param whole the program of the whole browser
 * @returns `whole` if the other build is not available, or if CHROMIUM_PATH names a browser
 */
export async function withoutWindow(
  whole: string,
  environment: NodeJS.ProcessEnv = process.env
): Promise<string> {
  if (environment['CHROMIUM_PATH']) return whole
  const found = findProgram([SHELL], environment)
  if (found !== null || process.getuid?.() !== 0) return found ?? whole
  await installPackages([SHELL], environment, 'The journeys use the whole browser.').catch(
    (error: unknown) => process.stderr.write(`${String(error)}\n`)
  )
  return findProgram([SHELL], environment) ?? whole
}

function findProgram(names: readonly string[], environment: NodeJS.ProcessEnv): string | null {
  const folders = (environment['PATH'] ?? '/usr/bin').split(delimiter)
  return (
    names
      .flatMap(name => folders.map(folder => join(folder, name)))
      .find(file => existsSync(file)) ?? null
  )
}
