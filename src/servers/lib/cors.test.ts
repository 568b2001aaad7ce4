import { expect, test } from 'vitest'
import { allowedOrigin, corsHeaders } from '#servers/lib/cors.ts'
import type { Sites } from '#servers/lib/sites.ts'

const OURS = 'https://studio.example'
const sites: Sites = {
  originOf: async () => OURS,
  isRegistered: async origin => origin === OURS,
  datedHost: async () => null,
  admit: () => undefined,
  placeholder: async () => 'http://localhost-0',
  forget: () => undefined,
  reread: () => undefined
}
const asking = (origin?: string): Request =>
  new Request('http://127.0.0.1/api', origin === undefined ? {} : { headers: { origin } })

test.each<['registered' | 'any', string | undefined, string | null]>([
  ['registered', OURS, OURS],
  ['registered', 'https://evil.example', null],
  ['registered', 'null', null],
  ['registered', undefined, null],
  ['any', OURS, '*'],
  ['any', 'https://evil.example', '*'],
  ['any', undefined, null]
])('with policy %s and origin %s allows %s', async (policy, origin, allowed) => {
  expect(await allowedOrigin({ sites }, policy, asking(origin))).toBe(allowed)
  expect(
    (await corsHeaders({ sites }, policy, asking(origin)))['access-control-allow-origin']
  ).toBe(allowed ?? undefined)
})

test('the headers of API clients are allowed, and cookies never', async () => {
  for (const policy of ['registered', 'any'] as const) {
    const headers = await corsHeaders({ sites }, policy, asking(OURS))
    const allowed = (headers['access-control-allow-headers'] ?? '').split(', ')
    const sent = [
      'authorization',
      'content-type',
      'accept-language',
      'x-fingerprint',
      'x-user-id',
      'x-record-exempt',
      'idempotency-key',
      'last-event-id',
      'tus-resumable',
      'upload-length',
      'upload-metadata',
      'upload-offset'
    ]
    expect(allowed).toEqual(expect.arrayContaining(sent))
    // OpenAI's client libraries send these too, but only the API's policy allows them.
    const others = allowed.filter(name => !sent.includes(name))
    expect(others.some(name => name.startsWith('x-stainless-'))).toBe(policy === 'any')
    expect(others.every(name => /^(x-stainless-|openai-|user-agent$)/.test(name))).toBe(true)
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  }
})

test('caches keep responses for different origins apart', async () => {
  for (const origin of [OURS, 'https://evil.example', undefined]) {
    expect(await corsHeaders({ sites }, 'registered', asking(origin))).toMatchObject({
      vary: 'Origin'
    })
  }
})
