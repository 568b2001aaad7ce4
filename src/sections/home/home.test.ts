import { describe, expect, test } from 'vitest'
import { findGroup } from '#catalog/chat/models.ts'
import { findService, SERVICES } from '#catalog/index.ts'
import type { HubRequest } from '#client/hub.ts'
import { mainField } from '#core/main-field.ts'
import { priceOf } from '#core/price.ts'
import { readForm } from '#core/form.ts'
import { translator } from '#i18n/hub.ts'
import { prefilledValues } from '#sections/home/begun-by.ts'
import { homeExamples } from '#sections/home/examples.ts'
import { homeModes } from '#sections/home/modes.ts'
import { buildHome } from '#sections/home/home.server.ts'
import { startAddress } from '#sections/home/start.ts'

type Hub = Pick<HubRequest, 'locale' | 'path' | 'site' | 't' | 'url'>

function hubOf(
  query = '',
  switched_off: string[] = [],
  features = {},
  retired_models: Hub['site']['retired_models'] = {},
  price_percents: Hub['site']['price_percents'] = {}
): Hub {
  return {
    locale: 'de',
    path: '/',
    t: translator('de'),
    url: new URL(`https://studio.example/de?${query}`),
    // These tests depend only on the services that the site offers.
    site: {
      title: 'Studio',
      features,
      switched_off,
      retired_models,
      price_percents,
      own_services: []
    } as unknown as Hub['site']
  }
}

const group = findGroup('chatgpt')
if (group === undefined) throw new Error('there is no ChatGPT')
const modes = homeModes(hubOf())
const tools = modes.flatMap(mode => mode.tools.map(tool => ({ ...tool, mode: mode.id })))

test('the home mentions the free try of guests and the free credits, where they exist', () => {
  const t = translator('de')
  const line = (features: object, free: number): string =>
    buildHome(hubOf('', [], features), group, free).line
  const guests = { guest: { enabled: true } }
  const credits = t('chat.home.free', { count: 5, amount: '5' })
  expect(line(guests, 5)).toBe(`${t('chat.home.guest')} ${credits}`)
  expect(line(guests, 0)).toBe(t('chat.home.guest'))
  expect(line({}, 5)).toBe(credits)
  expect(line({}, 0)).toBe('')
})

describe('the kinds of work', () => {
  test('each begin with the cheapest tool, so that free credits last', () => {
    expect(modes.map(({ id, tools: [first] }) => [id, first?.id])).toEqual([
      ['chat', undefined],
      ['image', 'gptimage'],
      ['video', 'pixverse'],
      ['audio', 'lyria']
    ])
  })

  test('have only tools that need nothing but a prompt', () => {
    const ids = tools.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['midjourney', 'kling', 'veo']))
    expect(ids).not.toEqual(expect.arrayContaining(['qrart']))
    expect(ids).not.toEqual(expect.arrayContaining(['headshots']))
  })

  test('leave out services that the site does not offer', () => {
    const songs = ['suno', 'elevenmusic', 'minimaxmusic', 'lyria']
    const left = homeModes(hubOf('', [...songs, 'gptimage', 'chat']))
    expect(left.map(({ id }) => id)).toEqual(['image', 'video'])
    expect(left[0]?.tools[0]?.id).toBe('midjourney')
  })

  test('show the model, and the price, that take the place of a retired one', () => {
    const fluxOf = (hub: Hub) =>
      homeModes(hub)
        .flatMap(mode => mode.tools)
        .find(({ id }) => id === 'flux')
    const retired = { flux: { 'flux-dev': { until: '2026-11-01', becomes: 'flux-3' } } }
    const [before, after] = [fluxOf(hubOf()), fluxOf(hubOf('', [], {}, retired))]
    expect([before?.model, after?.model]).toEqual(['FLUX.1 [dev]', 'FLUX.3'])
    expect([before?.price, after?.price]).toEqual(['0,4 Credits', '0,8 Credits'])
    expect([before?.micro, after?.micro]).toEqual([400_000, 800_000])
  })

  test('show prices at the level that an operator chose', () => {
    const raised = homeModes(hubOf('', [], {}, {}, { flux: 150 })).flatMap(mode => mode.tools)
    const priceOfTool = (id: string) => raised.find(each => each.id === id)?.micro
    expect([priceOfTool('flux'), priceOfTool('nanobanana')]).toEqual([600_000, 1_300_000])
  })

  test.each(tools)('$id costs the displayed price with every ratio and every example', tool => {
    const service = findService(tool.id)
    const action = service?.actions?.[tool.verb]
    if (action === undefined) throw new Error(`${tool.id} has no form`)
    const costOf = (given: object): number =>
      priceOf(action.price, readForm(action, { ...given }).values)
    const ratio = tool.ratio
    const settings = [
      ...(service?.examples ?? []),
      ...(ratio === null ? [] : ratio.options.map(each => ({ [ratio.field]: each })))
    ]
    expect(new Set(settings.map(costOf))).toEqual(new Set(settings.length > 0 ? [costOf({})] : []))
    const filled = settings.map(each => readForm(action, { ...each, [tool.field]: 'A' }).issues)
    expect(filled.flat()).toEqual([])
  })
})

