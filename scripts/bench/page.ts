import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright'
import { builtServers } from '../servers.ts'

/**
 * Runs `work` on a chat page of a new user, on a server of its own.
 * @param environment variables for that server
 */
export async function onChatPage<T>(
  browser: Browser,
  environment: Record<string, string>,
  work: (page: Page) => Promise<T>
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'polymuse-bench-'))
  const { startServer } = await builtServers()
  const server = await startServer({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    ...environment
  })
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    baseURL: server.url
  })
  try {
    const person = { email: 'bench@example.com', password: 'correct horse battery' }
    const made = await page.request.post('/api/auth/sign-up/email', { data: person })
    if (!made.ok()) throw new Error(`nobody could sign up: ${made.status()}`)
    // The first user to sign in is the admin and gets /welcome instead of the requested page.
    await page.goto('/auth/begin?redirect=/chatgpt/conversations')
    await page.goto('/chatgpt/conversations')
    await alive(page)
    return await work(page)
  } finally {
    await page.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Asks a question in the open chat. */
export async function ask(page: Page, question: string): Promise<void> {
  await page.locator('textarea').fill(question)
  await page.keyboard.press('Enter')
}

/** Reads the cost of a page. */
export type Meter = {
  session: CDPSession
  read(name: 'TaskDuration' | 'JSHeapUsedSize'): Promise<number>
}

/** Measures main-thread time by the thread's own clock, which excludes other processes. */
export async function meterOf(page: Page): Promise<Meter> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return {
    session,
    async read(name) {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find(metric => metric.name === name)?.value ?? 0
    }
  }
}

/** Waits until the islands of a page are hydrated. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null)
}
