// Compares the downloads of a first visit with the budgets of the design. Run alone: `node
// scripts/budget.ts`.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium, type Browser, type Response } from 'playwright'
import { ensureBuilt } from './build.ts'
import { signUpPerson } from './budget-person.ts'
import { CHROMIUM_ARGS, ensureChromium } from './chromium.ts'
import { table, type Counts } from './results.ts'
import { builtServers } from './servers.ts'

/** Bytes in one KB of a budget. */
const KB = 1024

/** Maximum size of the files that a page may load, in KB after brotli at its best level. */
type Budget = {
  page: string
  script: number
  style: number
  signedIn?: true
  /** Counts everything that an idle page ever loads, not only its first load. */
  all?: true
}

/** Time for which such a page is left idle, in milliseconds. */
const LEFT_ALONE = 6000

/** Number of pages weighed in parallel. Each is idle most of its time. */
const AT_ONCE = 4

/** Placeholder for the address of this run's conversation. */
const CONVERSATION = '/chatgpt/conversations/…'

/** Placeholder for the address of its shared link. */
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

/** Weight of a loaded page: bytes after brotli, and the foreign hosts that it asked. */
export type Weight = { status: number; script: number; style: number; foreign: readonly string[] }

/**
 * Compares a page with its budget.
 * @returns why the page breaks its budget; empty if it keeps it
 */
export function excesses(budget: Budget, weight: Weight): string[] {
  const over = (['script', 'style'] as const)
    .filter(kind => weight[kind] > budget[kind] * KB)
    .map(kind => `${kind} ${kilobytes(weight[kind])} of ${budget[kind]} KB`)
  const asked = weight.foreign.map(host => `asks ${host}`)
  return [...(weight.status === 200 ? [] : [`answers ${weight.status}`]), ...over, ...asked]
}

/**
 * Weighs every page of {@link BUDGETS} on a server of its own and prints a table. Each page counts
 * as a test.
 */
export async function checkBudgets(executablePath: string): Promise<Counts> {
  const dataDir = await mkdtemp(join(tmpdir(), 'polymuse-budget-'))
  const { start } = await builtServers()
  const server = await start({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  // This process handles signals itself: the tests have more to end than this browser.
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
        const path =
          { [CONVERSATION]: person.conversation, [SHARED]: person.shared }[budget.page] ??
          budget.page
        const weight = await weigh(
          browser,
          new URL(path, server.url),
          budget,
          budget.signedIn && person.session
        )
        const wrong = excesses(budget, weight)
        if (wrong.length > 0) failed++
        rows[index] = [
          budget.page,
          kilobytes(weight.script),
          kilobytes(weight.style),
          wrong.join('; ') || 'ok'
        ]
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

async function weigh(
  browser: Browser,
  { origin, href, host }: URL,
  { all }: Budget,
  session?: string
): Promise<Weight> {
  const context = await browser.newContext()
  if (session !== undefined)
    await context.addCookies([
      { name: 'SESSION', value: session.replace('SESSION=', ''), url: origin }
    ])
  const page = await context.newPage()
  // Code that waits for an idle moment (code highlighting, the fingerprint) is not part of the
  // first load.
  if (!all) await page.addInitScript('window.requestIdleCallback = () => 0')
  const bodies: Promise<{ kind: string; size: number }>[] = []
  const foreign = new Set<string>()
  page.on('request', request => {
    const url = new URL(request.url())
    if (/^(https?|wss?):$/.test(url.protocol) && url.host !== host) foreign.add(url.host)
  })
  const count = (response: Response): void => {
    const kind = kindOf(response.headers()['content-type'] ?? '')
    if (kind !== null)
      bodies.push(response.body().then(body => ({ kind, size: sizeOf(response.url(), body) })))
  }
  page.on('response', count)
  const answer = await page.goto(href, { waitUntil: 'load' })
  // A signed-in page never becomes idle, since its feed is a request that never ends. So wait until
  // its islands are hydrated. Islands that hydrate on use count with what they load before.
  await page.waitForFunction(
    () => document.querySelector('astro-island[ssr]:not([client="soon"])') === null
  )
  if (all) await page.waitForTimeout(LEFT_ALONE)
  // Later requests, such as the feed, are not part of the first load.
  page.off('response', count)
  const loaded = await Promise.all(bodies)
  await context.close()
  const sum = (kind: string): number =>
    loaded.filter(each => each.kind === kind).reduce((total, each) => total + each.size, 0)
  return {
    status: answer?.status() ?? 0,
    script: sum('script'),
    style: sum('style'),
    foreign: [...foreign]
  }
}

/** Bytes after brotli of each weighed file, by address: pages share most files. */
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
