import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Browser, Page } from 'playwright'
import { rolldown } from 'rolldown'
import { doseOf } from './dose.ts'
import { medianOf } from './median.ts'
import { startProduct } from './product.ts'

/** Number of visits to each page. */
const VISITS = doseOf(5, 1)

const PAGES = ['/chatgpt/conversations', '/flux']

/**
 * Lighthouse's slow 4G: milliseconds until an answer begins, and bytes a second. The processor is
 * four times slower. Source: lighthouse/core/config/constants.js, throttling.mobileSlow4G.
 */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8
}
const SLOWER = 4

/** Brotli at the level of a server that compresses each answer. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/**
 * Measures when a new visitor with a slow phone sees the page and can write in the composer. The
 * floor is a page with React and one text field, in the same run.
 * @returns a line for each page; times in milliseconds
 */
export async function measureFirst(browser: Browser): Promise<string> {
  const [product, floor] = await Promise.all([startProduct(), serveFloor()])
  try {
    const { usable: least } = await mediansOf(browser, floor.url)
    const lines: string[] = []
    for (const path of PAGES) {
      const url = product.url + path
      const html = await (await fetch(url, { headers: { 'accept-encoding': 'identity' } })).bytes()
      const { usable, painted } = await mediansOf(browser, url)
      lines.push(
        `first visit, ${path}: composer usable ${(usable / least).toFixed(2)}× floor (${usable.toFixed(0)} to ${least.toFixed(0)} ms, slow 4G, slow processor), first paint after ${painted.toFixed(0)} ms, HTML ${kilobytes(html)} KB, ${kilobytes(brotliCompressSync(html))} KB compressed`
      )
    }
    return lines.join('\n')
  } finally {
    floor.server.closeAllConnections()
    floor.server.close()
    await product.stop()
  }
}

const kilobytes = (bytes: Uint8Array): string => (bytes.byteLength / 1024).toFixed(1)

/** Milliseconds until the text field is hydrated, and until the first text or image is painted. */
type Visit = { usable: number; painted: number }

async function mediansOf(browser: Browser, url: string): Promise<Visit> {
  const visits: Visit[] = []
  for (let visit = 0; visit < VISITS; visit++) visits.push(await visitSlowly(browser, url))
  return {
    usable: medianOf(visits.map(({ usable }) => usable)),
    painted: medianOf(visits.map(({ painted }) => painted))
  }
}

/** Opens a page with an empty cache. */
async function visitSlowly(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript(noteUsable)
    await page.goto(url, { waitUntil: 'commit' })
    const usable = await usableAt(page)
    return { usable, painted: await page.evaluate(paintedAt) }
  } finally {
    await context.close()
  }
}

/** Runs in the page: notes in each frame whether the text field is hydrated. */
function noteUsable(): void {
  const look = (): void => {
    const field = document.querySelector('main textarea')
    const island = field?.closest('astro-island, main[data-island]')
    if (island == null || island.hasAttribute('ssr')) requestAnimationFrame(look)
    else document.documentElement.dataset['usable'] = String(performance.now())
  }
  look()
}

/** Runs in the page. */
function paintedAt(): number {
  return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
}

async function usableAt(page: Page): Promise<number> {
  const noted = page.locator('html[data-usable]')
  await noted.waitFor({ state: 'attached', timeout: 60_000 })
  return Number(await noted.getAttribute('data-usable'))
}

/** Serves the floor: a page that hydrates one text field with React, in one script. */
async function serveFloor(): Promise<{ server: Server; url: string }> {
  const script = brotliCompressSync(await floorScript(), QUALITY)
  const server = createServer((request, response) => {
    const isScript = request.url === '/floor.js'
    const type = isScript ? 'text/javascript' : 'text/html'
    const body = isScript ? script : brotliCompressSync(FLOOR, QUALITY)
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const FLOOR =
  '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>floor</title><main data-island ssr><textarea></textarea></main><script type="module" src="/floor.js"></script>'

const FIELD = `
  import { createElement, useEffect, useState } from 'react'
  import { hydrateRoot } from 'react-dom/client'
  const main = document.querySelector('main')
  function Field() {
    const [text, write] = useState('')
    useEffect(() => main.removeAttribute('ssr'), [])
    return createElement('textarea', { value: text, onChange: event => write(event.target.value) })
  }
  hydrateRoot(main, createElement(Field))`

/** The module of {@link FIELD}. It is in no file. */
const MODULE = join(import.meta.dirname, 'field.js')

async function floorScript(): Promise<string> {
  const made = await rolldown({
    input: MODULE,
    platform: 'browser',
    plugins: [{ name: 'field', load: id => (id === MODULE ? FIELD : null), resolveId: asItIs }],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } }
  })
  const { output } = await made.generate({ format: 'esm', minify: true })
  await made.close()
  return output[0].code
}

const asItIs = (id: string): string | null => (id === MODULE ? id : null)
