import { createCanvas } from '@napi-rs/canvas'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { HubRequest } from '#client/hub.ts'
import { translator } from '#i18n/hub.ts'
import { findCardPicture } from '#sections/discovery/card-picture.server.ts'
import { cardKey, buildCard } from '#sections/discovery/card.ts'
import { renderSiteCard } from '#sections/discovery/site-card.server.ts'
import { publicPages } from '#sections/shared/public-pages.ts'

const API = 'https://api.muses.example'
const [PICTURE, POSTER] = ['/files/abc/a.png', '/files/def/poster.png']

const featured = (service: string, url: string, poster: string | null = null) => ({
  service,
  kind: poster === null ? 'image' : 'video',
  url,
  poster
})

/** A blue square. */
const square = async (): Promise<Buffer> => {
  const canvas = createCanvas(64, 64)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#0000ff'
  pen.fillRect(0, 0, 64, 64)
  return canvas.encode('png')
}

/**
 * Each test has its own site, because the featured results of a site are cached for ten seconds.
 */
function hubOf(id: string, items: object[], files: () => Promise<Response>) {
  const asked: string[] = []
  const fetch = async (part: string, path: string): Promise<Response> => {
    asked.push(path)
    return part === 'platform' ? Response.json({ items }) : files()
  }
  const hub = {
    path: '/flux',
    locale: 'en',
    dir: 'ltr',
    origin: 'https://muses.example',
    url: new URL('https://muses.example/flux'),
    hosts: { api: API, platform: 'https://muses.example' },
    session: null,
    t: translator('en'),
    fetch,
    site: {
      id,
      origin: 'https://muses.example',
      title: 'Muses',
      description: '',
      accent: '',
      favicon: 'https://elsewhere.example/icon.png',
      features: {},
      switched_off: [],
      own_services: [],
      locales: [],
      admins: []
    }
  } as unknown as HubRequest
  const page = (path: string) => publicPages(hub.site).find(each => each.path === path) ?? null
  return { hub, page, asked }
}
const missing = async (): Promise<Response> => new Response(null, { status: 404 })

test('a tool shows the first image or poster that the site features of it', async () => {
  const { hub, page } = hubOf(
    'first',
    [
      featured('flux', 'https://elsewhere.example/files/x/a.png'),
      featured('flux', `${API}${PICTURE}`),
      featured('kling', `${API}/files/v/film.mp4`, `${API}${POSTER}`)
    ],
    missing
  )
  expect([
    await findCardPicture(hub, page('/flux')),
    await findCardPicture(hub, page('/kling')),
    await findCardPicture(hub, page('/suno'))
  ]).toEqual([PICTURE, POSTER, null])
})

test('a page that is not a tool requests no image', async () => {
  const { hub, page, asked } = hubOf('none', [], missing)
  expect([
    await findCardPicture(hub, page('/docs/errors')),
    await findCardPicture(hub, null),
    asked
  ]).toEqual([null, null, []])
})

test('a card shows a small version of its image, which changes the card’s address', async () => {
  const { hub, page, asked } = hubOf(
    'drawn',
    [],
    async () => new Response(new Uint8Array(await square()))
  )
  const [sketch, card] = [null, PICTURE].map(picture => buildCard(hub, page('/flux'), picture))
  if (sketch === undefined || card === undefined) throw new Error('no card')
  expect(cardKey(hub, sketch)).not.toBe(cardKey(hub, card))
  const middle = { left: 968, top: 300, width: 1, height: 1 }
  const drawn = await renderSiteCard(hub, card)
  const pixel = await sharp(drawn ?? Buffer.of())
    .extract(middle)
    .removeAlpha()
    .raw()
    .toBuffer()
  expect([[...pixel], asked]).toEqual([[0, 0, 255], [`${PICTURE}?w=1280`]])
})

test('a missing image is requested again later, and an unreadable one is left out', async () => {
  const lost = hubOf('lost', [], missing)
  expect(
    await renderSiteCard(lost.hub, buildCard(lost.hub, lost.page('/flux'), '/files/gone/a.png'))
  ).toBeNull()
  const torn = hubOf('torn', [], async () => new Response('no image'))
  expect(
    await renderSiteCard(torn.hub, buildCard(torn.hub, torn.page('/flux'), POSTER))
  ).not.toBeNull()
})
