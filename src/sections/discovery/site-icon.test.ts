import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { HubRequest } from '#client/hub.ts'
import { renderSiteIcon } from '#sections/discovery/site-icon.server.ts'

const red = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
  .png()
  .toBuffer()

/** A request at a site with this icon, and the calls that it made. */
function asking(
  favicon: string,
  answer: () => Response
): { hub: Parameters<typeof renderSiteIcon>[0]; asked: string[] } {
  const asked: string[] = []
  const fetch: HubRequest['fetch'] = async (part, path) => {
    asked.push(`${part} ${path}`)
    return answer()
  }
  const hosts = {
    hub: 'https://a.example',
    platform: 'https://a.example',
    auth: 'https://a.example',
    api: 'https://api.a.example'
  }
  return { hub: { site: { favicon } as HubRequest['site'], hosts, fetch }, asked }
}

const colour = async (icon: Buffer | null): Promise<number[]> =>
  icon === null ? [] : [...(await sharp(icon).raw().toBuffer()).subarray(0, 3)]
const found = (): Response => new Response(new Uint8Array(red))

test("a site's own image is read once, from our own API", async () => {
  const { hub, asked } = asking('https://api.a.example/files/once', found)
  expect(await colour(await renderSiteIcon(hub, '48'))).toEqual([255, 0, 0])
  expect(await renderSiteIcon(hub, '48')).toBe(await renderSiteIcon(hub, '48'))
  expect(asked).toEqual(['api /files/once'])
})

test('an image that is unavailable now is requested again later', async () => {
  const gone = asking(
    'https://api.a.example/files/later',
    () => new Response('no', { status: 503 })
  )
  expect(await renderSiteIcon(gone.hub, '48')).toBeNull()
  expect(await renderSiteIcon(gone.hub, '48')).toBeNull()
  expect(gone.asked).toHaveLength(2)
  expect(
    await colour(await renderSiteIcon(asking('https://api.a.example/files/later', found).hub, '48'))
  ).toEqual([255, 0, 0])
})

test.each([
  'https://elsewhere.example/files/x.png',
  'https://a.example/logo.png',
  '/favicon.svg',
  ''
])('the icon for %s is our own, without a request', async favicon => {
  const { hub, asked } = asking(favicon, found)
  expect(await colour(await renderSiteIcon(hub, 'maskable-512'))).toEqual([226, 89, 47])
  expect(asked).toEqual([])
})
