import { describe, expect, test } from 'vitest'
import { datedRedirect } from './dated.ts'

const WECHAT =
  'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50 NetType/WIFI'
const NOW = Date.UTC(2026, 10, 21, 23, 59)
const at = (origin: string, dated = true) => ({ origin, dated })

describe('a visit from WeChat', () => {
  const url = new URL('https://studio.example/de/flux?x=1#y')

  test("is redirected to today's date at the same path", () => {
    const target = 'https://20261121.studio.example/de/flux?x=1#y'
    expect(datedRedirect(url, at('https://studio.example'), WECHAT, NOW)).toBe(target)
  })
  test('keeps its port and uses the date in UTC', () => {
    const port = new URL('https://studio.example:8443/')
    expect(datedRedirect(port, at(port.origin), WECHAT, NOW + 60_000)).toBe(
      'https://20261122.studio.example:8443/'
    )
  })

  test.each<[string, URL, { origin: string; dated: boolean }, string]>([
    ['at a site that does not want it', url, at('https://studio.example', false), WECHAT],
    ['from another browser', url, at('https://studio.example'), 'Mozilla/5.0 Chrome/140'],
    [
      'that is dated already',
      new URL('https://20261121.studio.example/'),
      at('https://studio.example'),
      WECHAT
    ],
    [
      'at another host of the site',
      new URL('https://www.studio.example/'),
      at('https://studio.example'),
      WECHAT
    ],
    ['at a single name', new URL('http://localhost:4321/'), at('http://localhost:4321'), WECHAT],
    ['at an address of numbers', new URL('http://192.168.0.7/'), at('http://192.168.0.7'), WECHAT],
    ['at a long address of numbers', new URL('http://[::1]/'), at('http://[::1]'), WECHAT]
  ])('is not redirected %s', (_, visited, site, browser) => {
    expect(datedRedirect(visited, site, browser, NOW)).toBeNull()
  })
})
