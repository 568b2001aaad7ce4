import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPageCache, type PageCache } from '#servers/hub/page-cache.ts'
import { handClock, type HandClock } from '../../../tests/support/clock.ts'

const ADDRESS = 'http://studio.example/flux'
const HTML = `<!doctype html>${'<p>A page</p>'.repeat(500)}`
const MIXED = Array.from({ length: 4000 }, (_, at) => `<p>${(at * at * 7919) % 1013}</p>`).join('')
const GUEST = { key: ADDRESS, create: () => new Request(ADDRESS) }

let clock: HandClock
let pages: PageCache
let rendered: number
beforeEach(() => {
  clock = handClock()
  pages = createPageCache(clock, 60_000)
  rendered = 0
})

const page = (headers: Record<string, string> = {}, status = 200): Response =>
  new Response(HTML, { status, headers: { 'content-type': 'text/html', ...headers } })
const mixed = (): Response => new Response(MIXED, { headers: { 'content-type': 'text/html' } })
type Asking = { version?: string; method?: string; headers?: Record<string, string> }
const ask = (
  { version = '1', method = 'GET', headers = {} }: Asking = {},
  render: () => Response | null | Promise<Response | null> = page
): Promise<Response | null> =>
  pages.answer(new Request(ADDRESS, { method, headers }), GUEST, version, async () => {
    rendered++
    return render()
  })

describe('a cached page', () => {
  test('is rendered once for all who ask at the same moment and later', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
    const texts = await Promise.all([...answers, await ask()].map(answer => answer?.text()))
    expect([rendered, new Set(texts).size, texts[0]]).toEqual([1, 1, HTML])
  })

  test('is rendered again for another version, and after its time', async () => {
    await ask()
    await ask({ version: '2' })
    expect(rendered).toBe(2)
    clock.advance(59_999)
    await ask({ version: '2' })
    expect(rendered).toBe(2)
    clock.advance(1)
    await ask({ version: '2' })
    expect(rendered).toBe(3)
  })

  test('is not served for a version newer than when its rendering began', async () => {
    const held = Promise.withResolvers<Response>()
    const slow = ask({}, () => held.promise)
    await ask({ version: '2' })
    held.resolve(page())
    await slow
    await ask({ version: '2' })
    expect(rendered).toBe(3)
  })

  test('is served in the compression that the client prefers', async () => {
    const read = async (accepted: string): Promise<[string | null, Buffer]> => {
      const answer = await ask({ headers: { 'accept-encoding': accepted } })
      expect(answer?.headers.get('vary')).toContain('Accept-Encoding')
      const coding = answer?.headers.get('content-encoding') ?? null
      return [coding, Buffer.from(await (answer ?? new Response()).arrayBuffer())]
    }
    const [br, brotli] = await read('gzip, br')
    const [gz, gzip] = await read('gzip, br;q=0')
    const [none, plain] = await read('identity')
    expect([br, gz, none]).toEqual(['br', 'gzip', null])
    const all = [brotliDecompressSync(brotli), gunzipSync(gzip), plain].map(String)
    expect(new Set(all)).toEqual(new Set([HTML]))
  })

  test('is sent smaller once it has been asked for again, also after its time', async () => {
    const size = async (): Promise<number> => {
      const answer = await ask({ headers: { 'accept-encoding': 'br' } }, () => mixed())
      const body = Buffer.from(await (answer ?? new Response()).arrayBuffer())
      expect(brotliDecompressSync(body).toString()).toBe(MIXED)
      return body.byteLength
    }
    const first = await size()
    expect(await size()).toBe(first)
    await expect.poll(size).toBeLessThan(first)
    const smallest = await size()
    clock.advance(60_000)
    expect(await size()).toBe(smallest)
    expect(rendered).toBe(2)
  })

  test('is not sent to a client that has it', async () => {
    const etag = (await ask())?.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    for (const known of [etag, `"x", ${etag}`, '*']) {
      const answer = await ask({ headers: { 'if-none-match': known, 'accept-encoding': 'br' } })
      expect([answer?.status, answer?.headers.get('etag'), answer?.body]).toEqual([304, etag, null])
      expect(answer?.headers.has('content-encoding')).toBe(false)
    }
    expect((await ask({ headers: { 'if-none-match': 'W/"another"' } }))?.status).toBe(200)
  })

  test('answers HEAD with its headers alone', async () => {
    const answer = await ask({ method: 'HEAD' })
    expect([answer?.status, answer?.headers.get('etag')?.startsWith('W/'), answer?.body]).toEqual([
      200,
      true,
      null
    ])
  })
})

test.each([
  ['a redirect', () => new Response(null, { status: 302, headers: { location: '/' } })],
  ['a missing page', () => page({}, 404)],
  ['another type', () => page({ 'content-type': 'application/json' })],
  ['a page that sets a cookie', () => page({ 'set-cookie': 'LOCALE=de' })],
  ['a page that nobody may store', () => page({ 'cache-control': 'no-store' })],
  ['a page that is not whole', () => null]
])('%s is not kept', async (_, render) => {
  expect([await ask({}, render), await ask({}, render), rendered]).toEqual([null, null, 2])
})

test('a rendering that fails is tried again', async () => {
  const failing = ask({}, () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect((await ask())?.status).toBe(200)
})
