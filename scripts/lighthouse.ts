// Runs Lighthouse on public pages and expects 100 for accessibility, best practices and search
// engines. Each page is in another language than the one before. Run alone: `TEST_DOSE=full node
// scripts/lighthouse.ts`.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse, { type Result } from 'lighthouse'
import { chromium } from 'playwright'
import { LOCALES, localizePath } from '#i18n/locale.ts'
import { ensureBuilt } from './build.ts'
import { CHROMIUM_ARGS, ensureChromium } from './chromium.ts'
import { table, type Counts } from './results.ts'
import { builtServers } from './servers.ts'

const CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const

/**
 * Speed is not measured here, so a quiet quarter of a second is enough. Lighthouse accepts such a
 * short pause only with simulated throttling, which takes no extra time.
 */
const SETTINGS = {
  throttlingMethod: 'simulate',
  disableFullPageScreenshot: true,
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 250,
  cpuQuietThresholdMs: 250
} as const

/** The parts of a Lighthouse result that {@link verdict} reads. */
export type Told = Pick<Result, 'categories' | 'audits' | 'runtimeError'>

/**
 * Judges one page.
 * @returns its scores from 0 to 100 and what is wrong with it; `wrong` is empty if all scores are
 * 100
 */
export function verdict({ categories, audits, runtimeError }: Told): {
  scores: number[]
  wrong: string[]
} {
  const refs = CATEGORIES.flatMap(id => categories[id]?.auditRefs ?? [])
  const counted = new Set(refs.filter(({ weight }) => weight > 0).map(({ id }) => id))
  const failed = Object.values(audits).filter(
    ({ id, score }) => counted.has(id) && score !== null && score < 1
  )
  const scores = CATEGORIES.map(id => Math.round(100 * (categories[id]?.score ?? 0)))
  const wrong = [
    ...failed.map(({ id }) => id),
    ...(runtimeError === undefined ? [] : [runtimeError.code])
  ]
  return {
    scores,
    wrong: wrong.length === 0 && scores.some(score => score < 100) ? ['less than 100'] : wrong
  }
}

/** Runs Lighthouse on the pages of the site map and prints a table. Each page counts as a test. */
export async function checkLighthouse(executablePath: string): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'polymuse-lighthouse-'))
  const { startServer } = await builtServers()
  const server = await startServer({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const profile = join(folder, 'profile')
  const args = [...CHROMIUM_ARGS, '--remote-debugging-port=0']
  // This process handles signals itself, because it has to stop more than this browser.
  const signals = { handleSIGHUP: false, handleSIGINT: false, handleSIGTERM: false }
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    args,
    ...signals
  })
  try {
    const port = Number(
      (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')[0]
    )
    const rows: string[][] = [['page', ...CATEGORIES, 'verdict']]
    let failed = 0
    for (const [index, path] of (await publicPaths(server.url)).entries()) {
      const address = localizePath(path, LOCALES[index % LOCALES.length] ?? 'en')
      const told = await lighthouse(server.url + address, {
        port,
        onlyCategories: [...CATEGORIES],
        logLevel: 'silent',
        ...SETTINGS
      })
      const { scores, wrong } =
        told === undefined ? { scores: [], wrong: ['no answer'] } : verdict(told.lhr)
      if (wrong.length > 0) failed++
      rows.push([
        address,
        ...CATEGORIES.map((_, at) => String(scores[at] ?? '–')),
        wrong.join(', ') || 'ok'
      ])
    }
    process.stdout.write(`${table(rows)}\n`)
    return { passed: rows.length - 1 - failed, failed }
  } finally {
    await browser.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** One page of each kind: a chat, a tool, prose, a reference. */
const REPRESENTATIVE = ['/chatgpt/conversations', '/flux', '/docs/chat', '/docs/services/suno']

/**
 * Reads the site map, which lists each page in each language.
 * @returns English paths: all at full dose, else one page of each kind
 */
async function publicPaths(origin: string): Promise<string[]> {
  const map = await (await fetch(`${origin}/sitemap.xml`)).text()
  const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname
  )
  const english = paths.filter(
    path => !LOCALES.some(locale => path === `/${locale}` || path.startsWith(`/${locale}/`))
  )
  const missing = REPRESENTATIVE.filter(path => !english.includes(path))
  if (missing.length > 0) throw new Error(`the site map does not name ${missing.join(', ')}`)
  return process.env['TEST_DOSE'] === 'full' ? english : REPRESENTATIVE
}

if (import.meta.main) {
  await ensureBuilt()
  const { failed } = await checkLighthouse(await ensureChromium())
  process.exitCode = failed > 0 ? 1 : 0
}
