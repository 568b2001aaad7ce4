import { expect, test, vi } from 'vitest'
import { bindHub } from '#client/page-hub.ts'
import type { HubInfo } from '#client/hub.ts'
import { sendDocsRequest, type DocsRequest } from '#stores/try-call.ts'

const hub = { locale: 'de', origin: 'http://here.example', user: null } as unknown as HubInfo
bindHub(hub)
const tried: DocsRequest = {
  url: 'http://api.example/flux/images',
  body: '{}',
  key: 'pm_pasted',
  service: { id: 'flux', serviceId: 'x' },
  signal: new AbortController().signal
}

/** Mocks the network's response. */
function network(answer: () => Promise<Response>) {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(answer)
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('sends the call as written, with the pasted key and no other credential', async () => {
  const fetched = network(async () => Response.json({ a: 1 }))
  expect(await sendDocsRequest(tried)).toMatchObject({ status: 200, text: '{\n  "a": 1\n}' })
  const [url, init] = fetched.mock.calls[0] ?? []
  expect([url, init?.method, init?.body]).toEqual([tried.url, 'POST', '{}'])
  expect(init?.headers).toMatchObject({
    authorization: 'Bearer pm_pasted',
    'accept-language': 'de',
    'content-type': 'application/json'
  })
  expect(init?.credentials).toBeUndefined()
})

test.each([400, 401, 403, 429, 500, 504])(
  'returns an error response unchanged: %i',
  async status => {
    network(async () => Response.json({ code: 'x' }, { status }))
    expect(await sendDocsRequest(tried)).toMatchObject({ status, text: '{\n  "code": "x"\n}' })
  }
)

test('returns a response that is not JSON unchanged', async () => {
  network(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect(await sendDocsRequest(tried)).toMatchObject({ status: 502, text: '<h1>Bad gateway</h1>' })
})

test('returns status 0 and no browser message when the network fails', async () => {
  network(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await sendDocsRequest(tried)).toMatchObject({ status: 0, text: '' })
})
