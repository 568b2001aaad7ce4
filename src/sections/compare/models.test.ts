import { describe, expect, test } from 'vitest'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { SERVICES } from '#catalog/index.ts'
import type { HubRequest } from '#client/hub.ts'
import { comparisonInput } from '#core/comparable.ts'
import { translator } from '#i18n/hub.ts'
import {
  loadCompareChatModels,
  comparedTitle,
  comparableKinds,
  loadCompareOffer,
  chooseInitialModels
} from '#sections/compare/models.server.ts'

function hubOf(switched_off: string[] = []): HubRequest {
  return {
    locale: 'en',
    t: translator('en'),
    hosts: { platform: 'https://platform.example' },
    url: new URL('https://studio.example/compare'),
    fetch: async () => new Response(null, { status: 503 }),
    // Only what a site offers matters here.
    site: {
      features: {},
      switched_off,
      retired_models: {},
      price_percents: {},
      own_services: []
    }
  } as unknown as HubRequest
}

const all = async (_: HubRequest, group: (typeof CHAT_GROUPS)[number]) => ({
  ...group,
  models: CHAT_GROUPS.flatMap(({ models }) => models)
})
const chatsOf = (hub: HubRequest) => loadCompareChatModels(hub, all)

describe('the models that can be compared', () => {
  test('are of all kinds, each declared by a tool that needs only a prompt', async () => {
    const hub = hubOf()
    expect(comparableKinds(hub, await chatsOf(hub))).toEqual(['chat', 'image', 'video', 'audio'])
    for (const kind of ['image', 'video', 'audio'] as const) {
      const { models, tools } = await loadCompareOffer(hub, kind, [])
      expect(models.length).toBeGreaterThan(1)
      for (const { service, model } of models) {
        const order = comparisonInput(tools[service] ?? {}, model, 'A fox')
        expect([service, model, order?.issues]).toEqual([service, model, []])
        if (model !== '') expect(order?.values['model']).toBe(model)
      }
      const ids = new Set(models.map(({ service }) => service))
      for (const id of ['qrart', 'headshots', 'upscale', 'lipsync']) expect(ids).not.toContain(id)
    }
  })

  test('leave out kinds and tools that the site does not offer', async () => {
    const songs = SERVICES.filter(({ medium }) => medium === 'audio').map(({ id }) => id)
    const hub = hubOf([...songs, 'flux', 'chat'])
    expect(comparableKinds(hub, await chatsOf(hub))).toEqual(['image', 'video'])
    const { models } = await loadCompareOffer(hub, 'image', [])
    expect(models.some(({ service }) => service === 'flux')).toBe(false)
  })

  test('begin with two of different families', async () => {
    const hub = hubOf()
    const chats = await chatsOf(hub)
    for (const kind of ['chat', 'image', 'video', 'audio'] as const) {
      const offer = await loadCompareOffer(hub, kind, chats)
      const chosen = chooseInitialModels(offer)
      const families = offer.models.flatMap(({ key, family }) =>
        chosen.includes(key) ? family : []
      )
      expect([kind, chosen.length, new Set(families).size]).toEqual([kind, 2, 2])
    }
  })

  test('have names, also when they are no longer offered', async () => {
    const hub = hubOf()
    const chats = await chatsOf(hub)
    expect(comparedTitle(hub, { service: 'kling', model: 'kling-v3' }, chats)).toMatch(/^Kling/)
    expect(comparedTitle(hub, { service: 'x-gone', model: '' }, chats)).toBe('Deleted tool')
    const [chat] = chats
    expect(comparedTitle(hub, { service: 'chat', model: chat?.model ?? '' }, [])).toBe(chat?.title)
    expect(comparedTitle(hub, { service: 'chat', model: 'unknown' }, chats)).toBe('unknown')
  })
})
