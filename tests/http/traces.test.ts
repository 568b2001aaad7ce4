import { afterEach, beforeEach, expect, test } from 'vitest'
import { tracedFetch, type Tracer } from '#servers/lib/tracer.ts'
import { createTracer } from '#servers/traces/create-tracer.ts'
import { startCollector, type CollectedSpan, type Collector } from '../support/collector.ts'
import { startFalServer } from '../support/fal-server.ts'
import { startOpenaiServer } from '../support/openai-server.ts'
import { frames, openStudio } from '../support/studio.ts'
import { openVendorWorld, type VendorWorld } from '../support/vendor-world.ts'

const OUTSIDE = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
const TRACEPARENT = `00-${OUTSIDE.trace}-${OUTSIDE.span}-01`
const PROMPT = 'a harbour at night that nobody else sees'

let collector: Collector
beforeEach(async () => void (collector = await startCollector()))
afterEach(() => collector.close())

const collecting = (): Record<string, string> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret',
  OTEL_SERVICE_NAME: 'studio'
})

const named = (name: string): CollectedSpan[] => collector.spans.filter(span => span.name === name)

/** Returns the names of a span and of all spans above it, the lowest first. */
function above(span: CollectedSpan | undefined): string[] {
  if (span === undefined) return []
  return [span.name, ...above(collector.spans.find(({ id }) => id === span.parent))]
}

async function openWorld(): Promise<{ world: VendorWorld; requests: () => unknown[] }> {
  const [fal, openai] = await Promise.all([startFalServer(), startOpenaiServer()])
  const world = await openVendorWorld(fal, {
    ...collecting(),
    FAL_URL: fal.url,
    FAL_KEY: 'a-key-of-fal',
    OPENAI_API_KEY: 'a-key-of-openai',
    OPENAI_BASE_URL: openai.url
  })
  const close = world.close.bind(world)
  world.close = async () => {
    await close()
    await openai.close()
  }
  return { world, requests: () => openai.requests.map(({ headers }) => headers['traceparent']) }
}

test('a trace goes from a request through its run to the vendor', async () => {
  const { world, requests } = await openWorld()
  const { studio, ada } = world
  const json = { model: 'gpt-5.4', question: PROMPT }
  await frames(await studio.call('/aichat/conversations', { json, token: ada.credential.token }))
  await world.post('/flux/images', { prompt: PROMPT, model: 'flux-dev' })
  await world.close()

  const chat = ['POST openai', 'run chat', 'POST /aichat/conversations']
  expect(above(named('POST openai')[0])).toEqual(chat)
  const media = named('POST fal').map(above)
  expect(media).toContainEqual(['POST fal', 'run flux/images', 'POST /flux/images'])
  expect(above(named('GET fal')[0])).toEqual(['GET fal', 'run flux/images', 'POST /flux/images'])
  expect(named('run flux/images').map(({ facts }) => facts['polymuse.step'])).toEqual(
    expect.arrayContaining(['submit', 'poll'])
  )
  expect(named('POST openai')[0]?.facts).toMatchObject({
    'service.name': 'studio',
    'polymuse.vendor': 'openai',
    'http.response.status_code': '200'
  })
  expect(new Set(collector.keys)).toEqual(new Set(['secret']))
  // A foreign vendor gets no ids of our traces, and the collector nothing that a user wrote.
  expect(requests()).toEqual([undefined])
  for (const word of ['harbour', ada.email, ada.credential.token, 'a-key-of'])
    expect(collector.text()).not.toContain(word)
})

test.each([
  ['true', OUTSIDE.trace, OUTSIDE.span],
  ['false', '', '']
])('with TRUST_PROXY=%s, a trace from outside counts accordingly', async (trust, trace, parent) => {
  const studio = await openStudio({ environment: { ...collecting(), TRUST_PROXY: trust } })
  await studio.call('/aichat/models', { headers: { traceparent: TRACEPARENT } })
  await studio.call('/aichat/models', { headers: { traceparent: 'nonsense' } })
  await studio.close()
  const [first, second] = named('GET /aichat/models')
  expect([first?.trace === OUTSIDE.trace ? trace : '', first?.parent]).toEqual([trace, parent])
  expect(second?.parent).toBe('')
  expect(second?.trace).toMatch(/^[0-9a-f]{32}$/)
})

test('without a collector nothing is traced', async () => {
  const studio = await openStudio()
  expect(studio.context.tracer).toBeUndefined()
  await studio.close()
  expect(tracedFetch(undefined, 'fal', globalThis.fetch)).toBe(globalThis.fetch)
})

test('only servers of the operator get the ids of our traces', async () => {
  const tracer: Tracer = createTracer({
    url: `${collector.url}/v1/traces`,
    headers: {},
    service: 'studio',
    ratio: 1
  })
  const seen: Record<string, string | null> = {}
  for (const vendor of ['ollama', 'comfyui', 'openai', 'fal']) {
    const fetch = tracedFetch(tracer, vendor, async (_, init) => {
      const headers = new Headers(init?.headers)
      seen[vendor] = headers.get('traceparent')
      expect(headers.get('authorization')).toBe('Bearer key')
      return new Response('{}')
    })
    await fetch('http://127.0.0.1:9', { headers: { authorization: 'Bearer key' } })
  }
  await tracer.stop()
  const ours = /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/
  expect(seen).toEqual({
    ollama: expect.stringMatching(ours),
    comfyui: expect.stringMatching(ours),
    openai: null,
    fal: null
  })
  expect(seen['ollama']).toContain(named('GET ollama')[0]?.id)
})

test('a failure has the code of its problem, and no message', async () => {
  const tracer = createTracer({
    url: `${collector.url}/v1/traces`,
    headers: {},
    service: 's',
    ratio: 1
  })
  const work = async (): Promise<never> => {
    throw new Error(PROMPT)
  }
  await expect(tracer.within({ name: 'work', kind: 'run' }, work)).rejects.toThrow(PROMPT)
  await tracer.stop()
  expect(named('work')[0]?.failure).toBe('Error')
  expect(collector.text()).not.toContain('harbour')
})

test('a stop waits only briefly for a collector that is gone', async () => {
  const studio = await openStudio({ environment: collecting() })
  await collector.close()
  await studio.call('/aichat/models')
  await studio.close()
  expect(collector.spans).toEqual([])
  collector = await startCollector()
})
