import { expect, test } from 'vitest'
import type { OwnServiceSource } from '#core/own-service.ts'
import { checkOwnTools } from '#servers/operation/check-own-tools.ts'

const STATUSES: Readonly<Record<string, number>> = {
  'GET /api/openapi/queue/openapi.json?endpoint_id=fal-ai%2Flives': 200,
  'GET /api/openapi/queue/openapi.json?endpoint_id=fal-ai%2Fgone': 404,
  'GET /v1/models/me/lives': 200,
  'GET /v1/models/me/gone': 404,
  // 405 means that the server has the address, but not for this method.
  'OPTIONS /paint': 405,
  'OPTIONS /gone': 404,
  'OPTIONS /broken': 502
}

async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { host, pathname, search } = new URL(String(input))
  if (host === 'silent.example') throw new TypeError('fetch failed')
  return new Response('{}', { status: STATUSES[`${init?.method} ${pathname}${search}`] ?? 500 })
}

const tool = (id: string, source: OwnServiceSource, endpoint: string) => ({
  own: {
    id,
    serviceId: id,
    source,
    endpoint,
    title: id,
    description: '',
    fields: [],
    output: { path: [], kind: 'image' as const },
    price: { credits: 1, times: null, per: 1 },
    cost: null,
    unmapped: []
  }
})

test('the check names own tools whose schema or server is gone, with the reason', async () => {
  const needs = { keys: { of: () => [] }, config: { toolHosts: [] }, fetch }
  const dead = await checkOwnTools(needs, [
    tool('x-a', 'fal', 'fal-ai/lives'),
    tool('x-b', 'fal', 'fal-ai/gone'),
    tool('x-c', 'replicate', 'me/lives'),
    tool('x-d', 'replicate', 'me/gone'),
    tool('x-e', 'openapi', 'https://painter.example/paint'),
    tool('x-f', 'openapi', 'https://painter.example/gone'),
    tool('x-g', 'openapi', 'https://painter.example/broken'),
    tool('x-h', 'openapi', 'https://silent.example/paint')
  ])
  expect(dead).toEqual([
    'x-b does not work: fal-ai/gone answers with 404',
    'x-d does not work: me/gone answers with 404',
    'x-f does not work: https://painter.example/gone answers with 404',
    'x-g does not work: https://painter.example/broken answers with 502',
    'x-h does not work: https://silent.example/paint cannot be reached'
  ])
})
