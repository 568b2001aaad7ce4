import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHub } from '#servers/hub/hub.ts'
import type { ServerPart } from '#servers/lib/context.ts'
import { BASE, LOCAL, openStudio, type TestStudio } from '../../../tests/support/studio.ts'

let studio: TestStudio
let hub: ServerPart
let fails = false
beforeAll(async () => {
  studio = await openStudio()
  const { platform, api } = studio.parts
  const part = (real: ServerPart | undefined): ServerPart => ({
    fetch: async (request, peer) =>
      fails || real === undefined ? new Response(null, { status: 503 }) : real.fetch(request, peer),
    drain: async () => undefined,
    stop: async () => undefined
  })
  hub = await createHub(studio.context, { platform: part(platform), api: part(api) })
})
afterAll(() => studio.close())

const isKept = async (path: string): Promise<[number, boolean]> => {
  const { status, headers } = await hub.fetch(new Request(BASE + path), LOCAL)
  return [status, headers.has('etag')]
}

test('a page is cached only if every part responded', async () => {
  fails = true
  expect(await isKept('/flux')).toEqual([200, false])
  fails = false
  expect(await isKept('/flux')).toEqual([200, true])
  fails = true
  expect(await isKept('/flux')).toEqual([200, true])
})

test.each(['/flux', '/chatgpt/conversations'])(
  'the scripts of the island of %s are preloaded after the style sheet',
  async path => {
    const page = await (await hub.fetch(new Request(BASE + path), LOCAL)).text()
    const [styled = '', body = ''] = page.split('</head>')
    const [begin = ''] = body.split('<script')
    expect(styled).toContain('<link rel="stylesheet"')
    expect(styled).not.toContain('preload')
    const island = /<astro-island[^>]*client="load"[^>]*>/.exec(body)?.[0] ?? ''
    for (const which of ['component', 'renderer']) {
      const file = new RegExp(`${which}-url="([^"]+)"`).exec(island)?.[1]
      expect(begin).toContain(`<link rel="modulepreload" href="${file}" fetchpriority="low">`)
    }
  }
)
