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

/** The limits of a page whose user does nothing for a while, see {@link LEFT_ALONE}. */
type Budget = {
  page: string
  /** Size of all scripts, in KB after brotli at its best level. */
  script: number
  /** Size of all style sheets, also in KB after brotli. */
  style: number
  /** Number of scripts, and of all requests including the one for the page. */
  scripts: number
  requests: number
  signedIn?: true
}

/**
 * Longest wait for a page, in milliseconds. Journeys keep all cores busy meanwhile, and what a page
 * weighs does not depend on its time.
 */
const LONGEST_WAIT = 120_000

/** Milliseconds for which nothing is done on a page after its islands are hydrated. */
const LEFT_ALONE = 10_000

/** Number of pages weighed in parallel. Each is idle most of its time. */
const AT_ONCE = 9

/** Placeholder for the address of this run's conversation. */
const CONVERSATION = '/chatgpt/conversations/…'

/** Placeholder for the address of the shared link of that conversation. */
const SHARED = '/share/…'

/** Limits of pages without an island, and of pages with an island. */
const PLAIN = { script: 0, style: 12, scripts: 0, requests: 8 }
/** A page of forms, with a small script that improves them. */
const FORMS = { script: 8, style: 12, scripts: 5, requests: 16 }
const CHAT = { script: 75, style: 12, scripts: 8, requests: 15 }
const TOOL = { script: 72, style: 12, scripts: 8, requests: 15 }
/**
 * Chats of signed-in users also load what they use soon, once the browser is idle: files, settings,
 * shortcuts and the feed. A conversation comes with the formatted view, and colours its code.
 */
const USERS_CHAT = { script: 98, style: 12, scripts: 24, requests: 34 }
const OPEN_CHAT = { script: 137, style: 12, scripts: 26, requests: 38 }
const COMPARE = { script: 90, style: 12, scripts: 17, requests: 24 }
const TABLE = { script: 95, style: 12, scripts: 20, requests: 30 }

const BUDGETS: readonly Budget[] = [
  { page: '/chatgpt/conversations', ...CHAT },
  { page: '/ar/chatgpt/conversations', ...CHAT },
  { page: '/flux', ...TOOL },
  { page: '/kling', ...TOOL },
  { page: '/ar/suno', ...TOOL },
  { page: '/profile', ...PLAIN },
  { page: '/docs', ...PLAIN },
  { page: '/docs/services/suno', ...PLAIN },
  { page: '/auth/login', ...PLAIN },
  { page: '/console/applications', ...TABLE, signedIn: true },
  { page: '/console/orders', ...TABLE, signedIn: true },
  { page: '/console/usages', ...TABLE, signedIn: true },
  { page: '/chatgpt/conversations', ...USERS_CHAT, signedIn: true },
  { page: '/flux', ...TOOL, signedIn: true },
  { page: '/suno', ...TOOL, signedIn: true },
  { page: '/flux/history', ...TOOL, signedIn: true },
  { page: '/explore', ...FORMS },
  { page: '/library', ...FORMS, signedIn: true },
  { page: '/projects', ...FORMS, signedIn: true },
  { page: '/compare?kind=image', ...COMPARE },
  { page: '/compare', ...COMPARE, signedIn: true },
  { page: CONVERSATION, ...OPEN_CHAT, signedIn: true },
  { page: SHARED, ...PLAIN }
]

/**
 * The load of a page: bytes after brotli, numbers of files, and the other hosts that it contacted.
 */
export type Weight = {
  status: number
  script: number
  style: number
  scripts: number
  requests: number
  foreign: readonly string[]
}

/**
 * Compares a page with its budget.
 * @returns why the page breaks its budget; empty if it keeps it
 */
export function excesses(budget: Budget, weight: Weight): string[] {
  const heavy = (['script', 'style'] as const)
    .filter(kind => weight[kind] > budget[kind] * KB)
    .map(kind => `${kind} ${kilobytes(weight[kind])} of ${budget[kind]} KB`)
  const many = (['scripts', 'requests'] as const)
    .filter(kind => weight[kind] > budget[kind])
    .map(kind => `${weight[kind]} of ${budget[kind]} ${kind}`)
  const asked = weight.foreign.map(host => `asks ${host}`)
  return [
    ...(weight.status === 200 ? [] : [`answers ${weight.status}`]),
    ...heavy,
    ...many,
    ...asked
  ]
}

/**
 * Weighs every page of {@link BUDGETS} on a server of its own and prints a table. Each page counts
 * as a test.
 */
export async function checkBudgets(executablePath: string): Promise<Counts> {
  const dataDir = await mkdtemp(join(tmpdir(), 'polymuse-budget-'))
  const { startServer } = await builtServers()
  const server = await startServer({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  // This process handles signals itself, because it has to stop more than this browser.
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
          budget.signedIn && person.session
        )
        const wrong = excesses(budget, weight)
        if (wrong.length > 0) failed++
        rows[index] = [
          budget.page,
          String(weight.requests),
          String(weight.scripts),
          kilobytes(weight.script),
          kilobytes(weight.style),
          wrong.join('; ') || 'ok'
        ]
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, weighNext))
    process.stdout.write(
      `${table([['page', 'requests', 'scripts', 'script KB', 'style KB', 'verdict'], ...rows])}\n1 KB is ${KB} bytes, after brotli 11; everything that a first visit loads in ${LEFT_ALONE / 1000} s without an action.\n`
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
  session?: string
): Promise<Weight> {
  const context = await browser.newContext()
  if (session !== undefined)
    await context.addCookies([
      { name: 'SESSION', value: session.replace('SESSION=', ''), url: origin }
    ])
  const page = await context.newPage()
  page.setDefaultTimeout(LONGEST_WAIT)
  const bodies: Promise<{ kind: string; size: number }>[] = []
  const foreign = new Set<string>()
  let requests = 0
  page.on('request', request => {
    const url = new URL(request.url())
    if (!/^(https?|wss?):$/.test(url.protocol)) return
    // How many results a page shows is up to its user.
    if (!url.pathname.startsWith('/files/')) requests++
    if (url.host !== host) foreign.add(url.host)
  })
  page.on('response', (response: Response): void => {
    const kind = kindOf(response.headers()['content-type'] ?? '')
    if (kind !== null)
      bodies.push(response.body().then(body => ({ kind, size: sizeOf(response.url(), body) })))
  })
  const answer = await page.goto(href, { waitUntil: 'load' })
  // A signed-in page never becomes idle, since its feed is a request that never ends. So wait until
  // its islands are hydrated. Of an island that hydrates on use, only the code that it loads before
  // that use counts.
  await page.waitForFunction(
    () => document.querySelector('astro-island[ssr]:not([client="soon"])') === null
  )
  await page.waitForTimeout(LEFT_ALONE)
  const loaded = await Promise.all(bodies)
  await context.close()
  const all = (kind: string): number[] =>
    loaded.filter(each => each.kind === kind).map(({ size }) => size)
  const sum = (kind: string): number => all(kind).reduce((total, size) => total + size, 0)
  return {
    status: answer?.status() ?? 0,
    script: sum('script'),
    style: sum('style'),
    scripts: all('script').length,
    requests,
    foreign: [...foreign]
  }
}

/**
 * Size of each weighed file after brotli in bytes, by address. Pages share most files, so each file
 * is weighed once.
 */
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
