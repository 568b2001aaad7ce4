import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNamedSites } from '../support/named-sites.ts'
import { visit } from '../support/process.ts'

const SITES = {
  'https://plain.example': { title: 'Plain' },
  'https://light.example': { title: 'Light', theme: 'light' },
  'https://system.example': { title: 'System', theme: 'system' }
}
type Origin = keyof typeof SITES

let studio: Awaited<ReturnType<typeof startNamedSites>>
beforeAll(async () => {
  studio = await startNamedSites(SITES)
})
afterAll(() => studio.stop())

/** The theme in the first tag of a page, and the colors for its browser. */
async function themeOf(
  origin: Origin,
  path = '/flux',
  cookie = ''
): Promise<[string | undefined, number]> {
  const headers = {
    connection: 'close',
    'x-forwarded-host': new URL(origin).host,
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '8.8.8.8',
    ...(cookie !== '' && { cookie })
  }
  const { text } = await visit(studio.url + path, { headers })
  return [
    /<html[^>]* data-theme="(\w+)"/.exec(text)?.[1],
    text.match(/<meta name="theme-color"/g)?.length ?? 0
  ]
}

test('pages are dark unless the admins of the site choose otherwise', async () => {
  expect(await themeOf('https://plain.example')).toEqual(['dark', 1])
  expect(await themeOf('https://light.example')).toEqual(['light', 1])
  expect(await themeOf('https://system.example')).toEqual([undefined, 2])
})

test('the choice of the user comes first, also when they choose the system’s theme', async () => {
  expect(await themeOf('https://light.example', '/flux', 'THEME=dark')).toEqual(['dark', 1])
  expect(await themeOf('https://plain.example', '/flux', 'THEME=light')).toEqual(['light', 1])
  expect(await themeOf('https://plain.example', '/flux', 'THEME=system')).toEqual([undefined, 2])
  expect(await themeOf('https://light.example', '/flux', 'THEME=purple')).toEqual(['light', 1])
})

test('a framed page gets its theme from its address', async () => {
  expect(await themeOf('https://plain.example', '/flux?theme=light')).toEqual(['light', 1])
  expect(await themeOf('https://light.example', '/flux?theme=system')).toEqual([undefined, 2])
  expect(await themeOf('https://plain.example', '/flux?theme=light', 'THEME=dark')).toEqual([
    'dark',
    1
  ])
})

test('the switch shows the current theme', async () => {
  const chosen = async (cookie: string): Promise<string | undefined> => {
    const headers = {
      'x-forwarded-host': 'plain.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '8.8.8.8',
      cookie
    }
    const { text } = await visit(`${studio.url}/profile`, { headers })
    return /data-theme-choice="(\w+)" aria-current="true"/.exec(text)?.[1]
  }
  expect(await chosen('x=y')).toBe('dark')
  expect(await chosen('THEME=system')).toBe('system')
})
