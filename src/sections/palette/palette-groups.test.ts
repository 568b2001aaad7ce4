import { expect, test } from 'vitest'
import type { HubRequest } from '#client/hub.ts'
import { plan } from '../../../tests/support/hub-fakes.ts'
import { paletteGroups } from '#sections/palette/palette-groups.ts'

type User = { id: string; is_operator: boolean }

/** The hub of a user; null for a guest. The site's admin is `admin`. */
function hubOf(user: User | null, features: object = {}): HubRequest {
  return {
    locale: 'de',
    path: '/flux',
    url: new URL('https://studio.example/de/flux'),
    origin: 'https://studio.example',
    hosts: { auth: 'https://auth.example' },
    session: user === null ? null : { user },
    site: { admins: ['admin'], features, switched_off: [], own_services: [] },
    t: (key: string) => key
  } as unknown as HubRequest
}

const listed = (...asked: Parameters<typeof paletteGroups>) =>
  paletteGroups(...asked).flatMap(({ entries }) => entries)
const idsFor = (user: User | null, features?: object) =>
  listed(hubOf(user, features), user === null ? [] : [plan('p1')]).map(({ id }) => id)
const areas = (ids: string[]) =>
  ['/console', '/distribution', '/profile', '/site', '/operator', '/docs', '/flux'].filter(area =>
    ids.some(id => id === area || id.startsWith(`${area}/`))
  )

test('each user sees the pages that they may open', () => {
  const person = { id: 'u1', is_operator: false }
  expect(areas(idsFor(null))).toEqual(['/docs', '/flux'])
  const own = ['/console', '/distribution', '/profile']
  expect(areas(idsFor(person))).toEqual([...own, '/docs', '/flux'])
  expect(areas(idsFor({ ...person, id: 'admin' }))).toEqual([...own, '/site', '/docs', '/flux'])
  expect(areas(idsFor({ ...person, is_operator: true }))).toEqual([
    ...own,
    '/operator',
    '/docs',
    '/flux'
  ])
  expect(idsFor({ ...person, id: 'admin' })).not.toContain('/site/keys')
  expect(idsFor({ id: 'admin', is_operator: true })).toContain('/site/keys')
})

test('a user finds usage, orders, invitations, the account and the API keys of each plan', () => {
  const ids = idsFor({ id: 'u1', is_operator: false })
  for (const id of [
    '/console/applications',
    '/console/applications/p1/credentials',
    '/console/extra',
    '/console/orders',
    '/console/redeem',
    '/console/usages',
    '/distribution/history',
    '/profile'
  ])
    expect(ids).toContain(id)
  expect(ids.some(id => id.startsWith('https://auth.example/'))).toBe(true)
})

test('a service that the site does not offer is missing, in the documentation as well', () => {
  const ids = idsFor(null, { flux: { enabled: false }, chat: { enabled: false } })
  expect(ids.filter(id => /flux|conversations|docs\/chat/.test(id))).toEqual([])
})

test('a page is listed once, with its address in the language of the user', () => {
  const entries = listed(hubOf({ id: 'admin', is_operator: true }), [])
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  expect(entries.find(({ id }) => id === '/flux')?.href).toBe('/de/flux')
})
