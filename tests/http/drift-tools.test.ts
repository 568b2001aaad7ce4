import { expect, test } from 'vitest'
import { buildShelf } from '#catalog/chat/shelf.server.ts'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import { compareWithVendor, type VendorComparison } from '#servers/drift/compare-models.ts'
import type { ToolVendorName } from '#core/vendor-names.ts'
import type { Fetch } from '#servers/lib/egress.ts'
import { OPENAI_MODELS } from '../support/openai-models.ts'

const BASE = 'https://vendor.example/v1'
const TODAY = Date.parse('2026-11-26')

type Own = { id: string; source: 'fal' | 'replicate' | 'openapi'; endpoint: string }
type Compared = { now?: number; own?: readonly Own[]; mediaNamed?: readonly ToolVendorName[] }

/**
 * Compares our models with a fake vendor, which answers with 404 at all paths but those of
 * `answers`.
 */
async function compare(
  vendor: string,
  answers: Readonly<Record<string, unknown>>,
  { now = TODAY, own = [], mediaNamed = ['openai', 'xai'] }: Compared = {}
): Promise<VendorComparison> {
  const fetch: Fetch = async address => {
    const { pathname, searchParams } = new URL(String(address))
    const path = pathname.replace('/v1/', '')
    const asked = searchParams.getAll('endpoint_id')
    if (path === 'v1/models' && Array.isArray(answers['endpoints'])) {
      const models = asked.filter(id => (answers['endpoints'] as unknown[]).includes(id))
      return Response.json({ models: models.map(endpoint_id => ({ endpoint_id })) })
    }
    return path in answers
      ? Response.json(answers[path])
      : Response.json({ detail: 'not found' }, { status: 404 })
  }
  const account = { apiKey: 'key', baseURL: BASE } as Parameters<typeof compareWithVendor>[1]
  const routed = { chatModels: {}, mediaModels: {}, mediaNamed, shelf: buildShelf(new Map()), own }
  return compareWithVendor(vendor, account, { ...routed, fetch, now })
}
const ids = (...names: string[]): object[] => names.map(id => ({ id }))
const goneTools = ({ missing }: VendorComparison, tools: readonly string[]): unknown =>
  missing.filter(({ model }) => tools.includes(model))

test('a tool model that OpenAI drops is reported as missing, with the name of its tool', async () => {
  const left = OPENAI_MODELS.filter(model => model !== 'gpt-image-2.5-sunburst')
  const { missing } = await compare('openai', { models: { data: ids(...left) } })
  expect(missing).toEqual([{ model: 'gpt-image-2.5-sunburst', names: ['gptimage'] }])
  const whole = await compare('openai', { models: { data: ids(...OPENAI_MODELS) } })
  expect(whole.missing).toEqual([])
})

test.each(['openai', 'xai'])(
  'tool models are not missing at another address of %s, which is used for chat alone',
  async vendor => {
    const others = { data: ids('another'), models: ids('another') }
    const lists = {
      models: others,
      'image-generation-models': others,
      'video-generation-models': others
    }
    const tools = Object.values(VENDOR_SERVICES[vendor as 'openai'])
      .flatMap(actions => Object.values(actions))
      .flatMap(({ models: names = [] }) => names)
    expect(goneTools(await compare(vendor, lists, { mediaNamed: [] }), tools)).toEqual([])
    expect(goneTools(await compare(vendor, lists), tools)).not.toEqual([])
  }
)

test('xAI has separate lists of images and videos, and an unreadable list reports nothing as missing', async () => {
  const tools = ['grok-imagine-image-2.0', 'grok-imagine-video-1.5']
  const models = { data: ids('grok-4.7') }
  const lists = {
    models,
    'image-generation-models': { models: ids('grok-imagine-image-3.0') },
    'video-generation-models': { models: ids('grok-imagine-video-1.5') }
  }
  const [image, video] = tools
  expect(goneTools(await compare('xai', lists), tools)).toEqual([
    { model: image, names: ['grokimagine'] }
  ])
  expect(goneTools(await compare('xai', { models }), tools)).toEqual([])
  const all = { models: { data: ids('grok-4.7', String(image), String(video)) } }
  expect(goneTools(await compare('xai', all), tools)).toEqual([])
})

test('a speech model that ElevenLabs drops is missing; its list has no songs and transcripts', async () => {
  const { missing } = await compare('elevenlabs', { models: [{ model_id: 'eleven_v4' }] })
  expect(missing).toEqual([{ model: 'eleven_v3', names: ['speech'] }])
  const whole = await compare('elevenlabs', { models: [{ model_id: 'eleven_v3' }] })
  expect(whole.missing).toEqual([])
})

test.each(['minimax', 'kling', 'luma', 'runway'] as const)(
  '%s has no list of models, so none of its models is reported as missing',
  async vendor => {
    const { missing, listed, asked } = await compare(vendor, {})
    expect([missing, listed]).toEqual([[], null])
    expect(asked.size).toBeGreaterThan(0)
    expect(Object.keys(VENDOR_SERVICES[vendor]).length).toBeGreaterThan(0)
  }
)

test('a tool model is reported as ending 30 days before its last day, even without a list', async () => {
  const ended = { model: 'whisper-1', names: ['transcribe'], day: '2027-02-25' }
  const ends = async (now: string): Promise<VendorComparison> =>
    compare('openai', {}, { now: Date.parse(now) })
  expect((await ends('2027-01-29')).ending).toContainEqual(ended)
  expect((await ends('2027-01-29')).listed).toBeInstanceOf(Error)
  expect((await ends('2027-01-20')).ending).not.toContainEqual(ended)
})

test("an own tool's endpoint that fal or Replicate no longer has is reported as missing", async () => {
  const own: Own[] = [
    { id: 'x-kept', source: 'replicate', endpoint: 'muse/kept' },
    { id: 'x-gone', source: 'replicate', endpoint: 'muse/gone:5c7d' },
    { id: 'x-portrait', source: 'fal', endpoint: 'fal-ai/portrait' },
    { id: 'x-server', source: 'openapi', endpoint: 'https://tools.example/run' }
  ]
  const models = {
    'models/black-forest-labs/flux-schnell': {},
    'models/black-forest-labs/flux-dev': {},
    'models/muse/kept': {},
    'models/muse/gone': {}
  }
  const { missing } = await compare('replicate', models, { own })
  expect(missing).toEqual([{ model: 'muse/gone:5c7d', names: ['x-gone'] }])
  const fal = await compare('fal', { endpoints: ['fal-ai/demucs'] }, { own })
  expect(fal.missing).toContainEqual({ model: 'fal-ai/portrait', names: ['x-portrait'] })
  expect(fal.missing.map(({ model }) => model)).not.toContain('fal-ai/demucs')
})