describe('the examples', () => {
  const examples = homeExamples(hubOf(), modes, group, 'gpt-5')

  test('are six, of all kinds and of different tools, with the settings of the tools', () => {
    expect(examples.map(({ mode, title }) => [mode, title])).toEqual([
      ['image', 'GPT Image'],
      ['video', 'PixVerse'],
      ['audio', 'Lyria'],
      ['chat', 'ChatGPT'],
      ['image', 'Midjourney'],
      ['video', 'Pika']
    ])
    expect(examples[0]?.settings).toEqual({ aspect_ratio: '3:2' })
    expect(new Set(examples.map(({ prompt }) => prompt)).size).toBe(6)
    for (const { price } of examples) expect(price).toMatch(/\d/)
  })

  test('lead to their tool with the prompt, for browsers without a script', () => {
    const [image, , , chat] = examples.map(({ href, prompt }) => {
      const { pathname, searchParams } = new URL(href, 'https://studio.example')
      return [pathname, ...searchParams, prompt]
    })
    expect(image).toEqual(['/de/gptimage', ['prompt', image?.at(-1)], image?.at(-1)])
    expect(chat).toEqual(['/de/chatgpt/conversations', ['question', chat?.at(-1)], chat?.at(-1)])
  })

  test('come only from the kinds that the site still offers', () => {
    const others = SERVICES.filter(({ medium }) => medium === 'image' || medium === 'audio')
    const hub = hubOf(
      '',
      others.map(({ id }) => id)
    )
    const kinds = homeExamples(hub, homeModes(hub), group, '').map(({ mode }) => mode)
    expect(kinds).toEqual(['video', 'chat', 'video', 'chat', 'video', 'chat'])
  })
})

describe('the form without a script leads', () => {
  test.each([
    ['', '/de/chatgpt/conversations'],
    ['mode=image', '/de/gptimage'],
    ['mode=image&question=A+fox+%26+a+caf%C3%A9', '/de/gptimage?prompt=A+fox+%26+a+caf%C3%A9'],
    ['mode=chat&question=Why%3F', '/de/chatgpt/conversations?question=Why%3F'],
    ['question=Why%3F', '/de/chatgpt/conversations?question=Why%3F'],
    ['mode=tables&question=Why%3F', '/de/chatgpt/conversations?question=Why%3F']
  ])('from ?%s to %s', (query, address) => {
    expect(startAddress(hubOf(query))).toBe(address)
  })
})

test('an address prefills the form of a tool with its prompt and files of this studio', () => {
  const begun = (id: string, query: string) => {
    const service = findService(id)
    return service === undefined
      ? null
      : prefilledValues(service, new URLSearchParams(query), 'https://api.example')
  }
  expect(begun('flux', 'prompt=A+fox&model=flux-pro&count=4')).toEqual({
    images: { prompt: 'A fox' }
  })
  expect(begun('flux', 'prompt=')).toEqual({})
  expect(mainField(findService('headshots')?.actions?.['generate'])).toBe('image_urls')
  expect(begun('headshots', 'image_urls=https://a.example/b.png')).toEqual({})
  expect(begun('headshots', 'image_urls=https://api.example/files/1/b.png')).toEqual({
    generate: { image_urls: ['https://api.example/files/1/b.png'] }
  })
  expect(begun('upscale', 'image_url=https://api.example/files/1/b.png')).toEqual({
    images: { image_url: 'https://api.example/files/1/b.png' }
  })
  expect(begun('upscale', 'image_url=https://api.example.evil/files/1/b.png')).toEqual({})
})

test('an address opens the verb and the mode that take its file', () => {
  const begun = (id: string, asked: Record<string, string>) => {
    const service = findService(id)
    const query = new URLSearchParams(asked)
    return service === undefined ? null : prefilledValues(service, query, 'https://api.example')
  }
  const file = 'https://api.example/files/1/b'
  expect(begun('suno', { audio_url: file })).toEqual({ upload: { audio_url: file } })
  expect(begun('suno', { prompt: 'A waltz', audio_urls: file })).toEqual({
    audios: { prompt: 'A waltz' }
  })
  expect(begun('gptimage', { prompt: 'In winter', image_urls: file })).toEqual({
    images: { prompt: 'In winter', image_urls: [file] }
  })
  expect(begun('lipsync', { image_url: file, audio_url: file })).toEqual({
    videos: { image_url: file, audio_url: file }
  })
})
