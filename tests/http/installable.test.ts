import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  DATED,
  MUSES,
  OTHER,
  startFindableSites,
  TEST,
  type FindableSites
} from '../support/findable-sites.ts'

let studio: FindableSites
beforeAll(async () => {
  studio = await startFindableSites()
})
afterAll(() => studio.stop())

const ask: FindableSites['ask'] = (...asked) => studio.ask(...asked)

describe('the manifest', () => {
  const manifest = async (origin: string, path: string): Promise<Record<string, unknown>> =>
    JSON.parse((await ask(origin, path)).text) as Record<string, unknown>

  test('has the name, language and theme of the site', async () => {
    expect(await manifest(MUSES, '/manifest.webmanifest')).toMatchObject({
      id: '/',
      name: 'Muses & [Co]',
      short_name: 'Muses & [Co]',
      description: 'Nine of them,\nall at work.',
      lang: 'en',
      dir: 'ltr',
      start_url: '/',
      scope: '/',
      display: 'standalone'
    })
    const arabic = await manifest(OTHER, '/ar/manifest.webmanifest?theme=light')
    expect(arabic).toMatchObject({
      id: '/',
      short_name: 'Anderes',
      lang: 'ar',
      dir: 'rtl',
      start_url: '/ar'
    })
    expect(arabic['background_color']).not.toBe(
      (await manifest(OTHER, '/ar/manifest.webmanifest'))['background_color']
    )
    expect(JSON.stringify(arabic['shortcuts'])).not.toMatch(/flux|chatgpt/)
  })
  test('is linked by pages, but not by sign-in pages and temporary hosts', async () => {
    const manifestOf = async (origin: string, path: string): Promise<string | undefined> =>
      /<link rel="manifest" href="([^"]+)"/.exec((await ask(origin, path)).text)?.[1]
    expect(await manifestOf(MUSES, '/de/flux')).toBe('/de/manifest.webmanifest')
    for (const [origin, path] of [
      [MUSES, '/auth/login'],
      [DATED, '/flux'],
      [TEST, '/flux'],
      [MUSES, '/offline']
    ] as const)
      expect([origin, path, await manifestOf(origin, path)]).toEqual([origin, path, undefined])
  })
})

test('icons have their declared size and are cached for ever; old addresses redirect to them', async () => {
  const { icons } = JSON.parse((await ask(MUSES, '/manifest.webmanifest')).text) as {
    icons: { src: string; sizes: string }[]
  }
  const page = (await ask(MUSES, '/flux')).text
  const touch = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(page)?.[1] ?? ''
  const all = [...icons, { src: touch, sizes: '180x180' }]
  expect(all).toHaveLength(4)
  for (const { src, sizes } of all) {
    const answer = await fetch(studio.url + src)
    expect([src, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      src,
      'image/png',
      'public, max-age=31536000, immutable'
    ])
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
    expect([src, `${width}x${height}`]).toEqual([src, sizes])
  }
  for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/icons/000000000000-192.png']) {
    const moved = await ask(MUSES, path)
    expect([path, moved.status]).toEqual([path, 302])
    expect((await ask(MUSES, String(moved.headers['location']))).status).toBe(200)
  }
  for (const path of [
    '/icons/x.png',
    '/icons/000000000000-9999.png',
    '/icons/..%2f..%2fx.png',
    `/de${touch}`
  ])
    expect([path, (await ask(MUSES, path)).status]).toEqual([path, 404])
})

describe('the service worker', () => {
  const offlineData = async (
    origin: string,
    path: string
  ): Promise<Record<string, string> | undefined> => {
    const text = /data-offline="([^"]+)"/.exec((await ask(origin, path)).text)?.[1]
    return text === undefined
      ? undefined
      : (JSON.parse(text.replaceAll(/&(#34|quot);/g, '"')) as Record<string, string>)
  }

  test('caches the offline page in the language and theme of the page', async () => {
    expect((await offlineData(MUSES, '/ar/flux?theme=light'))?.['page']).toBe(
      '/ar/offline?theme=light'
    )
    expect((await offlineData(MUSES, '/flux'))?.['page']).toBe('/offline?theme=dark')
    const page = await ask(MUSES, '/ar/offline?theme=light')
    expect([
      page.status,
      page.text.includes('Muses &amp; [Co]'),
      page.text.includes('dir="rtl"')
    ]).toEqual([200, true, true])
    expect(page.text).not.toMatch(/data-(person|kept|offline)=/)
  })
  test('is the same for every page, so that no new version takes over between pages', async () => {
    const { text, headers } = await ask(MUSES, '/service-worker.js')
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache'
    })
    expect((await ask(MUSES, '/service-worker.js?lang=de&theme=light')).text).toBe(text)
    expect(text).toContain("'fetch'")
    expect(text).not.toContain('skipWaiting')
  })
  test.each([
    ['a site that switched it off', OTHER],
    ['a name with a date', DATED],
    ['a test host', TEST]
  ])('unregisters itself at %s', async (_, origin) => {
    expect(await offlineData(origin, '/de/luma')).toBeUndefined()
    const { status, text } = await ask(origin, '/service-worker.js')
    expect([status, text.includes('unregister()'), text.includes("'fetch'")]).toEqual([
      200,
      true,
      false
    ])
  })
  test('is not registered on sign-in pages', async () => {
    expect(await offlineData(MUSES, '/auth/login')).toBeUndefined()
  })
})
