import { expect, test } from 'vitest'
import type { Site } from '#contract/site.ts'
import { chatPage, firstPage, frameGroups } from '#sections/frame/groups.ts'

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
  locales: [],
  terms_url: '',
  privacy_url: '',
  version: 1,
  created_at: '2026-11-21T00:00:00Z',
  updated_at: '2026-11-21T00:00:00Z'
}
const hub = { locale: 'de' as const, path: '/deepseek/conversations/1', site, t: (key: string) => key }

test('four groups hold every service once, with addresses in the language of the page', () => {
  const groups = frameGroups(hub)
  expect(groups.map(group => group.id)).toEqual(['chat', 'image', 'video', 'music'])
  const ids = groups.flatMap(group => group.items.map(item => item.id))
  expect(ids).toHaveLength(15)
  expect(new Set(ids).size).toBe(15)
  expect(groups[0]?.items[0]?.href).toBe('/de/chatgpt/conversations')
  expect(groups[1]?.items[0]?.href).toBe('/de/midjourney')
})

test('the group and the service of the page are marked', () => {
  const groups = frameGroups(hub)
  expect(groups.filter(group => group.current).map(group => group.id)).toEqual(['chat'])
  expect(groups[0]?.items.filter(item => item.current).map(item => item.id)).toEqual(['deepseek'])
  expect(frameGroups({ ...hub, path: '/fluxus' }).some(group => group.current)).toBe(false)
})

test('what a site switched off is gone, and a group without services with it', () => {
  const groups = frameGroups({
    ...hub,
    site: { ...site, features: { suno: { enabled: false }, flux: { enabled: false }, kling: { enabled: true } } }
  })
  expect(groups.map(group => group.id)).toEqual(['chat', 'image', 'video'])
  expect(groups[1]?.items.map(item => item.id)).not.toContain('flux')
})

test('so is what an operator switched off everywhere, and every chat without chat itself', () => {
  const off = (switched_off: string[]) => frameGroups({ ...hub, site: { ...site, switched_off } })
  expect(off(['suno']).map(group => group.id)).toEqual(['chat', 'image', 'video'])
  expect(off(['chat']).map(group => group.id)).toEqual(['image', 'video', 'music'])
  expect(off(['grok'])[0]?.items.map(item => item.id)).toEqual(['chatgpt', 'deepseek'])
})

test('a visit begins with what is offered first', () => {
  const first = (...switched_off: string[]) => firstPage({ ...hub, site: { ...site, switched_off } })
  expect(first()).toBe('/de/chatgpt/conversations')
  expect(first('chatgpt')).toBe('/de/deepseek/conversations')
  expect(first('chat', 'midjourney')).toBe('/de/flux')
  const chat = (...switched_off: string[]) => chatPage({ ...hub, site: { ...site, switched_off } })
  expect([chat(), chat('chatgpt'), chat('chat')]).toEqual(['/de/chatgpt/conversations', '/de/deepseek/conversations', null])
  const all = frameGroups(hub).flatMap(group => group.items.map(item => item.id))
  expect(first(...all)).toBe('/de/profile')
})
