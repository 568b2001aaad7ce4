import { expect, test } from 'vitest'
import { sharedCookie } from '#client/shared-cookie.server.ts'

test.each([
  ['https://studio.example.com/flux', 'example.com'],
  ['https://example.com', 'example.com'],
  ['https://20261121.studio.example.co.uk', 'example.co.uk'],
  ['https://ada.github.io', 'ada.github.io'],
  ['https://a.b.ada.github.io', 'ada.github.io'],
  ['https://xn--mller-kva.example', 'xn--mller-kva.example'],
  ['https://github.io', undefined],
  ['https://co.uk', undefined],
  ['http://localhost:4321', undefined],
  ['http://studio.localhost:4321', undefined],
  ['http://127.0.0.1:4321', undefined],
  ['http://192.168.1.7', undefined],
  ['http://[::1]:4321', undefined],
  ['http://intranet', undefined]
])('a shared cookie of %s has the domain %s', (address, domain) => {
  const cookie = sharedCookie(new URL(address))
  expect(cookie.domain).toBe(domain)
  expect(cookie).toMatchObject({ path: '/', sameSite: 'lax', secure: address.startsWith('https') })
})
