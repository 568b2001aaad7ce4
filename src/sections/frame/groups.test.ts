import { expect, test } from 'vitest'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { SERVICES } from '#catalog/index.ts'
import { OPTIONAL_GROUPS } from '#core/chat.ts'
import type { Site } from '#contract/site.ts'
import type { Medium } from '#core/service.ts'
import { newChatAddress, firstPageAddress, frameGroups } from '#sections/frame/groups.ts'

const site: Site = {
  id: '1',
  origin: 'https://studio.example',
  title: 'Studio',
  description: '',
  keywords: [],
  texts: {},
  page_title: '',
  theme: 'dark',
  favicon: '',
  logo: '',
  accent: '',
  admins: [],
  features: {},
  distribution: { force_inviter_id: null, default_inviter_id: null },
  login: 'redirect',
  dated: false,
  margin: 0,
  switched_off: [],
  retired_models: {},
  price_percents: {},
  own_services: [],
  locales: [],
  terms_url: '',
  privacy_url: '',
  retention: { chats: null, results: null, logs: null },
  version: 1,
  created_at: '2026-11-21T00:00:00Z',
  updated_at: '2026-11-21T00:00:00Z'
}
/** Ids of the services of a medium, in the order of the frame. */
const idsOf = (...media: Medium[]): string[] =>
  SERVICES.filter(({ medium }) => media.includes(medium)).map(({ id }) => id)
const [firstImage = '', secondImage = ''] = idsOf('image')

const hub = {
  locale: 'de' as const,
  path: '/deepseek/conversations/1',
  site,
  t: (key: string) => key
}

test('four groups contain every service once, with addresses in the page’s language', () => {
  const groups = frameGroups(hub)
  expect(groups.map(group => group.id)).toEqual(['chat', 'image', 'video', 'audio'])
  const ids = groups.flatMap(group => group.items.map(item => item.id))
  const expected = [...CHAT_GROUPS, ...SERVICES.filter(({ medium }) => medium !== 'chat')].map(
    ({ id }) => id
  )
  expect(ids.toSorted()).toEqual(expected.toSorted())
  expect(groups[0]?.items[0]?.href).toBe('/de/chatgpt/conversations')
  expect(groups[1]?.items[0]?.href).toBe(`/de/${firstImage}`)
})

test('the group and the service of the page are marked as current', () => {
  const groups = frameGroups(hub)
  expect(groups.filter(group => group.current).map(group => group.id)).toEqual(['chat'])
  expect(groups[0]?.items.filter(item => item.current).map(item => item.id)).toEqual(['deepseek'])
  expect(frameGroups({ ...hub, path: '/fluxus' }).some(group => group.current)).toBe(false)
})

test('a service that the site switched off is missing, and so is a group without services', () => {
  const off = (ids: readonly string[]) =>
    Object.fromEntries(ids.map(id => [id, { enabled: false }]))
  const groups = frameGroups({
    ...hub,
    site: {
      ...site,
      features: { ...off(idsOf('audio')), ...off(['flux']), kling: { enabled: true } }
    }
  })
  expect(groups.map(group => group.id)).toEqual(['chat', 'image', 'video'])
  expect(groups[1]?.items.map(item => item.id)).not.toContain('flux')
})

test('a service that an operator switched off is missing, and with chat all chat groups', () => {
  const off = (switched_off: string[]) => frameGroups({ ...hub, site: { ...site, switched_off } })
  expect(off(idsOf('audio')).map(group => group.id)).toEqual(['chat', 'image', 'video'])
  expect(off(['chat']).map(group => group.id)).toEqual(['image', 'video', 'audio'])
  expect(off(['grok', ...OPTIONAL_GROUPS])[0]?.items.map(item => item.id)).toEqual([
    'chatgpt',
    'deepseek'
  ])
})

test('a visit starts at the first service that the site offers', () => {
  const first = (...switched_off: string[]) =>
    firstPageAddress({ ...hub, site: { ...site, switched_off } })
  expect(first()).toBe('/de/chatgpt/conversations')
  expect(first('chatgpt')).toBe('/de/deepseek/conversations')
  expect(first('chat', firstImage)).toBe(`/de/${secondImage}`)
  const chat = (...switched_off: string[]) =>
    newChatAddress({ ...hub, site: { ...site, switched_off } })
  expect([chat(), chat('chatgpt'), chat('chat')]).toEqual([
    '/de/chatgpt/conversations',
    '/de/deepseek/conversations',
    null
  ])
  const all = frameGroups(hub).flatMap(group => group.items.map(item => item.id))
  expect(first(...all)).toBe('/de/profile')
})
