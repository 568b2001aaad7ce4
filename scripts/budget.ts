// What a first visit downloads, held against the budgets of the design. Run alone: `node scripts/budget.ts`.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium, type Browser, type Response } from 'playwright'
import { ensureBuilt } from './build.ts'
import { signUpPerson } from './budget-person.ts'
import { CHROMIUM_ARGS, ensureChromium } from './chromium.ts'
import { table, type Counts } from './results.ts'

/** Bytes in one KB of a budget. */
const KB = 1024

/** Most that a page may load, in KB after brotli at its best. */
type Budget = {
  page: string
  script: number
  style: number
  signedIn?: true
  /** Not its first load alone: all that it loads by itself while nobody touches it, however late. */
  all?: true
}

/** How long a page is left to itself that is weighed with all it loads, in milliseconds. */
const LEFT_ALONE = 6000

/** So many pages are weighed side by side: each is left alone most of its time. */
const AT_ONCE = 4

/** Stands for the one that the person of this run has. */
const CONVERSATION = '/chatgpt/conversations/…'

/** Stands for the link under which it is shared. */
const SHARED = '/share/…'

const BUDGETS: readonly Budget[] = [
  { page: '/chatgpt/conversations', script: 75, style: 12 },
  { page: '/ar/chatgpt/conversations', script: 75, style: 12 },
  { page: '/flux', script: 72, style: 12, all: true },
  { page: '/kling', script: 72, style: 12, all: true },
  { page: '/ar/suno', script: 72, style: 12, all: true },
  { page: '/profile', script: 0, style: 12 },
  { page: '/docs', script: 0, style: 12 },
  { page: '/docs/services/suno', script: 0, style: 12 },
  { page: '/auth/login', script: 0, style: 12 },
  { page: '/console/applications', script: 95, style: 12, signedIn: true, all: true },
  { page: '/console/orders', script: 95, style: 12, signedIn: true, all: true },
  { page: '/console/usages', script: 95, style: 12, signedIn: true, all: true },
  { page: '/chatgpt/conversations', script: 75, style: 12, signedIn: true },
  { page: '/flux', script: 72, style: 12, signedIn: true, all: true },
  { page: '/suno', script: 72, style: 12, signedIn: true, all: true },
  { page: '/flux/history', script: 72, style: 12, signedIn: true, all: true },
  { page: CONVERSATION, script: 92, style: 12, signedIn: true },
  { page: SHARED, script: 0, style: 12 }
]

/** What a page did load: bytes after brotli, and the hosts asked that are not ours. */
export type Weight = { status: number; script: number; style: number; foreign: readonly string[] }

/** @returns why a page breaks its budget; nothing when it keeps it */
export function excesses(budget: Budget, weight: Weight): string[] {
  const over = (['script', 'style'] as const)
    .filter(kind => weight[kind] > budget[kind] * KB)
    .map(kind => `${kind} ${kilobytes(weight[kind])} of ${budget[kind]} KB`)
  const asked = weight.foreign.map(host => `asks ${host}`)
  return [...(weight.status === 200 ? [] : [`answers ${weight.status}`]), ...over, ...asked]
}

/** Weighs every page of {@link BUDGETS} on a server of its own, prints a table, counts a page as a test. */
export async function checkBudgets(executablePath: string): Promise<Counts> {
  const dataDir = await mkdtemp(join(tmpdir(), 'polymuse-budget-'))
  const { start } = await import('#servers/main.ts')
  const server = await start({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  // Signals are ours: the tests end more than this browser.
  const signals = { handleSIGHUP: false, handleSIGINT: false, handleSIGTERM: false }
  const browser = await chromium.launch({
    executablePath,
    args: [...CHROMIUM_ARGS],
    ...signals
  })
  try {
    const person = await signUpPerson(server.url)
    const rows: string[][] = BUDGETS.map(() => [])
    let failed = 0
    const waiting = BUDGETS.entries()
    const weighNext = async (): Promise<void> => {
      for (const [index, budget] of waiting) {
        const path = { [CONVERSATION]: person.conversation, [SHARED]: person.shared }[budget.page] ?? budget.page
        const weight = await weigh(browser, new URL(path, server.url), budget, budget.signedIn && person.session)
        const wrong = excesses(budget, weight)
        if (wrong.length > 0) failed++
        rows[index] = [budget.page, kilobytes(weight.script), kilobytes(weight.style), wrong.join('; ') || 'ok']
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, weighNext))
    process.stdout.write(
      `${table([['page', 'script KB', 'style KB', 'verdict'], ...rows])}\n1 KB is ${KB} bytes, after brotli 11; scripts and styles that a first visit asks for; of tools all that come by themselves.\n`
    )
    return { passed: BUDGETS.length - failed, failed }
  } finally {
    await browser.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function weigh(browser: Browser, { origin, href, host }: URL, { all }: Budget, session?: string): Promise<Weight> {
  const context = await browser.newContext()
  if (session !== undefined) await context.addCookies([{ name: 'SESSION', value: session.replace('SESSION=', ''), url: origin }])
  const page = await context.newPage()
  // What waits for a quiet moment is not asked for by the first load: colours for code, the fingerprint.
  if (!all) await page.addInitScript('window.requestIdleCallback = () => 0')
  const bodies: Promise<{ kind: string; size: number }>[] = []
  const foreign = new Set<string>()
  page.on('request', request => {
    const url = new URL(request.url())
    if (/^(https?|wss?):$/.test(url.protocol) && url.host !== host) foreign.add(url.host)
  })
  const count = (response: Response): void => {
    const kind = kindOf(response.headers()['content-type'] ?? '')
    if (kind !== null) bodies.push(response.body().then(body => ({ kind, size: sizeOf(response.url(), body) })))
  }
  page.on('response', count)
  const answer = await page.goto(href, { waitUntil: 'load' })
  // The feed of a signed-in person is a request that never ends: the page is there once its islands live. Those that come
  // to life when they are used are weighed by what they bring before.
  await page.waitForFunction(() => document.querySelector('astro-island[ssr]:not([client="soon"])') === null)
  if (all) await page.waitForTimeout(LEFT_ALONE)
  // What comes later is no first load: the feed.
  page.off('response', count)
  const loaded = await Promise.all(bodies)
  await context.close()
  const sum = (kind: string): number => loaded.filter(each => each.kind === kind).reduce((total, each) => total + each.size, 0)
  return { status: answer?.status() ?? 0, script: sum('script'), style: sum('style'), foreign: [...foreign] }
}

/** Bytes after brotli of each file that was weighed, by its address: pages share most of them. */
const sizes = new Map<string, number>()

function sizeOf(address: string, body: Buffer): number {
  const size = sizes.get(address) ?? brotliCompressSync(body).byteLength
  sizes.set(address, size)
  return size
}

function kindOf(contentType: string): 'script' | 'style' | null {
  if (contentType.includes('javascript')) return 'script'
  return contentType.startsWith('text/css') ? 'style' : null
}

function kilobytes(bytes: number): string {
  return (bytes / KB).toFixed(1)
}

if (import.meta.main) {
  await ensureBuilt()
  const { failed } = await checkBudgets(await ensureChromium())
  process.exitCode = failed > 0 ? 1 : 0
}
